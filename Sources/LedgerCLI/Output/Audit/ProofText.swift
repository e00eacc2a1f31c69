internal import Application
internal import Ledger

/// Keys, checkpoints and proofs, as text.
struct ProofText {
    let output: OutputShape

    init(_ output: OutputShape) { self.output = output }

    func new(_ key: KeyRow) -> String {
        """
        \(output.style.bold("Key \(key.id) signs for this ledger from now on."))

          \(key.verifier)

        Give others this line: with it they check what the ledger signed.
        The secret half stays in the folder keys of the ledger; backups leave it out.

        """
    }

    func list(_ keys: [KeyRow]) -> String {
        guard !keys.isEmpty else { return "No keys yet; make one: \(output.program) key new\n" }
        var table = TextTable(columns: [.init(title: "Key"), .init(title: "State")])
        table.style = output.style
        for key in keys { table.add(key.id, key.signs ? "signs" : "signed once") }
        return table.rendered(columns: nil)
    }

    func new(_ witness: WitnessRow) -> String {
        """
        \(output.style.bold("This copy of the ledger is the witness \(witness.name) from now on."))

          \(witness.verifier)

        Give others this line: with it they check what the witness signed.
        Sign what the ledger signed: \(output.program) witness sign FILE --key KEY -o SIGNED

        """
    }

    func written(_ made: CosignCheckpoint.Output, to file: String?) -> String {
        let before = made.continues.map { ", which goes on from that of \(grouped($0))" } ?? ""
        return "Signed a checkpoint of \(counted(made.events, "event"))\(before), as a witness.\n"
            + "Check it: \(output.program) verify --against \(word(file)) --key \\\n"
            + "  \(made.verifier)\n"
    }

    func written(_ made: MakeCheckpoint.Output, to file: String?) -> String {
        let by = made.key.map { "signed by key \($0)" } ?? "not signed"
        return "Wrote a checkpoint of \(counted(made.events, "event")), \(by). Keep it where the "
            + "ledger is not;\ncheck it later: \(output.program) verify --against "
            + "\(word(file))\n"
    }

    func written(_ made: ProveEvent.Output, to file: String?) -> String {
        var text =
            "Wrote a proof of event \(grouped(made.id)) (\(made.event)), "
            + "\(counted(made.hashes, "hash", "hashes")), "
            + (made.withText ? "with its texts.\n" : "its texts hidden.\n")
        if let last = made.changedBy.last {
            text += "It was changed later; what holds now: \(output.program) prove \(last)\n"
        }
        return text + check("proof", file, made.verifier)
    }

    func written(_ made: ProveConsistency.Output, to file: String?) -> String {
        "Wrote a proof that the ledger at event \(grouped(made.position)) continues it at event "
            + "\(grouped(made.from)), \(counted(made.hashes, "hash", "hashes")).\n"
            + check("consistency", file, made.verifier)
    }

    func written(_ made: ProveBranch.Output, to file: String?) -> String {
        let now =
            made.now.map { "stands at \(grouped($0)) now" } ?? "was set aside, or only signed"
        return "Wrote a proof that event \(grouped(made.id)) was in the branch of "
            + "\(counted(made.events, "event")) that \(replaced(made)); it \(now).\n"
            + check("branch", file, made.verifier)
    }

    /// What took the place of a branch, and what says so.
    private func replaced(_ made: ProveBranch.Output) -> String {
        if let merge = made.merge { return "event \(grouped(merge)) merged" }
        return "the log of \(counted(made.position + 1, "event")) replaced,\nas the key below "
            + "vouches and no event says"
    }

    func written(_ made: ProveFigure.Output, to folder: String) -> String {
        let name = folder.hasPrefix("-") ? "./\(folder)" : folder
        return "\nWrote \(counted(made.proofs.count, "proof")) under one checkpoint of "
            + "\(counted(made.position + 1, "event")), texts hidden.\n"
            + check("figure", name, made.verifier)
    }

    private func check(_ kind: String, _ file: String?, _ verifier: String) -> String {
        "Anybody can check it: tools/verify-proof \(kind) \(word(file)) --key \\\n  \(verifier)\n"
    }

    private func word(_ file: String?) -> String { Explanation.shellWord(file ?? "FILE") }

    // MARK: CSV

    static func csv(_ keys: [KeyRow]) -> String {
        CSVOutput.text(
            header: ["id", "signs", "verifier"],
            rows: keys.map { [$0.id, "\($0.signs)", $0.verifier] })
    }

    static func csv(_ witness: WitnessRow) -> String {
        ReportCSV.text([
            "name": witness.name, "id": witness.id, "verifier": witness.verifier,
            "events": "\(witness.events)",
        ])
    }

    static func csv(_ made: CosignCheckpoint.Output) -> String {
        ReportCSV.text([
            "events": "\(made.events)", "continues": made.continues.map { "\($0)" } ?? "",
            "time": "\(made.time)", "verifier": made.verifier, "position": "\(made.position)",
            "root": made.root, "checkpoint": made.checkpoint,
        ])
    }

    static func csv(_ made: MakeCheckpoint.Output) -> String {
        ReportCSV.text([
            "origin": made.origin, "events": "\(made.events)", "key": made.key ?? "",
            "position": "\(made.position)", "root": made.root, "checkpoint": made.checkpoint,
        ])
    }

    static func csv(_ made: ProveEvent.Output) -> String {
        ReportCSV.text([
            "id": "\(made.id)", "event": made.event, "hashes": "\(made.hashes)",
            "position": "\(made.position)", "root": made.root, "verifier": made.verifier,
            "proof": made.proof,
        ])
    }

    static func csv(_ made: ProveBranch.Output) -> String {
        ReportCSV.text([
            "id": "\(made.id)", "branch": made.branch, "events": "\(made.events)",
            "now": made.now.map { "\($0)" } ?? "", "merge": made.merge.map { "\($0)" } ?? "",
            "hashes": "\(made.hashes)", "position": "\(made.position)", "root": made.root,
            "verifier": made.verifier, "proof": made.proof,
        ])
    }

    static func csv(_ made: ProveConsistency.Output) -> String {
        ReportCSV.text([
            "from": "\(made.from)", "oldRoot": made.oldRoot, "hashes": "\(made.hashes)",
            "position": "\(made.position)", "root": made.root, "verifier": made.verifier,
            "proof": made.proof,
        ])
    }
}
