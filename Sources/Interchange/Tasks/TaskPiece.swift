/// What a piece of a file that may be a task came to.
struct TaskPiece: Sendable {
    /// The task, checked, or why there is none; `nil` for nothing.
    let result: Result<TaskRecord, TaskFault>?
    /// Whether it is recognised by what it says.
    private(set) var isSaying = false
    /// The names of what the note keeps and people may look for.
    var kept: [String] = []

    init(_ record: () throws(TaskFault) -> TaskRecord?) {
        do throws(TaskFault) {
            guard var record = try record() else {
                result = nil
                return
            }
            try record.check()
            if record.identity.isEmpty {
                record.identity = TaskRecord.identity(of: record.facts)
                isSaying = true
            }
            result = .success(record)
        } catch {
            result = .failure(error)
        }
    }
}
