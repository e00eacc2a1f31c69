internal import Application
internal import Interchange
internal import Ledger

/// Words for what cannot be taken over of a file of tasks.
extension Explanation {
    /// - Parameter file: The file as a shell takes it.
    static func tasks(_ format: TaskFormat, _ fault: TaskFault, _ file: String) -> Explanation {
        if fault.reason == .options {
            return Explanation(
                "options for columns and profiles mean nothing for tasks",
                tries: [.words("ledger import \(file)")])
        }
        let name =
            switch format {
            case .taskwarrior: "JSON of Taskwarrior"
            case .todo: "todo.txt"
            case .calendar: "a calendar"
            }
        let what = fault.words.text
        return Explanation(
            "nothing was written; from line \(fault.line) on this is not \(name): \(quoted(what))",
            "sed -n \(fault.line)p \(file) | head -c 200")
    }

    /// Why a task is refused.
    static func taskWords(_ refusal: ImportReceipt.Refusal) -> String {
        let text = quoted(refusal.text)
        switch refusal.reason {
        case "noTitle": return "the task does not say what is to be done"
        case "badID": return "\(text) is no uuid"
        case "repeatedID": return "a task before it has the id \(text)"
        case "badMoment": return "\(text) is no moment and no day"
        case "badStatus": return "\(text) is no state of a task"
        case "notATask":
            return refusal.text == "VEVENT"
                ? "an event happens at its time and is never done: it is no task"
                : "\(text) is no task"
        default: return "\(text) cannot be taken over"
        }
    }
}
