import Support
import Testing

/// What comes of a file when the first proposal of each refusal is pasted.
@Suite("The first proposal, pasted")
struct FirstProposalTests {
    /// A file with the figures that were computed of it elsewhere.
    struct Sample: CustomTestStringConvertible, Sendable {
        let path: String
        let currency: String
        let count: Int
        /// Money in less money out, in hundredths.
        let net: Int64

        var testDescription: String { path }
    }

    /// Commands that are pasted, at most.
    private static let commandsMax = 3

    /// Files of which nothing says what is asked, neither to a program nor to a person: all amounts
    /// go one way, or are whole numbers that may be pence.
    private static let silent: Set = [
        "default.csv", "stripe-default.csv",
        "MonzoDataExport_February2018_2018-02-26_174335.csv",
    ]

    private static let folders = [
        "csv-reckon-dialects/data_fixtures", "csv-csv2ofx-dialects/data/test",
        "csv-bank2ynab-dialects/test-data",
    ]

    private static let samples: [Sample] = folders.flatMap { folder -> [Sample] in
        let parent = String(folder.prefix { $0 != "/" })
        guard let figures = SharedData.json("\(parent)/expected.json")?["files"]?.object else {
            return []
        }
        return figures.sorted { $0.key < $1.key }.compactMap { name, figures in
            guard !silent.contains(name), SharedData.has("\(folder)/\(name)"),
                let count = figures["count"]?.integer,
                let sums = figures["sum_by_currency"]?.object, let sum = sums.first,
                let net = hundredths(sum.value.string ?? "")
            else { return nil }
            let currency = String(sum.key.uppercased().prefix(3))
            return Sample(path: "\(folder)/\(name)", currency: currency, count: count, net: net)
        }
    }

    private static func hundredths(_ text: String) -> Int64? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let decimals = parts.count > 1 ? String(parts[1]) : ""
        return Int64(parts[0] + decimals + String(repeating: "0", count: 2 - decimals.count))
    }

    @Test(
        "right figures, or a question",
        .enabled(if: SharedData.has("csv-reckon-dialects"), "csv-reckon-dialects is not there"),
        arguments: samples)
    func leadsToTheEnd(_ sample: Sample) throws {
        let runner = try CommandRunner()
        let opening = ["init", "--currency", sample.currency, "--zone", "UTC"]
        try #require(try runner.start(opening).finish().code == 0)
        let bytes = try #require(SharedData.bytes(sample.path))
        try runner.write(bytes, to: "bank.csv")
        var command = "ledger import bank.csv"
        for _ in 0..<FirstProposalTests.commandsMax {
            let result = try runner.shell(command)
            if result.code == 0 { break }
            // A refusal asks, and its first proposal is another command for this file.
            let line = result.errors.split(separator: "\n").first { $0.contains("try: ") }
            let proposal = try #require(line?.split(separator: "try: ").last, "\(result.errors)")
            try #require(String(proposal) != command, "\(result.errors)")
            #expect(!proposal.contains("COLUMN"), "\(result.errors)")
            command = String(proposal)
        }
        let report = try runner.run("report", "-O", "csv").output
        let rows = report.split(separator: "\n").dropFirst().map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        // Nothing was written: it still asks.
        if rows.isEmpty { return }
        var (count, net) = (0, Int64(0))
        for row in rows where row.count >= 9 {
            let sum = try #require(FirstProposalTests.hundredths(String(row[7])))
            net += row[4] == "income" ? sum : -sum
            count += Int(row[8]) ?? 0
        }
        #expect(count == sample.count, "\(command)")
        #expect(net == sample.net, "\(command)")
    }
}
