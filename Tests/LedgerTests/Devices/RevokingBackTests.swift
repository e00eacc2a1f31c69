import EventLog
import Ledger
import LedgerTesting
import Support
import Testing

/// What a device that was revoked says of the one that revoked it.
@Suite("Revoking back")
struct RevokingBackTests {
    /// A ledger of the desk, which believes the laptop and the tablet.
    private struct House {
        let store: MemoryEventStore
        let desk: TestDevice
        let laptop: TestDevice
        let tablet: TestDevice

        init() throws {
            store = try Given.store([Given.ledger, [.lineAdded(Given.line(500, "bread"))]])
            desk = try TestDevice("desk", 1)
            laptop = try TestDevice("laptop", 2)
            tablet = try TestDevice("tablet", 3)
            try desk.join(store, 1)
            try laptop.join(store, 2, by: desk)
            try tablet.join(store, 3, by: desk)
            try laptop.record([.lineAdded(Given.line(100, "tea"))], 4, in: store)
        }

        func revoke(
            _ device: TestDevice, by other: TestDevice, _ id: UInt64, signed: Int64
        ) throws {
            let revoked = DeviceRevoked(key: device.key, by: other.key, signed: signed)
            try other.record([.deviceRevoked(revoked)], id, in: store)
        }

        func isRevoked(_ device: TestDevice) throws -> Bool {
            try store.isRevoked(
                device.key, LedgerSnapshot(store: store).referenceData.devices)
        }
    }

    @Test("a revoked device revokes neither the one that revoked it nor others there")
    func back() throws {
        let house = try House()
        try house.revoke(house.laptop, by: house.desk, 5, signed: 1)
        try house.revoke(house.desk, by: house.laptop, 6, signed: 0)
        try house.revoke(house.tablet, by: house.laptop, 7, signed: 0)
        try house.tablet.record([.lineAdded(Given.line(2, "milk"))], 8, in: house.store)
        #expect(try !house.isRevoked(house.desk))
        let report = try house.store.signatures(own: house.desk)
        #expect(report.devices.map(\.isRevoked) == [false, true, false])
        let fault = SignatureFault.revoked(key: house.laptop.key)
        #expect(report.doubtful.map(\.fault) == [fault, fault])
        // The desk goes on: what it vouches for is believed.
        try house.desk.record([.lineAdded(Given.line(3, "salt"))], 9, in: house.store)
        #expect(try house.store.signatures(own: house.desk).doubtful.count == 2)
    }

    @Test("nor by a device that it adds, or under a number that it had used")
    func detours() throws {
        let house = try House()
        try house.revoke(house.laptop, by: house.desk, 5, signed: 1)
        let thief = try TestDevice("thief", 4)
        try thief.join(house.store, 6, by: house.laptop)
        try house.revoke(house.desk, by: thief, 7, signed: 0)
        let copy = try TestDevice("laptop", 2)
        try house.revoke(house.desk, by: copy, 8, signed: 0)
        #expect(try !house.isRevoked(house.desk))
        let report = try house.store.signatures(own: house.desk)
        #expect(report.devices.map(\.isRevoked) == [false, true, false, false])
    }

    @Test("a revocation that came first holds, and others may know more of the revoked one")
    func first() throws {
        let house = try House()
        try house.revoke(house.desk, by: house.laptop, 5, signed: 3)
        #expect(try house.isRevoked(house.desk))
        try house.laptop.record([.lineAdded(Given.line(2, "milk"))], 6, in: house.store)
        try house.revoke(house.laptop, by: house.tablet, 7, signed: 3)
        #expect(try house.isRevoked(house.desk))
        #expect(try house.store.signatures(own: house.tablet).doubtful.isEmpty)
    }
}
