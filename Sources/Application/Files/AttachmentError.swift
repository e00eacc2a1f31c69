/// Why a file of an entry or a task cannot be kept, found or read.
package enum AttachmentError: Error, Hashable, Sendable {
    /// It is not beside the log: the entry or the task, what it is called, and its hash.
    case missing(id: UInt64, name: String, content: String)
    /// Its bytes are not those that were attached.
    case changed(id: UInt64, name: String, content: String)
    /// It has more bytes than a file may have.
    case tooLarge(path: String, bytes: Int)
    /// It is called something too long, or with control characters: what it was to belong to, as
    /// typed, where it lies, and a name that is possible.
    case badName(id: String, path: String, name: String, possible: String)
    /// No file, or several, of an entry or a task are called so; what it has, by name, or by hash
    /// where names repeat.
    case unknown(id: UInt64, name: String, known: [String])
}
