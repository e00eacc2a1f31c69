import EventLog
import Ledger
import LedgerTesting
import Support
import Testing

@Suite("Signatures of devices")
struct SignatureTests {
    /// A shared ledger: the laptop shared it after one entry, and recorded one more.
    private func shared() throws -> (store: MemoryEventStore, laptop: TestDevice) {
        let store = try Given.store([Given.ledger, [.lineAdded(Given.line(500, "bread"))]])
        let laptop = try TestDevice("laptop", 1)
        try laptop.join(store, 1)
        try laptop.record([.lineAdded(Given.line(700, "milk", account: 2))], 2, in: store)
        return (store, laptop)
    }

    /// The commits of a store, appended to another one behind some other event, with changes.
    private func moved(
        _ store: MemoryEventStore, changing change: (inout NewCommit) -> Void = { _ in }
    ) throws -> MemoryEventStore {
        let other = MemoryEventStore(makeSeed: Seeds.fixed)
        var events: [(header: CommitHeader, row: Row)] = []
        try store.read(0..<store.head().count, .all) { batch in
            for (index, row) in batch.rows.enumerated() {
                if let header = batch.commit(at: index) { events.append((header, row)) }
            }
            return .next
        }
        var rest = events[...]
        while let header = rest.first?.header {
            let own = rest.prefix { $0.header == header }.map(\.row)
            rest = rest.dropFirst(own.count)
            var commit = NewCommit(
                id: header.id, recordedAt: Timestamp(millisecondsSince1970: header.recordedAt),
                actor: header.actor.map { .position($0) },
                events: try own.enumerated().map { index, row in
                    try Event(row: row, at: header.firstPosition + UInt64(index))
                }, origin: .otherProgram)
            var kept: [Int: Field] = [:]
            for (index, row) in own.enumerated() {
                if let salt = row[.salt] { kept[index] = Field(.salt, salt) }
            }
            commit.salts = .kept(kept)
            change(&commit)
            _ = try other.append(commit, expecting: nil)
        }
        return other
    }

    @Test("are of all that a commit says, and others of what was before the ledger was shared")
    func sound() throws {
        let (store, laptop) = try shared()
        let report = try store.signatures()
        #expect(report.doubtful.isEmpty)
        #expect((report.signed, report.earlier, report.vouched) == (2, 2, 0))
        #expect(report.devices.map(\.name) == ["laptop"])
        #expect(report.devices.first?.key == laptop.key)
        #expect(report.devices.first?.signed == 2)
        #expect(report.devices.first?.isBelieved == true)
        #expect(try moved(store).signatures().doubtful.isEmpty)
    }

    @Test("a changed amount, text, actor, time or order of events is found")
    func changed() throws {
        let (store, laptop) = try shared()
        let changes: [(inout NewCommit) -> Void] = [
            { $0.events[0] = .lineAdded(Given.line(701, "milk", account: 2)) },
            { $0.events[0] = .lineAdded(Given.line(700, "wine", account: 2)) },
            { $0.events[0] = .lineAdded(Given.line(700, "milk", account: 3)) },
            { $0.actor = .position(2) },
            { $0.recordedAt = $0.recordedAt.adding(milliseconds: 1) },
            { $0.id = CommitID(high: 7, low: 99) },
            { $0.events.insert(.lineAdded(Given.line(1, "more")), at: 0) },
            { $0.key = "key" },
        ]
        for (index, change) in changes.enumerated() {
            let forged = try moved(store) { commit in
                if commit.id == CommitID(high: 7, low: 2) { change(&commit) }
            }
            let found = try forged.signatures().doubtful
            #expect(found.map(\.fault) == [.changed(key: laptop.key)], "\(index)")
        }
        let bare = try moved(store) { commit in
            if commit.id == CommitID(high: 7, low: 2) { commit.events.removeLast() }
        }
        #expect(try bare.signatures().doubtful.map(\.fault) == [.unsigned])
    }

    @Test("a number that somebody else wrote in a device's name is none of it")
    func numbers() throws {
        let (store, laptop) = try shared()
        func last(behind number: Int64, below limit: Int64) throws -> Int64 {
            try store.lastNumber(of: laptop.key, behind: number, from: 0, below: limit)
        }
        let forged = CommitSigned(
            key: laptop.key, signature: [UInt8](repeating: 5, count: 64), number: 1 << 61)
        _ = try store.append(
            TestDevice.commit([.lineAdded(Given.line(1, "tea")), .commitSigned(forged)], 3),
            expecting: nil)
        #expect(try last(behind: 0, below: 1 << 62) == 2)
        #expect(try last(behind: 5, below: 1 << 62) == 5)
        let older = try TestDevice("laptop", 1, from: 6)
        try older.record([.lineAdded(Given.line(2, "gin"))], 4, in: store)
        #expect(try last(behind: 2, below: 1 << 62) == 7)
        #expect(try last(behind: 2, below: 7) == 2)
    }

    @Test("a number of a commit that a merge changed is used up, where a device vouches for it")
    func changedNumbers() throws {
        let (store, laptop) = try shared()
        try laptop.record([.lineAdded(Given.line(1, "tea"))], 3, in: store)
        let merged = try moved(store) { commit in
            if commit.id == CommitID(high: 7, low: 3) {
                commit.events[0] = .lineAdded(Given.line(1, "tea", account: 2))
            }
        }
        func last() throws -> Int64 {
            try merged.lastNumber(of: laptop.key, behind: 1, from: 0, below: 1 << 62)
        }
        #expect(try last() == 2)
        // Somebody writes another one in its name, which is vouched for as well.
        let forged = CommitSigned(
            key: laptop.key, signature: [UInt8](repeating: 5, count: 64), number: 1 << 61)
        _ = try merged.append(
            TestDevice.commit([.lineAdded(Given.line(1, "gin")), .commitSigned(forged)], 4),
            expecting: nil)
        let devices = try LedgerSnapshot(store: merged).referenceData.devices
        let doubtful = try merged.unvouched(
            in: 0..<merged.head().count, devices, own: laptop.key, onlyDoubtful: true)
        #expect(doubtful.count == 2)
        let merger = try TestDevice("laptop", 1, from: 3)
        try merger.record(CommitsVouched.events(doubtful), 5, in: merged)
        // The vouching commit has number 4: an older count of 1, held below it, finds 3.
        #expect(try last() == 4)
        #expect(
            try merged.lastNumber(of: laptop.key, behind: 1, from: 0, below: 4) == 3)
    }

    @Test("events in front of the sharing are pinned by its root")
    func earlier() throws {
        let (store, _) = try shared()
        let forged = try moved(store) { commit in
            if commit.id == CommitID(high: 1, low: 1) {
                commit.events = [.lineAdded(Given.line(501, "bread"))]
            }
        }
        #expect(try forged.signatures().doubtful.map(\.fault) == [.unsigned, .unsigned])
    }

    @Test("a device is believed when one that is believed adds it, up to where one revokes it")
    func devices() throws {
        let (store, laptop) = try shared()
        let phone = try TestDevice("phone", 2)
        try phone.join(store, 3)
        try phone.record([.lineAdded(Given.line(1, "tea"))], 4, in: store)
        #expect(
            try store.signatures().doubtful.map(\.fault)
                == [.unknown(key: phone.key), .unknown(key: phone.key)])
        #expect(try store.signatures(own: phone).doubtful.isEmpty)

        try phone.join(store, 5, by: laptop)
        #expect(try store.signatures().doubtful.isEmpty)

        try laptop.record(
            [.deviceRevoked(DeviceRevoked(key: phone.key, by: laptop.key, signed: 2))], 6,
            in: store)
        #expect(try store.signatures().doubtful.isEmpty)
        #expect(try store.signatures().devices.map(\.isRevoked) == [false, true])
        try phone.record([.lineAdded(Given.line(2, "gin"))], 7, in: store)
        #expect(try store.signatures().doubtful.map(\.fault) == [.revoked(key: phone.key)])
    }

    @Test(
        "of two devices that revoke a third one may know more; it never speaks for itself")
    func revokedTwice() throws {
        let (store, laptop) = try shared()
        let (phone, tablet) = (try TestDevice("phone", 2), try TestDevice("tablet", 3))
        try phone.join(store, 3, by: laptop)
        try tablet.join(store, 4, by: laptop)
        try phone.record([.lineAdded(Given.line(1, "tea"))], 5, in: store)
        func revoke(_ device: TestDevice, _ id: UInt64, signed: Int64) throws {
            try device.record(
                [.deviceRevoked(DeviceRevoked(key: phone.key, by: device.key, signed: signed))],
                id, in: store)
        }
        try revoke(phone, 6, signed: 100)
        try revoke(laptop, 7, signed: 1)
        #expect(try store.signatures().doubtful.map(\.fault) == [.revoked(key: phone.key)])
        try revoke(tablet, 8, signed: 2)
        #expect(try store.signatures().doubtful.isEmpty)
    }

    @Test("a device that was revoked takes that back by no device that it added, nor in a name")
    func revokedForGood() throws {
        let (store, laptop) = try shared()
        let (phone, thief) = (try TestDevice("phone", 2), try TestDevice("thief", 3))
        func revoke(_ device: TestDevice, as by: TestDevice, _ id: UInt64, _ most: Int64) throws {
            try device.record(
                [.deviceRevoked(DeviceRevoked(key: phone.key, by: by.key, signed: most))], id,
                in: store)
        }
        try phone.join(store, 3, by: laptop)
        try phone.record([.lineAdded(Given.line(1, "tea"))], 4, in: store)
        try revoke(laptop, as: laptop, 5, 1)
        try revoke(phone, as: laptop, 6, .max)
        try thief.join(store, 7, by: phone)
        try revoke(thief, as: thief, 8, .max)
        try phone.record([.lineAdded(Given.line(2, "gin"))], 9, in: store)
        #expect(
            try store.signatures().doubtful.map(\.fault) == [
                .revoked(key: phone.key), .revoked(key: phone.key), .unknown(key: thief.key),
                .revoked(key: phone.key),
            ])
        #expect(try store.signatures().devices.map(\.isBelieved) == [true, true, false])
    }

    @Test("a revocation leaves no number free, and keeps what stands behind a gap")
    func gaps() throws {
        let (store, laptop) = try shared()
        let phone = try TestDevice("phone", 2)
        try phone.join(store, 3, by: laptop)
        try phone.record([.lineAdded(Given.line(1, "tea"))], 4, in: store)
        let far = try TestDevice("phone", 2, from: .max - 1)
        try far.record([.lineAdded(Given.line(2, "gin"))], 5, in: store)
        let devices = try LedgerSnapshot(store: store).referenceData.devices
        let known = try store.known(of: phone.key, devices, own: laptop.key)
        #expect((known.signed, known.others.count) == (1, 1))
        let revoked = DeviceRevoked(key: phone.key, by: laptop.key, signed: known.signed)
        try laptop.record(
            [.deviceRevoked(revoked)] + CommitsVouched.events(known.others), 6, in: store)
        #expect(try store.signatures().doubtful.isEmpty)
        try phone.record([.lineAdded(Given.line(3, "rum"))], 7, in: store)
        #expect(try store.signatures().doubtful.map(\.fault) == [.revoked(key: phone.key)])
    }

    @Test("who is not believed can neither add nor revoke a device, nor vouch for commits")
    func stranger() throws {
        let (store, laptop) = try shared()
        let (thief, other) = (try TestDevice("thief", 3), try TestDevice("other", 4))
        try thief.join(store, 3)
        try other.join(store, 4, by: thief)
        try thief.record(
            [.deviceRevoked(DeviceRevoked(key: laptop.key, by: thief.key, signed: 0))], 5,
            in: store)
        let report = try store.signatures()
        #expect(report.devices.map(\.isBelieved) == [true, false, false])
        #expect(report.devices.map(\.isRevoked) == [false, false, false])
        #expect(report.doubtful.count == 3)
    }

    @Test("a key on two devices is found by two commits of one number")
    func copied() throws {
        let (store, laptop) = try shared()
        let copy = try TestDevice("laptop", 1, from: 1)
        try copy.record([.lineAdded(Given.line(3, "copy"))], 9, in: store)
        let report = try store.signatures()
        let fault = SignatureFault.copied(key: laptop.key, number: 2)
        #expect(report.doubtful.map(\.fault) == [fault, fault])
        #expect(report.devices.map(\.isCopied) == [true])
        let devices = try LedgerSnapshot(store: store).referenceData.devices
        let found = try store.unvouched(
            in: 0..<store.head().count, devices, own: laptop.key, onlyDoubtful: true)
        try laptop.record(CommitsVouched.events(found), 10, in: store)
        #expect(try store.signatures().doubtful.isEmpty)
    }

    @Test("of two commits of one number one stays, where somebody vouches for the other")
    func settled() throws {
        let (store, laptop) = try shared()
        let copy = try TestDevice("laptop", 1, from: 1)
        try copy.record([.lineAdded(Given.line(3, "copy"))], 9, in: store)
        let devices = try LedgerSnapshot(store: store).referenceData.devices
        let all = try store.signed(by: laptop.key, devices, own: laptop.key)
        #expect(all.count == 3)
        try laptop.record(CommitsVouched.events([try #require(all.last)]), 10, in: store)
        #expect(try store.signatures().doubtful.isEmpty)
        #expect(try store.signed(by: laptop.key, devices, own: laptop.key).count == 3)
    }

    @Test("outlive an erasure of the text that they are of")
    func erased() throws {
        let (store, _) = try shared()
        let line = store.head().count - 2
        #expect(store.eraseText(at: [line]).texts == 1)
        #expect(try store.signatures().doubtful.isEmpty)
    }

    @Test("a repeat under a key is one, whoever signs it") func repeated() throws {
        let (store, laptop) = try shared()
        var commit = TestDevice.commit([.lineAdded(Given.line(5, "once"))], 20)
        commit.key = "once"
        let first = try store.append(laptop.device.signed(commit, over: store))
        commit.id = CommitID(high: 7, low: 21)
        let second = try store.append(laptop.device.signed(commit, over: store))
        #expect(!first.isRepeat && second.isRepeat)
        #expect(first.positions == second.positions)
        #expect(try store.signatures().doubtful.isEmpty)
    }

    @Test("a ledger that is not shared keeps no word of devices in its schemas")
    func schemas() throws {
        #expect(!EventSchema.written.contains("device"))
        let names = ["deviceAdded", "deviceRevoked", "commitSigned", "commitsVouched"]
        let shared = EventSchema.schemas(in: EventSchema.writtenShared)
        #expect(names.allSatisfy { name in shared.contains { $0.name == name } })
        #expect(shared.count == EventSchema.schemas(in: EventSchema.written).count + names.count)
        let store = try Given.store([Given.ledger])
        let data = try LedgerSnapshot(store: store).referenceData
        #expect(data.undeclared == nil)
        let told = try #require(data.undeclared(sharing: true))
        #expect(told == .schemasDeclared(SchemasDeclared(schemas: EventSchema.writtenShared)))
        let laptop = try TestDevice("laptop", 1)
        let key = laptop.key
        try laptop.record(
            [.deviceAdded(DeviceAdded(name: "laptop", key: key, by: key)), told], 1, in: store)
        #expect(try LedgerSnapshot(store: store).referenceData.undeclared == nil)
    }

    @Test("a device is found by its name, or the beginning of its key") func named() throws {
        let (store, laptop) = try shared()
        let phone = try TestDevice("phone", 2)
        try phone.join(store, 3, by: laptop)
        try laptop.record(
            [.deviceAdded(DeviceAdded(name: "tablet", key: phone.key, by: laptop.key))], 4,
            in: store)
        let devices = try LedgerSnapshot(store: store).referenceData.devices
        #expect(devices.keys == [laptop.key, phone.key])
        #expect(devices.key(named: "tablet") == phone.key)
        #expect(devices.key(named: "phone") == nil)
        let digits = DeviceBook.digits(of: laptop.key)
        #expect(devices.key(named: String(digits.prefix(8)).uppercased()) == laptop.key)
        #expect(devices.key(named: String(digits.prefix(3))) == nil)
    }

    @Test("a large stream is signed as a whole") func streamed() throws {
        let store = try #require(try StoreKind.file.makeStore() as? FileEventStore)
        _ = try store.append(TestDevice.commit(Given.ledger, 0, nil))
        let laptop = try TestDevice("laptop", 1)
        try laptop.join(store, 1)
        let commit = TestDevice.commit([], 2)
        let stream = CommitStream(
            id: commit.id, recordedAt: commit.recordedAt, actor: commit.actor
        ) { (emit) throws(StoreError) in
            for number in 0..<5_000 {
                try emit(.lineAdded(Given.line(Int64(number + 1), "row \(number)")))
            }
        }
        let signed = laptop.device.signed(stream, over: store)
        let appended: Appended = try store.append(signed, expecting: nil)
        #expect(appended.positions.count == 5_001)
        #expect(try store.signatures().doubtful.isEmpty)
        #expect(try store.signatures().signed == 2)
        _ = try store.verify()
        _ = try store.seal()
        #expect(try store.signatures().doubtful.isEmpty)
    }

    /// Computed by `tools/verify-proof`, which knows nothing of this program: RFC 8032 with the
    /// secret of 32 bytes 01, over what `Audit.md` says.
    @Test("are those of the document, byte for byte") func vectors() throws {
        let store = try Given.store([Given.ledger])
        var eggs = Given.line(300, "eggs")
        eggs.entry = .inThisCommit(0)
        let vectors: [(UInt64, [Event], String)] = [
            (
                2, [.personAdded(PersonAdded(name: "Bo"))],
                "a29bf8b5fab83828fa4388ee92a1b65c19350f308657a7a1c9c2ad27c7d892a5"
                    + "234a7eb6ffa457cec515dd6f44350a818d35916e16acf92235010c29b774250d"
            ),
            (
                3, [.lineAdded(Given.line(700, "milk", account: 2)), .lineAdded(eggs)],
                "c160d4975d68bd6b01451e734052059d67467a97d4ac51e51ba89f40df7f15be"
                    + "deb4a6a4bbe37fe826f14d10319c45fedd2d0c5aacdcd75968b1a71a1b788200"
            ),
        ]
        for (id, events, expected) in vectors {
            let laptop = try TestDevice("laptop", 1)
            let signed = try laptop.device.signed(TestDevice.commit(events, id), over: store)
            guard case .commitSigned(let signature)? = signed.events.last else {
                Issue.record("no signature")
                continue
            }
            #expect(DeviceBook.digits(of: signature.signature) == expected)
            #expect(
                DeviceBook.digits(of: signature.key)
                    == "8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c")
        }
    }
}
