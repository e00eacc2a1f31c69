import EventLog
import Ledger
import Support
import Testing

/// What every store has to do, whatever it keeps events in. The cases are named after the suites
/// that ask for the same of other stores: Commanded's event store test cases, the repository lint
/// of Ruby Event Store, and Marten's event sourcing compliance tests; those of our own say
/// "ledger".
@Suite("Event-store contract")
struct EventStoreContract {
    /// A commit that adds a person for every name.
    func people(
        _ names: [String], id: UInt64 = 1, at recordedAt: Int64 = 1_000, key: String? = nil
    ) -> NewCommit {
        NewCommit(
            id: CommitID(high: 7, low: id),
            recordedAt: Timestamp(millisecondsSince1970: recordedAt),
            key: key, events: names.map { .personAdded(PersonAdded(name: $0)) })
    }

    /// A commit of any events.
    func commit(
        _ events: [Event], id: UInt64 = 1, actor: Reference? = nil, batch: Reference? = nil,
        key: String? = nil
    ) -> NewCommit {
        NewCommit(
            id: CommitID(high: 7, low: id), recordedAt: Timestamp(millisecondsSince1970: 1_000),
            actor: actor, batch: batch, key: key, events: events)
    }

    /// A commit of `count` people, named by a prefix and their index.
    func crowd(_ count: Int, _ prefix: String = "p", id: UInt64 = 1) -> NewCommit {
        people((0..<count).map { "\(prefix)\($0)" }, id: id)
    }

    /// The names of the people at some positions, all by default.
    func names(_ store: any EventStore, _ positions: Range<UInt64> = 0 ..< .max) throws -> [String]
    {
        try store.events(in: positions).map { recorded in
            guard case .personAdded(let person) = recorded.event else { return "?" }
            return person.name
        }
    }

    /// Every event at some positions as a row.
    func rows(_ store: any EventStore, _ positions: Range<UInt64> = 0 ..< .max) throws -> [Row] {
        var rows: [Row] = []
        try store.read(positions, .all) { batch in
            rows += (0..<batch.count).map { batch.row(at: $0) }
            return .next
        }
        return rows
    }

    /// What `store.append` throws; nothing may have changed.
    func refusal(
        _ store: any EventStore, _ commit: NewCommit, expecting: UInt64? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> StoreError? {
        let before = try store.head()
        do throws(StoreError) {
            let appended = try store.append(commit, expecting: expecting)
            Issue.record("appended at \(appended.positions)", sourceLocation: sourceLocation)
            return nil
        } catch {
            #expect(try store.head() == before, sourceLocation: sourceLocation)
            return error
        }
    }
}
