import Support
import Testing

/// What the program printed comes back byte for byte, in every format.
@Suite("The past is printed as it was")
struct AsOfCommandTests {
    private static let reads = [
        "report -M", "report -W --by category -1 -T -A -S", "report --net -%",
        "report -b 2026-03-02 --to 2026-03-30 --by account", "list", "find lunch", "show 4",
        "history 4", "log", "balance", "task --tab all", "explain 2026-03 -c food",
    ]

    private static let writes = [
        "ledger add 12.50 Lunch -c food -a wallet --on 2026-03-05; ledger add 7 Tea -c food:tea",
        "ledger amend lunch --amount 13 --on 2026-03-06; ledger task add Buy milk --due 2026-03-08",
        "ledger import rows.csv; ledger config --week-start sunday",
        "ledger void tea; ledger account edit wallet --name Purse; ledger task done milk",
    ]

    @Test("before and after sealing") func comesBack() throws {
        let runner = try CommandRunner(["COLUMNS": "80"])
        let rows = (0..<5_000).map { "2026-03-\(10 + $0 % 20),\($0).25,Row \($0)\n" }
        try runner.write(Array(("date,amount,title\n" + rows.joined()).utf8), to: "rows.csv")
        let reads = AsOfCommandTests.reads.enumerated().map { number, read in
            ["text", "csv", "json"].map {
                "ledger \(read) -O \($0) $AS_OF > $INTO.\(number).\($0) 2>&1"
            }.joined(separator: "\n")
        }.joined(separator: "\n")
        let look = """
            look() {
                AS_OF=$2; mkdir -p ${1%/*}; INTO=$1
                \(reads)
            }
            """
        let steps = AsOfCommandTests.writes.enumerated().map { number, write in
            """
            ( \(write) ) >/dev/null || echo write \(number)
            P\(number)=$(ledger info -O csv | tail -1 | cut -d, -f2)
            look then\(number)/x
            """
        }
        let checks = [0, 2].map { number in
            """
            look now$1\(number)/x "--as-of $((P\(number) - 1))"
            diff -r then\(number) now$1\(number) && echo same
            """
        }
        let result = try runner.shell(
            """
            ledger() { "$LEDGER_PROGRAM" "$@" --now 2026-03-31; }
            ledger init --currency EUR --zone UTC --owner Ada >/dev/null
            \(look)
            \(steps.joined(separator: "\n"))
            check() {
                \(checks.joined(separator: "\n"))
            }
            check a
            ledger seal >/dev/null
            check b
            cat then0/x.0.text; grep -l error then*/* | sort | head -3
            """)
        #expect(result.errors == "")
        let lines = result.output.split(separator: "\n")
        #expect(lines.prefix(4) == ["same", "same", "same", "same"])
        #expect(lines.contains { $0.contains("19.50") })
    }

    /// 22:24:30 in Berlin is 20:24:30 in UTC, in summer.
    @Test("a local time is one of today, or of the day before it, with all of its minute")
    func times() throws {
        let runner = try CommandRunner()
        let made = try runner.shell(
            """
            set -e; exec >/dev/null
            ledger init --currency EUR --zone Europe/Berlin --now 2026-04-09T10:00:00Z
            ledger add 5 Tea --now 2026-04-09T20:24:30Z
            ledger add 7 Milk --now 2026-04-10T08:00:00Z
            """)
        #expect(made.code == 0, "\(made.errors)")
        for (time, titles) in [
            ("yesterday 22:23", []), ("yesterday 22:24", ["Tea"]), ("22:24 ", ["Milk", "Tea"]),
            ("9:59", ["Tea"]), ("10:00", ["Milk", "Tea"]), ("10 am", ["Milk", "Tea"]),
            ("yesterday 22:24:29", []), ("2026-04-09 at 22:24:30", ["Tea"]),
            ("2026-04-09T22:24", ["Tea"]),
        ] as [(String, [String])] {
            let list = try runner.shell(
                "ledger list --as-of '\(time)' --now 2026-04-10T12:00:00Z -O csv")
            #expect(list.code == 0, "\(time): \(list.errors)")
            let found = ["Milk", "Tea"].filter { list.output.contains(",\($0),") }
            #expect(found == titles, "\(time): \(list.output)")
        }
        let now = try runner.shell(
            "ledger add 1 Bun --now '2026-04-10 14:30' >/dev/null; ledger log -n 1")
        #expect(now.output.contains("2026-04-10 12:30 UTC"), "\(now.output)")
        let refused = try runner.shell("ledger list --as-of 25:70 --now 2026-04-10T12:00:00Z")
        #expect(refused.code == 2, "\(refused.errors)")
        #expect(refused.errors.contains("yesterday 22:24"), "\(refused.errors)")
    }

    @Test("the statements of an account are listed as they were, and only listed") func statements()
        throws
    {
        let runner = try CommandRunner()
        let result = try runner.shell(
            """
            ledger init --currency EUR --zone UTC >/dev/null
            ledger account open Bank --opening 100 >/dev/null
            ledger assert Bank 90 >/dev/null
            ledger assert Bank 100 >/dev/null
            for words in '' '--as-of 3' '--as-of 2'; do
                ledger assert --list $words -O csv | cut -d, -f4- | grep -c '90.00'
            done
            ledger assert Bank 90 --as-of 2; echo "[$?]"
            """)
        #expect(result.output == "0\n1\n0\n[2]\n", "\(result.output)\(result.errors)")
        #expect(result.errors.contains("--as-of is for --list only"), "\(result.errors)")
    }
}
