internal import EventLog
internal import Ledger

/// How many bytes an event takes, sealed and in a commit of its own.
package enum SizesCase: BenchCase {
    package static let name = "sizes"
    package static let summary = "count the bytes of an event, sealed and in a commit of its own"

    private static let single = 64

    package static func run(in world: World) throws -> CaseResult {
        let store = try world.store()
        var rounds = Rounds()
        let sizes = try rounds.measure { try store.sizes() }
        let count = try store.head().count
        let used = sizes.filter { $0.part != .reserved }.reduce(0) { $0 + $1.storedBytes }
        var result = rounds.result(name, count: Int(count))
        result.figures = [("bytes_per_event", Double(used) / Double(count))]
        for size in sizes {
            guard case .column(_, let section, let column) = size.part else { continue }
            let name = "\(section)_\(column?.name ?? "keys")".replacing(" ", with: "_")
            result.figures.append((name, Double(size.storedBytes) / Double(count)))
        }
        let place = try world.scratch()
        defer { Files.remove(place) }
        let small = try FileEventStore.create(at: "\(place)/log", id: CommitID(high: 4, low: 4))
        _ = try small.append(Loader.opening(), expecting: 0)
        let before = try small.statistics().bytes
        try Tail(count: single, from: 0).append(to: small)
        let grown = try small.statistics().bytes - before
        result.figures.append(("single_commit_bytes", Double(grown) / Double(single)))
        result.facts = ["stored": Int(used), "used": Int(try store.statistics().bytes)]
        return result
    }
}
