internal import Application
internal import ArgumentParser

/// `ledger doctor`
struct DoctorCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Say how the ledger is and what to mend.",
        discussion: """
            A quick look at folder, disk, lock and clock; ledger verify checks every byte of the \
            log. Exit code 0 where all is well, 1 with findings, 3 where the log cannot be opened.

              ledger doctor
            """)

    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let found = try context.call(Doctor.self, NoInput())
        let answer = DoctorAnswer(
            found, version: RootCommand.configuration.version, program: context.output.program)
        try context.put(
            answer, text: DoctorText(output: context.output).text(answer),
            csv: DoctorText.csv(answer))
        if found.findings.contains(.unreadable) {
            // Says what the damage is.
            _ = try context.call(LedgerInfo.self, NoInput())
        }
        let bad = answer.rows.filter { !$0.ok }
        if !bad.isEmpty { throw .findings(bad.map(\.finding), next: bad.map(\.next)) }
    }
}
