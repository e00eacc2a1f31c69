internal import Application
internal import Ledger

/// What a writer answers.
protocol WriteAnswer: Encodable {
    /// The things that were written or changed.
    var ids: [UInt64] { get }
    var position: UInt64 { get }
    var notes: [DecisionNote] { get }
    var csv: KeyValuePairs<String, String> { get }
}

extension WriteReceipt: WriteAnswer {
    var ids: [UInt64] { [id] }
    var csv: KeyValuePairs<String, String> {
        ["id": "\(id)", "position": "\(position)", "root": root]
    }
}

extension TasksWritten: WriteAnswer {
    var notes: [DecisionNote] { [] }
    var csv: KeyValuePairs<String, String> {
        [
            "id": "\(id)", "ids": ids.map(String.init).joined(separator: " "),
            "position": "\(position)", "root": root,
        ]
    }
}

/// What is shown of what was written.
struct ReceiptLines {
    /// Of each thing what it is now, behind what was done to it.
    var lines: [String]
    /// The command that shows what became of it, where it was recorded before and changed since.
    var changedSince: String?
    /// The command that takes it back; an undo where it is left out.
    var takeBack: String?
    /// The command that shows what it was, where no one command takes it back.
    var history: String?
    /// Whether nothing takes it back.
    var stays = false
    /// Whether a rehearsal is called one at the end, too.
    var endsRehearsal = true
}

extension ReceiptLines {
    /// What phrases with money say, such as of goals.
    init(phrases: [String]) {
        self.init(lines: phrases.map { Figure.inPhrase(Screen.plain($0)) })
    }

    /// The same, each with what it takes the place of.
    init(replacing told: [(now: String, was: String?)]) {
        let were = ReceiptLines(phrases: told.map { $0.was ?? "" }).lines
        self.init(phrases: told.map(\.now))
        for (index, was) in were.enumerated() where !was.isEmpty {
            lines[index] += " (was \(was))"
        }
    }
}

extension CommandContext {
    /// Puts out what a writer answers: as text a line for each thing, then how to take it back.
    ///
    /// - Parameters:
    ///   - deed: What was done, such as `Recorded`.
    ///   - noun: What is between that and an id, where nothing may be read.
    ///   - takeBack: What takes it back, where nothing may be read; an undo where it is left out.
    ///   - read: What was written; `nil` where the acting person may not read it.
    func put(
        _ written: some WriteAnswer, done deed: String, noun: String = "", takeBack: String? = nil,
        _ read: () throws(CommandFailure) -> ReceiptLines?
    ) throws(CommandFailure) {
        guard output.format == .text else {
            return try put(written, text: "", csv: ReportCSV.text(written.csv))
        }
        let word = isDryRun ? "Would have \(deed.lowercased())" : deed
        guard let told = try ifReadable(read) ?? nil else {
            let things = written.ids.map(String.init).joined(separator: ", ")
            return try put(
                "\(word)\(noun) \(things).\n"
                    + ending(written, nil, takeBack ?? "undo \(written.position)"))
        }
        let text = told.lines.map { "\(word) \($0)\n" }.joined()
        try put(text + ending(written, told, told.takeBack ?? "undo \(written.position)"))
    }

    private func ending(
        _ written: some WriteAnswer, _ told: ReceiptLines?, _ takeBack: String
    ) -> String {
        var text = NoteText.lines(written.notes, columns: output.columns)
        if let command = told?.changedSince { text += NoteText.changedSince(command, output) }
        if isDryRun {
            if told?.endsRehearsal == false { return text }
            return text + output.style.dim("A dry run: nothing was written.") + "\n"
        }
        if told?.stays == true { return text }
        let (label, command) =
            told?.history.map { ("what it was", $0) } ?? ("take it back", takeBack)
        return text + output.style.dim("  \(label): \(output.program) \(command)") + "\n"
    }

    /// What the last commit of this command wrote.
    func written<Shown>(
        _ read: (WrittenCommit) throws(ApplicationError) -> Shown?
    ) throws(CommandFailure) -> Shown? {
        guard let commit = recorded.commit else { return nil }
        do throws(ApplicationError) { return try read(commit) } catch { throw .application(error) }
    }

    /// What is read of the ledger for a receipt; `nil` where the acting person may not read it.
    func ifReadable<Result>(
        _ read: () throws(CommandFailure) -> Result
    ) throws(CommandFailure) -> Result? {
        do throws(CommandFailure) { return try read() } catch .application(.forbidden) {
            return nil
        } catch {
            throw error
        }
    }
}
