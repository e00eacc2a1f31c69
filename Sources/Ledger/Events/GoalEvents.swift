internal import EventLog

/// How much is to be put aside for something, and until when; the last word on a name holds.
public struct GoalSet: Hashable, Sendable {
    /// What it is for: a fact that stays, the same in any case of its letters.
    public var name: String
    /// How much is to be there; zero ends the goal.
    public var amount: Money
    /// The day on which it was set: what is put aside from it on is what the pace is made of.
    public var day: Day
    /// The day at whose end it is to be there; `nil` for no day.
    public var until: Day?
    /// The account in which it is put aside.
    public var account: Reference
    /// Why; erasable, may be empty.
    public var reason: String

    /// A goal.
    public init(
        _ name: String, _ amount: Money, in account: Reference, from day: Day,
        until: Day? = nil, reason: String = ""
    ) {
        self.name = name
        self.amount = amount
        self.day = day
        self.until = until
        self.account = account
        self.reason = reason
    }

    /// `Bike 3000.00 EUR by 2027-06-30`, or `Bike, none from 2026-05-01`
    package var phrase: String {
        amount.minor == 0 ? "\(name), none from \(day)" : "\(name) \(terms)"
    }

    /// `3000.00 EUR by 2027-06-30`
    var terms: String { "\(amount) \(amount.currency)" + (until.map { " by \($0)" } ?? "") }
}

extension EventDeclaration {
    static let goalSet = EventDeclaration(
        .goalSet, "goal", "set", Event.goalSet, isCritical: false,
        [
            .needed(.currency), .needed(.account), .needed(.day), .needed(.amount), .needed(.name),
            .maybe(.deadlineDay),
        ], .reason, undoneBy: .by([.goalSet]), changesFigures: false)
}

extension GoalSet: RowContent {
    func write(to writer: inout RowWriter) {
        writer.add(amount.currency, in: .currency)
        writer.add(account, in: .account)
        writer.add(day.daysSince1970, in: .day)
        writer.add(amount.minor, in: .amount)
        writer.add(fact: name, in: .name)
        if let until { writer.add(until.daysSince1970, in: .deadlineDay) }
        writer.add(text: reason, in: .reason)
    }

    init(from reader: RowReader) throws(StoreError) {
        name = try reader.required(.name, reader.string)
        account = try reader.required(.account, reader.reference)
        amount = Money(
            minor: try reader.required(.amount, reader.integer),
            currency: try reader.required(.currency, reader.currency))
        day = try reader.required(.day, reader.day)
        until = try reader.day(.deadlineDay)
        reason = try reader.text(.reason)
    }
}
