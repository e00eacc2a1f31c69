internal import EventLog

/// Text that was to be erased, as the log says it.
package struct Erasure: Hashable, Sendable {
    /// Where it was said: what comes before goes.
    package let position: UInt64
    /// The entity.
    package let target: UInt64
    /// Whether the entity is a person, and everything that the person recorded goes, too.
    package let isRecorder: Bool

    /// An erasure.
    package init(position: UInt64, target: UInt64, isRecorder: Bool = false) {
        self.position = position
        self.target = target
        self.isRecorder = isRecorder
    }
}

/// Whether the texts that are gone are those that were erased.
package struct ErasureCheck: Codable, Hashable, Sendable {
    /// How many erasures there are.
    package var erasures = 0
    /// How many events have lost their text.
    package var erased = 0
    /// Events that should have, and have not: an erasure was interrupted.
    package var pending: [UInt64] = []
    /// Events that have, although nobody erased them.
    package var unexplained: [UInt64] = []
    /// Older files that hold what was erased and lie beside those that replaced them; left out
    /// where there are none.
    package var leftovers: [String]?
    /// Who went on writing while it was looked: where the texts that are gone are not those that
    /// were erased, an erasure may be running. Left out where nobody writes; empty for nobody knows
    /// whom.
    package var writer: String?

    /// Whether the texts that are gone are those that were erased, and nowhere else.
    package var holds: Bool { pending.isEmpty && unexplained.isEmpty && leftovers == nil }
}

extension LedgerSnapshot {
    /// Everything that was to be erased, in the order of the log.
    ///
    /// - Complexity: O(*n*) in the frames; only those that hold an erasure are read.
    package func erasures() throws(StoreError) -> [Erasure] {
        var erasures: [Erasure] = []
        try store.readReferenceEvents(in: 0..<count, of: [.textErased]) { position, event in
            if case .textErased(let erased) = event, let target = erased.target.position {
                erasures.append(
                    Erasure(position: position, target: target, isRecorder: erased.isRecorder))
            }
        }
        return erasures
    }

    /// The events whose text goes by some erasures, ascending, those without any among them.
    ///
    /// - Complexity: O(*n*) in the links, and in the commits where a person's go.
    package func events(of erasures: [Erasure]) throws(StoreError) -> [UInt64] {
        if erasures.isEmpty { return [] }
        var ends: [UInt64: UInt64] = [:]
        var recorders: [UInt64: UInt64] = [:]
        var found: Set<UInt64> = []
        for erasure in erasures {
            found.insert(erasure.target)
            ends[erasure.target] = max(ends[erasure.target] ?? 0, erasure.position)
            if erasure.isRecorder {
                recorders[erasure.target] = max(
                    recorders[erasure.target] ?? 0, erasure.position)
            }
        }
        // The last one that goes, and where what goes on from it would stand: a long text that was
        // set aside is in pieces, which name the first one.
        var (last, next) = (UInt64.max, UInt64.max)
        try store.readLinks(0..<count, in: [.target]) { _, position, target in
            if let end = ends[target], position < end {
                found.insert(position)
                (last, next) = (position, position + 1)
            } else if target == last, position == next {
                found.insert(position)
                next += 1
            }
        }
        if !recorders.isEmpty {
            try store.read(0..<count, .commits) { batch in
                let ends = batch.commits.dropFirst().map(\.firstIndex) + [batch.count]
                for (run, next) in zip(batch.commits, ends) {
                    guard let actor = run.header.actor, let end = recorders[actor] else { continue }
                    for index in run.firstIndex..<next {
                        let position = batch.firstPosition + UInt64(index)
                        if position < end { found.insert(position) }
                    }
                }
                return .next
            }
        }
        return found.sorted()
    }

    /// Which of some events have text.
    ///
    /// - Parameter positions: Ascending.
    /// - Complexity: O(*n*) in the events that are stored near them.
    package func withText(_ positions: [UInt64]) throws(StoreError) -> [UInt64] {
        let wanted = Set(positions)
        var found: Set<UInt64> = []
        var rest = positions[...]
        while let first = rest.first {
            var end = first + 1
            while let next = rest.first, next < end + Limit.alignmentEvents {
                end = next + 1
                rest = rest.dropFirst()
            }
            try store.readStored(first..<end, .text, holding: .all) { batch in
                found.formUnion(batch.textPositions.filter { wanted.contains($0) })
                return .next
            }
        }
        return found.sorted()
    }

    /// The events that should have lost their text and have not: an erasure was interrupted.
    ///
    /// - Complexity: O(*n*) in the frames; of events only those that are stored near them are read.
    package func pendingErasures() throws(StoreError) -> [UInt64] {
        let erasures = try erasures()
        return erasures.isEmpty ? [] : try withText(events(of: erasures))
    }

    /// Holds the texts that are gone against what was erased.
    ///
    /// - Complexity: O(*n*) in the events.
    package func checkErasures() throws(StoreError) -> ErasureCheck {
        var check = ErasureCheck()
        let erasures = try erasures()
        check.erasures = erasures.count
        let wanted = Set(try events(of: erasures))
        var pending: Set<UInt64> = []
        try store.readStored(0..<count, .text, holding: .all) { batch in
            for position in batch.erasedPositions {
                check.erased += 1
                if !wanted.contains(position) { check.unexplained.append(position) }
            }
            if !wanted.isEmpty {
                pending.formUnion(batch.textPositions.filter { wanted.contains($0) })
            }
            return .next
        }
        check.pending = pending.sorted()
        return check
    }
}
