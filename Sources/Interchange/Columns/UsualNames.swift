internal import Ledger

extension ImportRole {
    /// What columns of a role are usually called.
    struct UsualNames {
        /// The likeliest first, in small letters and with spaces instead of underscores; an entry
        /// of several names stands for several columns that belong together, of which the first
        /// must be there.
        let entries: [[String]]
        /// The first names of the entries.
        let leading: Set<String>
    }

    /// The usual names of each role.
    static let usualNames = Dictionary(
        uniqueKeysWithValues: allCases.map { role in
            let entries = role.entries
            return (role, UsualNames(entries: entries, leading: Set(entries.compactMap(\.first))))
        })

    private var entries: [[String]] {
        switch self {
        case .category:
            [
                ["category", "subcategory"], ["category", "sub-category"],
                ["category", "sub category"], ["master category", "sub category"],
                ["categories"], ["kategorie", "unterkategorie"],
                ["hauptkategorie", "unterkategorie"],
                ["catégorie", "sous-catégorie"], ["categorie"], ["categoría", "subcategoría"],
                ["categoria", "sottocategoria"], ["categoria", "subcategoria"], ["kategori"],
                ["kategoria"],
            ]
        default: names.map { [$0] }
        }
    }

    /// Whether a text is surely a constant of this role, whatever columns are called like it.
    func isKnown(constant text: String) -> Bool {
        switch self {
        case .kind: KindWord(text) != nil
        case .currency: Currency.iso(text) != nil
        default: false
        }
    }

    private var names: [String] {
        switch self {
        case .date: DateNames.all
        case .amount: AmountNames.all
        case .debit, .credit, .category, .tag: []
        case .title: TextNames.titles
        case .payee: TextNames.payees
        case .note: TextNames.notes
        case .kind:
            [
                "income/expense", "kind", "type", "transaction type", "debit/credit",
                "credit/debit", "debit or credit", "credit or debit", "dr/cr", "cr/dr", "d/c",
                "c/d", "dc", "credit debit indicator", "soll/haben", "s/h",
                "soll/haben-kennzeichen", "direction", "transaction direction", "money in/out",
                "in/out", "out/in", "+/-", "-/+", "art", "umsatzart", "buchungsart", "richtung",
                "vorzeichen", "debit/credit indicator", "credit/debit indicator", "sens", "af bij",
                "af/bij", "debit/kredit", "tipo", "typ",
            ]
        case .currency:
            [
                "currency", "currency code", "transaction currency", "ccy", "cur", "commodity",
                "währung", "waehrung", "devise", "divisa", "moneda", "moeda", "munt", "muntsoort",
                "valutakode", "waluta", "měna",
            ]
        case .account:
            [
                "account", "account name", "mode", "payment method", "payment mode",
                "konto", "kontoname", "auftragskonto", "compte", "cuenta", "conto", "conta",
                "rekening", "rekeningnummer", "iban/bban",
            ]
        case .time: ["time", "transaction time", "uhrzeit", "heure", "hora", "ora", "tijd"]
        case .externalID:
            [
                "transaction id", "transactionid", "external id", "fitid", "unique id", "txn id",
                "transaction number", "transaction no.", "transaction reference",
                "balance transaction id", "transaktions-id", "transaktionsnummer",
                "id transaction", "transactiereferentie",
            ]
        case .balance:
            [
                "balance", "running balance", "runningbalance", "running bal.", "account balance",
                "closing balance", "balance after", "saldo", "kontostand", "saldo nach buchung",
                "solde", "saldo na mutatie", "saldo po operacji", "zůstatek",
            ]
        }
    }
}

/// Names of pairs of columns for money out and money in.
enum SideNames {
    /// What columns of money that goes out are called.
    static let debits = Set(pairs.map(\.debit))

    static let pairs: [(debit: String, credit: String)] = [
        ("debit", "credit"), ("debit amount", "credit amount"), ("debits", "credits"),
        ("withdrawal", "deposit"), ("withdrawals", "deposits"),
        ("withdrawal amt.", "deposit amt."), ("withdrawal amount", "deposit amount"),
        ("paid out", "paid in"), ("money out", "money in"), ("outflow", "inflow"), ("out", "in"),
        ("amount debit", "amount credit"), ("spent", "received"), ("payments", "receipts"),
        ("soll", "haben"), ("belastung", "gutschrift"), ("lastschrift", "gutschrift"),
        ("ausgaben", "einnahmen"), ("ausgang", "eingang"), ("débit", "crédit"), ("debe", "haber"),
        ("cargo", "abono"), ("cargos", "abonos"), ("dare", "avere"), ("addebiti", "accrediti"),
        ("uscite", "entrate"), ("af", "bij"), ("debet", "credit"), ("débito", "crédito"),
        ("ud", "ind"), ("ut", "in"), ("ut", "inn"), ("debet", "kredit"),
    ]
}

private enum DateNames {
    static let all = [
        "date", "transaction date", "trans date", "trans. date", "booking date", "posting date",
        "post date", "posted date", "date posted", "created", "created utc", "created at",
        "completed date", "value date", "effective date", "day", "timestamp", "datetime",
        "date/time", "date & time", "order date", "date processed", "processed date",
        "journaldate", "journal date", "run date", "date of transaction", "date of payment",
        "invoice date", "payment date", "datum verrichting",
        "buchungstag", "buchungsdatum", "buchung", "datum", "belegdatum", "umsatzdatum",
        "wertstellung", "valutadatum",
        "date opération", "date operation", "date de l'opération", "date d'opération",
        "date comptable", "date de comptabilisation", "date valeur", "date de valeur",
        "fecha", "fecha operación", "fecha de operación", "fecha operacion", "f. operación",
        "fecha contable", "fecha valor",
        "data", "data operazione", "data contabile", "data valuta",
        "boekdatum", "boekingsdatum", "transactiedatum", "rentedatum",
        "data mov.", "data movimento", "data do movimento", "data lançamento", "data valor",
        "dato", "bogført", "bokføringsdato", "bokföringsdag", "bokföringsdatum",
        "transaktionsdag", "transaktionsdatum", "reskontradatum",
        "data operacji", "data transakcji", "data księgowania", "kirjauspäivä", "päivä",
    ]
}

private enum AmountNames {
    static let all = [
        "amount", "transaction amount", "value", "sum", "total", "change",
        "betrag", "umsatz", "montant", "importe", "cantidad", "importo", "bedrag",
        "transactiebedrag", "valor", "montante", "beløb", "belopp", "beløp", "kwota",
        "kwota operacji", "částka", "objem", "määrä", "összeg",
    ]
}

private enum TextNames {
    static let titles = [
        "title", "description", "transaction description", "desc", "details", "transaction details",
        "narration", "narrative", "particulars", "payment reference", "reference", "text",
        "booking text", "verwendungszweck", "buchungstext", "beschreibung",
        "umsatzbeschreibung", "libellé", "libelle",
        "libellé opération", "concepto", "descripción", "descripcion", "descrizione", "causale",
        "descrizione operazione", "omschrijving", "mededelingen", "descrição", "descricao",
        "descritivo", "tekst", "beskrivning", "beskrivelse", "opis", "opis operacji", "popis",
    ]
    static let payees = [
        "payee", "vendor", "merchant", "merchant name", "supplier", "counterparty",
        "counterparty name", "counter party", "partner name", "recipient", "name",
        "empfänger", "empfaenger", "zahlungsempfänger", "name zahlungsbeteiligter",
        "beguenstigter/zahlungspflichtiger", "begünstigter/zahlungspflichtiger",
        "auftraggeber/empfänger", "auftraggeber / begünstigter", "bénéficiaire", "tiers",
        "beneficiario", "comercio", "esercente", "naam tegenpartij", "tegenpartij",
        "naam / omschrijving", "naam", "beneficiário", "modtager", "mottagare", "namn",
        "kontrahent",
    ]
    static let notes = [
        "note", "notes", "memo", "comment", "comments", "remark", "remarks", "notiz", "bemerkung",
        "remarque", "remarques", "nota", "notas", "opmerking", "kommentar",
    ]
}
