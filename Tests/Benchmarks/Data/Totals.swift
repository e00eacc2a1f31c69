package import Ledger

/// Sums and counts by day, category and currency: what different ways to the same figures are
/// compared in.
package struct Totals: Hashable, Sendable {
    /// A cell's place.
    package struct Key: Hashable, Sendable {
        package var day: Int32
        package var category: String
        package var currency: String
    }

    /// A cell.
    package struct Cell: Hashable, Sendable {
        package var sum: Int128 = 0
        package var count: Int64 = 0
    }

    /// The cells that something counts in.
    package private(set) var cells: [Key: Cell] = [:]

    package init() {}

    /// Adds to a cell.
    package mutating func add(_ sum: Int128, count: Int64, at key: Key) {
        var cell = cells[key, default: Cell()]
        cell.sum += sum
        cell.count += count
        cells[key] = cell == Cell() ? nil : cell
    }

    /// What a table of spending says, over kinds and accounts.
    package init(_ table: SpendingTable) {
        for entry in table.entries {
            add(
                entry.cell.sum, count: entry.cell.count,
                at: Key(
                    day: entry.day.daysSince1970, category: entry.group.category?.text ?? "",
                    currency: entry.group.currency.code))
        }
    }
}

/// What records come to, found in the plainest way: the last that was said of every expense.
package struct PlainFold {
    /// The expenses that count, as they are now.
    package private(set) var live: [RecordID: Record] = [:]
    /// The tasks as they are now.
    package private(set) var tasks: [RecordID: Record] = [:]
    /// When tasks were completed.
    package private(set) var completed: [RecordID: Int64] = [:]

    /// Folds all records.
    package init(_ source: any RecordSource) throws {
        try source.visit { record in
            switch record.kind {
            case .added: live[record.id] = record
            case .amended:
                live[record.id]?.category = record.category
                live[record.id]?.amount = record.amount
            case .voided: live[record.id] = nil
            case .taskAdded: tasks[record.id] = record
            case .taskRescheduled: tasks[record.id]?.dueAt = record.dueAt
            case .taskCompleted: completed[record.id] = record.recordedAt
            }
        }
    }

    /// What the expenses come to.
    package var totals: Totals {
        var totals = Totals()
        for record in live.values {
            totals.add(
                Int128(record.amount), count: 1,
                at: Totals.Key(
                    day: record.day, category: record.category, currency: record.currency))
        }
        return totals
    }
}
