internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger schema check`
struct SchemaCheckCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Compare what another build makes of this ledger.",
        discussion: """
            Before an upgrade: both programs read the whole history of a copy, which is removed \
            afterwards, and every line, task and figure is compared. The ledger is not touched. A \
            cell that differs makes the exit code 1.

              ledger schema check --against ~/Downloads/ledger
            """)

    @Option(
        help: ArgumentHelp("The other build: the path of the program.", valueName: "program"))
    var against: String

    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let build = Arguments.plain(against)
        let path = build.contains("/") ? build : "./\(build)"
        let version = ChildProgram.run([path, "--version"])
        guard let version, version.code == 0 else {
            let said = ChildProgram.run([path, "--version"], isOfErrors: true)
            throw .otherBuild(build, said: said?.output.firstLine ?? "")
        }
        let folder: String
        do throws(Terminal.Failure) {
            folder = try ChildProgram.makeFolder(in: context.variables)
        } catch { throw .file(error) }
        defer { ChildProgram.removeFolder(folder) }
        let copy = "\(folder)/copy"
        let done = try context.call(BackUpLedger.self, BackUpLedger.Input(destination: copy))
        context.recorded.forgetDeed()
        let shared = [
            "--ledger", copy, "--now", "\(context.session.current.now())", "--format", "csv",
        ]
        var reports = BuildComparison.requests.map { words in
            report(words, shared, path)
        }
        for words in BuildComparison.proofs {
            var proof = BuildComparison.Report(name: words.joined(separator: " "))
            proof.refusal = refusal(of: [path] + words + shared)
            reports.append(proof)
        }
        let comparison = BuildComparison(
            build: build, version: version.output.firstLine, events: done.events, reports: reports)
        try context.put(
            comparison, text: SchemaText.check(comparison, context.output),
            csv: SchemaText.csv(comparison))
        let differing = reports.filter { !$0.isSame }
        if differing.isEmpty { return }
        throw .findings(
            differing.map(SchemaText.finding), next: ["ledger schema list", "ledger schema diff"])
    }

    /// A report of both programs.
    private func report(
        _ words: [String], _ shared: [String], _ path: String
    ) -> BuildComparison.Report {
        let name = words.joined(separator: " ")
        let here = ChildProgram.run([ChildProgram.own] + words + shared)?.output ?? ""
        let there = ChildProgram.run([path] + words + shared)
        guard let there, there.code == 0 else {
            var report = BuildComparison.Report(name: name)
            report.refusal = refusal(of: [path] + words + shared) ?? ""
            return report
        }
        return BuildComparison.Report(
            name, here: CSVOutput.rows(of: here), there: CSVOutput.rows(of: there.output))
    }

    /// What a program says when it refuses; `nil` where it does not.
    private func refusal(of words: [String]) -> String? {
        let result = ChildProgram.run(words, isOfErrors: true)
        guard let result, result.code == 0 else { return result?.output.firstLine ?? "" }
        return nil
    }
}

extension String {
    fileprivate var firstLine: String { split(separator: "\n").first.map(String.init) ?? "" }
}
