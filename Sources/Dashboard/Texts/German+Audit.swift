// What is read, held against each other and refused.
extension German {
    static let budget = [
        "Now": "Jetzt",
        "Set a budget": "Budget setzen",
        "Set the budget": "Budget setzen",
        "everything else": "alles andere",
        " of % %": " von % %",
        "! % over": "! % darüber",
        "% left": "% übrig",
        "% carried over": "% übertragen",
        "not in it, which is in %: %": "nicht darin, weil es in % ist: %",
        "What is left of a period": "Was in einem Zeitraum übrig bleibt",
        "as it was; else it lapses": "wie bisher; sonst verfällt es",
        "is carried over": "wird übertragen",
        "lapses": "verfällt",
        "Change the budget of %": "Budget ändern: %",
        "End this budget": "Dieses Budget beenden",
        "Goals": "Ziele",
        "Set a goal": "Ziel setzen",
        "Set the goal": "Ziel setzen",
        "What for": "Wofür",
        "By when": "Bis wann",
        "% of % %": "% von % %",
        "reached": "erreicht",
        "% missing": "% fehlen",
        " · by %": " · bis %",
        " · % a month": " · % im Monat",
        "Change the goal %": "Ziel ändern: %",
        "End this goal": "Dieses Ziel beenden",
    ]

    static let people = [
        "From account": "Vom Konto",
        "To account": "Auf das Konto",
        "Show it to others": "Anderen zeigen",
        "This link": "Dieser Link",
        " shows this report alone, and what is recorded later, to whoever has it.":
            " zeigt jedem, der ihn hat, nur diese Auswertung, auch was später erfasst wird.",
        "Units": "Einheiten",
        "1 person": "1 Person",
        "% persons": "% Personen",
        "Nobody was granted a right yet, so that everybody may do everything.":
            "Noch niemand hat ein Recht erhalten; so darf jeder alles.",
        "Is in no unit, and was granted no right.": "Ist in keiner Einheit und hat kein Recht.",
        "The whole ledger": "Das ganze Buch",
        "A word of a name, a post, a unit or a contact":
            "Ein Wort aus Name, Amt, Bereich oder Kontakt",
        "Nobody is called so.": "Niemand heißt so.",
        "(erased)": "(gelöscht)",
        "Paid": "Bezahlt",
        "Paid by %": "Bezahlt von %",
        "Who owes whom": "Wer schuldet wem",
        "Everything is settled.": "Alles ist ausgeglichen.",
        "% gives %": "% gibt %",
        "% split entries do not say who paid, and count nowhere.":
            "% geteilte Buchungen sagen nicht, wer bezahlt hat, und zählen nirgends.",
        "Bears": "Trägt",
        "Is due": "Bekommt",
        "Settle": "Ausgleichen",
        "Settle: % gives %": "Ausgleichen: % gibt %",
        "Settled": "Ausgleich",
        "Record that it was given": "Als gegeben erfassen",
        "Add a person": "Person anlegen",
        "Contact": "Kontakt",
        "Post": "Amt",
        "Add the person": "Person anlegen",
    ]

    static let audit = [
        " · opened again with event %": " · wieder geöffnet mit Ereignis %",
        "Authorization: Bearer %": "Authorization: Bearer %",
        "Words": "Wörter",
        "See the ledger as it was: an event, a day or a time":
            "Das Buch sehen, wie es war: ein Ereignis, ein Tag oder eine Zeit",
        "Go back": "Zurückgehen",
        "Compare two moments": "Zwei Zeitpunkte vergleichen",
        "Verify, and closed books": "Prüfen, und geschlossene Bücher",
        "No event passes.": "Kein Ereignis passt.",
        "Only such events": "Nur solche Ereignisse",
        "Recorded by": "Erfasst von",
        "From": "Ab",
        "Before": "Vor",
        "The root is a fingerprint of every event up to here, in order: ":
            "Die Wurzel ist ein Fingerabdruck aller Ereignisse bis hier, der Reihe nach: ",
        "ledger verify holds the whole log against it.":
            "ledger verify hält das ganze Protokoll dagegen.",
        "For programs": "Für Programme",
        "Routes, described: ": "Aufrufe, beschrieben: ",
        "Tasks for a calendar: ": "Aufgaben für einen Kalender: ",
        "this link, to subscribe to": "dieser Verweis, zum Abonnieren",
        "Metrics for Prometheus: % with ": "Messwerte für Prometheus: % mit ",
        "Proof": "Beweis",
        "Proof of event %": "Beweis von Ereignis %",
        "As it was, event %": "So wie es war, Ereignis %",
        "No proof": "Kein Beweis",
        "Events 1 to %": "Ereignisse 1 bis %",
        "Show it as it was": "Zeigen, wie es war",
        "Two moments": "Zwei Zeitpunkte",
        "As it was: an event, a day or a time": "Wie es war: ein Ereignis, ein Tag oder eine Zeit",
        "And then; now when left out": "Und danach; jetzt, wenn es fehlt",
        "From event % to ": "Von Ereignis % bis ",
        "% sums of a month differ": "% Monatssummen weichen ab",
        "; the newest % are shown": "; die neuesten % sind gezeigt",
        "No sum differs.": "Keine Summe weicht ab.",
        "Month": "Monat",
        "Was": "War",
        "Then": "Dann",
        "and % more": "und % weitere",
        "Verify": "Prüfen",
        "Everything is read and hashed again, and statements and closed books are held ":
            "Alles wird neu gelesen und gehasht, und Auszüge und geschlossene Bücher werden ",
        "against it. What is new alone leaves out what was verified before and did not ":
            "dagegengehalten. Das Neue allein lässt aus, was schon geprüft ist und sich nicht ",
        "change.": "geändert hat.",
        "Verify everything": "Alles prüfen",
        "Verify what is new": "Das Neue prüfen",
        "Closed books": "Geschlossene Bücher",
        "No period was closed.": "Kein Zeitraum wurde geschlossen.",
        "All of it is whole": "Alles ist heil",
        "Nothing that was verified has changed": "Nichts Geprüftes hat sich geändert",
        "! 1 thing does not agree": "! 1 Ding stimmt nicht",
        "hashed 1 new event": "1 neues Ereignis gehasht",
        "hashed % new events": "% neue Ereignisse gehasht",
        "%; root ": "%; Wurzel ",
        "%, and % files that changed; root ": "%, und % geänderte Dateien; Wurzel ",
        "How far it is": "Wie weit es ist",
        "Show how far it is": "Zeigen, wie weit es ist",
        "It is being read…": "Es wird gelesen …",
        "% of % events are read.": "% von % Ereignissen sind gelesen.",
        "Something else is verified just now. This begins when it is done.":
            "Eben wird anderes geprüft. Danach fängt dies an.",
        "! % things do not agree": "! % Dinge stimmen nicht",
        "% events of % ": "% Ereignisse aus % ",
        "commits, % bytes; root ": "Buchungssätzen, % Bytes; Wurzel ",
        "closed by % with event %, up to event %":
            "geschlossen von % mit Ereignis %, bis Ereignis %",
        " · corrected by %": " · berichtigt durch %",
        "root %": "Wurzel %",
        "holds": "hält",
        "! does not hold": "! hält nicht",
    ]

    static let conflicts = [
        "To decide after a merge": "Zu entscheiden nach dem Zusammenführen",
        "Two copies of the ledger said different things of the same. What stands counts, ":
            "Zwei Kopien des Buchs sagten Verschiedenes über dasselbe. Was gilt, zählt, und ",
        "and what was set aside does not. What is decided here holds on all copies.":
            "Beiseitegelegtes zählt nicht. Was hier entschieden wird, gilt auf allen Kopien.",
        "Nothing waits for a decision.": "Nichts wartet auf eine Entscheidung.",
        "Stands:": "Es gilt:",
        "Was set aside:": "Beiseitegelegt:",
        "A merge set aside:": "Beim Zusammenführen beiseitegelegt:",
        "Keep what stands": "Behalten, was gilt",
        "Change it to the other": "Auf das andere ändern",
        "Change it to the other: %": "Auf das andere ändern: %",
        "Both sides changed it, each in its own way.":
            "Beide Seiten haben es geändert, jede anders.",
        "It goes on from what was set aside.": "Es setzt Beiseitegelegtes fort.",
        "Closed books pin what stood before them; close them again.":
            "Geschlossene Bücher legen fest, was vor ihnen stand; bitte neu schließen.",
        "The name belongs to something else.": "Der Name gehört etwas anderem.",
        "Its key belongs to something else.": "Sein Schlüssel gehört etwas anderem.",
        "It holds for the other ledger alone.": "Es gilt nur für das andere Buch.",
        "Tasks would wait for each other.": "Aufgaben würden aufeinander warten.",
        "The books of its days are closed.": "Die Bücher seiner Tage sind geschlossen.",
        "It breaks a rule of the ledger.": "Es bricht eine Regel des Buchs.",
    ]

    static let files = [
        "Another file is looked at just now. Load the page again.":
            "Eben wird eine andere Datei angesehen. Bitte die Seite neu laden.",
        "A file": "Eine Datei",
        "Another file": "Eine andere Datei",
        "Choose a file, or drop it here": "Datei wählen oder hier ablegen",
        "Look at it": "Ansehen",
        "CSV of a bank or a card, OFX, QFX, camt, QIF or MT940; a journal of hledger or ":
            """
        CSV einer Bank oder Karte, OFX, QFX, camt, QIF oder MT940; ein Journal von \
        hledger oder 
        """,
        "beancount; tasks of Taskwarrior, todo.txt or a calendar. At most ":
            "beancount; Aufgaben von Taskwarrior, todo.txt oder einem Kalender. Höchstens ",
        "% MiB. Nothing is recorded before you have seen ":
            "% MiB. Nichts wird erfasst, bevor Sie gesehen haben, ",
        "what comes of it.": "was daraus wird.",
        "Which is it? Nothing is recorded by an answer.":
            "Was gilt? Eine Antwort erfasst noch nichts.",
        "a minus is money spent": "ein Minus ist ausgegebenes Geld",
        "a minus is a refund: amounts are what was spent":
            "ein Minus ist eine Erstattung: Beträge sind Ausgaben",
        "decimals behind “%”": "Dezimalen hinter „%“",
        "record them as the others": "wie die anderen erfassen",
        "leave out where %": "auslassen, wo %",
        "none of them came in": "keine davon kam herein",
        "came in: %": "kam herein: %",
        "do not compare the balances": "Salden nicht vergleichen",
        "%: %": "%: %",
        "! % of ": "! % von ",
        "% cannot be read, so nothing would be ": "% sind nicht lesbar, darum würde nichts ",
        "recorded.": "erfasst.",
        "Leave them out": "Auslassen",
        "Cannot be read": "Nicht lesbar",
        "line %": "Zeile %",
        "The first % of % that are new": "Die ersten % von % neuen",
        "What is new": "Was neu ist",
        "Nothing new: the ledger has all of it already.": "Nichts Neues: das Buch hat schon alles.",
        "Nothing would be recorded as it is; say below what to do with what changed.":
            "So würde nichts erfasst; unten sagen, was mit Geändertem geschieht.",
        "Record % tasks": "% Aufgaben erfassen",
        "Record % entries": "% Buchungen erfassen",
        "How it is read": "Wie sie gelesen wird",
        "What changed since, or is missing": "Seither Geändertes oder Fehlendes",
        "leave it": "lassen",
        "take it over": "übernehmen",
        "record it as new": "als neu erfassen",
        "What cannot be read": "Was nicht lesbar ist",
        "record nothing then": "dann nichts erfassen",
        "leave it out": "auslassen",
        "Look again": "Noch einmal ansehen",
        "found out": "herausfinden",
        "A minus is": "Ein Minus ist",
        "money spent": "ausgegebenes Geld",
        "a refund": "eine Erstattung",
        "Dates": "Daten",
        "Decimals behind": "Dezimalen hinter",
        "Between fields": "Zwischen Feldern",
        "Encoding": "Kodierung",
        "Lines before the header": "Zeilen vor dem Kopf",
        "Rows that came in": "Zeilen, die hereinkamen",
        "Rows to leave out": "Zeilen zum Auslassen",
        "Profile": "Profil",
        "Save as profile": "Als Profil speichern",
        "Date": "Datum",
        "Time": "Zeit",
        "Went out": "Ging hinaus",
        "Came in": "Kam herein",
        "Id of the bank": "Kennung der Bank",
        "What was understood": "Was verstanden wurde",
        "% · % · % KiB": "% · % · % KiB",
        " · header on line %": " · Kopf in Zeile %",
        "% read · ": "% gelesen · ",
        "% new": "% neu",
        " · % known already": " · % schon bekannt",
        " · % changed": " · % geändert",
        " · % of earlier files missing": " · % früherer Dateien fehlen",
        " · % cannot be read": " · % nicht lesbar",
        "1 row looks like an entry that you typed: ":
            "1 Zeile sieht aus wie eine von Hand erfasste Buchung: ",
        "% rows look like entries that you typed: ":
            "% Zeilen sehen aus wie von Hand erfasste Buchungen: ",
        " · % left out": " · % ausgelassen",
        " · % held back": " · % zurückgehalten",
        "changed ": "geändert ",
        "missing ": "fehlt ",
        "tasks of Taskwarrior": "Aufgaben von Taskwarrior",
        "tasks of todo.txt": "Aufgaben von todo.txt",
        "tasks of a calendar": "Aufgaben eines Kalenders",
        "a journal with % transactions": "ein Journal mit % Buchungssätzen",
        "a statement, %": "ein Auszug, %",
        "a table with % between cells": "eine Tabelle mit % zwischen Zellen",
        "commas": "Kommas",
        "semicolons": "Strichpunkten",
        "tabs": "Tabulatoren",
        "bars": "Strichen",
        "Nothing can be recorded from here.": "Hier kann nichts erfasst werden.",
        """
        The file is not here any more: they are kept for an hour, and the last few alone. \
        Choose it again.
        """:
            """
        Die Datei ist nicht mehr da: es bleiben nur die letzten, eine Stunde lang. \
        Bitte neu wählen.
        """,
        "You may not attach files.": "Sie dürfen keine Dateien anhängen.",
        "Choose a file first.": "Bitte zuerst eine Datei wählen.",
        "The file is empty, or none was chosen.":
            "Die Datei ist leer, oder es wurde keine gewählt.",
    ]

    static let receipts = [
        "category % is spelt % in this ledger": "Kategorie % heißt in diesem Buch %",
        "project % is spelt % in this ledger": "Projekt % heißt in diesem Buch %",
        "category % is new here; did you mean %?": "Kategorie % ist hier neu; war % gemeint?",
        "opened the account %": "das Konto % wurde eröffnet",
        "took up the closed account % again": "das geschlossene Konto % ist wieder offen",
        "the opening balance of %, of %, contains lines before it":
            "der Anfangsbestand von %, vom %, enthält Zeilen davor",
        "the statement % of that day said %; withdrawn":
            "der Auszug % jenes Tages sagte %; zurückgezogen",
        "already past: %": "schon vorbei: %",
        "clocks skip %: it is %": "Uhren überspringen %: es ist %",
        "% is one of % lines of an entry; all of them changed":
            "% ist eine von % Zeilen einer Buchung; alle wurden geändert",
        "account % stays open: lines that count name it":
            "Konto % bleibt offen: geltende Zeilen nennen es",
        "! This form was recorded before, and then changed: ":
            "! Dieses Formular wurde schon erfasst und dann geändert: ",
        "event %": "Ereignis %",
        ". Sent again, it is recorded once more, as it stands here.":
            ". Noch einmal gesendet wird es ein weiteres Mal erfasst, so wie es hier steht.",
    ]

    static let refusals = [
        "Not here": "Nicht hier",
        "You may not read this ledger.": "Sie dürfen dieses Buch nicht lesen.",
        "Not so": "So nicht",
        "A header that can be there once is there twice.":
            "Ein Kopf, der einmal da sein darf, ist zweimal da.",
        "This address is only read, with GET.":
            "Diese Adresse wird nur gelesen, mit GET.",
        "A body comes with its length, or in chunks, and in no other way.":
            "Ein Inhalt kommt mit seiner Länge oder in Stücken, und nicht anders.",
        "It did not come whole. Send it again.": "Es kam nicht ganz an. Bitte noch einmal senden.",
        "Too slow": "Zu langsam",
        "It took too long to come. Send it again.":
            "Es kam zu langsam an. Bitte noch einmal senden.",
        "That did not work": "Das ging nicht",
        "No such page": "Keine solche Seite",
        "There is no page at this address. Start from Today.":
            "Unter dieser Adresse ist keine Seite. Bitte bei Heute beginnen.",
        "Not let in": "Nicht eingelassen",
        "The form is too old": "Das Formular ist zu alt",
        "Not logged in": "Nicht angemeldet",
        """
        Nothing was done: you are not logged in any more. Log in, then do it again on its page.
        """: """
        Es ist nichts geschehen: Sie sind nicht mehr angemeldet. Bitte anmelden, dann auf der \
        Seite noch einmal.
        """,
        """
        Nothing was recorded: you are not logged in any more. What you typed is in its form \
        again once you have logged in.
        """: """
        Es wurde nichts erfasst: Sie sind nicht mehr angemeldet. Was Sie eingegeben haben, steht \
        nach dem Anmelden wieder in seinem Formular.
        """,
        """
        Nothing was recorded. Open the address with the token that ledger serve has printed, in \
        this browser; then come back here, and what you typed is in its form again.
        """: """
        Es wurde nichts erfasst. Bitte die Adresse mit dem Schlüssel öffnen, die ledger serve \
        ausgegeben hat, in diesem Browser; dann hierher zurückkommen, und was Sie eingegeben \
        haben, steht wieder in seinem Formular.
        """,
        "Show the form again": "Formular wieder zeigen",
        "The server was started again. Type your password once more.":
            "Der Server wurde neu gestartet. Bitte das Passwort noch einmal eingeben.",
        """
        ! You were logged out, or the server was started again, after the form was made. Nothing \
        was recorded: look at what you typed, and send it again.
        """: """
        ! Seit das Formular gezeigt wurde, wurden Sie abgemeldet oder der Server neu gestartet. \
        Es wurde nichts erfasst: Bitte ansehen, was Sie eingegeben haben, und noch einmal senden.
        """,
        """
        The page was made before you logged in, or before the server was started again. Choose \
        the file again.
        """: """
        Die Seite stammt von vor der Anmeldung oder von vor dem Neustart des Servers. Bitte die \
        Datei noch einmal wählen.
        """,
        "The ledger was merged": "Das Buch wurde vereinigt",
        "What you typed": "Was Sie eingegeben haben",
        "Choose the file there once more.": "Bitte die Datei dort noch einmal wählen.",
        """
        ! Another copy of the ledger was merged meanwhile, and entries may have other \
        numbers now. Nothing was done. Look for the entry first, then do it there.
        """: """
        ! Inzwischen wurde eine andere Kopie des Buchs aufgenommen, und Buchungen können nun \
        andere Nummern haben. Es ist nichts geschehen. Bitte erst die Buchung suchen und es \
        dort tun.
        """,
        """
        ! Another copy of the ledger was merged meanwhile. Nothing was recorded: look at \
        what you typed, and send it again.
        """: """
        ! Inzwischen wurde eine andere Kopie des Buchs aufgenommen. Es wurde nichts erfasst: \
        Bitte ansehen, was Sie eingegeben haben, und noch einmal senden.
        """,
        "Too many requests": "Zu viele Anfragen",
        "Wait a moment, then load it again.": "Bitte kurz warten und neu laden.",
        "Too large": "Zu groß",
        "A form has at most 64 KiB, a file % MiB.":
            "Ein Formular hat höchstens 64 KiB, eine Datei % MiB.",
    ]
}
