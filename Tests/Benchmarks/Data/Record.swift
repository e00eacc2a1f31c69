/// What a row of `events.csv` says: something that happened to an expense or a task.
package struct Record: Hashable, Sendable {
    /// What happened.
    package enum Kind: String, CaseIterable, Sendable {
        case added = "expense_added"
        case amended = "expense_amended"
        case voided = "expense_voided"
        case taskAdded = "task_added"
        case taskCompleted = "task_completed"
        case taskRescheduled = "task_rescheduled"
    }

    /// What happened.
    package var kind: Kind
    /// The expense or the task.
    package var id: RecordID
    /// When it was written down, in seconds since 1970.
    package var recordedAt: Int64
    /// When it was paid, in seconds since 1970; for expenses that were added or amended.
    package var occurredAt: Int64 = 0
    /// The payee, or what is to be done.
    package var title = ""
    /// Of an expense or a task.
    package var category = ""
    /// An ISO 4217 code.
    package var currency = ""
    /// In minor units of the currency.
    package var amount: Int64 = 0
    /// Of an expense; empty for none.
    package var comment = ""
    /// Of a task, in seconds since 1970; `nil` for what is no task.
    package var dueAt: Int64?
    /// What an amendment changed: `amount` or `category`.
    package var changed = ""

    /// The day in UTC on which an expense was paid.
    package var day: Int32 { Int32(truncatingIfNeeded: occurredAt.quotient(by: 86_400)) }
}

/// 16 bytes, written as a UUID.
package struct RecordID: Hashable, Sendable {
    package var high: UInt64
    package var low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}

/// Something that hands over records in the order in which they happened; as often as it is asked,
/// the same ones each time.
package protocol RecordSource: Sendable {
    /// How many there are.
    var count: Int { get }

    /// How many expenses or tasks at most were added since the one that a record changes; `nil`
    /// where any may be changed.
    var reach: Int? { get }

    /// Hands over every record.
    func visit(_ body: (Record) throws -> Void) throws
}

extension RecordSource {
    package var reach: Int? { nil }
}

extension Int64 {
    /// Rounded down.
    func quotient(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
