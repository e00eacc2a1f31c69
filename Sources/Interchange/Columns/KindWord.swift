internal import Ledger

/// A word for a kind of entry, or for a side of the account.
struct KindWord: Hashable, Sendable {
    /// The kind, as far as the word says.
    let kind: EntryKind
    /// Whether it is a transfer into the account.
    let flags: LineFlags
    /// The side of the account that the word names; `nil` for a word that names a kind.
    let side: Side?
    /// A transfer of which the word does not say the direction.
    let isOpen: Bool

    /// That a row came in, or went out.
    init(isIncoming: Bool) {
        self = isIncoming ? KindWord(.income, side: .credit) : KindWord(.expense, side: .debit)
    }

    /// `nil` for any other word; case does not count, nor do spaces around it.
    init?(_ text: String) {
        guard let word = KindWord.table[text.trimmed.lowercased()] else { return nil }
        self = word
    }

    private init(
        _ kind: EntryKind, _ flags: LineFlags = [], side: Side? = nil, isOpen: Bool = false
    ) {
        self.kind = kind
        self.flags = flags
        self.side = side
        self.isOpen = isOpen
    }

    private static let table: [String: KindWord] = {
        let words: [(KindWord, [String])] = [
            (
                KindWord(.expense),
                [
                    "expense", "expenses", "exp", "spending", "ausgabe", "ausgaben", "dépense",
                    "depense", "gasto", "gastos", "spesa", "spese", "uscita", "uitgave", "uitgaven",
                    "despesa", "despesas",
                ]
            ),
            (
                KindWord(.expense, side: .debit),
                [
                    "debit", "dr", "db", "d", "withdrawal", "payment", "soll", "s", "lastschrift",
                    "débit", "cargo", "dare", "addebito", "af", "debet", "débito", "debito",
                    "out", "money out", "paid out", "outgoing", "outflow", "sent", "ausgang",
                    "belastung", "abbuchung", "überweisung", "sortie", "salida", "-",
                ]
            ),
            (
                KindWord(.income),
                [
                    "income", "inc", "einnahme", "einnahmen", "revenu", "ingreso", "ingresos",
                    "entrata", "entrate", "inkomst", "inkomsten", "receita", "receitas",
                ]
            ),
            (
                KindWord(.income, side: .credit),
                [
                    "credit", "cr", "c", "deposit", "haben", "h", "gutschrift", "crédit", "abono",
                    "avere", "accredito", "bij", "kredit", "crédito", "credito",
                    "in", "money in", "paid in", "incoming", "inflow", "received", "eingang",
                    "zahlungseingang", "entrée", "entree", "entrada", "+",
                ]
            ),
            (KindWord(.transfer, isOpen: true), ["transfer", "umbuchung"]),
            (KindWord(.transfer), ["transfer-out", "transfer out"]),
            (KindWord(.transfer, .incoming), ["transfer-in", "transfer in"]),
        ]
        return Dictionary(
            uniqueKeysWithValues: words.flatMap { kind, texts in texts.map { ($0, kind) } })
    }()
}
