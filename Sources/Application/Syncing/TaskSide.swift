internal import Interchange
internal import Ledger

/// Tasks as a file of a format says them.
struct TaskSide {
    /// The bytes of the file.
    let bytes: [UInt8]
    /// Its pieces.
    let file: TaskFile
    /// Its tasks.
    let records: [TaskRecord]
    /// What of it cannot be read, and is no task.
    let refused: [TaskFault]

    /// - Throws: ``ApplicationError/csv(_:profiles:)`` where the file is none of the format.
    init(
        _ bytes: [UInt8], _ format: TaskFormat, _ reader: TaskValueReader
    ) throws(ApplicationError) {
        self.bytes = bytes
        var read: TaskImport
        do throws(ImportError) {
            read = try TaskImport(
                MemoryBytes(bytes), encoding: .utf8, format, zone: reader.zone,
                attributes: reader.attributes)
            file = TaskFile(bytes, format)
            // Pieces are found in a simpler way than tasks are read.
            guard file.count == read.pieces else {
                throw .badTasks(format, TaskFault.unlikePieces)
            }
        } catch { throw .csv(error) }
        records = reader.valued(&read)
        // What stands beside tasks in a calendar stays there.
        refused = read.refused.filter { fault in
            if case .notATask = fault.reason { false } else { true }
        }
    }

    /// Whether it is of these pieces and no others.
    func isMade(of pieces: [[UInt8]], _ format: TaskFormat) -> Bool {
        file.count == pieces.count
            && pieces.enumerated().allSatisfy { ordinal, piece in
                file.piece(ordinal) == TaskFile.unfolded(piece, format)
            }
    }
}
