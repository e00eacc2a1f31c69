internal import EventLog

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Programs that add commands to this one: `ledger foo` is `ledger-foo`.
package enum SiblingProgram {
    /// The program for a command that is none of this one's: beside this program, then in the
    /// folders of `PATH`.
    ///
    /// - Parameters:
    ///   - name: What was typed: letters, digits and hyphens; other names have no program.
    ///   - own: How this program was called.
    ///   - variables: The process's environment.
    /// - Returns: Its path; `nil` when there is none.
    package static func path(
        of name: String, beside own: String, _ variables: [String: String]
    ) -> String? {
        let isWord = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"):
                true
            default: false
            }
        }
        guard isWord, !name.isEmpty, !name.hasPrefix("-") else { return nil }
        var folders: [String] = []
        if own.contains("/") {
            folders.append(folder(of: own))
            if let real = realPath(own) { folders.append(folder(of: real)) }
        }
        // A relative folder would be that of whoever wrote into the current one.
        folders += (variables["PATH"] ?? "").split(separator: ":").map(String.init)
            .filter { $0.hasPrefix("/") }
        return folders.lazy.map { "\($0)/ledger-\(name)" }.first(where: isProgram)
    }

    /// Becomes a program.
    ///
    /// - Returns: Only where it cannot be run: the system's `errno`.
    static func start(_ path: String, _ words: [String]) -> Int32 {
        // SAFETY: the copies live until the program is another one; where it stays the same, it
        // ends soon, and they with it.
        let pointers = unsafe ([path] + words).map { unsafe strdup($0) } + [nil]
        _ = unsafe execv(path, pointers)
        return errno
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func realPath(_ path: String) -> String? {
        // SAFETY: the system's copy is terminated, is copied here, and is freed once.
        guard let found = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(found) }
        return unsafe String(cString: found)
    }

    private static func isProgram(_ path: String) -> Bool {
        var status = stat()
        // SAFETY: the status outlives the call, and the path is terminated for it.
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return false
        }
        // SAFETY: the path is terminated for the call.
        return unsafe access(path, X_OK) == 0
    }
}
