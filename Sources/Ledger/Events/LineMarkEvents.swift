internal import EventLog

/// How far a line has come with a bank; a line of which nothing is said has none.
public enum LineStatus: String, CaseIterable, Codable, Hashable, Sendable {
    /// It is on its way.
    case pending
    /// The bank has it, too.
    case cleared

    /// The number on disk.
    fileprivate var number: UInt8 { self == .pending ? 1 : 2 }

    fileprivate static func numbered(_ number: UInt8) -> LineStatus? {
        allCases.first { $0.number == number }
    }

    /// The mark of plain text accounting: `!` or `*`.
    public var mark: String { self == .pending ? "!" : "*" }
}

/// A line has a status from now on, or none any more. It changes no figure, and makes no version.
public struct LineMarked: Hashable, Sendable {
    /// The ``LineAdded``.
    public var target: Reference
    /// The status; `nil` for none.
    public var status: LineStatus?

    /// A mark of a line.
    public init(_ target: Reference, _ status: LineStatus?) {
        self.target = target
        self.status = status
    }
}

extension EventDeclaration {
    static let lineMarked = EventDeclaration(
        .lineMarked, "line", "marked", Event.lineMarked, isCritical: false,
        [.needed(.target), .maybe(.mode)], undoneBy: .by([.lineMarked]), changesFigures: false)
}

extension LineMarked: RowContent {
    func write(to writer: inout RowWriter) {
        writer.add(target, in: .target)
        if let status { writer.add(status.number, in: .mode) }
    }

    init(from reader: RowReader) throws(StoreError) {
        target = try reader.required(.target, reader.reference)
        status = nil
        guard let number: UInt8 = try reader.integer(.mode) else { return }
        guard let status = LineStatus.numbered(number) else { throw reader.undecodable(.mode) }
        self.status = status
    }
}
