internal import Ledger

/// Files of entries and tasks that a copy has not, as text.
enum MissingFilesText {
    /// Lines of text with an empty one before them; empty where none is missing.
    ///
    /// - Parameter what: What is wrong, such as `did not come along`.
    static func text(_ files: [BrokenFile]?, _ what: String, _ output: OutputShape) -> String {
        guard let files, let first = files.first else { return "" }
        var text = "\n\(counted(files.count, "file")) of entries and tasks \(what):\n"
        for file in files.prefix(5) {
            text += "    \(name(file)) of \(file.id)\n"
        }
        if files.count > 5 { text += "    and \(grouped(files.count - 5)) more\n" }
        let word = first.name.isEmpty ? "FILE" : Explanation.shellWord(first.name)
        return text + "  put it back: \(output.program) attach \(first.id) \(word)\n"
    }

    private static func name(_ file: BrokenFile) -> String {
        file.name.isEmpty ? "a file" : Screen.plain(file.name)
    }
}
