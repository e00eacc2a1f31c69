/// What is known of file systems by their names.
package enum FileSystems {
    /// The name of the file system in which a path lies.
    ///
    /// - Parameters:
    ///   - path: Absolute and without links.
    ///   - mounts: What Linux lists in `/proc/self/mountinfo` (proc_pid_mountinfo(5)).
    package static func name(of path: String, mounts: String) -> String? {
        var best: (point: String, name: String)?
        for line in mounts.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count > 6, let dash = words[6...].firstIndex(of: "-"),
                dash + 1 < words.count
            else { continue }
            let point = plain(words[4])
            let start = point.hasSuffix("/") ? point : point + "/"
            guard path == point || path.hasPrefix(start) else { continue }
            // A later mount at the same place hides the one before.
            if let best, best.point.utf8.count > point.utf8.count { continue }
            best = (point, String(words[dash + 1]))
        }
        return best?.name
    }

    /// A path with its `\040` and the like put back.
    private static func plain(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(3)
            if byte == UInt8(ascii: "\\"), digits.count == 3,
                let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
            {
                bytes.append(code)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether another machine, or another program, keeps the files: locks and syncs may mean less
    /// there.
    package static func isRemote(_ name: String) -> Bool {
        remote.contains(name) || ["nfs", "fuse.", "smb"].contains { name.hasPrefix($0) }
    }

    private static let remote: Set = [
        "9p", "afpfs", "afs", "ceph", "cifs", "coda", "davfs", "drvfs", "fuse", "macfuse",
        "osxfuse",
        "prl_fs", "vboxsf", "virtiofs", "vmhgfs", "webdav",
    ]
}
