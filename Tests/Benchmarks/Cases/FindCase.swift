internal import EventLog
internal import Ledger

/// The program finds expenses by a word of their title, the newest first.
package enum FindCase: BenchCase {
    package static let name = "find"
    package static let summary = "find all expenses with a word in their title"

    package static func run(in world: World) throws -> CaseResult {
        let program = try world.ledgerProgram()
        let home = try world.home()
        let word = try Self.word(of: world.source)
        let place = try world.scratch()
        defer { Files.remove(place) }
        let variables = ["LEDGER_HOME": home, "NO_COLOR": "1", "XDG_STATE_HOME": place]
        let order = [program, "find", "title:\(word)", "--all", "--format", "csv"]
        var rounds = Rounds()
        var peak = 0.0
        for _ in 0..<min(3, world.rounds) {
            let run = try Child.run(order, variables: variables, output: "\(place)/found")
            guard run.code == 0 else { throw BenchError("find failed with \(run.code)") }
            rounds.take(run)
            peak = max(peak, run.peakMegabytes)
        }
        var result = rounds.result(name, count: world.eventCount)
        result.peakMegabytes = peak
        let lines = try Files.text("\(place)/found").utf8.count { $0 == 0x0A }
        result.words = [("word", word)]
        result.facts = ["found": lines - 1]
        return result
    }

    /// The last word of the first title.
    package static func word(of source: any RecordSource) throws -> String {
        var title: String?
        struct Enough: Error {}
        do {
            try source.visit { record in
                guard record.kind == .added else { return }
                title = record.title
                throw Enough()
            }
        } catch is Enough {}
        return title?.split(separator: " ").last.map(String.init) ?? ""
    }
}
