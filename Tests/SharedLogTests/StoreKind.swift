import EventLog
import Foundation
import Ledger
import SharedLog
import Support

/// In the place of the kind of that name, so that the contract suite of all stores, whose files lie
/// here as links, is held against a shared log.
enum StoreKind: String, CaseIterable, Sendable {
    case shared
    /// The same, and the server sees sizes and hashes only.
    case sealed
    /// What the suite compares with; not held against it here.
    case memory

    static var allCases: [StoreKind] { TestServer.shared == nil ? [] : [.shared, .sealed] }

    /// Seeds that depend on nothing but the block.
    static let fixedSeed = Seeds.fixed

    /// A store of a ledger of its own.
    func makeStore(makeSeed: @escaping SeedSource = Seeds.fixed) throws -> any EventStore {
        if self == .memory { return MemoryEventStore(makeSeed: makeSeed) }
        guard let server = TestServer.shared else { throw TestServer.Failure(code: -1) }
        let id = CommitID.random()
        var options = Log.Options()
        options.makeSeed = makeSeed
        let log = try Log.create(in: MemoryStorage(), id: id, options: options)
        let remote = try server.remote(id)
        if self == .sealed {
            let secret = MemberSecret(seed: MemberSecret.randomSeed())
            try server.begin(id, .all, [("first", secret)], by: secret)
            try remote.unlock(by: secret, known: [])
        }
        return try SharedEventStore(remote, Replica(FileEventStore(log), makeSeed: makeSeed))
    }
}
