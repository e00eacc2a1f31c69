internal import EventLog
internal import Interchange
internal import Ledger

/// Which device records in a copy: `device.json` in the ledger's folder. It goes with no copy.
///
/// ```json
/// {"events":40,"key":"9f1c…","name":"laptop","signed":12}
/// ```
///
/// The key's secret half lies elsewhere, see ``DeviceKeys``: whoever has the folder alone cannot
/// sign.
struct OwnDevice: Codable, Hashable, Sendable {
    static let name = "device.json"

    /// The public key, 64 hexadecimal digits.
    var key: String
    /// What the device was called when it was made.
    var name: String
    /// The number of the commit that it signed last.
    var signed: Int64
    /// How many events the log had when that was handed out: what the device signed behind them
    /// counts, too, so that an older file than the log hands out no number twice.
    var events: UInt64?

    /// Numbers are below.
    static let numberLimit: Int64 = 1 << 62

    /// The device of a folder; `nil` where it says none.
    ///
    /// - Throws: ``DeviceError/damaged(path:)``, ``ApplicationError/file(path:code:)``.
    static func read(from folder: String) throws(ApplicationError) -> OwnDevice? {
        let path = "\(folder)/\(name)"
        guard let bytes = try Files.read(path) else { return nil }
        guard let device = try? JSONCoding.decode(OwnDevice.self, from: bytes),
            device.keyBytes != nil, 0..<OwnDevice.numberLimit ~= device.signed
        else { throw .device(.damaged(path: path)) }
        return device
    }

    /// Writes it into a folder, all or nothing; a number that was handed out is never again.
    func write(to folder: String) throws(ApplicationError) {
        try Files.replace(
            "\(folder)/\(OwnDevice.name)", in: folder, with: JSONCoding.encode(self))
    }

    /// The public key, 32 bytes.
    var keyBytes: [UInt8]? {
        guard let bytes = [UInt8](hex: key), bytes.count == 32 else { return nil }
        return bytes
    }
}
