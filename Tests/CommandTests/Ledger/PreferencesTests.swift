import Foundation
import Support
import Testing

/// The file of options, aliases and views.
@Suite("What somebody sets for themselves") struct PreferencesTests {
    private func ledger(_ settings: String) throws -> CommandRunner {
        let runner = try CommandRunner()
        let opening = ["init", "--currency", "EUR", "--zone", "UTC", "--owner", "Ada"]
        try #require(try runner.start(opening).finish().code == 0)
        for entry in ["3 Soup -c food:lunch --tag trip", "4 Bus -c transport"] {
            #expect(try runner.shell("ledger add \(entry) --on 2026-03-05").code == 0)
        }
        _ = try runner.shell("mkdir -p .config/ledger")
        try runner.write(Array(settings.utf8), to: ".config/ledger/config")
        return runner
    }

    @Test("options come before those that are typed, which go first") func defaults() throws {
        let runner = try ledger(
            """
            # What I always want.
            default report = --by category --depth 1
            default all = -O csv
            default list = -n 1
            """)
        let report = try runner.run("report").output
        #expect(report.contains(",expense,food,EUR,3.00,1\n"), "\(report)")
        #expect(try runner.run("report", "--depth", "2").output.contains(",food:lunch,EUR,"))
        #expect(try runner.run("list").output.split(separator: "\n").count == 2)
        #expect(try runner.run("list", "-n", "2", "-O", "json").output.hasPrefix("{"))
        // Another name of the command, and one that says more.
        #expect(try runner.run("reg").output.split(separator: "\n").count == 2)
        // Scripts want none of it.
        let plain = try runner.shell("LEDGER_CONFIG= ledger report").output
        #expect(plain.hasPrefix("Expenses in EUR"))
    }

    @Test("aliases and views are commands with some of their words") func aliases() throws {
        let runner = try ledger(
            """
            alias bal = balance
            alias lunch = add 5 Lunch -c food:lunch --note 'with "Bo"'
            alias short = trips -O csv
            view trips = report tag:trip --by category
            """)
        #expect(try runner.run("bal").code == 0)
        let trips = try runner.run("trips", "-p", "2026", "-O", "csv").output
        #expect(trips.contains(",food:lunch,EUR,3.00,1\n") && !trips.contains("transport"))
        #expect(try runner.run("-O", "csv", "trips").output == runner.run("short").output)
        #expect(try runner.run("lunch", "--on", "2026-03-06").code == 0)
        let row = JSONValue(parsing: try runner.run("list", "-n", "1", "-O", "json").output)
        #expect(row?["rows"]?.array?.first?["note"]?.string == "with \"Bo\"")
        #expect(try runner.run("trips", "--help").output.contains("USAGE: ledger report"))
        let shown = try runner.run("config").output
        #expect(shown.contains("/.config/ledger/config:\n") && shown.contains("line 4\n"))
        let json = JSONValue(parsing: try runner.run("config", "-O", "json").output)
        #expect(json?["own"]?.array?.count == 4 && json?["zone"]?.string == "UTC")
    }

    @Test(
        "what is not understood is told with its line, and nothing runs",
        arguments: [
            ("alais x = list", "'alais' sets nothing; did you mean 'alias'?"),
            ("alias = list", "'alias' needs a name"),
            ("alias x list", "nothing is said of 'x list'"),
            ("alias x = list 'a", "a quote is not closed"),
            ("alias report = list", "'report' is a command"),
            ("alias a/b = list", "cannot be a name"),
            ("alias x = lits", "there is no command 'lits'; did you mean 'list'?"),
            ("alias x = y\nalias y = x", "'x' comes to itself"),
            ("view x = add 5 Tea", "'add' may record something"),
            ("default reprot = -M", "there is no command 'reprot'; did you mean 'report'"),
            ("default report = lunch", "'lunch' is no option"),
            ("default all = --by category", "'--by' is no option"),
            ("alias x = list\nalias x = find", "'x' is set by line 2 already"),
        ])
    func faults(_ lines: String, _ words: String) throws {
        let runner = try ledger("# first\n\(lines)\n")
        let result = try runner.run("add", "5", "Tea")
        #expect(result.code == 2 && result.output.isEmpty)
        #expect(result.errors.contains(words), "\(result.errors)")
        let line = words.contains("set by") ? 3 : 2
        #expect(result.errors.contains("/.config/ledger/config, line \(line): "))
        #expect(try runner.run("config", "--help").code == 0)
        #expect(try runner.shell("LEDGER_CONFIG= ledger list").code == 0)
    }

    @Test("the file is where the system has such files") func places() throws {
        let runner = try ledger("alias one = list")
        let script = """
            mkdir -p other/ledger; echo 'alias two = list' >other/ledger/config
            echo 'alias three = list' >mine
            for name in one two three; do
            for place in "" "XDG_CONFIG_HOME=$PWD/other" "LEDGER_CONFIG=mine"; do
            env $place "$LEDGER_PROGRAM" $name >/dev/null 2>&1; printf %s $?; done; done
            """
        #expect(try runner.shell(script).output == "022202220")
    }

    @Test("a view never records, whatever is typed behind it") func reading() throws {
        let runner = try CommandRunner()
        let result = try runner.shell(
            """
            ledger init --currency EUR --zone UTC >/dev/null
            printf 'view b = budget\nview t = task\nview a = accounts\nview p = people\n' >config
            export LEDGER_CONFIG=$PWD/config
            for words in 'b set food 5' 't add hi' 'a open z' 'p add Ann'; do
                ledger $words; echo "exit $?"
            done 2>&1
            ledger info -O json | grep -o '"events":[0-9]*'; ledger b; echo "exit $?"
            """)
        #expect(result.output.components(separatedBy: "exit 2\n").count == 5, "\(result.output)")
        #expect(result.output.contains("\"events\":2\n"))
        #expect(result.output.hasSuffix("exit 0\n"))
    }

    @Test("what is set makes way for what is typed and does not go with it") func makingWay() throws
    {
        let runner = try CommandRunner()
        let result = try runner.shell(
            """
            ledger init --currency EUR --zone UTC --now 2026-06-15 >/dev/null
            ledger budget set food 5 --now 2026-06-15 >/dev/null
            echo 'default report = -M --by category' >config
            export LEDGER_CONFIG=$PWD/config
            ledger report --budget --now 2026-06-15 | head -1
            ledger report --budget --by payee --now 2026-06-15; echo "exit $?"
            """)
        #expect(result.output.contains("udget"))
        #expect(result.output.hasSuffix("exit 2\n"), "\(result.output)")
    }

    @Test("what is advised changes what was typed, not the example of how numbers look")
    func numbers() throws {
        let runner = try CommandRunner()
        let result = try runner.shell(
            """
            ledger init --currency EUR --zone UTC >/dev/null
            echo 'default all = --numbers 1.234,56' >config
            export LEDGER_CONFIG=$PWD/config
            ledger add 1.234,56 Desk
            """)
        let advice = "try: ledger add --numbers 1.234,56 1234.56 Desk\n"
        #expect(result.code == 2 && result.errors.contains(advice), "\(result.errors)")
    }
}
