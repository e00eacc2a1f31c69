import EventLog
import Ledger
import LedgerTesting
import Support
import Testing

/// Commits under numbers of a device that another commit has, or that a revocation left.
@Suite("Numbers of a copied key")
struct CopiedNumbersTests {
    /// A ledger of the desk, which believes the laptop and the tablet; the same each time.
    private struct House {
        let store: MemoryEventStore
        let desk: TestDevice
        let laptop: TestDevice
        let tablet: TestDevice

        /// - Parameter hasTea: Whether the first commit of the laptop is there.
        init(hasTea: Bool = true) throws {
            store = try Given.store([Given.ledger, [.lineAdded(Given.line(500, "bread"))]])
            desk = try TestDevice("desk", 1)
            laptop = try TestDevice("laptop", 2)
            tablet = try TestDevice("tablet", 3)
            try desk.join(store, 1)
            try laptop.join(store, 2, by: desk)
            try tablet.join(store, 3, by: desk)
            if hasTea { try laptop.record([.lineAdded(Given.line(100, "tea"))], 4, in: store) }
        }

        func revoke(
            _ device: TestDevice, by other: TestDevice, _ id: UInt64, signed: Int64
        ) throws {
            let revoked = DeviceRevoked(key: device.key, by: other.key, signed: signed)
            try other.record([.deviceRevoked(revoked)], id, in: store)
        }

        var devices: DeviceBook {
            get throws { try LedgerSnapshot(store: store).referenceData.devices }
        }

        func isRevoked(_ device: TestDevice) throws -> Bool {
            try store.isRevoked(device.key, devices)
        }
    }

    @Test("a revoked key revokes no third device, neither anew nor under a number that is left")
    func thirdOnes() throws {
        let house = try House()
        try house.revoke(house.laptop, by: house.desk, 5, signed: 1)
        try house.revoke(house.tablet, by: house.laptop, 6, signed: 0)
        for own in [nil, house.tablet] {
            let report = try house.store.signatures(own: own)
            #expect(report.devices.map(\.isRevoked) == [false, true, false])
            #expect(report.doubtful.map(\.fault) == [.revoked(key: house.laptop.key)])
        }
        #expect(try !house.isRevoked(house.tablet))
        let copy = try TestDevice("laptop", 2)
        try house.revoke(house.tablet, by: copy, 7, signed: 0)
        let report = try house.store.signatures(own: house.tablet)
        let copied = SignatureFault.copied(key: copy.key, number: 1)
        #expect(report.devices.map(\.isRevoked) == [false, true, false])
        #expect(
            report.doubtful.map(\.fault) == [copied, .revoked(key: copy.key), copied])
        #expect(try !house.isRevoked(house.tablet))
        try house.tablet.record([.lineAdded(Given.line(2, "milk"))], 8, in: house.store)
        #expect(try house.store.signatures(own: house.tablet).doubtful.count == 3)
    }

    @Test("nor does it add one where the commit of that number is not there")
    func missing() throws {
        let house = try House(hasTea: false)
        try house.revoke(house.laptop, by: house.desk, 5, signed: 1)
        let (copy, thief) = (try TestDevice("laptop", 2), try TestDevice("thief", 4))
        try thief.join(house.store, 6, by: copy)
        try thief.record([.lineAdded(Given.line(9, "gin"))], 7, in: house.store)
        let report = try house.store.signatures(own: house.tablet)
        #expect(report.devices.map(\.isBelieved) == [true, true, true, false])
        #expect(
            report.doubtful.map(\.fault)
                == [.revoked(key: copy.key), .unknown(key: thief.key)])
    }

    @Test("nor does it say that commits of others were dealt with") func leavingOut() throws {
        let house = try House(hasTea: false)
        try house.revoke(house.laptop, by: house.desk, 5, signed: 1)
        let copy = try TestDevice("laptop", 2)
        let merged = BranchMerged(
            shared: 0, root: [UInt8](repeating: 1, count: 32), counts: ["events": 1],
            known: [CommitID(high: 7, low: 3).bytes])
        try copy.record([.branchMerged(merged)], 6, in: house.store)
        let report = try house.store.signatures(own: house.tablet)
        #expect(report.doubtful.map(\.fault) == [.revoked(key: copy.key)])
    }

    @Test("what a revoked device said of devices before holds, wherever that is known")
    func before() throws {
        let house = try House()
        let watch = try TestDevice("watch", 4)
        try watch.join(house.store, 5, by: house.laptop)
        try house.revoke(house.laptop, by: house.desk, 6, signed: 2)
        try house.revoke(house.laptop, by: house.tablet, 7, signed: 2)
        try watch.record([.lineAdded(Given.line(3, "salt"))], 8, in: house.store)
        for own in [nil, house.desk, house.tablet, watch] {
            let report = try house.store.signatures(own: own)
            #expect(report.doubtful.isEmpty)
            #expect(report.devices.map(\.isRevoked) == [false, true, false, false])
        }
    }

    @Test("a commit that takes the id and the number of another one with other words is named")
    func sameID() throws {
        let (mine, theirs) = (try House(), try House(hasTea: false))
        let shared = mine.store.head().count - 2
        #expect(theirs.store.head().count == shared)
        let copy = try TestDevice("laptop", 2)
        try copy.record([.lineAdded(Given.line(9_900, "tea"))], 4, in: theirs.store)
        let found = try mine.store.doubtful(
            of: theirs.store, behind: shared, mine.devices, own: mine.desk.key)
        let copied = SignatureFault.copied(key: copy.key, number: 1)
        #expect(found.map(\.fault) == [copied, copied])
        #expect(found.map(\.isTheirs) == [false, true])
        #expect(found.map { $0.other?.isTheirs } == [true, false])
    }

    @Test("a key that is on two devices is found by the numbers alone")
    func copies() throws {
        let house = try House()
        func found() throws -> [DoubtfulCommit] {
            try house.store.copies(house.devices, own: house.desk.key)
        }
        let first = house.store.head().count - 2
        #expect(try found().isEmpty)
        let copy = try TestDevice("laptop", 2)
        let second = house.store.head().count
        try copy.record([.lineAdded(Given.line(9, "gin"))], 5, in: house.store)
        #expect(try found().map(\.position) == [first, second])
        #expect(try found().map { $0.other?.position } == [second, first])
        // A number in somebody's name, and no signature of it.
        let forged = CommitSigned(
            key: house.tablet.key, signature: [UInt8](repeating: 5, count: 64), number: 1)
        try house.tablet.record([.lineAdded(Given.line(2, "milk"))], 6, in: house.store)
        try house.store.append(
            TestDevice.commit([.lineAdded(Given.line(1, "rum")), .commitSigned(forged)], 7))
        #expect(try found().map(\.position) == [first, second])
        let doubtful = try house.store.unvouched(
            in: first..<second + 2, house.devices, own: house.desk.key, onlyDoubtful: true)
        #expect(doubtful.count == 2)
        try house.desk.record(CommitsVouched.events(doubtful), 8, in: house.store)
        #expect(try found().isEmpty)
    }

    @Test("numbers are known of a log that grows, and of those that do not go on where they stand")
    func grows() throws {
        let house = try House()
        let (spy, copy) = (SpyEventStore(over: house.store), try TestDevice("laptop", 2))
        var known = try house.store.signedNumbers(house.devices)
        // The desk says three times who is there, and the laptop drinks tea.
        #expect(known.largest == [house.desk.key: 3, house.laptop.key: 1])
        #expect(known.repeated.isEmpty)
        let tea = known.events - 1
        try house.tablet.record([.lineAdded(Given.line(2, "milk"))], 5, in: house.store)
        let milk = house.store.head().count
        known = try spy.signedNumbers(house.devices, since: known)
        #expect(known.largest[house.tablet.key] == 1 && known.events == milk)
        // Of what was known nothing was read.
        func starts() -> [UInt64] {
            spy.calls.compactMap { call in
                if case .read(let range, _) = call { range.lowerBound } else { nil }
            }
        }
        #expect(starts() == [tea + 1])
        try copy.record([.lineAdded(Given.line(9, "gin"))], 6, in: house.store)
        spy.forget()
        known = try spy.signedNumbers(house.devices, since: known)
        let number = DeviceNumber(key: copy.key, number: 1)
        #expect(known.repeated == [number: [tea, milk + 1]])
        #expect(starts().count == 2)
        try copy.record([.lineAdded(Given.line(8, "ale"))], 7, in: house.store)
        try house.laptop.record([.lineAdded(Given.line(7, "rum"))], 8, in: house.store)
        known = try house.store.signedNumbers(house.devices, since: known)
        #expect(known == (try house.store.signedNumbers(house.devices)))
        #expect(known.largest[copy.key] == 2)
        #expect(Set(known.repeated.keys.map(\.number)) == [1, 2])
        let found = try house.store.copies(house.devices, own: house.desk.key, known)
        #expect(found == (try house.store.copies(house.devices, own: house.desk.key)))
        #expect(found.count == 4)
    }

    @Test("who vouches for a commit by hand believes none that it vouches for, and no device")
    func byHand() throws {
        let house = try House()
        let thief = try TestDevice("thief", 4)
        var late = TestDevice.commit([.lineAdded(Given.line(9, "gin"))], 9)
        late.salts = .made([UInt8](repeating: 7, count: 32))
        // What is to come is known to the thief: it has the same digest anywhere.
        let other = try House()
        try other.store.append(late)
        func doubtful(_ house: House) throws -> [CommitsVouched.Commit] {
            try house.store.unvouched(
                in: 0..<house.store.head().count, house.devices, own: house.desk.key,
                onlyDoubtful: true)
        }
        let added = DeviceAdded(name: "thief", key: thief.key, by: house.laptop.key)
        try house.store.append(
            TestDevice.commit(
                [.lineAdded(Given.line(1, "ale")), .deviceAdded(added)]
                    + CommitsVouched.events(doubtful(other)), 5))
        let found = try doubtful(house)
        #expect(found.count == 1)
        try house.desk.record(CommitsVouched.events(found), 6, in: house.store)
        #expect(try house.store.signatures().doubtful.isEmpty)
        try house.store.append(late)
        try thief.record([.lineAdded(Given.line(2, "rum"))], 10, in: house.store)
        let faults = [SignatureFault.unsigned, .unknown(key: thief.key)]
        #expect(try house.store.signatures().doubtful.map(\.fault) == faults)
        // What is there is believed by itself.
        try house.desk.record(CommitsVouched.events(doubtful(house)), 11, in: house.store)
        #expect(try house.store.signatures().doubtful.isEmpty)
    }

    @Test("a revocation keeps what the device vouched for, also behind a gap")
    func kept() throws {
        let house = try House()
        try house.store.append(TestDevice.commit([.lineAdded(Given.line(9, "gin"))], 5))
        let later = try TestDevice("laptop", 2, from: 6)
        let doubtful = try house.store.unvouched(
            in: 0..<house.store.head().count, house.devices, own: later.key, onlyDoubtful: true)
        try later.record(CommitsVouched.events(doubtful), 6, in: house.store)
        #expect(try house.store.signatures().doubtful.isEmpty)
        let known = try house.store.known(
            of: later.key, house.devices, own: house.desk.key)
        #expect((known.signed, known.others.count) == (1, 1))
        let revoked = DeviceRevoked(
            key: later.key, by: house.desk.key, signed: known.signed)
        try house.desk.record(
            [.deviceRevoked(revoked)] + CommitsVouched.events(known.others), 7, in: house.store)
        #expect(try house.store.signatures().doubtful.isEmpty)
    }
}
