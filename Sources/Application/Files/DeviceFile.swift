internal import EventLog

/// A file of this device and its owner alone, beside every ledger: `$XDG_STATE_HOME/ledger`.
///
/// A copy of a ledger's folder has none of it.
package struct DeviceFile: Sendable {
    /// What is there.
    package enum Content: Hashable, Sendable {
        /// No file.
        case missing
        /// A file that others can read: what is secret in it is none any more.
        case exposed(mode: UInt32)
        /// The bytes.
        case bytes([UInt8])
    }

    /// Where it is.
    package let path: String

    /// A file; `nil` where the process has no such place, or where it would lie in the ledger's own
    /// folder.
    ///
    /// - Parameters:
    ///   - name: What it is called.
    ///   - variables: The process's environment: `XDG_STATE_HOME`, `HOME`.
    ///   - ledger: The ledger's folder.
    package init?(_ name: String, _ variables: [String: String], outside ledger: String) {
        guard let secret = DeviceSecret.path(variables) else { return nil }
        path = POSIX.folder(of: secret) + "/" + name
        if Places.lies(path, in: ledger) { return nil }
    }

    /// What is in it.
    ///
    /// - Throws: ``ApplicationError/file(path:code:)``.
    package func read() throws(ApplicationError) -> Content {
        guard let bytes = try Files.read(path) else { return .missing }
        let mode = Places.mode(path) ?? 0
        return mode & 0o077 == 0 ? .bytes(bytes) : .exposed(mode: mode)
    }

    /// Puts bytes in its place, all or nothing, for its owner only.
    ///
    /// - Throws: ``ApplicationError/file(path:code:)``.
    package func replace(_ bytes: [UInt8]) throws(ApplicationError) {
        try Files.replace(path, in: POSIX.folder(of: path), with: bytes)
    }
}
