package import Ledger

/// Makes the events of the rows of a file, one after the other.
package struct RowDecision {
    /// Why a row makes none.
    package enum Failure: Error {
        /// It cannot be decided.
        case decision(DecisionError)
        /// It names a person whom the ledger does not have.
        case unknownPerson(String)
    }

    /// What decides.
    package var decision: ImportDecision
    /// The rows so far that say how far they have come with a bank, by their places among these.
    package private(set) var marks: [(row: Int, status: LineStatus)] = []

    /// The persons of the ledger, by their names in small letters.
    private let persons: [String: UInt64]
    private var count = 0
    /// The first rows of entries of several lines.
    private var firsts: [UInt64: Int] = [:]

    /// Before the first row.
    package init(_ decision: ImportDecision, _ persons: [ReferenceData.Person]) {
        self.decision = decision
        self.persons = Dictionary(
            persons.map { ($0.name.lowercased(), $0.position) },
            uniquingKeysWith: { first, _ in first })
    }

    /// The event of the next row.
    ///
    /// - Parameter learned: The category of a row that has none; `nil` for none.
    package mutating func event(
        of row: ImportRow, learned: String?
    ) throws(Failure) -> Event {
        var first: Int?
        if let entry = row.own?.entry, let id = entry.min() {
            first = firsts[id]
            if first == nil { firsts[id] = count }
        }
        if let status = row.own?.status { marks.append((count, status)) }
        count += 1
        let line = try line(of: row, learned: learned)
        do throws(DecisionError) {
            return try decision.event(
                of: line, ofEntryAt: first, isCounterpart: row.own?.isCounterpart ?? false)
        } catch { throw .decision(error) }
    }

    private func line(of row: ImportRow, learned: String?) throws(Failure) -> NewLine {
        var details = row.details
        if let own = row.own, !own.payer.isEmpty || !own.shares.isEmpty {
            if !own.payer.isEmpty { details.payer = .position(try person(own.payer)) }
            for share in own.shares {
                details.shares.append(Share(person: try person(share.name), minor: share.minor))
            }
            details.shares.sort { $0.person < $1.person }
        }
        return NewLine(
            kind: row.facts.kind, amount: row.facts.amount, day: row.facts.day,
            category: row.facts.category?.text ?? learned, account: row.accountName,
            isIncoming: row.facts.flags.contains(.incoming), details: details)
    }

    private func person(_ name: String) throws(Failure) -> UInt64 {
        guard let known = persons[name.lowercased()] else { throw .unknownPerson(name) }
        return known
    }
}
