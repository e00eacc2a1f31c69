import Ledger
import Support
import Testing

/// What comes of a file when the first proposal of each refusal is pasted.
@Suite("The first proposal, pasted")
struct FirstProposalTests {
    /// Commands that are pasted, at most.
    private static let commandsMax = 3

    /// Files of which nothing says what is asked, neither to a program nor to a person: all amounts
    /// go one way and came in, or are whole numbers that are pence.
    private static let silent: Set = [
        "data/test/default.csv", "test-data/MonzoDataExport_February2018_2018-02-26_174335.csv",
    ]

    /// Larger files, whose figures are those of their `expected.json`.
    private static let large = [
        Dialect(
            "household-inr", "Daily Household Transactions.csv", "household", "INR",
            "2176 expense 1957390.53 INR, 125 income 3042397.35 INR, "
                + "160 transfer 1770780.90 INR, 2015-01-01 to 2018-09-20"),
        Dialect(
            "gla-spend-28k", "data/all.csv", "payments of an authority", "GBP",
            "28145 expense 1000083306.00 GBP, 2008-04-01 to 2013-04-25"),
    ]

    private static let files =
        (dialects + cardDialects + hledgerDialects + large).filter { !silent.contains($0.file) }

    /// Runs commands until one records, or the last says what is wrong; whether any asked.
    private func paste(_ runner: CommandRunner) throws -> Bool {
        var command = "ledger import bank.csv"
        for step in 1...FirstProposalTests.commandsMax {
            let result = try runner.shell(command)
            if result.code == 0 { return step > 1 }
            // A refusal proposes another command for this file, or a look at it.
            let line = result.errors.split(separator: "\n").first { $0.contains("try: ") }
            let proposal = String(try #require(line?.split(separator: "try: ").last))
            #expect(proposal != command, "\(result.errors)")
            #expect(!proposal.contains("COLUMN"), "\(result.errors)")
            guard proposal.hasPrefix("ledger import ") else { return true }
            command = proposal
        }
        return true
    }

    @Test(
        "right figures, or a question",
        .enabled(if: SharedData.has("csv-reckon-dialects"), "csv-reckon-dialects is not there"),
        arguments: files)
    func leadsToTheEnd(_ sample: Dialect) throws {
        let runner = try CommandRunner()
        let opening = ["init", "--currency", sample.base, "--zone", "UTC"]
        try #require(try runner.start(opening).finish().code == 0)
        let bytes = try #require(SharedData.bytes("\(sample.folder)/\(sample.file)"))
        try runner.write(bytes, to: "bank.csv")
        let hasAsked = try paste(runner)
        // Kind, currency, sum and count of each row of the report of all time.
        let report = try runner.run("report", "-O", "csv").output
        let cells = report.split(separator: "\n").dropFirst().map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        let sums = cells.map { "\($0[8]) \($0[4]) \($0[7]) \($0[6])" }.sorted()
        if sample.result.hasPrefix("refused: ") {
            #expect(hasAsked)
        } else if !sums.isEmpty {
            #expect(
                sums == sample.result.split(separator: ", ").dropLast().map(String.init).sorted())
        } else {
            #expect(hasAsked)
        }
    }
}
