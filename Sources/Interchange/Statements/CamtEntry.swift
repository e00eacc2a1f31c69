internal import Ledger

/// An entry of an account report.
struct CamtEntry {
    /// Payments of an entry, at most, and the bytes of their texts.
    private static let detailsMax = 50_000
    private static let detailsBytesMax = 1 << 25

    let line: Int
    var amount: [UInt8] = []
    var currency: [UInt8] = []
    /// `CRDT` or `DBIT`.
    var side = ""
    var isReversal = false
    /// `BOOK`, `PDNG`, `INFO` or `FUTR`; empty for none.
    var status = ""
    var booked: [UInt8] = []
    var valued: [UInt8] = []
    var reference: [UInt8] = []
    var number: [UInt8] = []
    var information: [UInt8] = []
    /// The payments that it consists of.
    var details: [CamtDetails] = []
    private var detailsBytes = 0

    init(line: Int) {
        self.line = line
    }

    /// Whether it has more payments, or texts, than are held in memory.
    var isOverfull: Bool {
        details.count > CamtEntry.detailsMax || detailsBytes > CamtEntry.detailsBytesMax
    }

    /// Whether it has been booked.
    var isBooked: Bool { status.isEmpty || status == "BOOK" }

    /// What it adds to the account; `nil` if that cannot be read.
    var change: StatementAmount? {
        guard side == "CRDT" || side == "DBIT", let value = StatementAmount(amount) else {
            return nil
        }
        return side == "DBIT" ? -value : value
    }

    /// Says something of the last payment.
    mutating func setDetails<Value>(_ field: WritableKeyPath<CamtDetails, Value>, _ value: Value) {
        guard let last = details.indices.last else { return }
        details[last][keyPath: field] = value
    }

    /// Adds to what the last payment is for.
    mutating func addRemittance(_ text: [UInt8]) {
        guard let last = details.indices.last else { return }
        detailsBytes += text.count
        if isOverfull { return }
        if !details[last].remittance.isEmpty { details[last].remittance.append(0x20) }
        details[last].remittance += text
    }

    /// Adds a party of the last payment; of the debtor who pays for another one, both are there.
    mutating func addName(_ name: [UInt8], of role: String) {
        guard let last = details.indices.last else { return }
        detailsBytes += name.count
        if details[last].names[role] == nil { details[last].names[role] = name }
    }

    /// Adds the account of a party of the last payment.
    mutating func addAccount(_ number: [UInt8], of role: String) {
        guard let last = details.indices.last else { return }
        detailsBytes += number.count
        if details[last].accounts[role] == nil { details[last].accounts[role] = number }
    }

    /// Its rows.
    func rows(account: [UInt8]) -> [StatementOutput.Row] {
        guard details.count > 1, areDetailsWhole else {
            let only = details.count == 1 ? details[0] : nil
            return [row(only, amount, side, reference.isEmpty ? ownReference : reference, account)]
        }
        // A reference that payments have in common names none of them.
        let own = details.map(\.reference)
        let areOwn = Set(own + [reference]).count > own.count && !own.contains([])
        return details.enumerated().map { index, payment in
            let numbered = reference.isEmpty ? number : reference + Array("/\(index + 1)".utf8)
            return row(
                payment, payment.amount, payment.side.isEmpty ? side : payment.side,
                areOwn ? payment.reference : numbered, account)
        }
    }

    private var ownReference: [UInt8] {
        let own = details.count == 1 ? details[0].reference : []
        return own.isEmpty ? number : own
    }

    /// Whether each payment has an amount, and together they are that of the entry.
    private var areDetailsWhole: Bool {
        guard let change else { return false }
        var sum = StatementAmount.zero
        for payment in details {
            guard payment.currency == currency, let value = StatementAmount(payment.amount) else {
                return false
            }
            sum = sum + ((payment.side.isEmpty ? side : payment.side) == "DBIT" ? -value : value)
        }
        return sum.isEqual(to: change)
    }

    private func row(
        _ payment: CamtDetails?, _ amount: [UInt8], _ side: String, _ reference: [UInt8],
        _ account: [UInt8]
    ) -> StatementOutput.Row {
        // A reversal takes back what was an expense, or an income, of the other side.
        let kind =
            switch (side, isReversal) {
            case ("DBIT", false), ("CRDT", true): "expense"
            case ("CRDT", false), ("DBIT", true): "income"
            default: side
            }
        let sign = side == "DBIT" ? [UInt8(ascii: "-")] : []
        let name = payment?.name(isPaid: kind == "expense") ?? []
        let texts = [
            payment?.remittance ?? [], payment?.creditorReference ?? [],
            payment?.information ?? [], information,
        ]
        let note = texts.first { !$0.isEmpty } ?? []
        let state =
            isBooked ? "booked" : ["PDNG", "INFO", "FUTR"].contains(status) ? "pending" : status
        return StatementOutput.Row(
            line: line,
            cells: [
                booked.isEmpty ? valued : booked, sign + amount, currency, Array(kind.utf8),
                name.isEmpty ? note : name, name.isEmpty || name == note ? [] : note, reference,
                account, valued.isEmpty ? booked : valued, payment?.endToEnd ?? [],
                Array(state.utf8), payment?.account(isPaid: kind == "expense") ?? [],
                payment?.mandate ?? [], information,
            ])
    }
}

/// One of the payments of an entry.
struct CamtDetails {
    var amount: [UInt8] = []
    var currency: [UInt8] = []
    var side = ""
    var reference: [UInt8] = []
    var endToEnd: [UInt8] = []
    var mandate: [UInt8] = []
    var remittance: [UInt8] = []
    var creditorReference: [UInt8] = []
    var information: [UInt8] = []
    /// Parties by their roles, such as `Dbtr`.
    var names: [String: [UInt8]] = [:]
    /// Their accounts, by such as `DbtrAcct`.
    var accounts: [String: [UInt8]] = [:]

    /// The account of the other party.
    func account(isPaid: Bool) -> [UInt8] { accounts[isPaid ? "CdtrAcct" : "DbtrAcct"] ?? [] }

    /// The other party: the creditor of what was paid, the debtor of what was received.
    func name(isPaid: Bool) -> [UInt8] {
        let roles = isPaid ? ["Cdtr", "UltmtCdtr"] : ["Dbtr", "UltmtDbtr"]
        return roles.lazy.compactMap { names[$0] }.first ?? []
    }
}
