/// The texts of the pages in German, by what they are in English; `%` is what is put in, in the
/// same order. Figures and days stay as they are everywhere.
enum German {
    /// All of them.
    static let texts: [String: String] = [
        frame, today, reports, entries, tasks, accounts, budget, people, audit, conflicts, files,
        refusals, receipts, words,
    ].reduce(into: [:]) { all, part in all.merge(part) { first, _ in first } }

    static let frame = [
        "ledger": "ledger",
        "Today": "Heute",
        "Reports": "Auswertungen",
        "Entries": "Buchungen",
        "Tasks": "Aufgaben",
        "Accounts": "Konten",
        "Budget": "Budget",
        "Import": "Einlesen",
        "People": "Personen",
        "Audit": "Protokoll",
        "To the content": "Zum Inhalt",
        "Pages": "Seiten",
        "Table, scrolled sideways": "Tabelle, seitlich zu schieben",
        "As it was: %, up to event %. ": "So wie es war: %, bis Ereignis %. ",
        "Back to now": "Zurück zu jetzt",
        "Undone.": "Zurückgenommen.",
        "Redo": "Wiederholen",
        "Recorded, event %.": "Erfasst, Ereignis %.",
        "Undo": "Rückgängig",
        "As of event ": "Stand: Ereignis ",
        " · root ": " · Wurzel ",
        " · nothing can be recorded here": " · hier kann nichts erfasst werden",
        " · ? lists the keys": " · ? zeigt die Tasten",
        "% · ledger": "% · ledger",
        "Keys": "Tasten",
        "search": "suchen",
        "the first field to record something": "das erste Feld zum Erfassen",
        "next and previous link or button; Enter opens it":
            "nächster und voriger Verweis oder Knopf; Enter öffnet ihn",
        "previous and next rows": "vorige und nächste Zeilen",
        "undo what was recorded just now": "zurücknehmen, was eben erfasst wurde",
        "out of a field, so that these keys count": "aus einem Feld, damit diese Tasten zählen",
        "this list": "diese Liste",
        "Close": "Schließen",
        "Turn off": "Ausschalten",
        "Turn on": "Einschalten",
        "Something was recorded meanwhile.": "Inzwischen wurde etwas erfasst.",
        "Show it": "Anzeigen",
        "Log out": "Abmelden",
        "Log in": "Anmelden",
        "Name": "Name",
        "Password": "Passwort",
        "The name or the password is wrong.": "Name oder Passwort ist falsch.",
        "Too many tries. Wait half a minute, then try it again.":
            "Zu viele Versuche. Bitte eine halbe Minute warten.",
        "Back": "Zurück",
        "Not reached": "Nicht erreicht",
        """
        The server of the ledger does not answer. Nothing can be shown, searched or recorded here \
        until it runs again: no figure of the ledger is kept in this browser.
        """: """
        Der Server des Buchs antwortet nicht. Bis er wieder läuft, kann hier nichts gezeigt, \
        gesucht oder erfasst werden: keine Zahl des Buchs ist in diesem Browser aufgehoben.
        """,
        """
        What was typed into a form stays in this browser alone, and stands there again then.
        """: """
        Was in ein Formular getippt wurde, bleibt nur in diesem Browser und steht dann wieder dort.
        """,
        """
        ! No answer came, so take it as not recorded. What you typed is kept in this browser: \
        it stands in its form again when the server runs, and sent from there it is recorded \
        once, even if it had arrived. Files have to be chosen again.
        """: """
        ! Es kam keine Antwort; es gilt als nicht erfasst. Was Sie eingegeben haben, bleibt in \
        diesem Browser: Es steht wieder in seinem Formular, wenn der Server läuft, und wird von \
        dort einmal erfasst, auch wenn es schon angekommen war. Dateien bitte neu wählen.
        """,
        "Typed here at % and not recorded so far: it is in the form again.":
            "Hier getippt am % und bisher nicht erfasst: Es steht wieder im Formular.",
        "Typed here at % and not recorded; what it is about has changed:":
            "Hier getippt am % und nicht erfasst; inzwischen hat sich geändert, worum es geht:",
        "Typed and sent, and not recorded so far:": "Gesendet und bisher nicht erfasst:",
        "Choose the file again.": "Bitte die Datei neu wählen.",
        "Discard": "Verwerfen",
        "Try again": "Noch einmal versuchen",
    ]

    static let today = [
        "optional": "freiwillig",
        "Spent": "Ausgegeben",
        "work trip": "Arbeit Reise",
        "Spent today": "Heute ausgegeben",
        "Spent this week": "Diese Woche ausgegeben",
        "Spent this month": "Diesen Monat ausgegeben",
        "Recorded last": "Zuletzt erfasst",
        "Nothing yet.": "Noch nichts.",
        "To do": "Zu tun",
        "Merges set aside % to decide about": "Zu entscheiden nach dem Zusammenführen: %",
        "Nothing is late or due today.": "Nichts ist überfällig oder heute fällig.",
        "There is no budget yet.": "Es gibt noch kein Budget.",
        "and % %": "und % %",
        "Record": "Erfassen",
        "Amount": "Betrag",
        "What": "Was",
        "Category": "Kategorie",
        "Day": "Tag",
        "Kind": "Art",
        "Expense": "Ausgabe",
        "Income": "Einnahme",
        "More fields": "Mehr Felder",
        "Account": "Konto",
        "Payee": "Empfänger",
        "Tags": "Schlagwörter",
        "Note": "Notiz",
        "Currency": "Währung",
        "Title": "Titel",
        "Shared, or with a picture or file": "Geteilt, oder mit Bild oder Datei",
        "Shared with others": "Mit anderen geteilt",
        "Borne by": "Getragen von",
        "Paid by": "Bezahlt von",
        "me, Bo": "me, Bo",
        "me": "me",
        "Equal parts: me, Bo. By weight: me, Bo:2. A fixed part: me, Bo=12.50.":
            "Zu gleichen Teilen: me, Bo. Gewichtet: me, Bo:2. Fester Teil: me, Bo=12.50.",
        "! Choose the file again.": "! Bitte die Datei neu wählen.",
    ]

    static let reports = [
        "the last 12 months": "letzte 12 Monate",
        "No line passes.": "Keine Zeile passt.",
        "Every": "Je",
        "all of it": "alles in einem",
        "By": "Nach",
        "Beside": "Neben",
        "the days before": "den Tagen davor",
        "a year before": "dem Vorjahr",
        "Then and now": "Damals und jetzt",
        "Both end early, because the days are not over yet.":
            "Beides endet früher, denn die Tage sind noch nicht vorbei.",
        "More": "Mehr",
        "nothing": "nichts",
        "category": "Kategorie",
        "payee": "Empfänger",
        "tag": "Schlagwort",
        "account": "Konto",
        "person": "Person",
        "Of": "Von",
        "expenses": "Ausgaben",
        "income": "Einnahmen",
        "transfers": "Umbuchungen",
        "expense": "Ausgabe",
        "transfer": "Umbuchung",
        "Expenses": "Ausgaben",
        "Transfers": "Umbuchungen",
        "Days": "Tage",
        "Terms": "Begriffe",
        "Show": "Zeigen",
        "% in %": "% in %",
        "% in %, as below": "% in %, wie unten",
        "Period": "Zeitraum",
        "Lines": "Zeilen",
        " still running": " läuft noch",
        " cut": " angeschnitten",
        "% earlier ones: choose days": "% frühere: Tage wählen",
        "(none)": "(ohne)",
        "Total": "Summe",
        "Shown: % of % rows; terms narrow it.":
            "Gezeigt: % von % Zeilen; Begriffe grenzen ein.",
        "Shown: % of % periods, the largest ": "Gezeigt: % von % Zeiträumen, die größten ",
        "% rows at most; days and terms narrow it.":
            "% Zeilen höchstens; Tage und Begriffe grenzen ein.",
        "Tag": "Schlagwort",
        "Person": "Person",
        "day": "Tag",
        "week": "Woche",
        "month": "Monat",
        "quarter": "Quartal",
        "half year": "Halbjahr",
        "year": "Jahr",
        "Jan": "Jan",
        "Feb": "Feb",
        "Mar": "Mär",
        "Apr": "Apr",
        "May": "Mai",
        "Jun": "Jun",
        "Jul": "Jul",
        "Aug": "Aug",
        "Sep": "Sep",
        "Oct": "Okt",
        "Nov": "Nov",
        "Dec": "Dez",
        "Where the figure comes from": "Woher die Zahl kommt",
        "% live lines, made by % events": "% geltende Zeilen aus % Ereignissen",
        "The report shows % for this name alone; here ":
            "Die Auswertung zeigt % für diesen Namen allein; hier ",
        "every line counts whose text has the name in it.":
            "zählt jede Zeile, in deren Text der Name steht.",
        "Events": "Ereignisse",
        "Event": "Ereignis",
        "Counts": "Zählt",
        "Figure": "Zahl",
        "without a category": "ohne Kategorie",
        "in %": "in %",
        "without an account": "ohne Konto",
        "of %": "von %",
        "that pass %": "mit %",
    ]

    static let entries = [
        "% entries": "% Buchungen",
        "% entry": "% Buchung",
        "Search": "Suchen",
        "There are no more.": "Es gibt keine weiteren.",
        "No entry passes.": "Keine Buchung passt.",
        "Previous": "Vorige",
        "Next": "Nächste",
        "% to %": "% bis %",
        "(no title)": "(ohne Titel)",
        "void": "storniert",
        "transfer in": "Umbuchung ein",
        "transfer out": "Umbuchung aus",
        "History of %": "Geschichte von %",
        "Entry %": "Buchung %",
        "Entry %, version %": "Buchung %, Fassung %",
        " · paid by %": " · bezahlt von %",
        "Restore": "Wiederherstellen",
        "Change": "Ändern",
        "Because": "Weil",
        "because: %": "weil: %",
        "Save the change": "Änderung speichern",
        "Void this entry": "Diese Buchung stornieren",
        "History": "Geschichte",
        " event % · % · %": " Ereignis % · % · %",
        "As it was": "So wie es war",
        "none": "nichts",
        "Files": "Dateien",
        " % bytes": " % Byte",
        " 1 byte": " 1 Byte",
        "! missing": "! fehlt",
        "! changed": "! verändert",
        "Detach": "Abtrennen",
        "A picture or a document, at most % MiB": "Ein Bild oder Dokument, höchstens % MiB",
        "Attach": "Anhängen",
    ]

    static let tasks = [
        "Open": "Offen",
        "Agenda": "Kalender",
        "Done": "Erledigt",
        "All": "Alle",
        "% (%)": "% (%)",
        "Nothing here.": "Hier ist nichts.",
        "The first % of %.": "Die ersten % von %.",
        "Late": "Überfällig",
        "Upcoming": "Später",
        "Dropped": "Verworfen",
        "What is to be done": "Was zu tun ist",
        "Due": "Fällig",
        "The last % of %.": "Die letzten % von %.",
        "Another day": "Anderer Tag",
        "Task: a number, or a word of its title": "Aufgabe: Nummer oder ein Wort des Titels",
        "Due: a day, or none": "Fällig: ein Tag, oder none für keinen",
        "Move": "Verschieben",
        "With a mouse, drag a task to its day.":
            "Mit der Maus lässt sich eine Aufgabe auf ihren Tag ziehen.",
        "How it went": "Verlauf",
        "Open at the end of each week, as below": "Offen am Ende jeder Woche, wie unten",
        "At this pace none is open on %.": "In diesem Tempo ist am % keine mehr offen.",
        "Week from": "Woche ab",
        "Added": "Neu",
        "due %": "fällig %",
        "Project": "Projekt",
        "Drop this task": "Diese Aufgabe verwerfen",
        "Who does it": "Wer es tut",
        "Priority: 1 (highest) to 9": "Vorrang: 1 (höchster) bis 9",
        "To be taken up": "Zu beginnen",
        "Hidden until": "Verborgen bis",
        "Of use until": "Von Nutzen bis",
        "Waits for: numbers of tasks": "Wartet auf: Nummern von Aufgaben",
        "basic": "gewöhnlich",
        "urgent": "eilig",
        "important": "wichtig",
        "Add the task": "Aufgabe anlegen",
        "! late": "! überfällig",
        "Reopen": "Wieder öffnen",
        "Without a day": "Ohne Tag",
        "Today, %": "Heute, %",
        "Tomorrow, %": "Morgen, %",
        "Mon": "Mo",
        "Tue": "Di",
        "Wed": "Mi",
        "Thu": "Do",
        "Fri": "Fr",
        "Sat": "Sa",
        "Sun": "So",
        "Nothing is due.": "Nichts ist fällig.",
        "Comes again": "Kehrt wieder",
        "comes again": "kehrt wieder",
        "waits for %": "wartet auf %",
        "to be taken up": "zu beginnen",
        "shows up again": "taucht wieder auf",
        "done": "erledigt",
    ]

    static let accounts = [
        """
        : that is all of the difference. They are not on the statement, or twice in the ledger.
        """: """
        : das ist der ganze Unterschied. Sie stehen nicht auf dem Auszug, oder doppelt im Buch.
        """,
        """
        Open the address with the token that ledger serve has printed. It lasts as long as the \
        server runs.
        """: """
        Bitte die Adresse mit dem Schlüssel öffnen, die ledger serve ausgegeben hat. Er gilt, \
        solange der Server läuft.
        """,
        "Not this address": "Nicht diese Adresse",
        "Open the address that ledger serve has printed.":
            "Bitte die Adresse öffnen, die ledger serve ausgegeben hat.",
        "Not from here": "Nicht von hier",
        "The request came from a page of somebody else.":
            "Die Anfrage kam von einer fremden Seite.",
        "Pages are read with GET, forms are sent with POST.":
            "Seiten werden mit GET gelesen, Formulare mit POST gesendet.",
        "That did not arrive": "Das kam nicht an",
        "The form with the file is not whole. Send it again.":
            "Das Formular mit der Datei ist nicht vollständig. Bitte noch einmal senden.",
        "Too long": "Zu lang",
        "The address is too long.": "Die Adresse ist zu lang.",
        "No such form": "Kein solches Formular",
        "Nothing is recorded at this address.": "Unter dieser Adresse wird nichts erfasst.",
        """
        It was made before you logged in, or before the server was started again. Nothing was \
        recorded: do it again on its page.
        """: """
        Es stammt von vor der Anmeldung oder von vor dem Neustart des Servers. Nichts wurde \
        erfasst: bitte auf seiner Seite noch einmal.
        """,
        "No account yet: ledger account open NAME": "Noch kein Konto: ledger account open NAME",
        "At the end of %": "Am Ende von %",
        "Balance": "Saldo",
        "closed": "geschlossen",
        "not known": "unbekannt",
        "Reconcile against a statement": "Mit einem Auszug abgleichen",
        "Over time, all accounts in %": "Im Lauf der Zeit, alle Konten in %",
        "At its end": "An dessen Ende",
        " so far": " bisher",
        "Balance at the end of each period, as below":
            "Saldo am Ende jedes Zeitraums, wie unten",
        "Reconcile": "Abgleichen",
        "The statement says": "Der Auszug sagt",
        "At the end of": "Am Ende von",
        "Compare": "Vergleichen",
        "It agrees": "Es stimmt",
        "It differs": "Es weicht ab",
        "The statement says % % at the end of ": "Der Auszug sagt % % am Ende von ",
        "%; the ledger has ": "%; das Buch hat ",
        "nothing known of that day": "nichts von diesem Tag",
        ", % more is on the statement": ", % mehr steht auf dem Auszug",
        "% without a tick come to % %": "% ohne Haken machen % %",
        "Note the statement": "Auszug vermerken",
        "Nothing typed by hand is left to tick.": "Nichts von Hand Erfasstes ist noch abzuhaken.",
        "On the statement?": "Auf dem Auszug?",
        "The first % are shown.": "Die ersten % sind gezeigt.",
        "Add up the ticks": "Haken zusammenzählen",
        "explains the difference": "erklärt den Unterschied",
        "! twice? %": "! doppelt? %",
        "% typed by hand ": "% von Hand erfasst, ",
        "is": "ist",
        "are": "sind",
        " on no statement yet, % % together": " noch auf keinem Auszug, zusammen % %",
        " · agreed last on %": " · stimmte zuletzt am %",
    ]
}
