import Foundation
import Support
import Testing

/// Marks as they are typed, shown and told to hledger.
@Suite("Marks of entries") struct MarkCommandTests {
    static let hasHledger = FileManager.default.isExecutableFile(atPath: "/usr/bin/hledger")

    private static let ledger = """
        set -e
        ledger init --currency EUR --zone UTC --owner Ada --now 2026-01-01 >/dev/null
        add() { ledger add "$@" --now 2026-04-30 >/dev/null; }
        add 980 Flat -c home:rent -a Bank --on 2026-03-01 --pending
        add 12 Lunch -c food -a Card --on 2026-03-02
        add 4 Milk -c food -a Card + 3 Soap -c home -a Card --on 2026-03-03
        add 50 ATM --transfer Bank Wallet --on 2026-03-04
        add 5 Tea -c food --on 2026-03-05
        ledger mark Lunch >/dev/null
        ledger clear Milk >/dev/null
        ledger mark --where 'acct:Bank title:ATM' --cleared >/dev/null
        """

    private func made() throws -> CommandRunner {
        let runner = try CommandRunner(["LC_ALL": "C.UTF-8"])
        let made = try runner.shell(Self.ledger)
        #expect(made.code == 0, "\(made.errors)")
        return runner
    }

    private func titles(_ terms: String, _ runner: CommandRunner) throws -> [String] {
        CSVText.rows(try runner.shell("ledger list \(terms) -O csv").output).dropFirst()
            .map { "\($0[11]) \($0[10])" }
    }

    @Test("lists ask for them and show them") func lists() throws {
        let runner = try made()
        #expect(try titles("status:pending", runner) == ["Flat Bank"])
        #expect(
            try titles("status:cleared", runner)
                == ["ATM Bank", "Soap Card", "Milk Card", "Lunch Card"])
        #expect(try titles("status:unmarked", runner) == ["Tea ", "ATM Wallet"])
        let list = try runner.shell("ledger list --account Bank").output
        #expect(list.contains(/2026-03-01 +! +Flat/), "\(list)")
        #expect(list.contains(/2026-03-04 +\* +ATM/), "\(list)")
        let shown = try runner.shell("ledger show Flat").output
        #expect(shown.contains(/status +pending/), "\(shown)")
        let report = try runner.shell(
            "ledger report --by category kind:expense status:cleared -O csv"
        ).output
        #expect(
            CSVText.rows(report).dropFirst().map { "\($0[5]) \($0[7])" } == [
                "food 16.00", "home 3.00",
            ])
    }

    @Test("what is on no statement yet has them, too") func reconciled() throws {
        let runner = try made()
        let text = try runner.shell("ledger reconcile Card").output
        #expect(text.contains(/2026-03-02 +\* +Lunch/), "\(text)")
        let csv = CSVText.rows(try runner.shell("ledger reconcile Bank -O csv").output)
        #expect(
            csv.map { "\($0[5]) \($0.last ?? "")" } == [
                "title status", "Flat pending", "ATM cleared",
            ], "\(csv)")
        // Without a mark there is no column for one.
        let other = try runner.shell("ledger reconcile Wallet -O csv").output
        #expect(!other.contains("status"), "\(other)")
    }

    @Test("they can be set in closed books, undone and taken away") func closed() throws {
        let runner = try made()
        let script = """
            set -e
            ledger close 2026-03 --now 2026-04-30 >/dev/null
            ledger mark Flat Tea --now 2026-04-30
            ledger list status:pending -O csv --now 2026-04-30 | wc -l
            ledger undo --now 2026-04-30
            ledger mark Flat --none --now 2026-04-30
            ledger history Flat --now 2026-04-30
            ledger closings --now 2026-04-30 -O csv
            """
        let result = try runner.shell(script)
        #expect(result.code == 0, "\(result.errors)")
        #expect(
            result.output.contains(/Cleared \d+: 2026-03-01  980.00 EUR  Flat/), "\(result.output)")
        #expect(result.output.contains("\n0\n") || result.output.contains("\n1\n"))
        #expect(result.output.contains(/Unmarked \d+:/), "\(result.output)")
        #expect(result.output.contains(/marked/), "\(result.output)")
        let again = try runner.shell("ledger mark Flat --none --now 2026-04-30")
        #expect(again.code == 1)
        let nothing = try runner.shell("ledger mark --where 'cat:nowhere' --now 2026-04-30")
        #expect(nothing.code == 2, "\(nothing.errors)")
    }

    @Test(
        "hledger finds the same status of the same entries",
        .enabled(if: hasHledger, "the program hledger is not installed"))
    func peer() throws {
        let runner = try made()
        #expect(try runner.shell("ledger export hledger -o l.journal").code == 0)
        func found(_ query: String) throws -> Set<String> {
            let text = try runner.shell(
                "hledger -f l.journal register \(query) expenses assets:Wallet assets:Bank -O csv"
            ).output
            return Set(CSVText.rows(text).dropFirst().map { "\($0[3]) \($0[4])" })
        }
        #expect(try found("status:!") == ["Flat expenses:home:rent", "Flat assets:Bank"])
        #expect(
            try found("status:*") == [
                "Lunch expenses:food", "Milk expenses:food", "Milk expenses:home",
                "ATM assets:Bank",
            ])
        #expect(try found("status:") == ["Tea expenses:food", "ATM assets:Wallet"])
        #expect(try runner.shell("hledger -f l.journal check --strict").code == 0)
    }
}
