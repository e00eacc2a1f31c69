internal import EventLog
package import Ledger

/// A device that signs in a shared ledger.
package struct DeviceRow: Codable, Hashable, Sendable {
    /// What may be said of a device.
    package enum State: String, Codable, Hashable, Sendable {
        /// What it signs is believed.
        case believed
        /// It only says itself that it is there.
        case unknown
        /// It was revoked.
        case revoked
        /// Its key is on two devices.
        case copied
    }

    /// The position of the event that added it first.
    package let id: UInt64
    /// What it is called.
    package let name: String
    /// The beginning of its public key, 16 hexadecimal digits.
    package let key: String
    /// Its public key, `name+id+base64`: what other devices add.
    package let verifier: String
    /// What is said of it.
    package let state: State
    /// Whether it is the one that records here.
    package let own: Bool
    /// How many commits of this ledger it signed.
    package let signed: Int
}

/// Lists the devices that sign.
package enum ListDevices: Endpoint {
    package typealias Input = NoInput

    /// The devices.
    package struct Output: Codable, Hashable, Sendable {
        /// In the order in which they were added; none where the ledger is not shared.
        package let devices: [DeviceRow]
        /// The position of the last event.
        package let position: UInt64
        /// The root over all events, lower-case hex.
        package let root: String
    }

    package static let path = "device/list"
    package static let summary = "list the devices that sign what they record"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let store = try env.store()
        let head = try mappingError(ApplicationError.store, store.head())
        return Output(
            devices: try env.deviceRows(of: store), position: max(1, head.count) - 1,
            root: head.root.hex)
    }
}

/// Makes this copy a device, or adds the key of another one.
package enum AddDevice: Endpoint {
    /// Which device.
    package struct Input: Codable, Sendable {
        /// What the device of this copy is called; as this machine where left out.
        package var name: String?
        /// The public key of another device, `name+id+base64`; that of this copy where left out.
        package var key: String?
        /// Whether this copy gets a key of its own in the place of one that another copy has, too;
        /// it vouches for what it signed with that.
        package var newKey: Bool?

        /// A request.
        package init(name: String? = nil, key: String? = nil, newKey: Bool? = nil) {
            self.name = name
            self.key = key
            self.newKey = newKey
        }
    }

    /// What was added.
    package struct Output: Codable, Hashable, Sendable {
        /// What it is called.
        package let name: String
        /// Its public key, `name+id+base64`: what other devices add.
        package let verifier: String
        /// Whether it is the one that records here.
        package let own: Bool
        /// Whether the ledger is shared from now on.
        package let shares: Bool
        /// What was written.
        package let written: WriteReceipt
    }

    package static let path = "device/add"
    package static let summary = "make this copy a device that signs, or add the key of another"
    package static let needs = Set(Permission.allCases)

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        if let key = input.key {
            if input.newKey == true { throw .device(.newKeyOfAnother) }
            return try add(key, called: input.name, env)
        }
        let before = try env.snapshot().referenceData.devices
        var env = env
        let signer: NoteSigner
        // A key of which the ledger does not know was made by a call that was interrupted.
        var old = input.newKey == true ? try env.ownKey() : nil
        if let key = old, !before.keys.contains(key) { old = nil }
        let own = old == nil ? try env.ownDevice() : nil
        if let own, try !isSpent(env) {
            let key = own.signer.verifier.publicKey
            if before.keys.contains(key) {
                throw .device(.exists(before.name(of: key) ?? own.device.name))
            }
            signer = own.signer
        } else if env.isDryRun {
            let name = input.name ?? freeName(before)
            guard let made = NoteSigner(name: name, secret: env.randomBytes(32)) else {
                throw .device(.badName(name))
            }
            signer = made
            env.rehearsedDevice = made
        } else {
            signer = try env.makeDevice(named: input.name ?? freeName(before))
        }
        let outcome = try env.recordDevices { snapshot throws(ApplicationError) in
            var events = [try env.added(signer, in: snapshot)]
            if let old {
                let commits = try mappingError(
                    ApplicationError.store,
                    snapshot.store.signed(
                        by: old, snapshot.referenceData.devices, own: signer.verifier.publicKey))
                events += CommitsVouched.events(commits)
            }
            return events
        }
        return Output(
            name: signer.verifier.name, verifier: signer.verifier.text, own: true,
            shares: before.isEmpty, written: outcome.written())
    }

    /// A name that no device has yet: that of this machine, or one with a number.
    private static func freeName(_ devices: DeviceBook) -> String {
        let known = Set(devices.keys.compactMap { devices.name(of: $0) })
        let name = Places.machine
        if !known.contains(name) { return name }
        let stem = String(name.prefix(DeviceLimit.nameMax - 8))
        var number = 2
        while known.contains("\(stem)-\(number)") { number += 1 }
        return "\(stem)-\(number)"
    }

    /// Whether this copy's key is of no more use: it was revoked, or is on two devices.
    private static func isSpent(_ env: Environment) throws(ApplicationError) -> Bool {
        let own = try env.deviceRows(of: env.store()).first(where: \.own)
        return own?.state == .revoked || own?.state == .copied
    }

    /// Adds the key of another device; this one vouches for it.
    private static func add(
        _ text: String, called name: String?, _ env: Environment
    ) throws(ApplicationError) -> Output {
        guard let verifier = NoteVerifier(text) else { throw .device(.badKey(text)) }
        let name = name ?? verifier.name
        guard let named = NoteVerifier(name: name, publicKey: verifier.publicKey),
            name.count <= DeviceLimit.nameMax, !name.hasPrefix("-")
        else { throw .device(.badName(name)) }
        let own = try env.sharingKey()
        let known = try env.deviceRows(of: env.store())
        let digits = DeviceBook.digits(of: verifier.publicKey)
        if let row = known.first(where: { digits.hasPrefix($0.key) && $0.state != .unknown }) {
            throw .device(.exists(row.name))
        }
        let outcome = try env.recordDevices { _ in
            [.deviceAdded(DeviceAdded(name: name, key: verifier.publicKey, by: own))]
        }
        return Output(
            name: name, verifier: named.text, own: false, shares: false,
            written: outcome.written())
    }
}

/// Gives a device another name.
package enum RenameDevice: Endpoint {
    /// Which one, and how.
    package struct Input: Codable, Sendable {
        /// Its name, or the beginning of its key.
        package var device: String
        /// What it is called from now on.
        package var name: String

        /// A request.
        package init(device: String, name: String) {
            self.device = device
            self.name = name
        }
    }

    package typealias Output = WriteReceipt

    package static let path = "device/rename"
    package static let summary = "give a device another name"
    package static let needs = Set(Permission.allCases)

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let key = try env.device(input.device)
        guard NoteVerifier(name: input.name, publicKey: key) != nil,
            input.name.count <= DeviceLimit.nameMax, !input.name.hasPrefix("-")
        else { throw .device(.badName(input.name)) }
        let own = try env.sharingKey()
        return try env.recordDevices { _ in
            [.deviceAdded(DeviceAdded(name: input.name, key: key, by: own))]
        }.written()
    }
}

/// Says that what a device signs from now on is not believed.
package enum RevokeDevice: Endpoint {
    /// Which one, and why.
    package struct Input: Codable, Sendable {
        /// Its name, or the beginning of its key.
        package var device: String
        /// Why; erasable, may be left out.
        package var reason: String?

        /// A request.
        package init(device: String, reason: String? = nil) {
            self.device = device
            self.reason = reason
        }
    }

    package typealias Output = WriteReceipt

    package static let path = "device/revoke"
    package static let summary = "believe nothing more that a device signs"
    package static let needs = Set(Permission.allCases)

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let key = try env.device(input.device)
        let own = try env.sharingKey()
        if key == own { throw .device(.own(input.device)) }
        return try env.recordDevices { snapshot throws(ApplicationError) in
            let devices = snapshot.referenceData.devices
            let known = try mappingError(
                ApplicationError.store, snapshot.store.known(of: key, devices, own: own))
            let revoked = DeviceRevoked(
                key: key, by: own, signed: known.signed, reason: input.reason ?? "")
            return [.deviceRevoked(revoked)] + CommitsVouched.events(known.others)
        }.written()
    }
}

/// Vouches for the commits of this copy that are not signed as they should be.
package enum VouchCommits: Endpoint {
    package typealias Input = NoInput

    /// What was vouched for.
    package struct Output: Codable, Hashable, Sendable {
        /// How many commits.
        package let commits: Int
        /// What was written.
        package let written: WriteReceipt
    }

    package static let path = "device/vouch"
    package static let summary = "believe commits that are not signed as they should be"
    package static let needs = Set(Permission.allCases)

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        _ = try env.sharingKey()
        var count = 0
        let outcome = try env.recordDevices { snapshot throws(ApplicationError) in
            let events = try env.vouching(
                for: 0..<snapshot.count, in: snapshot.store, onlyDoubtful: true)
            if events.isEmpty { throw .device(.nothingDoubtful) }
            count = events.reduce(0) { sum, event in
                if case .commitsVouched(let vouched) = event {
                    sum + vouched.commits.count
                } else {
                    sum
                }
            }
            return events
        }
        return Output(commits: count, written: outcome.written())
    }
}
