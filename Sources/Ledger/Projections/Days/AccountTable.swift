package import EventLog

/// What went into and out of accounts: a sum and a count for every day, account, currency and
/// direction. What is in an account on a day is what went in before, less what went out; see
/// ``Balances``.
///
/// Expenses and transfers go out, income and incoming transfers come in; a refund, whose amount is
/// negative, makes its own direction smaller. Both sides of a transfer count, each in its account.
/// Lines without an account count nowhere.
package struct AccountTable: Projection {
    /// What lines have in common that are summed up.
    package struct Group: Hashable, Sendable {
        /// The position of the account.
        package let account: UInt64
        /// The currency.
        package let currency: Currency
        /// Whether positive amounts leave the account.
        package let isOutgoing: Bool
    }

    /// A cell with its place.
    package struct Entry: Hashable, Sendable {
        /// The day.
        package let day: Day
        /// What its lines have in common.
        package let group: Group
        /// What they come to; the sum is that of the amounts as they were recorded.
        package let cell: SpendingTable.Cell
    }

    /// The cells.
    private var table = DayTable<Group>()

    /// An empty table.
    package init() {}

    /// `accounts`.
    package static let name = "accounts"
    /// 1.
    package static let version = 1
    /// Links and hot columns.
    package static let sections = Sections.report

    /// Bytes of the cells.
    var bytes: Int { table.bytes }

    /// Every cell with its day and group, in no particular order.
    package var entries: some Sequence<Entry> {
        table.entries.map { Entry(day: $0.day, group: $0.group, cell: $0.cell) }
    }

    /// How many cells are not empty.
    ///
    /// - Complexity: O(*d*) in the number of days.
    package var count: Int { table.count }

    /// What a group comes to on a day; zero when nothing counts there.
    package subscript(day: Day, group: Group) -> SpendingTable.Cell { table[day, group] }

    /// Takes in the events that follow.
    ///
    /// - Complexity: O(*n*) in the events, with a table of days × groups for each batch.
    package mutating func apply(_ batch: ColumnBatch) throws(StoreError) { try table.apply(batch) }

    /// Takes in the events that follow as they are stored.
    ///
    /// - Complexity: O(*n*) in the events, with a table of days × keys for each frame.
    package mutating func apply(_ frame: borrowing HotFrame, using space: inout ScratchBuffers)
        -> Bool
    {
        table.apply(frame, using: &space)
    }

    /// Takes in the table of the events that follow.
    package mutating func merge(_ other: AccountTable) { table.merge(other.table) }
}

extension AccountTable.Group: LineGroup {
    /// Only lines of an account count.
    init?(of reader: RowReader) throws(StoreError) {
        let kind: EntryKind = try reader.required(.kind, reader.value)
        let flags: LineFlags = try reader.value(.flags) ?? []
        currency = try reader.required(.currency, reader.currency)
        isOutgoing = kind.isOutgoing(flags)
        guard let account = try reader.reference(.account)?.position else { return nil }
        self.account = account
    }
}

extension EntryKind {
    /// Whether positive amounts leave the account.
    func isOutgoing(_ flags: LineFlags) -> Bool {
        switch self {
        case .expense: true
        case .income: false
        case .transfer: !flags.contains(.incoming)
        }
    }
}

extension LineFacts {
    /// What the line does to what is in its account, in minor units: negative when it leaves.
    package var effect: Int128 {
        kind.isOutgoing(flags) ? -Int128(amount.minor) : Int128(amount.minor)
    }
}
