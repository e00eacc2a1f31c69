internal import Ledger

/// Joins both sides of transfers that a file tells once for each account.
struct AppTransfers {
    private struct Key: Hashable {
        let day: Day
        let from: String
        let into: String
        let amount: Money
    }

    /// Transfers of which both sides are in the file.
    private(set) var joined = 0
    /// Sides whose other one is not.
    private(set) var alone = 0

    /// Both sides become one entry where the outgoing one stands.
    ///
    /// - Complexity: O(entries).
    mutating func join(_ entries: inout [AppEntry]) {
        var open: [Key: [(entry: Int, row: Int)]] = [:]
        for (index, entry) in entries.enumerated() {
            for (row, half) in entry.halves.sorted(by: { $0.key < $1.key }) where half.isIncoming {
                open[key(half, entry, row), default: []].append((index, row))
            }
        }
        for places in open.values.map({ $0.count }) { alone += places }
        // From the last on, so that the first of several equal ones is taken first.
        open = open.mapValues { Array($0.reversed()) }
        var taken: [Int: Set<Int>] = [:]
        var partners: [Int: [Int: JournalRow]] = [:]
        for (index, entry) in entries.enumerated() {
            for (row, half) in entry.halves.sorted(by: { $0.key < $1.key }) where !half.isIncoming {
                guard let place = open[key(half, entry, row)]?.popLast() else {
                    alone += 1
                    continue
                }
                alone -= 1
                joined += 1
                taken[place.entry, default: []].insert(place.row)
                partners[index, default: [:]][row] = entries[place.entry].rows[place.row]
            }
        }
        for index in entries.indices where !entries[index].halves.isEmpty {
            entries[index].join(partners[index] ?? [:], without: taken[index] ?? [])
        }
        entries.removeAll { $0.rows.isEmpty }
    }

    private func key(_ half: AppEntry.Half, _ entry: AppEntry, _ row: Int) -> Key {
        Key(day: entry.day, from: half.from, into: half.into, amount: entry.rows[row].amount)
    }
}

extension AppEntry {
    /// Puts the other side behind each row that has one, and takes rows away that stand elsewhere.
    fileprivate mutating func join(_ partners: [Int: JournalRow], without taken: Set<Int>) {
        var all: [JournalRow] = []
        for (index, row) in rows.enumerated() where !taken.contains(index) {
            var row = row
            if row.kind == .transfer { row.group = index + 1 }
            all.append(row)
            guard var partner = partners[index] else { continue }
            (partner.group, partner.isCounterpart) = (row.group, true)
            partner.title = row.title
            all.append(partner)
        }
        (rows, halves) = (all, [:])
    }
}
