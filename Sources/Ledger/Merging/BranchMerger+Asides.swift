internal import EventLog

extension BranchMerger {
    /// Words of one event that are kept in one piece, in bytes of UTF-8: an event has room for
    /// 65,535.
    private static let pieceBytes = 30_000

    /// What is kept of what is set aside: of each commit one by who recorded it; and what of it
    /// speaks of what another one of these keeps, so that both are erased together.
    ///
    /// - Parameters:
    ///   - branch: The commits of the branch that is taken in.
    ///   - names: What tells its names.
    ///   - id: Makes ids.
    func asides(
        of branch: [BranchCommit], _ names: ReferenceData, at time: Timestamp,
        id: () -> CommitID
    ) -> (commits: [NewCommit], links: [Int: [AsideLink]]) {
        let words = AsideWords(names)
        let erased = erasures(in: branch)
        var commits: [NewCommit] = []
        var (heads, links) = ([UInt64: AsidePlace](), [Int: [AsideLink]]())
        for (commit, outcome) in zip(branch, outcomes) {
            if outcome.aside.isEmpty { continue }
            let actor = commit.header.actor.flatMap { positions[$0] } ?? names.owner?.position
            var events: [Event] = []
            func end() {
                if events.isEmpty { return }
                commits.append(
                    NewCommit(
                        id: id(), recordedAt: time, actor: actor.map(Reference.position),
                        events: events, origin: .newID))
                events = []
            }
            for (place, row) in commit.rows.enumerated() {
                guard let why = outcome.aside[place] else { continue }
                let target = row[.target]?.integer.flatMap(UInt64.init(exactly:))
                let own = commit.header.firstPosition + UInt64(place)
                let isGone =
                    erased.things.contains(target ?? own)
                    || commit.header.actor.map(erased.recorders.contains) == true
                let pieces = BranchMerger.pieces(
                    of: words.text(of: isGone ? row.withoutText : row))
                // The pieces of one stay together: those behind the first name it.
                if events.count + pieces.count > Limit.commitEventsMax { end() }
                let head = Reference.inThisCommit(events.count)
                var there = target.flatMap { positions[$0] ?? asides[$0] }.map(Reference.position)
                if there == nil, let thing = target.flatMap({ heads[$0] }) {
                    if thing.commit == commits.count {
                        there = .inThisCommit(thing.event)
                    } else {
                        links[commits.count, default: []].append(
                            AsideLink(event: events.count, thing: thing))
                    }
                }
                heads[own] = AsidePlace(commit: commits.count, event: events.count)
                for (number, piece) in pieces.enumerated() {
                    events.append(
                        .commitSetAside(
                            CommitSetAside(
                                commit: commit.header.id.bytes,
                                target: number > 0 ? head : there, reason: why.code,
                                content: piece, goesOn: number > 0)))
                }
            }
            end()
        }
        return (commits, links)
    }

    /// The things and persons of whom a text was erased, on either side, by their positions in the
    /// branch.
    private func erasures(
        in branch: [BranchCommit]
    ) -> (things: Set<UInt64>, recorders: Set<UInt64>) {
        let own = BranchIndex(branch)
        var (things, recorders) = (own.erased, own.erasedRecorders)
        // What was erased here has another position there, unless both have it.
        for position in branch.flatMap(\.positions) {
            guard let here = positions[position] else { continue }
            if index.erased.contains(here) { things.insert(position) }
            if index.erasedRecorders.contains(here) { recorders.insert(position) }
        }
        things.formUnion(index.erased.filter { $0 < positions.shared })
        recorders.formUnion(index.erasedRecorders.filter { $0 < positions.shared })
        return (things, recorders)
    }

    /// A text in pieces that have room in an event each.
    private static func pieces(of text: String) -> [String] {
        var pieces: [String] = []
        var piece = ""
        for character in text {
            if piece.utf8.count + character.utf8.count > pieceBytes, !piece.isEmpty {
                pieces.append(piece)
                piece = ""
            }
            piece.append(character)
        }
        return pieces + [piece]
    }
}
