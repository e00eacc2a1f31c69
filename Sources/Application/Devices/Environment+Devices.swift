internal import EventLog
internal import Ledger

extension Environment {
    /// Makes a device of this copy and records that it is there, in a commit that it signs itself;
    /// the devices before have to add its key.
    ///
    /// - Parameter name: What it is called; as this machine where left out.
    /// - Returns: The device's key.
    func addDevice(
        named name: String?, to store: any EventStore
    ) throws(ApplicationError) -> NoteSigner {
        let signer: NoteSigner
        if let own = try ownDevice() {
            signer = own.signer
        } else {
            signer = try makeDevice(named: name ?? Places.machine)
        }
        let snapshot = try mappingError(ApplicationError.store, LedgerSnapshot(store: store))
        let actor = try self.actor(in: snapshot)
        let commit = NewCommit(
            id: newCommitID(), recordedAt: now(), actor: actor.map { .position($0) },
            events: snapshot.declared([try added(signer, in: snapshot)]), origin: .newID)
        let signed = try self.signed(commit, over: store, snapshot.referenceData.devices)
        try mappingError(ApplicationError.store) { () throws(StoreError) in
            _ = try store.append(signed, expecting: snapshot.count)
        }
        return signer
    }

    /// That a device is there, as it says of itself; the first one vouches for what was recorded
    /// before.
    func added(
        _ signer: NoteSigner, in snapshot: LedgerSnapshot
    ) throws(ApplicationError) -> Event {
        let key = signer.verifier.publicKey
        let isFirst = snapshot.referenceData.devices.isEmpty
        let root = try mappingError(
            ApplicationError.store, isFirst ? snapshot.store.root(at: snapshot.count) : nil)
        return .deviceAdded(
            DeviceAdded(name: signer.verifier.name, key: key, by: key, root: root?.bytes))
    }
}

extension Places {
    /// What this machine is called, as a device can be called.
    static var machine: String {
        let bytes = (try? Files.read("/etc/hostname")) ?? nil
        let name = String(decoding: bytes ?? [], as: UTF8.self)
            .prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == ".") }
        return name.isEmpty || name.hasPrefix("-") || name.count > DeviceLimit.nameMax
            ? "device" : String(name)
    }
}

extension Environment {
    /// The devices of a store; none where it is not shared.
    func deviceRows(of store: any EventStore) throws(ApplicationError) -> [DeviceRow] {
        let own = try ownKey()
        let report = try mappingError(ApplicationError.store) { () throws(StoreError) in
            try store.signatureReport(
                LedgerSnapshot(store: store).referenceData.devices, own: own)
        }
        return (report?.devices ?? []).map { DeviceRow($0, isOwn: $0.key == own) }
    }

    /// The key of a device of this ledger, by its name or the beginning of its key.
    func device(_ text: String) throws(ApplicationError) -> [UInt8] {
        let devices = try snapshot().referenceData.devices
        if devices.isEmpty { throw .device(.notShared) }
        let (store, own) = (try store(), try ownKey() ?? [])
        let believed = try mappingError(
            ApplicationError.store, store.believed(devices, own: own))
        guard let key = devices.key(named: text, believed: believed) else {
            throw .device(.unknown(text))
        }
        return key
    }

    /// The key with which this copy signs, in a shared ledger.
    func sharingKey() throws(ApplicationError) -> [UInt8] {
        if try snapshot().referenceData.devices.isEmpty { throw .device(.notShared) }
        guard let key = try ownKey() else { throw .device(.noKey(name: nil)) }
        return key
    }

    /// Records what is said of devices.
    func recordDevices(
        _ events: (LedgerSnapshot) throws(ApplicationError) -> [Event]
    ) throws(ApplicationError) -> CommandOutcome {
        let recorded = try recorder().record { snapshot, _ throws(ApplicationError) in
            Decision(events: try events(snapshot))
        }
        guard let recorded else { throw .decision(.nothingGiven) }
        return recorded
    }
}

extension DeviceRow {
    init(_ device: KnownDevice, isOwn: Bool) {
        id = device.position
        name = device.name
        key = String(DeviceBook.digits(of: device.key).prefix(16))
        verifier = NoteVerifier(name: device.name, publicKey: device.key)?.text ?? ""
        state =
            if device.isCopied {
                .copied
            } else if device.isRevoked {
                .revoked
            } else {
                device.isBelieved ? .believed : .unknown
            }
        own = isOwn
        signed = device.signed
    }
}
