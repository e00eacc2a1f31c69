/// How a file that is longer than is held at once is cut into parts that are not.
///
/// They lie in a folder of their own beside it: one that is there already is left alone, so that
/// no file is ever written over.
enum FileParts: Hashable {
    /// A list of an app: each part has the header, and ends with a row, not within one.
    case list
    /// JSON of Taskwarrior, a task a line.
    case taskwarrior
    /// Lines of todo.txt.
    case todo
    /// A calendar: each part has its time zones.
    case calendar

    /// What the files are called behind their numbers.
    private var suffix: String {
        switch self {
        case .list: "csv"
        case .taskwarrior: "json"
        case .todo: "todo.txt"
        case .calendar: "ics"
        }
    }

    /// What begins a part and ends the one before it, in the words of awk.
    private func opening(_ last: String = "") -> String {
        "if(f){\(last)close(f)}f=sprintf(\"%s/%03d.\(suffix)\",ENVIRON[\"d\"],++k);n=b=0"
    }

    /// A part that has enough, in rows or in bytes.
    private static let isFull = "n>=50000||b>1e7"
    private static let line = "print>f;b+=length($0)+1"

    /// The program for awk.
    private var program: String {
        let full = FileParts.isFull
        let line = FileParts.line
        switch self {
        case .list:
            // A quote that is never closed must not keep parts from ending.
            return "NR==1{h=$0;next} !f||q%2==0&&(\(full))||n>=100000||b>2e7{\(opening())"
                + ";print h>f} {\(line);n++;q+=gsub(/\"/,\"\")}"
        case .taskwarrior:
            return "{sub(/^[[:space:]]*[[]/,\"\");sub(/[],[:space:]]+$/,\"\")} /^$/{next} "
                + "!f||\(full){\(opening())} {\(line);n++}"
        case .todo:
            return "!f||\(full){\(opening())} {\(line);n++}"
        case .calendar:
            let end = "print \"END:VCALENDAR\">f"
            return "/^BEGIN:VTIMEZONE/{t=1} t{z=z $0 \"\\n\"} /^END:VTIMEZONE/{t=0} "
                + "/^BEGIN:VTODO/{i=1;n++;if(!f||\(full)){\(opening("\(end);"))"
                + ";printf \"BEGIN:VCALENDAR\\nVERSION:2.0\\n%s\",z>f}} i{\(line)} "
                + "/^END:VTODO/{i=0} END{if(f)\(end)}"
        }
    }

    /// Cuts a file, and imports all its parts as the whole was to be imported.
    ///
    /// - Parameters:
    ///   - path: Where the file is.
    ///   - typed: What was typed behind the program's name; `nil` if nothing was.
    func text(_ path: String, _ typed: [String]?) -> String {
        // What comes through a pipe has no name.
        if path == "-" { return "ledger import FILE" }
        let (file, folder) = (Explanation.shellWord(path), Explanation.shellWord("\(path).parts"))
        var words = ["import", "\"$part\""]
        if let typed, typed.first == "import", typed.contains(path) {
            words = typed.map { $0 == path ? "\"$part\"" : Explanation.shellWord($0) }
        }
        // A row of one part is no later version of a row of another one.
        if self == .list, !words.contains("--changes") { words += ["--changes", "ignore"] }
        let again = (["ledger"] + words).joined(separator: " ")
        return "mkdir \(folder) && d=\(folder) LC_ALL=C awk '\(program)' < \(file)"
            + " && for part in \(folder)/*; do \(again) || break; done"
    }
}
