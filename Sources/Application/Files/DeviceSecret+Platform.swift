internal import EventLog

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The secret of a device, under which files that follow from a log are believed: whoever can write
/// to a ledger's folder alone cannot make them.
///
/// ```
/// $XDG_STATE_HOME/ledger/device.secret      32 random bytes, for its owner only
/// ```
enum DeviceSecret {
    /// Where it is; `nil` where the process has no such place. A folder that is no absolute path
    /// does not count (XDG Base Directory Specification).
    static func path(_ variables: [String: String]) -> String? {
        let state: String
        if let given = variables["XDG_STATE_HOME"], given.hasPrefix("/") {
            state = given
        } else if let home = variables["HOME"], home.hasPrefix("/") {
            state = home + "/.local/state"
        } else {
            return nil
        }
        return state + "/ledger/device.secret"
    }

    /// The secret, made where there is none; `nil` where it cannot be kept, where others can read
    /// it, and where it would lie in the ledger's own folder.
    static func read(
        _ path: String, outside ledger: String, _ randomBytes: (Int) -> [UInt8]
    ) -> [UInt8]? {
        if Places.lies(path, in: ledger) { return nil }
        do throws(FileFailure) {
            if let known = try POSIX.read(path) { return checked(known, path) }
            let folder = POSIX.folder(of: path)
            do throws(StorageError) { _ = try DiskStorage.create(path: folder) } catch {
                return nil
            }
            try POSIX.make(path, with: randomBytes(DeviceHash.secretBytes))
            return checked(try POSIX.read(path) ?? [], path)
        } catch { return nil }
    }

    private static func checked(_ bytes: [UInt8], _ path: String) -> [UInt8]? {
        var status = stat()
        // SAFETY: the call writes one `stat`, which lives until it returns.
        guard bytes.count == DeviceHash.secretBytes, unsafe stat(path, &status) == 0,
            status.st_uid == geteuid(), status.st_mode & 0o077 == 0
        else { return nil }
        return bytes
    }
}
