#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The system's own program for SQLite.
enum SQLShell {
    /// Becomes that program, which may read a database only.
    ///
    /// - Returns: Only where there is no such program: its name.
    static func start(on path: String) -> String {
        let name = "sqlite3"
        let arguments = [name, "-readonly", "-box", path]
        // SAFETY: the copies live until the program is another one; where it stays the same, it
        // ends soon, and they with it.
        let pointers = unsafe arguments.map { unsafe strdup($0) } + [nil]
        _ = unsafe execvp(name, pointers)
        return name
    }
}
