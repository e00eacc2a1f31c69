import EventLog
import Ledger
import LedgerTesting
import Synchronization
import Testing

/// A device with a key, for tests.
final class TestDevice: Sendable {
    let name: String
    let signer: NoteSigner
    private let last: Mutex<Int64>

    init(_ name: String, _ secret: UInt8, from last: Int64 = 0) throws {
        self.name = name
        signer = try #require(
            NoteSigner(name: name, secret: [UInt8](repeating: secret, count: 32)))
        self.last = Mutex(last)
    }

    var key: [UInt8] { signer.verifier.publicKey }

    /// Signs the next commit.
    var device: DeviceSigner {
        let number = last.withLock { last in
            last += 1
            return last
        }
        return DeviceSigner(signer, number: number, seed: [UInt8](repeating: 9, count: 32))
    }

    /// Records something, signed.
    @discardableResult
    func record(
        _ events: [Event], _ id: UInt64, in store: any EventStore, actor: UInt64? = 1
    ) throws -> Appended {
        try store.append(try device.signed(TestDevice.commit(events, id, actor), over: store))
    }

    /// Says that the device is there.
    func join(_ store: any EventStore, _ id: UInt64, by other: TestDevice? = nil) throws {
        let signing = other ?? self
        let root = try other == nil && !isShared(store) ? store.head().root.bytes : nil
        try signing.record(
            [.deviceAdded(DeviceAdded(name: name, key: key, by: signing.key, root: root))], id,
            in: store)
    }

    private func isShared(_ store: any EventStore) throws -> Bool {
        try !LedgerSnapshot(store: store).referenceData.devices.isEmpty
    }

    /// A commit that nobody signed.
    static func commit(_ events: [Event], _ id: UInt64, _ actor: UInt64? = 1) -> NewCommit {
        NewCommit(
            id: CommitID(high: 7, low: id),
            recordedAt: Timestamp(millisecondsSince1970: 1_767_300_000_000 + Int64(id) * 1_000),
            actor: actor.map { .position($0) }, events: events)
    }
}

extension EventStore {
    /// Appends wherever the end is.
    @discardableResult
    func append(_ commit: NewCommit) throws -> Appended { try append(commit, expecting: nil) }

    /// What the signatures come to.
    func signatures(own: TestDevice? = nil) throws -> SignatureReport {
        let devices = try LedgerSnapshot(store: self).referenceData.devices
        return try #require(try signatureReport(devices, own: own?.key))
    }
}
