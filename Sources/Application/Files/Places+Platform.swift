internal import EventLog

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// What the system says of files and folders.
package enum Places {
    /// The permission bits of a file, such as `0o600`; `nil` when there is none.
    static func mode(_ path: String) -> UInt32? {
        var status = stat()
        // SAFETY: the call writes one `stat`, which lives until it returns.
        guard POSIX.retried({ unsafe stat(path, &status) }) == 0 else { return nil }
        return UInt32(status.st_mode) & 0o7777
    }

    /// Whether a path is a folder.
    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        // SAFETY: as above.
        return POSIX.retried { unsafe stat(path, &status) } == 0
            && UInt32(status.st_mode) & 0o170000 == 0o040000
    }

    /// Whether a path is a file, no folder and no pipe.
    static func isFile(_ path: String) -> Bool {
        var status = stat()
        // SAFETY: as above.
        return POSIX.retried { unsafe stat(path, &status) } == 0
            && UInt32(status.st_mode) & 0o170000 == 0o100000
    }

    /// Removes a file; one that is not there is no error.
    static func removeFile(_ path: String) throws(ApplicationError) {
        try mappingError(ApplicationError.of, POSIX.remove(path))
    }

    /// Whether the process may write to a path.
    static func isWritable(_ path: String) -> Bool {
        POSIX.retried { unsafe access(path, W_OK) } == 0
    }

    /// The names in a folder, ascending; none where it cannot be listed.
    static func names(in folder: String) -> [String] {
        while true {
            errno = 0
            let names = namesOnce(in: folder)
            if errno != EINTR { return names }
        }
    }

    /// The same, up to where a signal interrupts it: `errno` says so.
    private static func namesOnce(in folder: String) -> [String] {
        // SAFETY: the stream is open until it is closed below; a name is copied before the next one
        // is read.
        guard let stream = unsafe opendir(folder) else { return [] }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) {
                unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        let code = errno
        unsafe _ = closedir(stream)
        names.sort()
        errno = code
        return names
    }

    /// An absolute path without links; of what is not there, below its nearest folder.
    package static func resolved(_ path: String) -> String {
        // SAFETY: the system returns a string that is copied and freed here.
        if let real = unsafe realpath(path, nil) {
            defer { unsafe free(real) }
            return unsafe String(cString: real)
        }
        let parts = path.split(separator: "/").map(String.init)
        guard let last = parts.last else { return path }
        let start = path.hasPrefix("/") ? "/" : ""
        let above = start + parts.dropLast().joined(separator: "/")
        let folder = resolved(above.isEmpty ? "." : above)
        return folder == "/" ? "/\(last)" : "\(folder)/\(last)"
    }

    /// Whether a path is that of a folder or lies in it, however it is spelled.
    package static func lies(_ path: String, in folder: String) -> Bool {
        var place = resolved(path)
        let there = identity(folder)
        if there == nil { return "\(place)/".hasPrefix(resolved(folder) + "/") }
        while identity(place) != there {
            let above = POSIX.folder(of: place)
            if above == place { return false }
            place = above
        }
        return true
    }

    /// Whether a path lies in a ledger's folder, or is another name of a file there.
    package static func isPart(_ path: String, of folder: String) -> Bool {
        if lies(path, in: folder) { return true }
        guard let file = identity(path) else { return false }
        return [folder, "\(folder)/log", "\(folder)/keys"].contains { place in
            names(in: place).contains { identity("\(place)/\($0)") == file }
        }
    }

    /// Which file or folder a path leads to; `nil` for none.
    private static func identity(_ path: String) -> FileIdentity? {
        var status = stat()
        // SAFETY: the call writes one `stat`, which lives until it returns.
        guard POSIX.retried({ unsafe stat(path, &status) }) == 0 else { return nil }
        return FileIdentity(
            device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(status.st_ino))
    }

    /// Removes a folder with its files; what cannot be removed stays. Of a link only the link goes.
    static func removeFolder(_ path: String) {
        // SAFETY: the path is a string that lives as long as the call.
        if unsafe unlink(path) == 0 { return }
        clear(path)
        // SAFETY: the path is a string that lives as long as the call.
        _ = unsafe rmdir(path)
    }

    /// Removes the files of a folder, but for one; what cannot be removed stays.
    static func clear(_ path: String, but kept: String? = nil) {
        // SAFETY: paths are strings that live as long as the calls.
        for name in names(in: path) where name != kept { _ = unsafe unlink("\(path)/\(name)") }
    }

    /// How long a file is, when it was changed, and which one it is; `nil` where there is none.
    static func stamp(_ path: String) -> FileStamp? {
        var status = stat()
        // SAFETY: the call writes one `stat`, which lives until it returns.
        guard unsafe stat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
        let time = status.st_mtimespec
        #else
        let time = status.st_mtim
        #endif
        return FileStamp(
            size: UInt64(status.st_size), seconds: Int64(time.tv_sec),
            nanoseconds: Int64(time.tv_nsec), inode: UInt64(status.st_ino))
    }

    /// Gives a folder another name, in the place of an empty one.
    static func move(_ source: String, to target: String) throws(ApplicationError) {
        guard POSIX.retried({ unsafe rename(source, target) }) == 0 else {
            throw .file(path: target, code: errno)
        }
        try Files.syncFolder(POSIX.folder(of: resolved(target)))
    }

    /// Bytes that the user may still write to the file system of a path.
    static func bytesFree(_ path: String) -> UInt64? {
        var status = statvfs()
        // SAFETY: the call writes one `statvfs`, which lives until it returns.
        guard unsafe statvfs(path, &status) == 0 else { return nil }
        return UInt64(status.f_bavail) * UInt64(status.f_frsize)
    }

    /// The name of the file system of a path, such as `ext4` or `nfs`; `nil` where it is not known.
    static func fileSystem(_ path: String) -> String? {
        #if canImport(Darwin)
        var status = statfs()
        // SAFETY: the call writes one `statfs`, which lives until it returns.
        guard unsafe statfs(path, &status) == 0 else { return nil }
        return unsafe withUnsafeBytes(of: &status.f_fstypename) {
            unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        #else
        guard let mounts = (try? Files.read("/proc/self/mountinfo")) ?? nil else { return nil }
        return FileSystems.name(
            of: resolved(path), mounts: String(decoding: mounts, as: UTF8.self))
        #endif
    }
}
