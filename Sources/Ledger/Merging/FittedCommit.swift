internal import EventLog

/// A commit of a branch as it fits behind another one: what of it has to be appended, and what
/// stands there already.
struct FittedCommit {
    /// The events to append, in order.
    private(set) var rows: [Row] = []
    /// Where the events of the branch stand then.
    private(set) var positions: MovedPositions
    /// The batch of what stands there already.
    private(set) var batch: UInt64?
    /// How many events stand there already.
    private(set) var knownCount = 0
    /// The events that contradict what stands there, by their index: of a batch, which is a list of
    /// things that have nothing to do with each other, the rest of it comes in.
    private(set) var aside: [Int: MergeObstacle] = [:]
    /// The indexes of ``rows`` in the commit.
    private(set) var places: [Int] = []
    /// The events that lose their text, by their index, and the event that erases it.
    private(set) var dropped: [Int: UInt64] = [:]

    private let commit: BranchCommit
    private let index: BranchIndex
    private let first: UInt64
    private let tasks: BranchTasks
    /// Where what was set aside of the branch is kept.
    private let asides: [UInt64: UInt64]
    /// How many events of a slot that several may have were met.
    private var used: [MergeSlot: Int]

    /// - Parameters:
    ///   - first: Where the first event would come to stand.
    ///   - tasks: What the tasks of its branch are known by.
    ///   - used: How many events of a slot earlier commits have met.
    ///   - refused: The events that are not to be taken in, by their index.
    /// - Throws: ``MergeObstacle``, where the commit is no batch.
    init(
        _ commit: BranchCommit, behind index: BranchIndex, at first: UInt64,
        _ positions: MovedPositions, _ tasks: BranchTasks, asides: [UInt64: UInt64],
        used: inout [MergeSlot: Int],
        without refused: [Int: MergeObstacle] = [:]
    ) throws(MergeObstacle) {
        self.commit = commit
        self.asides = asides
        self.index = index
        self.first = first
        self.tasks = tasks
        self.positions = positions
        self.used = used
        var rest = commit.rows.indices[...]
        while let place = rest.first {
            let entry = commit.entry(at: place)
            rest = rest.dropFirst(entry.count)
            let count = rows.count
            do throws(MergeObstacle) {
                for place in entry { if let why = refused[place] { throw why } }
                try take(entry)
            } catch {
                if commit.header.batch == nil { throw error }
                rows.removeLast(rows.count - count)
                places.removeLast(places.count - count)
                for place in entry {
                    aside[place] = error
                    dropped[place] = nil
                    self.positions[origin(place)] =
                        index.namesake(of: commit.rows[place]) ?? twin(of: place, error)
                }
            }
        }
        used = self.used
    }

    /// The task that stands there already and of which an event that adds it says otherwise.
    private func twin(of place: Int, _ why: MergeObstacle) -> UInt64? {
        guard !tasks[origin(place)].isEmpty, case .otherwise(let position) = why else { return nil }
        return position
    }

    private mutating func take(_ entry: Range<Int>) throws(MergeObstacle) {
        if entry.count == 1 { return try take(entry.lowerBound) }
        if meets(entry) { return }
        for place in entry { try take(place, isNew: true) }
    }

    /// Whether nothing is left to append but what begins a batch.
    var isIdle: Bool {
        rows.allSatisfy { row in
            [EventType.batchStarted, .schemasDeclared].contains { $0.rawValue == row.type }
        }
    }

    /// Whether nothing has to be appended that says something.
    var isKnown: Bool {
        aside.isEmpty && (knownCount > 0 && isIdle || rows.isEmpty)
    }

    /// Whether the commit says nothing but one thing.
    private var isAlone: Bool { commit.rows.count == 1 }

    private func origin(_ place: Int) -> UInt64 { commit.header.firstPosition + UInt64(place) }

    /// Takes an event that belongs to no entry of several lines, or to one that is new.
    private mutating func take(_ place: Int, isNew: Bool = false) throws(MergeObstacle) {
        let type = EventType(rawValue: commit.rows[place].type)
        if type == .booksClosed { throw .closing }
        if index.isOfOtherLedger {
            if type == .schemasDeclared { return }
            // What it renames comes as it is called there.
            if type == .categoryRenamed { return positions.pass(origin(place)) }
            guard let type, !FittedCommit.foreignTypes.contains(type) else { throw .foreign }
        }
        guard let row = moved(commit.rows[place]) else {
            // A correction of books that are not closed here is an entry like others.
            if type == .booksReopened, commit.rows[place][.isCorrection] != nil { return }
            if takesBackNothing(commit.rows[place]) { return positions.pass(origin(place)) }
            throw .baseless
        }
        if !isNew {
            let slots = MergeSlot.all(of: row, isImported: commit.header.batch != nil)
            for slot in slots + tasks[origin(place)] {
                if try meets(slot, row, place) { return }
            }
        }
        if let slot = MergeSlot.name(of: row) {
            let others = index[slot].filter { other in
                Int64(clamping: other.position) != row[.target]?.integer
            }
            if let other = others.first { throw .nameTaken(other.position) }
        }
        keep(row, place)
    }

    /// Whether an event takes back what says nothing where it comes in.
    private func takesBackNothing(_ row: Row) -> Bool {
        guard row.type == EventType.commitUndone.rawValue,
            let undone = row[.undone]?.integer.flatMap(UInt64.init(exactly:))
        else { return false }
        return positions.idle.contains(undone)
    }

    /// What holds for its own ledger alone, beside custom events, of which another one has others.
    private static let foreignTypes: Set<EventType> = [
        .settingsChanged, .rightsGranted, .rightsRevoked, .deviceAdded, .deviceRevoked,
        .commitsVouched,
    ]

    private mutating func keep(_ row: Row, _ place: Int) {
        positions[origin(place)] = first + UInt64(rows.count)
        // What an earlier merge kept is nobody's own word.
        if commit.rows[place].hasText, !row.hasText, row.type != EventType.commitSetAside.rawValue {
            dropped[place] = erasure(of: row)
        }
        rows.append(row)
        places.append(place)
    }

    private mutating func meet(_ entry: BranchIndex.Entry, _ place: Int) {
        positions[origin(place)] = entry.position
        batch = batch ?? entry.header.batch
        knownCount += 1
    }

    /// Whether what an event says stands there already.
    ///
    /// - Throws: ``MergeObstacle/otherwise(_:)`` where something else does.
    private mutating func meets(
        _ slot: MergeSlot, _ row: Row, _ place: Int
    ) throws(MergeObstacle) -> Bool {
        let there = index[slot]
        guard let last = there.last else { return false }
        if slot.isShared {
            guard let entry = there.dropFirst(used[slot] ?? 0).first else { return false }
            used[slot, default: 0] += 1
            if slot.isTask, !row.says(entry.row), !slot.joins(row, entry.row) {
                throw .otherwise(entry.position)
            }
            meet(entry, place)
            return true
        }
        let mayBeSame = !slot.isOfItsCommit || isAlone && index.isAlone(last)
        if mayBeSame,
            let same = there.last(where: { row.says($0.row) || slot.joins(row, $0.row) })
        {
            meet(same, place)
            return true
        }
        throw .otherwise(last.position)
    }

    /// Whether all lines of an entry stand there already; they come all or not at all.
    private mutating func meets(_ entry: Range<Int>) -> Bool {
        guard commit.header.batch != nil else { return false }
        var (found, taken) = ([BranchIndex.Entry](), used)
        for place in entry {
            var line = commit.rows[place]
            line[.group] = nil
            guard let row = moved(line),
                let slot = MergeSlot.all(of: row, isImported: true).first(where: \.isLine),
                let same = index[slot].dropFirst(taken[slot] ?? 0).first,
                slot.isShared || slot.joins(row, same.row)
            else { return false }
            taken[slot, default: 0] += 1
            found.append(same)
        }
        used = taken
        for (place, same) in zip(entry, found) { meet(same, place) }
        return true
    }

    /// An event with its references; one that tells of a merge loses those that lead nowhere.
    private func moved(_ row: Row) -> Row? {
        let isGone = goesOnFromErased(row)
        var row = row
        switch EventType(rawValue: row.type) {
        case .branchMerged:
            let last = max(1, Int64(clamping: positions.shared)) - 1
            row[.pinned] = .integer(min(row[.pinned]?.integer ?? last, last))
        case .commitSetAside:
            // Another device may have set the same aside, and text of it was erased here.
            let kept = CommitID(bytes: row[.digest]?.bytes ?? []).flatMap { index.asides[$0] }
            if kept?.contains(where: index.erased.contains) == true { row = row.withoutText }
            if let target = row[.target]?.integer, positions[UInt64(clamping: target)] == nil {
                row[.target] = nil
            }
        case .textErased:
            if let target = row[.erased]?.integer.map({ UInt64(clamping: $0) }),
                positions[target] == nil, let kept = asides[target]
            {
                row[.erased] = .integer(Int64(clamping: kept))
                return row.withoutSalt
            }
        default: break
        }
        guard let moved = positions.moved(row) else { return nil }
        return erasure(of: moved) == nil && !isGone ? moved : moved.withoutText
    }

    /// Whether an event goes on from a piece of what was set aside of a thing that is erased here.
    private func goesOnFromErased(_ row: Row) -> Bool {
        guard row.type == EventType.commitSetAside.rawValue, row[.mode] != nil,
            let head = row[.target]?.integer.map({ UInt64(clamping: $0) }),
            commit.positions.contains(head),
            let thing = commit.rows[Int(head - origin(0))][.target]?.integer,
            let there = positions[UInt64(clamping: thing)]
        else { return false }
        return index.erasures[there] != nil
    }

    /// The event that erases what is said of the same thing, or by the same person.
    private func erasure(of moved: Row) -> UInt64? {
        let target = moved[.target]?.integer.map { UInt64(clamping: $0) }
        let recorder = commit.header.actor.flatMap { positions[$0] }
        return target.flatMap { index.erasures[$0] }
            ?? recorder.flatMap { index.erasedRecorders.contains($0) ? index.erasures[$0] : nil }
    }
}

extension BranchCommit {
    /// The entry that begins with an event: more than one for lines that belong together.
    fileprivate func entry(at place: Int) -> Range<Int> {
        let head = Int64(clamping: header.firstPosition) + Int64(place)
        let rest = rows[(place + 1)...].prefix { row in
            row.type == EventType.lineAdded.rawValue && row[.group]?.integer == head
        }
        return place..<rest.endIndex
    }
}

extension MergeSlot {
    /// Whether it is that of an imported line.
    fileprivate var isLine: Bool { kind == .importedRow || kind == .importedID }

    /// Whether two events that do not say the same are one thing all the same.
    func joins(_ row: Row, _ other: Row) -> Bool {
        switch kind {
        case .person, .unit, .opening, .aside: return true
        case .account:
            // An account is the same by its name, unless both sides know what was in it.
            let opening = row[.amount]?.integer ?? 0
            return row[.currency] == other[.currency]
                && (opening == 0 || opening == other[.amount]?.integer)
        case .importedID:
            return [ColumnID.day, .amount, .currency].allSatisfy { row[$0] == other[$0] }
                && row.type == EventType.lineAdded.rawValue
        case .task, .saidTask:
            // What files say of a task itself, they say in their own ways.
            func note(_ row: Row) -> ImportedNote {
                ImportedNote(String(decoding: row[.note]?.bytes ?? [], as: UTF8.self))
            }
            var (one, two) = (row, other)
            (one[.note], two[.note]) = (nil, nil)
            return one.says(two) && note(row).isAlike(note(other))
        default: return false
        }
    }
}

extension MergeObstacle: Error {}
