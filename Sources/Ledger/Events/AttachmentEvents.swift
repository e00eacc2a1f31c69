internal import EventLog

/// A file belongs to a line or a task from now on, or no more. The file lies beside the log, under
/// the hash of its bytes; an erasure of what it belongs to takes name and hash with it.
public struct FileAttached: Hashable, Sendable {
    /// The ``LineAdded`` or ``TaskAdded``.
    public var target: Reference
    /// What the file was called; erasable, may be empty.
    public var fileName: String
    /// The SHA-256 of its bytes (FIPS 180-4), 64 lower-case hexadecimal digits; erasable, and empty
    /// once it was erased.
    public var content: String
    /// Whether it belongs there no more.
    public var ends: Bool

    /// A file of a line or a task.
    public init(_ target: Reference, _ fileName: String, content: String, ends: Bool = false) {
        self.target = target
        self.fileName = fileName
        self.content = content
        self.ends = ends
    }
}

extension EventDeclaration {
    static let fileAttached = EventDeclaration(
        .fileAttached, "file", "attached", Event.fileAttached, isCritical: false,
        [.needed(.target), .maybe(.mode), .maybe(.fileName), .maybe(.content)],
        undoneBy: .by([.fileAttached]), changesFigures: false)
}

extension FileAttached: RowContent {
    func write(to writer: inout RowWriter) {
        writer.add(target, in: .target)
        if ends { writer.add(1, in: .mode) }
        writer.add(text: fileName, in: .fileName)
        writer.add(text: content, in: .content)
    }

    init(from reader: RowReader) throws(StoreError) {
        target = try reader.required(.target, reader.reference)
        ends = try reader.mark(.mode)
        fileName = try reader.text(.fileName)
        content = try reader.text(.content)
        let isHash = content.utf8.count == 64 && content.utf8.allSatisfy(Self.isDigit)
        guard content.isEmpty || isHash else { throw reader.undecodable(.content) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
    }
}
