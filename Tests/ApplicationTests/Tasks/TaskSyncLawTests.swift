import Application
import Foundation
import Interchange
import Ledger
import Support
import Testing

/// Random programs change tasks here and in a file; a model says what both sides have to say
/// afterwards.
@Suite("Tasks and a file, kept together")
struct TaskSyncLawTests {
    @Test(
        "both sides end as the model has them",
        arguments: ["taskwarrior", "todo.txt", "ics"], Soak.seeds(12))
    func together(_ form: String, _ seed: UInt64) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { TestFolder.remove(folder) }
        var world = try SyncWorld(form, seed, "\(folder)/tasks")
        for round in 0..<7 {
            for _ in 0..<world.random.below(7) { try world.changeOurs() }
            for _ in 0..<world.random.below(7) { world.changeTheirs() }
            try world.write()
            let place = "\(form), seed \(seed), round \(round)"
            let before = try world.env.root()
            let dry = try world.dryRun()
            #expect(try world.env.root() == before, "\(place)")
            #expect(world.text() == world.written, "\(place)")
            let sides: [String?] = [nil, "ours", "theirs"]
            for prefer in [sides[world.random.below(3)], "theirs"] {
                let expected = world.merged(prefer)
                let done = try world.sync(prefer)
                #expect(
                    Set(done.conflicts.map { world.key($0.title) }) == expected.conflicts,
                    "\(place)")
                if prefer == nil { #expect(dry == done.shape, "\(place)") }
                try world.read()
                #expect(world.ours == expected.ours, "\(place) \(prefer ?? "none"): here")
                #expect(world.theirs == expected.theirs, "\(place) \(prefer ?? "none"): there")
                world.base = expected.base
            }
            // Nothing is left to do, and nothing is written.
            let (root, text) = (try world.env.root(), world.text())
            let again = try world.sync(nil)
            #expect(again.incoming.isEmpty && again.outgoing.isEmpty, "\(place): \(again)")
            #expect(try world.env.root() == root && world.text() == text, "\(place)")
        }
        // Without what both said before, nothing doubles and nothing goes.
        try world.forget()
        let lost = try world.sync(nil)
        #expect(lost.incoming.isEmpty && lost.outgoing.isEmpty && lost.conflicts.isEmpty)
    }
}

extension SyncTasks.Output {
    /// What goes which way, but for ids.
    fileprivate var shape: [String] {
        incoming.map { "in \($0.action) \($0.title)" }
            + outgoing.map { "out \($0.action) \($0.title)" } + conflicts.map { "both \($0.title)" }
    }
}
