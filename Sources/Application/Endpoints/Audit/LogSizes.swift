internal import EventLog
internal import Ledger

/// Says what every byte of the log's files is for.
package enum LogSizes: Endpoint {
    package typealias Input = NoInput

    /// The parts of the files, in the order in which they stand in a frame.
    package struct Output: Codable, Hashable, Sendable {
        /// Events, position 0 included.
        package let events: UInt64
        /// The sizes of the segment files, which those of the rows add up to.
        package let fileBytes: UInt64
        /// The parts.
        package let rows: [SizeRow]
    }

    /// A part of the files; flat.
    package struct SizeRow: Codable, Hashable, Sendable {
        /// `segments`, `frames`, `rows`, `reserved`, or a section of frames of columns.
        package let section: String
        /// The column; empty for what belongs to no single one.
        package let column: String
        /// Bytes before compression.
        package let rawBytes: UInt64
        /// Bytes on disk.
        package let storedBytes: UInt64
    }

    package static let path = "sizes"
    package static let summary = "say what the bytes of the log are for"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let store = try env.store()
        return try mappingError(ApplicationError.store) { () throws(StoreError) in
            let sizes = try (store as? FileEventStore)?.sizes() ?? []
            let rows = sizes.map { size in
                let (section, column) = name(size.part)
                return SizeRow(
                    section: section, column: column, rawBytes: size.rawBytes,
                    storedBytes: size.storedBytes)
            }
            return Output(
                events: try store.head().count,
                fileBytes: sizes.reduce(0) { $0 + $1.storedBytes }, rows: rows)
        }
    }

    private static func name(_ part: LogPart) -> (section: String, column: String) {
        switch part {
        case .column(_, let name, let column): (name, column?.name ?? "")
        default: ("\(part)", "")
        }
    }
}
