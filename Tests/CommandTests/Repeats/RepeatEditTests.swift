import Support
import Testing

/// Rules of what comes again, looked at and changed.
@Suite("Rules of what comes again are changed") struct RepeatEditTests {
    private static let ledger = """
        set -e
        ledger init --currency EUR --zone UTC --owner Ada --now 2026-01-01 >/dev/null
        run() { ledger "$@" --now 2026-03-10 >/dev/null; }
        run repeat add 980 Rent -c home:rent -a Bank --every 'month on the 1st' --post \\
            --from 2026-01
        run repeat post
        run repeat add 12 Gym -c sport --every '2 weeks' --from 2026-03-02
        run repeat add --task Water plants --every 'week on saturday'
        """

    private func made() throws -> CommandRunner {
        let runner = try CommandRunner()
        let made = try runner.shell(Self.ledger)
        #expect(made.code == 0, "\(made.errors)")
        return runner
    }

    private func run(_ script: String, _ runner: CommandRunner) throws -> CommandResult {
        try runner.shell(
            "run() { ledger \"$@\" --now 2026-03-10; }\n\(script)")
    }

    @Test("a rule is shown with all that it says") func shows() throws {
        let told = try run("run repeat show rent", made()).output
        for line in ["amount  980.00 EUR", "category  home:rent", "account  Bank"] {
            let words = line.split(separator: " ")
            #expect(
                told.split(separator: "\n").contains {
                    $0.split(separator: " ").elementsEqual(words)
                }, "\(told)")
        }
        #expect(told.contains("month on the 1st"), "\(told)")
        #expect(told.contains(/next +2026-04-01/), "\(told)")
        #expect(try run("run repeat show nothing", made()).code == 2)
    }

    @Test("a rule is shown with its note, and too many times are refused") func notes() throws {
        let script = """
            run repeat add 5 Milk -c food --new --note 'two bottles' --every day --post >/dev/null
            run repeat show milk | grep -c 'note  *two bottles'
            run repeat list -O csv | grep Milk | cut -d, -f16
            run repeat post --until 2100 --dry-run; echo "code $?"
            """
        let told = try run(script, made())
        #expect(told.output == "1\ntwo bottles\ncode 2\n", "\(told.output)\(told.errors)")
        // By hand: days from 2026-03-10 on, and a rent each month, are 10,000 in September 2052.
        #expect(told.errors.contains("try: ledger repeat post --until 2052-09-"), "\(told.errors)")
    }

    @Test("a rule that would end before it begins is told with a day that it has") func ended()
        throws
    {
        let runner = try made()
        let command = "repeat add 5 Fee --every 'month on the 1st' --until"
        let refused = try run("run \(command) 2020", runner)
        // The first of a month on or after 2026-03-10.
        let advised = "ledger \(command) 2026-04-01 --now 2026-03-10"
        #expect(refused.code == 2 && refused.errors.contains("try: \(advised)\n"), "\(refused)")
        #expect(try runner.shell(advised).code == 0)
    }

    /// By hand: January to March are recorded with 980.00; from April on 1,020.00 come.
    @Test("it is otherwise from a day on, and what was recorded stays") func edits() throws {
        let runner = try made()
        let script = """
            run repeat edit rent --amount 1020 --from 2026-02
            run repeat post --until 2026-05
            run list rent -O csv | cut -d, -f3,8
            run repeat list -O csv | cut -d, -f3,4,10,11,12
            """
        let result = try run(script, runner)
        #expect(result.code == 0, "\(result.errors)")
        let rows = result.output.split(separator: "\n").map(String.init)
        let entries = rows.filter { $0.hasPrefix("2026-") && !$0.contains("Rent") }
        #expect(
            entries.filter { $0.hasSuffix("80.00") || $0.hasSuffix("20.00") } == [
                "2026-05-01,1020.00", "2026-04-01,1020.00", "2026-03-01,980.00",
                "2026-02-01,980.00", "2026-01-01,980.00",
            ], "\(result.output)")
        #expect(rows.contains("Rent,980.00,month on the 1st,2026-01-01,2026-03-31"), "\(rows)")
        #expect(rows.contains("Rent,1020.00,month on the 1st,2026-04-01,"), "\(rows)")
        #expect(try run("run verify", runner).code == 0)
    }

    @Test("other days count from the day on which it is otherwise") func days() throws {
        let runner = try made()
        let script = """
            run repeat edit gym --every 'week on friday' --title 'Gym and pool' -c sport:pool --new
            run repeat show pool
            """
        let result = try run(script, runner)
        #expect(result.code == 0, "\(result.errors)")
        #expect(result.output.contains(/next +2026-03-13/), "\(result.output)")
        #expect(result.output.contains(/category +sport:pool/), "\(result.output)")
        let same = try run("run repeat edit rent --amount 980", runner)
        #expect(same.code == 1, "\(same.errors)")
        let task = try run("run repeat edit plants --amount 5", runner)
        #expect(task.code == 2, "\(task.errors)")
        #expect(try run("run repeat edit plants --title 'Water all plants'", runner).code == 0)
        #expect(try run("run repeat edit rent", runner).code == 2)
    }

    @Test("a day that was recorded is passed over with a word") func skips() throws {
        let runner = try made()
        let late = try run("run repeat skip rent 2026-03-01", runner)
        #expect(late.output.contains("2026-03-01 was recorded before, as "), "\(late.output)")
        let open = try run("run repeat skip rent 2026-04-01", runner)
        #expect(!open.output.contains("was recorded before"), "\(open.output)")
    }

    /// Mondays by hand; the second edit is of the first rule, which ends with 2026-04-12 by then.
    @Test("an end and days that were passed over stay") func keeps() throws {
        let runner = try CommandRunner()
        let script = """
            set -e
            ledger init --currency EUR --zone UTC --owner Ada --now 2026-01-01 >/dev/null
            run repeat add 7 Swim --every 'week on monday' --from 2026-03-16 --post >/dev/null
            run repeat skip 2 2026-03-30 >/dev/null
            run repeat edit 2 --amount 8 --from 2026-04-13 >/dev/null
            run repeat edit 2 --amount 9 --from 2026-03-23 >/dev/null
            run repeat post --until 2026-04-30 >/dev/null
            run list swim -O csv | cut -d, -f3,8
            """
        let result = try run(script, runner)
        #expect(result.code == 0, "\(result.errors)")
        #expect(
            result.output.split(separator: "\n").dropFirst().map(String.init) == [
                "2026-04-27,8.00", "2026-04-20,8.00", "2026-04-13,8.00", "2026-04-06,9.00",
                "2026-03-23,9.00", "2026-03-16,7.00",
            ], "\(result.output)")
    }

    /// By hand: the rent of 980.00 comes on the 1st of April and of May, that of 1,020.00 from June
    /// on; both are one rule to whoever set it.
    @Test("a word stops all that a rule was changed into, an id its part") func stops() throws {
        let runner = try made()
        let script = """
            run repeat edit rent --amount 1020 --from 2026-06 >/dev/null
            run repeat post --until 2026-07 --dry-run | grep -c 'Would have recorded'
            run repeat stop rent 2026-05 | grep -c '^Stopped [0-9]*: Rent, none from 2026-05-01$'
            run repeat stop rent 2026-05; echo "[$?]"
            run repeat post --until 2027 --dry-run | grep -o '2026-.*'
            run undo >/dev/null; run repeat stop 3 >/dev/null
            run repeat post --until 2026-07 --dry-run | grep -o '2026-.*'
            """
        let result = try run(script, runner)
        #expect(
            result.output == """
                4
                2
                [1]
                2026-04-01  980.00 EUR  Rent
                2026-06-01  1,020.00 EUR  Rent
                2026-07-01  1,020.00 EUR  Rent

                """, "\(result.output)\(result.errors)")
    }

    /// The second change is of both parts until June, and of the second one from then on.
    @Test("of a rule that changes later it is asked which part is changed") func parts() throws {
        let runner = try made()
        let changed = try run("run repeat edit rent --amount 1020 --from 2026-06", runner)
        #expect(changed.code == 0, "\(changed.errors)")
        let asked = try run("run repeat edit rent --amount 3 --from 2026-04-15", runner)
        #expect(asked.code != 0, "\(asked.output)")
        for words in [
            "Rent 980.00 EUR, month on the 1st from 2026-01-01 to 2026-05-31\n",
            "Rent 1020.00 EUR, month on the 1st from 2026-06-01\n",
            "try: ledger repeat edit 3 --amount 3 --from 2026-04-15",
        ] {
            #expect(asked.errors.contains(words), "\(words): \(asked.errors)")
        }
        let later = try run(
            """
            run repeat edit rent --title Flat --from 2026-08 >/dev/null
            run repeat stop flat 2026-04 --dry-run | grep -c 'Would have stopped'
            run repeat post --until 2026-09
            """, runner)
        // All three are one rule, whatever it was called.
        #expect(later.output.hasPrefix("3\n"), "\(later.output)")
        #expect(
            later.output.split(separator: "\n").filter { $0.hasPrefix("Recorded") }
                .map { String($0.drop { $0 != ":" }.dropFirst(2)) } == [
                    "2026-04-01  980.00 EUR  Rent", "2026-05-01  980.00 EUR  Rent",
                    "2026-06-01  1,020.00 EUR  Rent", "2026-07-01  1,020.00 EUR  Rent",
                    "2026-08-01  1,020.00 EUR  Flat", "2026-09-01  1,020.00 EUR  Flat",
                ], "\(later.output)\(later.errors)")
    }
}
