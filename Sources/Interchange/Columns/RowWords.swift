internal import Ledger

/// Words in cells that say what a row is.
enum RowWords {
    /// Whether a value says that a payment was not, or not yet, carried out.
    static func isUnsettled(_ text: String) -> Bool {
        let words = words(text)
        return words.count <= 4 && words.contains { unsettled.contains($0) }
    }

    /// Whether a value says that money came in.
    static func isIncoming(_ text: String) -> Bool {
        if text == "+" { return true }
        if text.count > 1, KindWord(text)?.kind == .income { return true }
        let words = words(text)
        guard words.count <= 4, let last = words.last else { return false }
        return last == "credit" || last == "deposit" || words.contains { incoming.contains($0) }
    }

    /// Whether a value may be money paid, or money paid in.
    static func isPayment(_ text: String) -> Bool {
        words(text).contains { ["payment", "payments", "zahlung", "paiement"].contains($0) }
    }

    /// Whether a title is that of a balance.
    static func isBalance(_ text: String) -> Bool {
        guard (5...60).contains(text.utf8.count) else { return false }
        var words = words(text)
        let dateWords: Set = ["as", "of", "on", "per", "am", "at", "vom", "au", "zum", "from"]
        if let end = words.firstIndex(where: dateWords.contains), end > 0 {
            words.removeSubrange(end...)
        }
        return balances.contains(words.joined(separator: " ")) || isSum(words)
    }

    /// Whether words are those of a sum of rows: `Subtotal March 2026`.
    private static func isSum(_ words: [String]) -> Bool {
        guard let first = words.first else { return false }
        let rest = sums.contains(first) ? words.dropFirst() : words.dropFirst(2)
        guard sums.contains(first) || sums.contains(words.prefix(2).joined(separator: " ")) else {
            return false
        }
        return rest.allSatisfy { DateWords.month(Array($0.utf8)[...]) != nil }
    }

    private static func words(_ text: String) -> [String] {
        text.lowercased().split { !$0.isLetter }.map(String.init)
    }

    private static let unsettled: Set = [
        "denied", "declined", "rejected", "reverted", "reversed", "cancelled", "canceled",
        "voided", "failed", "pending", "expired", "blocked", "unsuccessful", "refused", "aborted",
        "unclaimed", "vorgemerkt", "storniert", "abgelehnt", "abgebrochen", "fehlgeschlagen",
        "ausstehend", "zurückgewiesen", "refusé", "annulé", "rejeté", "échoué", "attente",
        "rechazado", "cancelado", "pendiente", "anulado", "fallido", "rifiutato", "annullato",
        "sospeso", "geweigerd", "geannuleerd", "mislukt", "uncleared", "unposted", "authorised",
        "authorized", "autorisiert", "autorisé", "autorizado", "autorizzato", "reserviert",
    ]
    private static let incoming: Set = [
        "refund", "refunds", "refunded", "reversal", "cashback", "chargeback", "gutschrift",
        "rückerstattung", "erstattung", "remboursement", "reembolso", "rimborso",
        "terugbetaling", "einzahlung", "zahlungseingang", "received",
    ]
    private static let sums: Set = [
        "total", "totals", "subtotal", "sub total", "grand total", "page total", "summe",
        "zwischensumme", "gesamtsumme", "endsumme", "sous total", "total général", "totale",
        "totale parziale", "subtotaal", "totaal", "total general", "suma total",
    ]
    private static let balances: Set = [
        "balance", "opening balance", "closing balance", "starting balance", "beginning balance",
        "ending balance", "previous balance", "new balance", "current balance", "final balance",
        "initial balance", "balance brought forward", "balance carried forward", "balance b f",
        "balance c f", "balance forward", "brought forward", "carried forward", "saldo",
        "kontostand", "anfangssaldo", "endsaldo", "schlusssaldo", "saldovortrag", "alter saldo",
        "neuer saldo", "alter kontostand", "neuer kontostand", "anfangsbestand", "endbestand",
        "solde", "solde initial", "solde final", "ancien solde", "nouveau solde",
        "solde précédent", "saldo inicial", "saldo final", "saldo anterior", "saldo iniziale",
        "saldo finale", "saldo precedente", "beginsaldo", "eindsaldo", "vorig saldo",
        "oud saldo", "nieuw saldo", "ingående saldo", "utgående saldo",
    ]
}
