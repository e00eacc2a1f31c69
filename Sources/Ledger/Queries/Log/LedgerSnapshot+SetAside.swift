internal import EventLog

/// What a merge did not take in.
package struct KeptAside: Hashable, Sendable {
    /// Where the event stands that keeps it.
    package let position: UInt64
    /// What it says.
    package let aside: CommitSetAside
    /// The key of what somebody records to decide about it.
    package fileprivate(set) var key: String
    /// What somebody decided, who may; `nil` while it waits, and where nobody has looked yet.
    package fileprivate(set) var answer: Range<UInt64>?
}

/// A line or task as it stood at some event.
package struct StandingEntry: Codable, Hashable, Sendable {
    /// Where it was added.
    package let id: UInt64
    /// What it was called.
    package let title: String
    /// The day for which a line counts; left out for a task.
    package let day: Day?
    /// All of it, in words.
    package let says: String
}

extension LedgerSnapshot {
    /// What merges set aside and nobody has decided about, oldest first.
    ///
    /// - Complexity: O(*n*) in the frames; only those that hold such events are read, or rights.
    package func waitingAsides() throws(StoreError) -> [KeptAside] {
        var past = PastRights(self)
        var waiting: [KeptAside] = []
        for aside in try keptAsides() {
            let found = try decided(aside, &past)
            if found.answer == nil { waiting.append(found) }
        }
        return waiting
    }

    /// Whether a key is one of what decides about something that a merge set aside.
    ///
    /// - Complexity: As ``waitingAsides()``.
    package func isDecision(_ key: String) throws(StoreError) -> Bool {
        var past = PastRights(self)
        for aside in try keptAsides() {
            if try aside.key == key ? true : decided(aside, &past).key == key { return true }
        }
        return false
    }

    /// What merges set aside, oldest first.
    ///
    /// - Complexity: As ``waitingAsides()``.
    func keptAsides() throws(StoreError) -> [KeptAside] {
        var found: [KeptAside] = []
        var counts: [[UInt8]: Int] = [:]
        try store.readReferenceEvents(in: 0..<count, of: [.commitSetAside]) { position, event in
            guard case .commitSetAside(let aside) = event, !aside.goesOn else { return }
            let number = counts[aside.commit] ?? 0
            counts[aside.commit] = number + 1
            found.append(
                KeptAside(position: position, aside: aside, key: aside.answerKey(number)))
        }
        return found
    }

    /// The same with what somebody decided, and the key of that.
    ///
    /// A commit counts for nothing here that has the key and is of somebody who could not decide
    /// when it was recorded: a program that asks nobody wrote it. Its key is taken, so the next one
    /// decides.
    ///
    /// - Complexity: At most ``PastRights/askedMax`` look-ups and a few, and where none of these
    ///   numbers is free one pass over the commits for all that was set aside.
    func decided(
        _ aside: KeptAside, _ past: inout PastRights
    ) throws(StoreError) -> KeptAside {
        var found = aside
        for key in [aside.key, aside.aside.earlierAnswerKey] {
            guard let positions = try store.positions(ofKey: key),
                try past.hasAll(whoRecorded: positions.lowerBound)
            else { continue }
            (found.key, found.answer) = (key, positions)
            return found
        }
        var number: UInt64 = 1
        while let positions = try store.positions(ofKey: found.key) {
            if try past.hasAll(whoRecorded: positions.lowerBound) {
                found.answer = positions
                return found
            }
            number =
                number < PastRights.askedMax
                ? number + 1 : try past.numberNotTaken(of: aside.key, behind: number)
            found.key = "\(aside.key)-\(number)"
        }
        return found
    }

    /// A line or a task as it is; `nil` where there is none.
    package func standing(_ id: UInt64) throws(StoreError) -> StandingEntry? {
        if id >= count { return nil }
        let state = try state(for: [id], withCategories: false)
        if let line = state.lines[id] {
            return StandingEntry(
                id: id, title: line.details.title, day: line.facts.day,
                says: words(line.texts(referenceData)))
        }
        guard let task = state.todos[id] else { return nil }
        return StandingEntry(
            id: id, title: task.facts.title, day: nil, says: words(task.texts(referenceData)))
    }

    private func words(_ texts: [FieldText]) -> String {
        texts.compactMap { text in text.text.map { "\(text.field) \($0)" } }
            .joined(separator: ", ")
    }
}

/// Who had all rights in the whole ledger when something was recorded.
struct PastRights {
    private struct Moment: Hashable {
        let person: UInt64
        /// How many events on rights there were.
        let changes: Int
    }

    private let snapshot: LedgerSnapshot
    /// Where rights were granted or revoked; `nil` before the first look.
    private var changes: [UInt64]?
    private var known: [Moment: Bool] = [:]
    /// The numbers behind keys of decisions under which somebody recorded something who could not
    /// decide; `nil` before the first look.
    private var taken: [String: Set<UInt64>]?

    /// So many numbers behind a key are looked up one by one.
    static let askedMax: UInt64 = 16

    init(_ snapshot: LedgerSnapshot) { self.snapshot = snapshot }

    /// Whether who recorded an event had all rights then; before the first are granted everybody
    /// has.
    mutating func hasAll(whoRecorded position: UInt64) throws(StoreError) -> Bool {
        if try countChanges(before: position) == 0 { return true }
        var actor: UInt64?
        try snapshot.store.read(position..<(position + 1), .commits) { batch in
            actor = batch.commit(at: 0)?.actor
            return .stop
        }
        return try hasAll(actor, at: position)
    }

    /// The first number behind one under which nobody recorded something who could not decide.
    ///
    /// - Complexity: O(*n*) in the commits at the first call, O(1) for each number then.
    mutating func numberNotTaken(
        of key: String, behind number: UInt64
    ) throws(StoreError) -> UInt64 {
        let taken =
            if let known = self.taken { known } else { try numbersTaken() }
        self.taken = taken
        var number = number + 1
        while taken[key]?.contains(number) == true { number += 1 }
        return number
    }

    private mutating func numbersTaken() throws(StoreError) -> [String: Set<UInt64>] {
        var headers: [CommitHeader] = []
        let store = snapshot.store
        try store.read(0..<store.head().count, .commits) { batch in
            headers += batch.commits.map(\.header).filter { header in
                header.key?.starts(with: OwnKey.decision.rawValue.utf8) == true
            }
            return .next
        }
        var taken: [String: Set<UInt64>] = [:]
        for header in headers {
            let key = String(decoding: header.key ?? [], as: UTF8.self)
            guard let dash = key.lastIndex(of: "-"),
                let number = UInt64(key[key.index(after: dash)...]),
                key.hasSuffix("-\(number)"),
                try !hasAll(header.actor, at: header.firstPosition)
            else { continue }
            taken[String(key[..<dash]), default: []].insert(number)
        }
        return taken
    }

    /// How many events on rights stand before a position.
    private mutating func countChanges(before position: UInt64) throws(StoreError) -> Int {
        let store = snapshot.store
        let changes =
            if let known = self.changes {
                known
            } else {
                try store.positions(
                    of: [.rightsGranted, .rightsRevoked], in: 0..<store.head().count)
            }
        self.changes = changes
        return changes.partitioningIndex { $0 >= position }
    }

    private mutating func hasAll(
        _ actor: UInt64?, at position: UInt64
    ) throws(StoreError) -> Bool {
        let before = try countChanges(before: position)
        if before == 0 { return true }
        let store = snapshot.store
        let moment = Moment(person: actor ?? Organisation.owner, changes: before)
        if let known = known[moment] { return known }
        let then = try store.rights(of: moment.person, withUnits: false, upTo: position)
        let answer = RightsTable(then).answer(moment.person, .all, in: nil).isGranted
        known[moment] = answer
        return answer
    }
}
