internal import EventLog
internal import Ledger

extension Environment {
    /// The folder of the copy whose device signs; `nil` where nothing is kept.
    private var deviceFolder: String? { (signingHome ?? home).saved.folder }

    /// The device of a folder with its key, that of the copy that signs unless given; `nil` where
    /// the folder says none, or the key is not on this machine.
    func ownDevice(
        of folder: String? = nil
    ) throws(ApplicationError) -> (device: OwnDevice, signer: NoteSigner)? {
        guard let folder = folder ?? deviceFolder, let device = try OwnDevice.read(from: folder),
            let keys = DeviceKeys(deviceKeys, outside: folder),
            let signer = try keys.signer(of: device)
        else { return nil }
        return (device, signer)
    }

    /// The public key of the device that signs, which is believed by itself; `nil` where none of
    /// this machine does.
    func ownKey() throws(ApplicationError) -> [UInt8]? {
        try ownDevice()?.signer.verifier.publicKey
    }

    /// A commit as it is to be appended: signed, where the ledger is shared.
    ///
    /// - Parameters:
    ///   - store: What it is appended to.
    ///   - devices: The devices of that.
    /// - Throws: ``DeviceError/noKey(name:)``, ``DeviceError/revoked(_:)``.
    func signed(
        _ commit: NewCommit, over store: any EventStore, _ devices: DeviceBook
    ) throws(ApplicationError) -> NewCommit {
        if devices.isEmpty, !commit.events.addDevice { return salted(commit) }
        let signer = try deviceSigner(over: store, devices)
        return try mappingError(ApplicationError.store) { () throws(StoreError) in
            try signer.signed(commit, over: store)
        }
    }

    /// A stream as it is to be appended: signed, where the ledger is shared.
    func signed(
        _ stream: CommitStream, over store: any EventStore, _ devices: DeviceBook
    ) throws(ApplicationError) -> CommitStream {
        if devices.isEmpty {
            guard isOfTeam else { return stream }
            var salted = stream
            salted.salts = .made(randomBytes(Digest.byteCount))
            return salted
        }
        return try deviceSigner(over: store, devices).signed(stream, over: store)
    }

    /// A commit as it is to be appended where none is signed. On a device of a team it has salts of
    /// its own: those of the position where it stands until it is on the server are known to all,
    /// for another commit may stand there then.
    func salted(_ commit: NewCommit) -> NewCommit {
        guard isOfTeam, case .ofLog = commit.salts else { return commit }
        var salted = commit
        salted.salts = .made(randomBytes(Digest.byteCount))
        return salted
    }

    /// Whether a team shares the ledger through a server.
    private var isOfTeam: Bool {
        ((try? home.saved.file(FolderNames.remote)) ?? nil) != nil
    }

    /// What signs the next commit.
    private func deviceSigner(
        over store: any EventStore, _ devices: DeviceBook
    ) throws(ApplicationError) -> DeviceSigner {
        if let rehearsedDevice {
            return DeviceSigner(rehearsedDevice, number: 1, seed: randomBytes(32))
        }
        guard let folder = deviceFolder, let keys = DeviceKeys(deviceKeys, outside: folder),
            let own = try ownDevice()
        else {
            let device = try deviceFolder.flatMap { folder throws(ApplicationError) in
                try OwnDevice.read(from: folder)
            }
            throw .device(.noKey(name: device?.name))
        }
        try checkRevocation(of: own.signer, in: store, devices)
        guard isDryRun || rehearsesSigning else {
            return DeviceSigner(
                own.signer, number: try nextNumber(of: own.device, keys, folder, over: store),
                seed: randomBytes(32))
        }
        // Behind those that are used up, and another one for each commit of a draft.
        let count = try mappingError(ApplicationError.store, store.head().count)
        let number = own.device.signed + 1 + Int64(clamping: count)
        return DeviceSigner(own.signer, number: number, seed: randomBytes(32))
    }

    /// What a device signs whose revocation stands in its own log nobody would believe.
    ///
    /// - Throws: ``DeviceError/revoked(_:)``.
    func checkRevocation(
        of signer: NoteSigner, in store: any EventStore, _ devices: DeviceBook
    ) throws(ApplicationError) {
        let key = signer.verifier.publicKey
        guard try mappingError(ApplicationError.store, store.isRevoked(key, devices)) else {
            return
        }
        throw .device(.revoked(devices.name(of: key) ?? signer.verifier.name))
    }

    /// Hands out the number of the next commit. One of a commit that came to nothing is left out.
    private func nextNumber(
        of own: OwnDevice, _ keys: DeviceKeys, _ folder: String, over store: any EventStore
    ) throws(ApplicationError) -> Int64 {
        try keys.locked { () throws(ApplicationError) in
            // Another process may have made another device of the folder meanwhile.
            guard var device = try OwnDevice.read(from: folder), device.key == own.key else {
                throw .device(.noKey(name: own.name))
            }
            let (count, last) = try mappingError(ApplicationError.store) {
                () throws(StoreError) in
                let count = try store.head().count
                let first = min(device.events ?? 0, count)
                let last = try store.lastNumber(
                    of: own.keyBytes ?? [], behind: device.signed, from: first,
                    below: OwnDevice.numberLimit)
                return (count, last)
            }
            device.signed = max(device.signed, last) + 1
            device.events = count
            try device.write(to: folder)
            return device.signed
        }
    }

    /// Makes a key for this copy, where it has none of this machine.
    func makeDevice(named name: String) throws(ApplicationError) -> NoteSigner {
        guard let folder = deviceFolder, let keys = DeviceKeys(deviceKeys, outside: folder) else {
            throw .device(.noPlace)
        }
        guard let signer = NoteSigner(name: name, secret: randomBytes(32)),
            name.count <= DeviceLimit.nameMax, !name.hasPrefix("-")
        else { throw .device(.badName(name)) }
        let key = DeviceBook.digits(of: signer.verifier.publicKey)
        try keys.keep(signer)
        try OwnDevice(key: key, name: name, signed: 0).write(to: folder)
        return signer
    }

    /// Holds the commits of another copy against the devices that sign here.
    ///
    /// - Parameters:
    ///   - path: What the other copy is called.
    ///   - shared: How many events both begin with.
    ///   - isTeams: Whether the other copy is the log that a team shares.
    func checkSignatures(
        of theirs: any EventStore, called path: String, behind shared: UInt64,
        _ mine: any EventStore, isTeams: Bool
    ) throws(ApplicationError) {
        let (own, others) = try mappingError(ApplicationError.store) { () throws(StoreError) in
            (
                try LedgerSnapshot(store: mine).referenceData.devices,
                try LedgerSnapshot(store: theirs).referenceData.devices
            )
        }
        if own.isEmpty, others.isEmpty { return }
        if own.isEmpty {
            let names = others.keys.compactMap(others.name)
            throw .merge(path: path, .shared(devices: names))
        }
        // Of a copy that is written to from here nobody here can say whom it believes.
        let key = try ownDevice(of: home.saved.folder)?.signer.verifier.publicKey
        // A bundle does not tell whose it is: most likely that of whom it has most to tell.
        let other = Places.isFolder(path) ? (try? OwnDevice.read(from: path))?.keyBytes : nil
        let found = try mappingError(ApplicationError.store) { () throws(StoreError) in
            try mine.doubtful(of: theirs, behind: shared, own, own: key, isTeams: isTeams)
        }
        try refuse(found, called: path, from: other, to: key, own, others)
    }

    /// Refuses commits that are not believed, by name.
    ///
    /// - Parameters:
    ///   - path: What the other copy is called.
    ///   - other: The device of that copy; `nil` where nobody knows.
    ///   - key: That of the copy that takes them; `nil` for none.
    ///   - own: The devices of the one, and of the other copy.
    func refuse(
        _ found: [DoubtfulCommit], called path: String, from other: [UInt8]?, to key: [UInt8]?,
        _ own: DeviceBook, _ others: DeviceBook
    ) throws(ApplicationError) {
        if found.isEmpty { return }
        // Whoever wrote there may call a device of here something else.
        func name(_ key: [UInt8]) -> String { own.name(of: key) ?? others.name(of: key) ?? "" }
        let unknown = found.compactMap { commit in
            if case .unknown(let key) = commit.fault { key } else { nil }
        }
        var keys: [[UInt8]] = []
        for key in unknown where !keys.contains(key) { keys.append(key) }
        let first = found.prefix(DeviceLimit.shownMax).map { commit in
            DoubtfulCommits.Commit(
                position: commit.position, isTheirs: commit.isTheirs, why: commit.fault.code,
                device: commit.fault.key.map(name) ?? "",
                isOfItsDevice: commit.isTheirs
                    ? other == nil || other == commit.fault.key : key == commit.fault.key,
                copy: DoubtfulCommits.Copy(commit))
        }
        let texts = keys.compactMap { NoteVerifier(name: name($0), publicKey: $0)?.text }
        throw .merge(
            path: path,
            .doubtful(DoubtfulCommits(count: found.count, first: first, unknown: texts)))
    }

    /// The events with which this device vouches for commits that a merge appended and that are
    /// not signed as they stand.
    func vouching(
        for range: Range<UInt64>, in store: any EventStore, onlyDoubtful: Bool = false
    ) throws(ApplicationError) -> [Event] {
        let devices = try mappingError(ApplicationError.store) { () throws(StoreError) in
            try LedgerSnapshot(store: store).referenceData.devices
        }
        if devices.isEmpty { return [] }
        guard let key = try ownKey() else { throw .device(.noKey(name: nil)) }
        let commits = try mappingError(ApplicationError.store) { () throws(StoreError) in
            try store.unvouched(in: range, devices, own: key, onlyDoubtful: onlyDoubtful)
        }
        return CommitsVouched.events(commits)
    }
}

extension DoubtfulCommits.Copy {
    /// What has the number of a commit; `nil` where nothing has.
    fileprivate init?(_ commit: DoubtfulCommit) {
        guard case .copied(_, let number) = commit.fault, let other = commit.other else {
            return nil
        }
        self.init(number: number, position: other.position, isTheirs: other.isTheirs)
    }
}

/// What holds for devices.
enum DeviceLimit {
    /// Letters of a name.
    static let nameMax = 60
    /// Commits that are named where some are not believed.
    static let shownMax = 10
}
