/// Why a commit of a shared ledger is not believed.
package enum SignatureFault: Hashable, Sendable {
    /// Nobody signed it, and no device vouches for it.
    case unsigned
    /// It does not say what the device signed.
    case changed(key: [UInt8])
    /// The device that signed it was added by none that is believed.
    case unknown(key: [UInt8])
    /// The device that signed it is not believed any more.
    case revoked(key: [UInt8])
    /// Another commit has the same number of the same device: its key is on two devices.
    case copied(key: [UInt8], number: Int64)
}

extension SignatureFault {
    /// A word for programs.
    package var code: String {
        switch self {
        case .unsigned: "unsigned"
        case .changed: "changed"
        case .unknown: "unknownDevice"
        case .revoked: "revokedDevice"
        case .copied: "copiedKey"
        }
    }

    /// The public key of the device; `nil` where none signed.
    package var key: [UInt8]? {
        switch self {
        case .unsigned: nil
        case .changed(let key), .unknown(let key), .revoked(let key), .copied(let key, _): key
        }
    }
}

/// A commit that is not believed.
package struct DoubtfulCommit: Hashable, Sendable {
    /// Another commit.
    package struct Other: Hashable, Sendable {
        /// The position of its first event.
        package let position: UInt64
        /// Whether it is one of the other copy.
        package let isTheirs: Bool
    }

    /// The position of its first event.
    package let position: UInt64
    /// Whether it is one of the other copy.
    package let isTheirs: Bool
    /// Why.
    package let fault: SignatureFault
    /// The commit that has the same number of the same device; `nil` where none was copied.
    package internal(set) var other: Other?

    init(position: UInt64, isTheirs: Bool, fault: SignatureFault) {
        self.position = position
        self.isTheirs = isTheirs
        self.fault = fault
    }
}
