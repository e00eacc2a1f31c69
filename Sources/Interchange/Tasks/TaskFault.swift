/// What cannot be taken over of a file of tasks, and where.
package struct TaskFault: Error, Hashable, Sendable {
    /// The line, from 1.
    package let line: Int
    /// Why.
    package let reason: Reason

    /// Why something cannot be taken over.
    package enum Reason: Hashable, Sendable {
        /// The file is none of its format from there on; what is wrong.
        case malformed(String)
        /// A task that says not what is to be done.
        case noTitle
        /// An id that is none.
        case badID(String)
        /// An id that a task before it has.
        case repeatedID(String)
        /// No moment and no day; of which field.
        case badMoment(String, of: String)
        /// No state of a task.
        case badStatus(String)
        /// A value that its field cannot have.
        case badValue(String, of: String)
        /// A component of a calendar that is no task.
        case notATask(String)
        /// Texts that are too long for an event.
        case textTooLong
        /// A file that is to be in UTF-8 and is not: what `iconv` calls the encoding that it seems
        /// to be in, and how the line reads then.
        case encoding(String, reading: String)
        /// A file of more tasks than are held at once.
        case tooMany(tasksMax: Int)
        /// A file of more bytes than are held at once.
        case tooLong(bytesMax: Int)
        /// Options that only mean something for CSV.
        case options
    }

    /// Options that only mean something for CSV.
    package static let options = TaskFault(line: 0, .options)

    /// Pieces of a file that are no tasks, or tasks that are no pieces.
    package static let unlikePieces = TaskFault(line: 1, .malformed("pieces of tasks"))

    init(line: Int, _ reason: Reason) { (self.line, self.reason) = (line, reason) }

    /// The reason in a word, and the text at fault.
    package var words: (word: String, text: String) {
        switch reason {
        case .malformed(let text): ("malformed", text)
        case .noTitle: ("noTitle", "")
        case .badID(let text): ("badID", text)
        case .repeatedID(let text): ("repeatedID", text)
        case .badMoment(let text, let field): ("badMoment", "\(field): \(text)")
        case .badStatus(let text): ("badStatus", text)
        case .badValue(let text, let field): ("badValue", "\(field): \(text)")
        case .notATask(let name): ("notATask", name)
        case .textTooLong: ("textTooLong", "")
        case .encoding(let name, _): ("encoding", name)
        case .tooMany(let count): ("tooMany", "\(count)")
        case .tooLong(let bytes): ("tooLong", "\(bytes)")
        case .options: ("options", "")
        }
    }
}
