/// What is wrong with a device or its key.
package enum DeviceError: Error, Hashable, Sendable {
    /// The ledger is shared, and this folder is that of no device of this machine; the name of the
    /// device that it is, where it says so.
    case noKey(name: String?)
    /// Others can read the key.
    case exposedKey(path: String, mode: UInt32)
    /// A file of a device is damaged.
    case damaged(path: String)
    /// The process has no place for keys, or it lies in the ledger's folder.
    case noPlace
    /// A device cannot be called so.
    case badName(String)
    /// Not a key of a device.
    case badKey(String)
    /// No device is called so, or several are.
    case unknown(String)
    /// No device signs in the ledger.
    case notShared
    /// The device is there already; its name.
    case exists(String)
    /// A device does not revoke itself; its name.
    case own(String)
    /// This device was revoked, as its own log says; its name.
    case revoked(String)
    /// A new key is that of this copy, and not of another one.
    case newKeyOfAnother
    /// Every commit is signed, or somebody vouches for it.
    case nothingDoubtful
}
