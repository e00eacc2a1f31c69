extension German {
    /// Words of the log, and what columns of a file mean: each stands for itself.
    static let words = [
        // What something happened to.
        "ledger": "Buch", "person": "Person", "settings": "Einstellungen", "currency": "Währung",
        "account": "Konto", "batch": "Einlesen", "category": "Kategorie", "line": "Zeile",
        "task": "Aufgabe", "statement": "Auszug", "commit": "Schritt", "schema": "Schema",
        "closing": "Abschluss", "text": "Text", "unit": "Einheit", "membership": "Zugehörigkeit",
        "rights": "Rechte", "file": "Datei", "device": "Gerät", "budget": "Budget",
        "repeat": "Wiederholung", "price": "Preis", "branch": "Zweig", "goal": "Ziel",
        "attribute": "Eigenschaft", "attributes": "Eigenschaften",
        // What happened.
        "opened": "eröffnet", "added": "erfasst", "changed": "geändert", "declared": "erklärt",
        "started": "begonnen", "renamed": "umbenannt", "amended": "berichtigt",
        "voided": "storniert", "restored": "wiederhergestellt", "edited": "bearbeitet",
        "completed": "erledigt", "reopened": "wieder geöffnet", "rescheduled": "verschoben",
        "dropped": "verworfen", "asserted": "festgestellt", "withdrawn": "zurückgezogen",
        "undone": "zurückgenommen", "closed": "geschlossen", "erased": "gelöscht",
        "set": "gesetzt", "ended": "beendet", "granted": "erteilt", "revoked": "entzogen",
        "attached": "angehängt", "detached": "abgehängt", "vouched": "verbürgt",
        "skipped": "ausgelassen", "timed": "gemessen", "linked": "verknüpft",
        "stopped": "angehalten", "finished": "abgeschlossen", "valued": "bewertet",
        "typed": "eingeordnet", "set-aside": "beiseitegelegt", "merged": "vereinigt",
        "marked": "vermerkt", "signed": "unterschrieben",
        // Rights.
        "read": "lesen", "create": "erfassen", "write": "ändern", "share": "weitergeben",
        // Fields.
        "amount": "Betrag", "title": "Titel", "note": "Notiz", "payee": "Empfänger",
        "tag": "Schlagwort", "tags": "Schlagwörter", "day": "Tag", "date": "Datum",
        "time": "Zeit", "kind": "Art", "payer": "bezahlt von", "split": "Aufteilung",
        "direction": "Richtung", "status": "Stand", "type": "Art", "name": "Name",
        "opening": "Anfangsbestand", "balance": "Saldo", "externalId": "Kennung",
        "externalID": "Kennung", "debit": "Soll", "credit": "Haben", "due": "fällig",
        "deadline": "Frist", "colour": "Farbe", "former name": "früherer Name",
        "is closed": "ist geschlossen", "external id": "Kennung", "told by": "gemeldet von",
        "description": "Beschreibung", "end": "Ende",
        "project": "Projekt", "assignee": "zuständig", "depends": "wartet auf",
        "priority": "Vorrang", "correction": "Berichtigung", "recorded": "Erfasser",
        "content": "Inhalt", "commits": "Schritte", "contact": "Kontakt", "post": "Stelle",
        "period": "Zeitraum", "scheduled": "geplant ab", "wait": "verborgen bis",
        "until": "bis", "estimate": "Schätzung", "annotation": "Anmerkung",
        // What a file says beside its columns.
        "left out": "ausgelassen", "reads": "heißt", "behind the rows": "hinter den Zeilen",
        "in notes": "in Notizen", "%, % times": "%, %-mal", "line %: %": "Zeile %: %",
        "  (decimals behind %)": "  (Dezimalen hinter %)",
        "  (a minus is money spent)": "  (ein Minus ist ausgegebenes Geld)",
        "  (does not follow on line %)": "  (folgt nicht auf Zeile %)",
        "  (all % agree)": "  (alle % stimmen)",
        "%, without a balance": "%, ohne Saldo", "%, closes with %": "%, endet mit %",
        "%, from % to %, %": "%, von % bis %, %", "none is missing": "keine fehlt",
        "not compared": "nicht verglichen", "entry %": "Buchung %",
    ]
}
