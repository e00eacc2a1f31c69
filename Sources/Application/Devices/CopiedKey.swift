internal import EventLog
internal import Ledger

/// That the key of a device is on two devices: commits that both signed have one number.
package struct CopiedKey: Codable, Hashable, Sendable {
    /// What the device is called.
    package let device: String
    /// The number.
    package let number: Int64
    /// The positions of the first events of the commits.
    package let events: [UInt64]
}

extension Environment {
    /// The keys that are on two devices, as the log here says it, each with the first number for
    /// which that shows; at most ten.
    ///
    /// - Complexity: As ``signedNumbers(of:_:)``; where a number does not go on from those before,
    ///   also O(*n*) in the frames.
    func copiedKeys(of store: any EventStore) throws(ApplicationError) -> [CopiedKey] {
        let own = (try? ownKey()) ?? nil
        let (devices, found) = try mappingError(ApplicationError.store) { () throws(StoreError) in
            let devices = try LedgerSnapshot(store: store).referenceData.devices
            return (devices, try store.copies(devices, own: own, signedNumbers(of: store, devices)))
        }
        var rows: [[UInt8]: CopiedKey] = [:]
        var keys: [[UInt8]] = []
        for commit in found {
            guard case .copied(let key, let number) = commit.fault else { continue }
            if rows[key] == nil { keys.append(key) }
            if let row = rows[key], row.number != number { continue }
            rows[key] = CopiedKey(
                device: devices.name(of: key) ?? "", number: number,
                events: (rows[key]?.events ?? []) + [commit.position])
        }
        return keys.prefix(DeviceLimit.shownMax).compactMap { rows[$0] }
    }
}
