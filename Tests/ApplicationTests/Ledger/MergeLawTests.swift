import Application
import EventLog
import Foundation
import Interchange
import Ledger
import Support
import Testing

/// Three devices that record by themselves and merge with each other, in any order.
///
/// `LEDGER_MERGES` says how many more histories of each kind are tried, from the seed
/// `LEDGER_MERGES_SEED` on.
@Suite("Copies on several devices")
struct MergeLawTests {
    /// A device with its copy of the ledger.
    private struct Device {
        let env: Environment
        var folder: String { env.home.place }
    }

    /// What was recorded on any device, as a person would note it down.
    private struct Model {
        /// The title of every line, with its amount in cents.
        var lines: [String: Int] = [:]
        /// The amounts that somebody set later, by title.
        var amended: [String: Set<Int>] = [:]
        var tasks: Set<String> = []
        var completed: Set<String> = []
        /// Every commit that somebody recorded.
        var commits: Set<CommitID> = []
        /// What was proved to others on the way.
        var proofs: [Proof] = []
    }

    /// That an event is in the tree of a device, as it was handed out.
    private struct Proof {
        let leaf: Digest
        let position: UInt64
        let size: UInt64
        let hashes: [Digest]
        let root: Digest
        /// Where it was handed out, and the checkpoint of that moment.
        let device: Device
        let checkpoint: String
    }

    private static let devices = 3

    private static func seeds(_ known: Range<UInt64>) -> [UInt64] {
        let values = ProcessInfo.processInfo.environment
        let first = values["LEDGER_MERGES_SEED"].flatMap { UInt64($0) } ?? 1_000
        let more = values["LEDGER_MERGES"].flatMap { UInt64($0) } ?? 0
        return Array(known) + (0..<more).map { first + $0 }
    }

    @Test(
        "end with one log, and with all that was recorded on any of them",
        arguments: [7_014] + seeds(Soak.seeds(24)))
    func merged(_ seed: UInt64) throws { try live(seed, isShared: false) }

    @Test(
        "end with one log in which each commit is signed or vouched for",
        // In the first two copies begin with a commit that only its signature tells apart.
        arguments: [1_265, 1_293] + seeds(Soak.seeds(12, from: 24)))
    func signed(_ seed: UInt64) throws { try live(seed, isShared: true) }

    private func live(_ seed: UInt64, isShared: Bool) throws {
        let root = FileManager.default.temporaryDirectory
            .appending(path: "devices-\(UUID().uuidString)").path
        defer { TestFolder.remove(root) }
        var random = SeededRandom(seed: seed)
        var model = Model()
        let devices = try devices(in: root, &model)
        for device in devices { _ = try NewKey.run(NoInput(), in: device.env) }
        if isShared { try share(devices) }
        for step in 0..<40 {
            let device = devices[Int(random.next() % UInt64(devices.count))]
            if random.next() % 5 == 0 {
                let other = devices[Int(random.next() % UInt64(devices.count))]
                guard other.folder != device.folder else { continue }
                try merge(device, other, by: Way(rawValue: Int(random.next() % 3)) ?? .folder)
            } else {
                let count = try device.env.snapshot().count
                try act(on: device, step, &random, &model)
                try note(device, behind: count, &random, &model)
            }
        }
        try settle(devices, &random)
        let roots = try devices.map { try $0.env.root() }
        #expect(Set(roots).count == 1)
        for device in devices {
            let checked = try VerifyLog.run(VerifyLog.Input(), in: device.env)
            #expect(checked.brokenRules?.isEmpty != false)
            #expect((checked.signatures != nil) == isShared)
            #expect(checked.signatures?.first == nil, "\(checked.signatures?.first ?? [])")
        }
        try hold(devices[0].env, against: model)
        try holdCommits(devices[0].env, model)
    }

    /// Remembers the commit that was recorded, if one was, and proves an event of the device. What
    /// a merge itself records is no part of the log that all come to.
    private func note(
        _ device: Device, behind count: UInt64, _ random: inout SeededRandom, _ model: inout Model
    ) throws {
        let snapshot = try device.env.snapshot()
        if snapshot.count > count {
            try snapshot.forEachCommit { commit in
                model.commits.insert(commit.header.id)
                return .stop
            }
        }
        let store = try device.env.store()
        let position = random.next() % snapshot.count
        let path = try #require(try store.inclusion(of: position, in: snapshot.count))
        model.proofs.append(
            Proof(
                leaf: path.leaf, position: position, size: snapshot.count, hashes: path.hashes,
                root: try snapshot.head().root, device: device,
                checkpoint: try MakeCheckpoint.run(MakeCheckpoint.Input(), in: device.env)
                    .checkpoint))
    }

    /// Each commit is there, or is listed once as set aside, or said what was there; and whatever
    /// was proved holds by itself.
    private func holdCommits(_ env: Environment, _ model: Model) throws {
        let snapshot = try env.snapshot()
        var (there, batches) = (Set<CommitID>(), Set<CommitID>())
        try snapshot.forEachCommit { commit in
            there.insert(commit.header.id)
            if commit.header.batch != nil { batches.insert(commit.header.id) }
            return .next
        }
        var known: Set<CommitID> = []
        var aside: [CommitID: [String]] = [:]
        for recorded in try snapshot.store.events(in: 0..<snapshot.count) {
            switch recorded.event {
            case .branchMerged(let merge):
                known.formUnion(merge.known.compactMap { CommitID(bytes: $0) })
            case .commitSetAside(let kept):
                let id = try #require(CommitID(bytes: kept.commit))
                aside[id, default: []].append(kept.content)
            default: break
            }
        }
        for id in model.commits {
            let isThere = there.contains(id)
            #expect(isThere || aside[id] != nil || known.contains(id), "lost: \(id)")
            // Of a batch some may be there and some set aside.
            #expect(!isThere || aside[id] == nil || batches.contains(id), "there and aside: \(id)")
            let words = aside[id] ?? []
            #expect(Set(words).count == words.count, "set aside twice: \(words)")
        }
        for proof in model.proofs {
            #expect(
                MerkleProof.verifyInclusion(
                    leafHash: proof.leaf, index: proof.position, treeSize: proof.size,
                    proof: proof.hashes, root: proof.root))
        }
        // Where it was handed out it is known, whether its branch was replaced or not.
        for proof in model.proofs.suffix(8) {
            let asked = VerifyLog.Input(quick: true, against: proof.checkpoint)
            let found = try VerifyLog.run(asked, in: proof.device.env).against
            #expect(found?.events == proof.size)
            if let position = found?.branch?.position { #expect(position < snapshot.count) }
        }
    }

    /// The copies: the first one, and what backups of it are.
    private func devices(in root: String, _ model: inout Model) throws -> [Device] {
        let first = "\(root)/0"
        let ids = Environment.test.newCommitID
        let env = Environment.test.with {
            $0.newCommitID = ids
            $0.home = FileHome(first)
            $0.makeSeed = Seeds.random
        }
        _ = try InitLedger.run(InitLedger.Input(), in: env)
        for number in 1...3 {
            try env.add("\(number)", "Shared \(number)", category: "all", account: "bank")
            model.lines["Shared \(number)"] = number * 100
            _ = try answer("task/add", "{\"task\":{\"title\":\"Task \(number)\"}}", in: env)
            model.tasks.insert("Task \(number)")
        }
        for number in 1..<MergeLawTests.devices {
            let copy = BackUpLedger.Input(destination: "\(root)/\(number)")
            _ = try BackUpLedger.run(copy, in: env)
        }
        return (0..<MergeLawTests.devices).map { number in
            Device(
                env: env.with {
                    $0.home = FileHome("\(root)/\(number)")
                    $0.deviceKeys = "\(root)/keys-\(number)"
                    $0.randomBytes = { count in
                        (0..<count).map { _ in UInt8.random(in: .min ... .max) }
                    }
                })
        }
    }

    /// Gives each a key: the first adds those of the others, which learn of each other by it.
    private func share(_ devices: [Device]) throws {
        for (number, device) in devices.enumerated() {
            if number > 0 {
                #expect(throws: ApplicationError.self) {
                    try merge(device, devices[0], by: .folder)
                }
            }
            let added = try AddDevice.run(AddDevice.Input(name: "d\(number)"), in: device.env)
            if number == 0 { continue }
            #expect(throws: ApplicationError.self) { try merge(devices[0], device, by: .folder) }
            _ = try AddDevice.run(AddDevice.Input(key: added.verifier), in: devices[0].env)
        }
        // Each believes itself and the first of its own log, which is itself: so it adds that one.
        let first = try ListDevices.run(NoInput(), in: devices[0].env).devices[0]
        for device in devices.dropFirst() {
            _ = try AddDevice.run(AddDevice.Input(key: first.verifier), in: device.env)
            try merge(device, devices[0], by: .bundle)
        }
    }

    private func act(
        on device: Device, _ step: Int, _ random: inout SeededRandom, _ model: inout Model
    ) throws {
        switch random.next() % 6 {
        case 0, 1:
            let cents = Int(random.next() % 10_000) + 1
            let title = "Line \(step)"
            let account = ["bank", "card", "cash"][Int(random.next() % 3)]
            try device.env.add(
                "\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)", title,
                category: "all", account: account)
            model.lines[title] = cents
        case 2:
            let cents = Int(random.next() % 10_000) + 1
            let lines = try LedgerLines(device.env).all
            guard let line = lines.randomElement(using: &random), line.cents != cents else {
                return
            }
            var change = AmendEntry.Input(id: "\(line.id)")
            change.amount = "\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)"
            _ = try AmendEntry.run(change, in: device.env)
            model.amended[line.title, default: []].insert(cents)
        case 3:
            _ = try answer("task/add", "{\"task\":{\"title\":\"Todo \(step)\"}}", in: device.env)
            model.tasks.insert("Todo \(step)")
        case 4: try importRows(on: device, &random, &model)
        default:
            let open = try answer("task/list", "{}", in: device.env)["rows"]?.array ?? []
            guard let task = open.randomElement(using: &random), let id = task["id"]?.integer
            else { return }
            _ = try answer("task/done", "{\"ids\":[\"\(id)\"]}", in: device.env)
            model.completed.insert(task["title"]?.string ?? "")
        }
    }

    /// Imports some rows of the bank, which told one device another amount than the other at times.
    private func importRows(
        on device: Device, _ random: inout SeededRandom, _ model: inout Model
    ) throws {
        var file = "id,date,amount,title\n"
        var rows: [String: Int] = [:]
        for id in 1...6 where random.next() % 2 == 0 {
            let cents = 100 * id + (random.next() % 4 == 0 ? 50 : 10)
            rows["Row \(id)"] = cents
            file += "r\(id),2026-03-0\(id),\(cents / 100).\(cents % 100),Row \(id)\n"
        }
        if rows.isEmpty { return }
        let options = CSVImportOptions(account: "=bank", externalID: "id")
        _ = try ImportCSV.run(
            ImportCSV.Input(file: FileBytes(bytes(file)), fileName: "bank.csv", options: options),
            in: device.env)
        for (title, cents) in rows {
            model.lines[title] = model.lines[title] ?? cents
            model.amended[title, default: [cents]].insert(cents)
        }
    }

    /// How two devices meet.
    private enum Way: Int {
        case folder, bundle, bundleOfRest
    }

    @discardableResult
    private func merge(
        _ device: Device, _ other: Device, by way: Way
    ) throws -> MergeCopy.Output.Result {
        var path = other.folder
        if way != .folder {
            path = "\(device.folder).bundle"
            let bundle = BundleLedger.Input(
                path: path, other: way == .bundleOfRest ? device.folder : nil)
            _ = try BundleLedger.run(bundle, in: other.env)
        }
        return try MergeCopy.run(MergeCopy.Input(other: path), in: device.env).result
    }

    /// Everybody merges with everybody, until nothing is missing anywhere.
    private func settle(_ devices: [Device], _ random: inout SeededRandom) throws {
        for _ in 0..<8 {
            var isDone = true
            for device in devices {
                for other in devices where other.folder != device.folder {
                    let way = Way(rawValue: Int(random.next() % 3)) ?? .folder
                    if try merge(device, other, by: way) != .nothing { isDone = false }
                }
            }
            if isDone { return }
        }
        Issue.record("the devices do not come to an end")
    }

    /// Each line is there once, with the amount that it began with or that somebody set; each task
    /// is there once, and done where somebody did it.
    private func hold(_ env: Environment, against model: Model) throws {
        var found: [String: Int] = [:]
        for line in try LedgerLines(env).all {
            #expect(found[line.title] == nil, "twice: \(line.title)")
            found[line.title] = line.cents
        }
        #expect(Set(found.keys) == Set(model.lines.keys))
        for (title, cents) in found {
            let known = model.amended[title] ?? Set([model.lines[title] ?? 0])
            #expect(known.contains(cents), "\(title): \(cents)")
        }
        let tasks = try answer("task/list", "{\"all\":true}", in: env)["rows"]?.array ?? []
        let titles = tasks.compactMap { $0["title"]?.string }
        #expect(titles.sorted() == model.tasks.sorted())
        let done = tasks.filter { $0["status"]?.string == "completed" }
        #expect(Set(done.compactMap { $0["title"]?.string }) == model.completed)
        let accounts = try answer("account/list", "{}", in: env)["rows"]?.array ?? []
        let names = accounts.compactMap { $0["name"]?.string }
        #expect(Set(names).count == names.count)
    }
}

/// The lines of a ledger.
private struct LedgerLines {
    struct Line {
        let id: Int
        let title: String
        let cents: Int
    }

    let all: [Line]

    init(_ env: Environment) throws {
        let rows = try answer("list", "{\"limit\":1000}", in: env)["rows"]?.array ?? []
        all = rows.map { row in
            Line(
                id: row["id"]?.integer ?? 0, title: row["title"]?.string ?? "",
                cents: Int((row["amount"]?.string ?? "").filter { $0 != "." }) ?? 0)
        }
    }
}
