internal import Application
internal import Interchange
internal import Ledger

/// Words for what cannot be taken over of a file of tasks.
extension Explanation {
    /// - Parameter path: Where the file is.
    static func tasks(_ format: TaskFormat, _ fault: TaskFault, _ path: String) -> Explanation {
        let file = shellWord(path)
        if fault.reason == .options {
            return Explanation(
                "options for columns and profiles mean nothing for tasks",
                .withoutColumns(of: path))
        }
        switch fault.reason {
        case .tooMany(let count) where fault.line == 0:
            return tooLarge(format, "\(grouped(count)) tasks", file)
        case .tooLong(let bytes) where fault.line == 0:
            return tooLarge(format, "\(bytes >> 20) MiB", file)
        case .encoding(let encoding, let reading):
            return recode(fault.line, encoding, reading, file)
        case .tooMany(let count):
            return parts(
                format, "on line \(fault.line) begins a task behind the first \(grouped(count))",
                path)
        case .tooLong(let bytes):
            return parts(format, "\(file) has more than \(bytes >> 20) MiB", path)
        case .textTooLong:
            return unwritten(fault.line, "has more text than the 60,000 bytes of one", file)
        case .noTitle: return unwritten(fault.line, "has no title", file)
        default: break
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

    /// A task of which an event cannot hold what it says.
    private static func unwritten(_ line: Int, _ why: String, _ file: String) -> Explanation {
        Explanation(
            "nothing was written; the task on line \(line) \(why)",
            "sed -n \(line)p \(file) | head -c 200")
    }

    /// A file that has more than is held at once comes in parts.
    private static func parts(_ format: TaskFormat, _ why: String, _ path: String) -> Explanation {
        let parts: FileParts =
            switch format {
            case .taskwarrior: .taskwarrior
            case .todo: .todo
            case .calendar: .calendar
            }
        return Explanation(
            "nothing was written; \(why), more than is held at once: import it in parts",
            .inParts(parts, of: path))
    }

    /// A file that would be written and not be read again.
    private static func tooLarge(
        _ format: TaskFormat, _ most: String, _ file: String
    ) -> Explanation {
        let ending =
            switch format {
            case .taskwarrior: "json"
            case .todo: "todo.txt"
            case .calendar: "ics"
            }
        return Explanation(
            "nothing was written; \(file) would have more than \(most), and could not be\n    "
                + "read the next time: put away there what is done, or have all tasks in a\n    "
                + "file that is only written",
            .words("ledger export \(format.rawValue) -o all.\(ending)"))
    }

    /// A file that lacks much of what it had the last time.
    static func lacking(_ count: Int, of open: Int) -> Explanation {
        Explanation(
            "nothing was written; \(grouped(count)) of \(counted(open, "open task")) that the file "
                + "had the last time \(count == 1 ? "is" : "are") gone:\n    is it the right one, "
                + "and all of it? they are written into it again, or are dropped",
            .options(["--missing": "again"]), .options(["--missing": "gone"]))
    }

    /// A file of a program that was never told what was written for it.
    static func unread(_ count: Int) -> Explanation {
        Explanation(
            "nothing was written; the file is as it was before the last sync wrote "
                + "\(counted(count, "task")) into it: was 'task import FILE' forgotten?\n    it is "
                + "written again, to be imported then; or the file is right, and counts",
            .options(["--missing": "again"]), .options(["--missing": "gone"]))
    }

    /// A file that would be written back is in another encoding.
    private static func recode(
        _ line: Int, _ encoding: String, _ reading: String, _ file: String
    ) -> Explanation {
        let other = file.hasSuffix("'") ? "utf8.tmp" : "\(file).utf8"
        let sample = reading.isEmpty ? "" : "\n    as \(encoding): \(Screen.plain(reading))"
        return Explanation(
            "nothing was written; line \(line) of \(file) has bytes that are not UTF-8\(sample)",
            .words("iconv -f \(encoding) -t utf-8 \(file) > \(other) && mv \(other) \(file)"))
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
        case "badValue" where refusal.text.hasPrefix("BOM: "):
            return "a byte order mark stands before \(quoted(String(refusal.text.dropFirst(5)))): "
                + "does another file begin there?"
        case "notATask":
            return refusal.text == "VEVENT"
                ? "an event happens at its time and is never done: it is no task"
                : "\(text) is no task"
        default: return "\(text) cannot be taken over"
        }
    }
}
