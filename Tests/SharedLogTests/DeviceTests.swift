import Application
import EventLog
import Foundation
import Ledger
import SharedLog
import Support
import Testing

/// Devices that record by themselves, and share a server.
@Suite("Devices of a team", .needsServer)
struct DeviceTests {
    private var server: TestServer { get throws { try #require(TestServer.shared) } }

    @Test("one device records, another one has it")
    func follows() throws {
        let first = try Device(on: server)
        try first.add("Bread")
        #expect(try first.sync().0.pushed > 1)
        let second = try Device(of: first)
        #expect(try second.titles() == ["Bread"])
        #expect(try second.root() == first.root())
        try second.add("Milk")
        let (done, merged) = try second.sync()
        #expect((done.pulled, done.pushed) == (0, 1) && merged.isEmpty)
        #expect(try first.sync().0.pulled == 1)
        #expect(try first.titles() == ["Bread", "Milk"])
        #expect(try second.root() == first.root())
        // Nothing is new: nothing is done.
        let (again, _) = try first.sync()
        #expect((again.pulled, again.pushed) == (0, 0))
    }

    @Test("what was recorded without network goes behind what others recorded")
    func mergesPending() throws {
        let first = try Device(on: server)
        try first.add("Bread")
        try first.sync()
        let second = try Device(of: first)
        try first.add("Here")
        try second.add("There")
        try first.sync()
        let (done, merged) = try second.sync()
        #expect(done.pulled == 1 && merged.count == 1 && done.merges == 1)
        #expect(merged[0].aside.isEmpty)
        // The server's order stays: what the second one recorded stands behind.
        let order = try second.lines().sorted { $0.id < $1.id }.map(\.title)
        #expect(order == ["Bread", "Here", "There"])
        try first.sync()
        #expect(try first.root() == second.root())
        #expect(try first.titles() == ["Bread", "Here", "There"])
    }

    @Test("a backup is brought up to date behind a merge, too") func backsUp() throws {
        let first = try Device(on: server)
        let secret = try first.add("Secret")
        try first.sync()
        let second = try Device(of: first)
        // Writes the file of the log anew, which a merge puts together of the server's rows.
        _ = try EraseText.run(EraseText.Input(ids: ["\(secret)"]), in: second.env)
        try second.sync()
        try first.sync()
        let folder = "\(second.folder)/backup"
        let input = BackUpLedger.Input(destination: folder)
        let before = try BackUpLedger.run(input, in: second.env)
        try first.add("Here")
        try second.add("There")
        try first.sync()
        #expect(try second.sync().1.count == 1)
        let done = try BackUpLedger.run(input, in: second.env)
        #expect(done.verified && done.new == done.events - before.events && done.new > 1)
        #expect(try done.root == second.root().hex)
        #expect(try second.titles() == ["", "Here", "There"])
    }

    @Test("a change that contradicts is set aside and listed, on the device that made it")
    func contradiction() throws {
        let first = try Device(on: server)
        let line = try first.add("Bread", "1.00")
        try first.sync()
        let second = try Device(of: first)
        func amend(_ device: Device, _ amount: String) throws {
            var change = AmendEntry.Input(id: "\(line)")
            change.amount = amount
            _ = try AmendEntry.run(change, in: device.env)
        }
        try amend(first, "2.00")
        try amend(second, "3.00")
        try first.sync()
        let (_, merged) = try second.sync()
        #expect(merged.flatMap(\.aside).map(\.why) == ["otherwise"])
        #expect(merged.flatMap(\.aside).map(\.isOurs) == [true])
        try first.sync()
        #expect(try first.lines().map(\.cents) == [200])
        #expect(try first.root() == second.root())
    }

    @Test("come to one log with all that was recorded, in any order", arguments: 0..<16)
    func randomPrograms(_ seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed) + 100)
        let first = try Device(on: server)
        var model = Model()
        try first.add("Shared", "1.00")
        model.lines["Shared"] = 100
        try first.sync()
        var devices = [first]
        for _ in 0..<(1 + seed % 2) { devices.append(try Device(of: first)) }
        for step in 0..<30 {
            let device = devices[Int(random.next() % UInt64(devices.count))]
            if random.next() % 4 == 0 {
                try device.sync()
            } else {
                try act(on: device, step, &random, &model)
            }
        }
        for _ in 0..<2 { for device in devices { try device.sync() } }
        let roots = Set(try devices.map { try $0.root() })
        #expect(roots.count == 1)
        #expect(try server.remote(first.id).head().root == roots.first)
        #expect(try Device(of: first).root() == roots.first)
        let checked = try VerifyLog.run(VerifyLog.Input(), in: first.env)
        #expect(checked.brokenRules?.isEmpty != false)
        try hold(devices[0], model)
    }

    /// What was recorded on any device, as a person would note it down.
    private struct Model {
        var lines: [String: Int] = [:]
        var amended: [String: Set<Int>] = [:]
        var tasks: Set<String> = []
        var erased: Set<String> = []
    }

    private func act(
        on device: Device, _ step: Int, _ random: inout SeededRandom, _ model: inout Model
    ) throws {
        let cents = Int(random.next() % 9_000) + 100
        let amount = "\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)"
        switch random.next() % 6 {
        case 0, 1, 2:
            try device.add("Line \(step).", amount)
            model.lines["Line \(step)."] = cents
        case 3:
            let lines = try device.lines().filter { !$0.title.isEmpty }
            guard let line = lines.randomElement(using: &random), line.cents != cents else {
                return
            }
            var change = AmendEntry.Input(id: "\(line.id)")
            change.amount = amount
            _ = try AmendEntry.run(change, in: device.env)
            model.amended[line.title, default: []].insert(cents)
        case 4:
            _ = try answer("task/add", "{\"task\":{\"title\":\"Todo \(step)\"}}", in: device.env)
            model.tasks.insert("Todo \(step)")
        default:
            let lines = try device.lines().filter { !$0.title.isEmpty }
            guard let line = lines.randomElement(using: &random), step % 3 == 0 else { return }
            _ = try EraseText.run(EraseText.Input(ids: ["\(line.id)"]), in: device.env)
            model.erased.insert(line.title)
        }
    }

    /// Each line is there once, with an amount that somebody gave it, and without its title where
    /// somebody erased that.
    private func hold(_ device: Device, _ model: Model) throws {
        let lines = try device.lines()
        #expect(lines.count == model.lines.count)
        var found: [String: Int] = [:]
        for line in lines where !line.title.isEmpty {
            #expect(found[line.title] == nil, "twice: \(line.title)")
            found[line.title] = line.cents
        }
        #expect(Set(found.keys) == Set(model.lines.keys).subtracting(model.erased))
        for (title, cents) in found {
            let known = model.amended[title] ?? Set([model.lines[title] ?? 0])
            #expect(known.contains(cents), "\(title): \(cents)")
        }
        let tasks = try answer("task/list", "{\"all\":true}", in: device.env)["rows"]?.array ?? []
        #expect(tasks.compactMap { $0["title"]?.string }.sorted() == model.tasks.sorted())
        let bytes = try device.bytes()
        for title in model.erased { #expect(!bytes.holds(title), "\(title)") }
    }
}
