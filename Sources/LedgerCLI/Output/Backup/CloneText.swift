internal import Application
internal import Ledger

/// What became of a clone, or of a bundle, as text.
struct CloneText {
    let output: OutputShape

    /// - Parameters:
    ///   - isElsewhere: Whether the clone lies in another folder than commands look in.
    ///   - name: What the new device was to be called; `nil` where nothing was said.
    func text(
        _ done: CloneLedger.Output, isElsewhere: Bool, asDevice name: String? = nil
    ) -> String {
        let place = Screen.plain(done.destination)
        let copy = isElsewhere ? output.program(on: done.destination) : output.program
        var text = output.style.bold(
            "Made a copy of \(Screen.plain(done.source)) in \(place): "
                + counted(done.events, "event")
                + (done.device == nil ? ", the same root" : ", one device more"))
        text += "\n\n"
        if !done.owner.isEmpty {
            text +=
                "What is recorded there is by \(Screen.plain(done.owner)), until somebody logs "
                + "in: \(copy) login NAME\n"
        }
        if let device = done.device {
            text +=
                "It signs what it records. The others believe it when each has its key:\n"
                + output.style.dim(
                    "  there: \(output.name) device add \(Explanation.shellWord(device))")
                + "\n"
        } else if let name {
            text +=
                "No device signs in \(Screen.plain(done.source)), so the copy is none either. To "
                + "make it one:\n"
                + output.style.dim(
                    "  \(copy) device add --name \(Explanation.shellWord(name))")
                + "\n"
        }
        if let found = done.signatures { text += Explanation(doubtful: found).what + "\n" }
        text += MissingFilesText.text(
            done.missingFiles, "are not in \(Screen.plain(done.source)) as they were", output)
        text += staying(done.staysBehind, "of \(Screen.plain(done.source))")
        if done.source == "-" {
            text += output.style.dim("  merge later: \(copy) merge OTHER") + "\n"
        } else {
            text += output.style.dim("  merge with it later: \(copy) merge") + "\n"
        }
        return text + output.footer(done.position, done.root)
    }

    /// What is beside the log.
    private func staying(_ names: [String]?, _ copy: String) -> String {
        guard let names else { return "" }
        let last = names.last ?? ""
        let list =
            names.count < 2 ? last : names.dropLast().joined(separator: ", ") + " and \(last)"
        return "The \(list) \(copy) stay behind: they are beside the log, not in it\n"
    }

    func text(_ done: BundleLedger.Output) -> String {
        let place = Screen.plain(done.path)
        let word = Explanation.shellWord(done.path)
        var text = ""
        if done.events == 0 {
            text = output.style.bold("\(place) holds no event: the other copy lacks nothing")
        } else {
            text = output.style.bold(
                "Wrote \(counted(done.events, "event")) to \(place) "
                    + "(\(counted(done.bytes, "byte")))")
        }
        text += "\n\n"
        if done.since > 0 {
            text += "For a copy that has event \(grouped(done.since - 1)) and what is before it.\n"
        }
        if let files = done.files {
            text += "\(counted(files, "file")) of entries and tasks "
            text += files == 1 ? "goes along.\n" : "go along.\n"
        }
        text += "The file is as secret as the ledger.\n"
        text += MissingFilesText.text(done.missingFiles, "do not go along", output)
        text += staying(done.staysBehind, "of this copy")
        text += output.style.dim("  take it in there: \(output.name) merge \(word)") + "\n"
        if done.since == 0 {
            text += output.style.dim("  or make a copy of it: \(output.name) clone \(word)")
            text += "\n"
        }
        return text + output.footer(done.position, done.root)
    }
}
