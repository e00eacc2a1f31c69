import Application
import EventLog
import Foundation
import Ledger
import SharedLog
import Support
import Testing

/// A device with its copy of a ledger, which it shares through a server.
final class Device {
    private let place = Folder()
    let server: TestServer
    let id: CommitID
    /// What makes it a member, where the ledger is sealed.
    let secret: MemberSecret?
    /// Where both logs ended when they were last the same.
    var mark: RemoteEnd?

    var folder: String { place.path }
    var home: String { "\(folder)/ledger" }

    /// The environment of a request, as of a process of its own.
    var env: Environment {
        let home = home
        return Environment.test.with {
            $0.newCommitID = { CommitID.random() }
            $0.home = FileHome(home)
            $0.makeSeed = Seeds.random
        }
    }

    /// The first device of a ledger, which nobody shares yet.
    init(on server: TestServer, sealing secrecy: Secrecy? = nil) throws {
        self.server = server
        secret = secrecy == nil ? nil : MemberSecret(seed: MemberSecret.randomSeed())
        let folder = place.path
        let env = Environment.test.with {
            $0.home = FileHome("\(folder)/ledger")
            $0.newCommitID = { CommitID.random() }
            $0.makeSeed = Seeds.random
        }
        _ = try InitLedger.run(InitLedger.Input(), in: env)
        id = try #require(env.home.open() as? FileEventStore).id()
        if let secrecy { try server.begin(id, secrecy, [("first", secret)], by: secret) }
    }

    /// A new device of a ledger on a server.
    init(of other: Device, secret: MemberSecret? = nil, withoutTexts: Bool = false) throws {
        server = other.server
        id = other.id
        self.secret = secret
        _ = try Replica(at: "\(home)/log", creating: id, secret: { nil })
        try sync(withoutTexts: withoutTexts)
    }

    /// The server's log, as this device opens it.
    func remote() throws -> RemoteLog {
        let remote = try server.remote(id)
        if let secret { try remote.unlock(by: secret, known: []) }
        return remote
    }

    func following(withoutTexts: Bool = false) throws -> Following {
        let env = env
        return try Following(
            remote(), folder: "\(home)/log", withoutTexts: withoutTexts, secret: { nil },
            erasing: { store, events in
                try TeamMerge.eraseBeside(events, of: store, in: env)
            })
    }

    var replica: Replica { get throws { try Replica(at: "\(home)/log", secret: { nil }) } }

    /// Brings both logs together.
    @discardableResult
    func sync(
        isForgiving: Bool = false, withoutTexts: Bool = false
    ) throws -> (Following.Outcome, [MergeCopy.Output]) {
        var merged: [MergeCopy.Output] = []
        let env = env
        let outcome = try following(withoutTexts: withoutTexts).synchronise(
            since: mark, isForgiving: isForgiving,
            merging: Following.Merging(
                in: TeamMerge.folder(in: env), clear: { TeamMerge.clear(in: env) },
                merge: { theirs in
                    merged.append(try TeamMerge.run(taking: theirs, called: "server", in: env))
                }))
        mark = outcome.end
        return (outcome, merged)
    }

    /// Records an expense; returns its id.
    @discardableResult
    func add(_ title: String, _ amount: String = "1.00") throws -> UInt64 {
        let line = LineInput(amount: amount, title: title, category: "all", account: "bank")
        return try AddEntry.run(AddEntry.Input(lines: [line]), in: env).id
    }

    /// The titles of all lines, sorted.
    func titles() throws -> [String] { try lines().map(\.title).sorted() }

    struct Line {
        let id: Int
        let title: String
        let cents: Int
    }

    func lines() throws -> [Line] {
        try answer("list", "{\"limit\":5000}", in: env)["rows"]?.array?.map { row in
            Line(
                id: row["id"]?.integer ?? 0, title: row["title"]?.string ?? "",
                cents: Int((row["amount"]?.string ?? "").filter { $0 != "." }) ?? 0)
        } ?? []
    }

    /// The root over all events, everything hashed.
    func root() throws -> Digest {
        let store = try replica.store
        let (head, found) = (try store.head(), try store.verify())
        #expect(found.root == head.root && found.events == head.count)
        return head.root
    }

    /// What the files of its log hold, one behind the other.
    func bytes() throws -> [UInt8] {
        let log = URL(filePath: "\(home)/log")
        let files = try FileManager.default.contentsOfDirectory(
            at: log, includingPropertiesForKeys: nil)
        return try files.flatMap { [UInt8](try Data(contentsOf: $0)) }
    }
}

/// Calls an endpoint as from outside and reads the answer.
func answer(_ path: String, _ json: String, in env: Environment) throws -> JSONValue {
    let bytes = try Router.standard.call(path, Array(json.utf8), in: env)
    return try #require(JSONValue(parsing: bytes))
}

extension [UInt8] {
    /// Whether some text stands in the bytes.
    func holds(_ text: String) -> Bool { Data(self).range(of: Data(text.utf8)) != nil }
}
