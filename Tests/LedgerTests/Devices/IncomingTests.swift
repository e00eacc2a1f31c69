import EventLog
import Ledger
import LedgerTesting
import Support
import Testing

/// Commits that come to the end of a log are held against its devices before they are taken.
@Suite("Signatures of commits that come")
struct IncomingTests {
    /// A ledger of the laptop, which believes the phone; the same each time.
    private struct House {
        let store: MemoryEventStore
        let laptop: TestDevice
        let phone: TestDevice

        init() throws {
            store = try Given.store([Given.ledger, [.lineAdded(Given.line(500, "bread"))]])
            laptop = try TestDevice("laptop", 1)
            phone = try TestDevice("phone", 2)
            try laptop.join(store, 1)
            try phone.join(store, 2, by: laptop)
            try phone.record([.lineAdded(Given.line(100, "tea"))], 3, in: store)
        }

        func add(_ cents: Int64, by device: TestDevice, _ id: UInt64) throws {
            try device.record([.lineAdded(Given.line(cents, "more"))], id, in: store)
        }

        func revokePhone(_ id: UInt64) throws {
            let revoked = DeviceRevoked(key: phone.key, by: laptop.key, signed: 1)
            try laptop.record([.deviceRevoked(revoked)], id, in: store)
        }
    }

    /// The commits that one log has behind the end of another one.
    private func incoming(
        of theirs: MemoryEventStore, behind mine: any EventStore
    ) throws -> IncomingCommits {
        var commits = IncomingCommits(behind: mine)
        var rows: [(header: CommitHeader, row: Row)] = []
        let positions = try mine.head().count..<theirs.head().count
        try theirs.readStored(positions, .all, holding: .all) { batch in
            for (index, row) in batch.rows.enumerated() {
                if let header = batch.commit(at: index) { rows.append((header, row)) }
            }
            return .next
        }
        var rest = rows[...]
        let seed = try #require(theirs.seed(of: 0))
        while let header = rest.first?.header {
            let own = rest.prefix { $0.header == header }.map(\.row)
            rest = rest.dropFirst(own.count)
            let draft = CommitDraft(
                id: header.id, recordedAt: header.recordedAt, actor: header.actor,
                batch: header.batch, key: header.key, rows: own)
            let end = header.firstPosition + UInt64(own.count)
            let root = try #require(try theirs.root(at: end))
            try commits.take(draft, at: header.firstPosition, root: root, seeds: [0: seed])
        }
        return commits
    }

    /// What is said of them, whether the numbers of the log are known or not.
    private func judgement(
        of theirs: MemoryEventStore, behind mine: MemoryEventStore
    ) throws -> IncomingCommits.Judgement {
        let commits = try incoming(of: theirs, behind: mine)
        let devices = try LedgerSnapshot(store: mine).referenceData.devices
        let found = try commits.judgement(devices, own: nil)
        let known = try mine.signedNumbers(devices)
        #expect(try commits.judgement(devices, own: nil, known).doubtful == found.doubtful)
        return found
    }

    @Test("where the numbers of the log are known no signature of it is read for what goes on")
    func known() throws {
        let (mine, theirs) = (try House(), try House())
        for house in [mine, theirs] { try house.revokePhone(4) }
        try theirs.add(1, by: theirs.laptop, 5)
        let spy = SpyEventStore(over: mine.store)
        let devices = try LedgerSnapshot(store: mine.store).referenceData.devices
        let commits = try incoming(of: theirs.store, behind: spy)
        let signatures = TypeSet([EventType.commitSigned.rawValue])
        func reads() -> Int {
            spy.calls.filter { call in
                if case .read(_, let types) = call { types == signatures } else { false }
            }.count
        }
        spy.forget()
        #expect(try commits.judgement(devices, own: nil).doubtful.isEmpty)
        #expect(reads() == 1)
        let known = try mine.store.signedNumbers(devices)
        spy.forget()
        #expect(try commits.judgement(devices, own: nil, known).doubtful.isEmpty)
        #expect(try spy.copies(devices, own: nil, known).isEmpty)
        #expect(reads() == 0)
        // Those of an earlier log say nothing of this one.
        let earlier = SignedNumbers(events: known.events - 1)
        #expect(try commits.judgement(devices, own: nil, earlier).doubtful.isEmpty)
        #expect(reads() == 1)
    }

    @Test("the log alone says who is believed, and what comes may say more of it")
    func believed() throws {
        let (mine, theirs) = (try House(), try House())
        try theirs.add(1, by: theirs.phone, 4)
        let tablet = try TestDevice("tablet", 3)
        // What it records before somebody adds it is believed with that.
        try theirs.add(2, by: tablet, 5)
        try tablet.join(theirs.store, 6, by: theirs.laptop)
        #expect(try judgement(of: theirs.store, behind: mine.store).doubtful.isEmpty)
        #expect(try theirs.store.signatures().doubtful.isEmpty)
    }

    @Test("what was signed after a revocation is named, whether that was there or comes")
    func revoked() throws {
        let (before, mine, theirs) = (try House(), try House(), try House())
        try mine.revokePhone(4)
        try theirs.revokePhone(4)
        let first = theirs.store.head().count
        try theirs.add(3, by: theirs.phone, 5)
        for house in [before, mine] {
            let found = try judgement(of: theirs.store, behind: house.store)
            #expect(found.doubtful.map(\.fault) == [.revoked(key: theirs.phone.key)])
            #expect(found.doubtful.map(\.position) == [first])
        }
        // What the phone signed before stays believed.
        #expect(try judgement(of: mine.store, behind: before.store).doubtful.isEmpty)
    }

    @Test("a revoked device signs nothing anew under a number that the log has")
    func repeated() throws {
        let (mine, theirs) = (try House(), try House())
        for house in [mine, theirs] { try house.revokePhone(4) }
        let thief = try TestDevice("phone", 2)
        try theirs.add(9, by: thief, 5)
        #expect(
            try judgement(of: theirs.store, behind: mine.store).doubtful.map(\.fault)
                == [.copied(key: thief.key, number: 1)])
    }

    @Test("that a revoked device revokes back is named, and nothing of the one that revoked it")
    func back() throws {
        let (mine, theirs) = (try House(), try House())
        for house in [mine, theirs] { try house.revokePhone(4) }
        let revoked = DeviceRevoked(key: theirs.laptop.key, by: theirs.phone.key, signed: 0)
        try theirs.phone.record([.deviceRevoked(revoked)], 5, in: theirs.store)
        try theirs.add(6, by: theirs.laptop, 6)
        #expect(
            try judgement(of: theirs.store, behind: mine.store).doubtful.map(\.fault)
                == [.revoked(key: theirs.phone.key)])
    }

    @Test("a number that the log has already is named with both commits, whoever has the key")
    func copiedNumber() throws {
        let (mine, theirs) = (try House(), try House())
        let tea = mine.store.head().count - 2
        let copy = try TestDevice("phone", 2)
        try theirs.add(4, by: theirs.laptop, 4)
        try theirs.add(9, by: copy, 5)
        try theirs.add(5, by: theirs.phone, 6)
        let found = try judgement(of: theirs.store, behind: mine.store).doubtful
        #expect(found.map(\.fault) == [.copied(key: copy.key, number: 1)])
        #expect(found.first?.other?.position == tea)
        #expect(found.first?.other?.isTheirs == false)
    }

    @Test("what nobody signed or a stranger is named, but not that the stranger is there")
    func strangers() throws {
        let (mine, theirs) = (try House(), try House())
        let tablet = try TestDevice("tablet", 3)
        try tablet.join(theirs.store, 4)
        let introduced = try judgement(of: theirs.store, behind: mine.store)
        #expect(
            introduced.doubtful.isEmpty && introduced.devices.key(named: "tablet") == tablet.key)
        try theirs.add(4, by: tablet, 5)
        _ = try theirs.store.append(
            TestDevice.commit([.lineAdded(Given.line(5, "gin"))], 6), expecting: nil)
        // A stranger says of another device that it is there, and that one is gone.
        let thief = try TestDevice("thief", 4)
        try thief.join(theirs.store, 7, by: tablet)
        try tablet.record(
            [.deviceRevoked(DeviceRevoked(key: mine.laptop.key, by: tablet.key, signed: 0))], 8,
            in: theirs.store)
        let unknown = SignatureFault.unknown(key: tablet.key)
        #expect(
            try judgement(of: theirs.store, behind: mine.store).doubtful.map(\.fault)
                == [unknown, .unsigned, unknown, unknown])
    }

    /// What is said of the commits of a team's log, where something is pending.
    private func pending(
        _ theirs: House, behind shared: UInt64, _ mine: House
    ) throws -> [SignatureFault] {
        let devices = try LedgerSnapshot(store: mine.store).referenceData.devices
        return try mine.store.doubtful(
            of: theirs.store, behind: shared, devices, own: mine.laptop.key, isTeams: true
        ).map(\.fault)
    }

    @Test("what a team's log and this one share was taken, whoever signed it")
    func taken() throws {
        let (mine, theirs) = (try House(), try House())
        let unsigned = TestDevice.commit([.lineAdded(Given.line(5, "gin"))], 4)
        for house in [mine, theirs] { try house.store.append(unsigned) }
        let shared = mine.store.head().count
        try mine.add(6, by: mine.laptop, 5)
        try theirs.add(7, by: theirs.phone, 6)
        #expect(try pending(theirs, behind: shared, mine).isEmpty)
        // What another one brings of that, and what waits here, is named still.
        try theirs.store.append(TestDevice.commit([.lineAdded(Given.line(8, "rum"))], 7))
        #expect(try pending(theirs, behind: shared, mine) == [.unsigned])
        try mine.store.append(TestDevice.commit([.lineAdded(Given.line(9, "ale"))], 8))
        #expect(try pending(theirs, behind: shared, mine) == [.unsigned, .unsigned])
    }

    @Test("that a new device is there comes by a team's log where something is pending, too")
    func introduced() throws {
        let (mine, theirs) = (try House(), try House())
        let shared = mine.store.head().count
        try mine.add(6, by: mine.laptop, 4)
        let tablet = try TestDevice("tablet", 3)
        try tablet.join(theirs.store, 5)
        #expect(try pending(theirs, behind: shared, mine).isEmpty)
        let devices = try LedgerSnapshot(store: mine.store).referenceData.devices
        let unknown = SignatureFault.unknown(key: tablet.key)
        // A copy that nobody shares by a server has its key compared first.
        #expect(
            try mine.store.doubtful(
                of: theirs.store, behind: shared, devices, own: mine.laptop.key
            ).map(\.fault) == [unknown])
        try theirs.add(7, by: tablet, 6)
        #expect(try pending(theirs, behind: shared, mine) == [unknown])
    }

    @Test("a new key that vouches for what the old one signed is named with that")
    func newKey() throws {
        let (mine, theirs) = (try House(), try House())
        let shared = mine.store.head().count
        try mine.revokePhone(4)
        let devices = try LedgerSnapshot(store: theirs.store).referenceData.devices
        try theirs.add(3, by: theirs.phone, 5)
        let signed = try theirs.store.signed(
            by: theirs.phone.key, devices, own: theirs.phone.key)
        #expect(signed.count == 2)
        let found = try TestDevice("found", 3)
        let added = DeviceAdded(name: "found", key: found.key, by: found.key)
        try found.record(
            [.deviceAdded(added)] + CommitsVouched.events(signed), 6, in: theirs.store)
        let faults = [
            SignatureFault.revoked(key: theirs.phone.key), .unknown(key: found.key),
        ]
        #expect(try pending(theirs, behind: shared, mine) == faults)
        // A third key that vouches for the second alone is no reason to refuse it.
        let again = try TestDevice("again", 4)
        let all = try theirs.store.signed(by: found.key, devices, own: theirs.phone.key)
        let another = DeviceAdded(name: "again", key: again.key, by: again.key)
        try again.record(
            [.deviceAdded(another)] + CommitsVouched.events(all), 8, in: theirs.store)
        #expect(try pending(theirs, behind: shared, mine) == faults)
        // With the key both are believed.
        try mine.laptop.record(
            [.deviceAdded(DeviceAdded(name: "found", key: found.key, by: mine.laptop.key))], 7,
            in: mine.store)
        #expect(try pending(theirs, behind: shared, mine).isEmpty)
    }

    @Test("nobody vouches for what a stranger vouches for along with itself")
    func introduction() throws {
        let (mine, later) = (try House(), try House())
        let thief = try TestDevice("thief", 4)
        func doubtful(_ house: House) throws -> [CommitsVouched.Commit] {
            try house.store.unvouched(
                in: 0..<house.store.head().count,
                LedgerSnapshot(store: house.store).referenceData.devices, own: house.laptop.key,
                onlyDoubtful: true)
        }
        // What is to come is known to the thief: it is unsigned, and has the same digest anywhere.
        try later.store.append(TestDevice.commit([.lineAdded(Given.line(9, "gin"))], 4))
        let vouched = try doubtful(later)
        #expect(vouched.count == 1)
        let added = DeviceAdded(name: "thief", key: thief.key, by: thief.key)
        try thief.record(
            [.deviceAdded(added)] + CommitsVouched.events(vouched), 5, in: mine.store)
        let unknown = SignatureFault.unknown(key: thief.key)
        #expect(try mine.store.signatures().doubtful.map(\.fault) == [unknown])
        #expect(try doubtful(mine).isEmpty)
        // What else it signed can be believed without it.
        try mine.add(8, by: thief, 6)
        let found = try doubtful(mine)
        #expect(found.count == 1)
        try mine.laptop.record(CommitsVouched.events(found), 7, in: mine.store)
        #expect(try mine.store.signatures().doubtful.map(\.fault) == [unknown])
    }

    @Test("a number that two commits have is named, and one for which somebody vouches is not")
    func copied() throws {
        let (mine, theirs) = (try House(), try House())
        let copy = try TestDevice("phone", 2, from: 1)
        try theirs.add(6, by: theirs.phone, 4)
        try theirs.add(7, by: copy, 5)
        let fault = SignatureFault.copied(key: copy.key, number: 2)
        #expect(
            try judgement(of: theirs.store, behind: mine.store).doubtful.map(\.fault)
                == [fault, fault])
        let doubtful = try theirs.store.unvouched(
            in: 0..<theirs.store.head().count,
            LedgerSnapshot(store: theirs.store).referenceData.devices, own: theirs.laptop.key,
            onlyDoubtful: true)
        try theirs.laptop.record(CommitsVouched.events(doubtful), 6, in: theirs.store)
        #expect(try judgement(of: theirs.store, behind: mine.store).doubtful.isEmpty)
    }
}
