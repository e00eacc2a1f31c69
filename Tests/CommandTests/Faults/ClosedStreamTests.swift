import Foundation
import Support
import Testing

/// Every command with every choice of closed streams: nothing of it ends in the log.
///
/// The commands come from the program itself, so that a new one is tried as soon as it is there.
@Suite("Closed streams") struct ClosedStreamTests {
    /// What a command is given, and what it changes.
    private struct Row {
        var arguments: [String] = []
        /// Whether it records.
        var records = false
        /// Whether it changes what the ledger's folder keeps beside the log and its caches.
        var keeps = false
        /// Whether it does nothing here whatever it is given.
        var isRefused = false

        var kind: String {
            records ? "records" : keeps ? "keeps" : isRefused ? "refused" : "reads"
        }
    }

    /// What the commands need that take arguments, or that change something; `@N` is another number
    /// each time.
    private static let rows: [String: Row] = [
        "account close": Row(arguments: ["bank"], records: true),
        "account edit": Row(arguments: ["bank", "--name", "giro"], records: true),
        "account history": Row(arguments: ["bank"]),
        "account open": Row(arguments: ["cash"], records: true),
        "account reopen": Row(arguments: ["shut"], records: true),
        "add": Row(arguments: ["5", "Tea"], records: true),
        "amend": Row(arguments: ["lunch", "--amount", "14"], records: true),
        "assert": Row(arguments: ["bank", "0"], records: true),
        "backup": Row(arguments: ["copy@N"]),
        "bundle": Row(arguments: ["copy@N.bundle"]),
        "call": Row(arguments: ["list"]),
        "can": Row(arguments: ["Bo", "read"]),
        "clone": Row(arguments: ["other", "clone@N"]),
        "close": Row(arguments: ["2026-01"], records: true),
        "config": Row(arguments: ["--zone", "Europe/Berlin"], records: true),
        "demo": Row(arguments: ["--ledger", "demo@N"]),
        "diff": Row(arguments: ["--from", "2", "--to", "3"]),
        "erase": Row(arguments: ["lunch", "--yes"], records: true),
        "explain": Row(arguments: ["2026-02"]),
        "export sqlite": Row(arguments: ["-o", "tables@N.sqlite"]),
        "export tiles": Row(arguments: ["tiles@N"], keeps: true),
        "find": Row(arguments: ["lunch"]),
        "help": Row(arguments: ["add"]),
        "history": Row(arguments: ["2"]),
        "import": Row(arguments: ["bank.csv"], records: true),
        "init": Row(arguments: ["--ledger", "new@N", "--zone", "UTC"]),
        "join": Row(arguments: ["foreign"], records: true),
        "login": Row(arguments: ["Ada"], keeps: true),
        "merge": Row(arguments: ["other"], records: true),
        "people add": Row(arguments: ["Eve"], records: true),
        "people change": Row(arguments: ["Bo", "--name", "Bob"], records: true),
        "people join": Row(arguments: ["Bo", "Ops"], records: true),
        "people leave": Row(arguments: ["Bo", "Tech"], records: true),
        "people show": Row(arguments: ["Bo"]),
        "period": Row(arguments: ["last month"]),
        "permit": Row(arguments: ["Bo", "create"], records: true),
        "price import": Row(arguments: ["rates.csv"], records: true),
        "price set": Row(arguments: ["USD", "EUR", "1.@N"], records: true),
        "profile remove": Row(arguments: ["giro"], keeps: true),
        "prove": Row(arguments: ["2"], keeps: true),
        "reader move": Row(arguments: ["mailer", "--new"], keeps: true),
        "reader remove": Row(arguments: ["mailer"], keeps: true),
        "redo": Row(records: true),
        "reopen": Row(arguments: ["2025-12", "--reason", "late"], records: true),
        "restore": Row(arguments: ["4"], records: true),
        "revoke": Row(arguments: ["Bo", "read"], records: true),
        "rules add": Row(arguments: ["r@N", "--where", "lunch", "-c", "food"], keeps: true),
        "rules apply": Row(arguments: ["--yes"], records: true),
        "rules remove": Row(arguments: ["drinks"], keeps: true),
        "salvage": Row(arguments: ["new@N"]),
        "schema check": Row(arguments: ["--against", "./program"]),
        "schema show": Row(arguments: ["lineAdded"]),
        "seal": Row(records: true),
        "show": Row(arguments: ["2"]),
        "sql": Row(arguments: ["SELECT 1"]),
        "task add": Row(arguments: ["Walk"], records: true),
        "task start": Row(arguments: ["tax"], records: true),
        "task stop": Row(arguments: ["run"], records: true),
        "task log": Row(arguments: ["Swam"], records: true),
        "task explain": Row(arguments: ["tax"]),
        "task duplicate": Row(arguments: ["tax"], records: true),
        "task pay": Row(arguments: ["tax", "5"], records: true),
        "task annotate": Row(arguments: ["tax", "form", "4"], records: true),
        "task done": Row(arguments: ["tax"], records: true),
        "task drop": Row(arguments: ["tax"], records: true),
        "task edit": Row(arguments: ["tax", "--priority", "1"], records: true),
        "task find": Row(arguments: ["tax"]),
        "task reopen": Row(arguments: ["old"], records: true),
        "task reschedule": Row(arguments: ["tax", "tomorrow"], records: true),
        "task show": Row(arguments: ["tax"]),
        "undo": Row(records: true),
        "unit add": Row(arguments: ["New@N"], records: true),
        "unit chain": Row(arguments: ["Tech"]),
        "unit move": Row(arguments: ["Tech", "Ops"], records: true),
        "unit rename": Row(arguments: ["Tech", "Lab"], records: true),
        "void": Row(arguments: ["lunch"], records: true),
        "witness new": Row(arguments: ["w@N"], keeps: true),
        "witness sign": Row(arguments: ["signed"], isRefused: true),
        "watch": Row(arguments: ["inbox", "--once"], records: true),
        "sync": Row(arguments: ["todo.txt", "todo@N.txt"], keeps: true),
        "mark": Row(arguments: ["lunch"], records: true),
        "attach": Row(arguments: ["lunch", "bill.txt"], records: true),
        "detach": Row(arguments: ["tea"], records: true),
        "attachment": Row(arguments: ["tea"]),
        "goal set": Row(arguments: ["500@N", "Bike", "--account", "bank"], records: true),
        "goal remove": Row(arguments: ["Trip"], records: true),
        "currency add": Row(arguments: ["HOURS"], records: true),
        "device add": Row(arguments: ["--name", "laptop@N"], records: true),
        "device rename": Row(arguments: ["phone", "tablet"], isRefused: true),
        "device revoke": Row(arguments: ["phone"], isRefused: true),
        "device vouch": Row(isRefused: true),
        "budget set": Row(arguments: ["drinks", "50"], records: true),
        "budget remove": Row(arguments: ["food"], records: true),
        "category rename": Row(arguments: ["food", "meals"], records: true),
        "key new": Row(keeps: true),
        "projections drop": Row(arguments: ["--all"]),
        "repeat add": Row(arguments: ["5", "Rent", "--every", "month"], records: true),
        "repeat skip": Row(arguments: ["walk", "2026-02-08"], records: true),
        "repeat stop": Row(arguments: ["walk"], records: true),
        "what-if": Row(arguments: ["add 5 Tea", "list"]),
        "witness show": Row(arguments: ["--ledger", "witness"]),
        "repeat show": Row(arguments: ["walk"]),
        "repeat edit": Row(arguments: ["walk", "--title", "Run"], records: true),
    ]

    /// A ledger with something of each kind.
    private static let ledger = """
        set -e
        export LEDGER_HOME=$PWD/ledger
        ledger init --currency EUR --zone UTC --owner Ada --now 2026-02-01
        ledger add 12.50 Lunch -c food --on 2026-02-01 --now 2026-02-01
        ledger add 5 Tea --on 2026-02-01 --now 2026-02-01
        ledger add 7 Cake --on 2026-02-01 --now 2026-02-01
        ledger void 4 --now 2026-02-01
        ledger account open bank --now 2026-02-01
        ledger people add Bo --now 2026-02-01
        ledger unit add Tech --now 2026-02-01
        ledger unit add Ops --now 2026-02-01
        ledger task add tax --now 2026-02-01
        ledger task add run --now 2026-02-01
        ledger task start run --now 2026-02-01
        ledger task add old --now 2026-02-01
        ledger task done old --now 2026-02-01
        ledger goal set 900 Trip --account bank --now 2026-02-01
        ledger repeat add --task Walk --every week --now 2026-02-01
        printf bill > bill.txt
        ledger attach tea bill.txt --now 2026-02-01
        ledger account open shut --now 2026-02-01
        ledger account close shut --now 2026-02-01
        ledger budget set food 90 --now 2026-02-01
        ledger people join Bo Tech --now 2026-02-01
        ledger permit Bo read --now 2026-02-01
        ledger close 2025-12 --now 2026-02-01
        ledger rules add drinks --where tea -c drinks
        ledger key new
        printf 'Date,Amount,Title\\n2026-02-01,4.00,Milk\\n' > bank.csv
        printf 'Day;Sum;Text\\n2026-02-01;-4.00;Jam\\n' > giro.csv
        printf '2026-02-01,USD,EUR,0.92\\n' > rates.csv
        ledger import giro.csv --sign account --save-profile giro --now 2026-02-01
        mkdir inbox
        printf 'Day;Sum;Text\\n2026-02-01;-5.00;Ham\\n' > inbox/new.csv
        ledger log --reader mailer >/dev/null
        cp -r ledger other
        ledger add 3 Bus --ledger other --now 2026-02-01
        ledger init --currency EUR --zone UTC --owner Zoe --ledger foreign --now 2026-02-01
        ledger add 3 Tram --ledger foreign --now 2026-02-01
        ledger checkpoint --sign -o signed
        cp -r ledger witness
        ledger witness new w --ledger witness
        ln -s "$LEDGER_PROGRAM" program
        ledger add 3 Gone --now 2026-02-01
        ledger undo --now 2026-02-01
        cp -r ledger before
        """

    /// The names of all commands that are none above others.
    private func names(_ runner: CommandRunner) throws -> [String] {
        let help = try #require(JSONValue(parsing: runner.run("--experimental-dump-help").output))
        func leaves(_ command: JSONValue?, _ path: [String]) -> [String] {
            let below = command?["subcommands"]?.array ?? []
            if below.isEmpty { return [path.joined(separator: " ")] }
            return below.flatMap { leaves($0, path + [$0["commandName"]?.string ?? ""]) }
        }
        return leaves(help["command"], [])
    }

    /// Runs each command in each way; prints the ways that left the log other than it may be.
    private func script(_ commands: [(name: String, row: Row)]) -> String {
        let runs = commands.map { name, row in
            let words = (name.split(separator: " ").map(String.init) + row.arguments)
                .map { "'\($0)'" }.joined(separator: " ")
            return "try \(row.kind) '\(name)' \(words)"
        }
        return """
            N=0; last=reads; outs=('>out' '>/dev/full' '| cat >/dev/null')
            again() { rm -rf ledger; cp -r before ledger; }
            # What the folder keeps, but for the log, what is made anew from it, and where one was.
            kept() {
              (cd ledger && find . -type f ! -path './log/*' ! -name 'models.sqlite*' \
                ! -name lock ! -name verified.json ! -name numbers.json ! -name state.json \
                -exec cksum {} + | sort)
            }
            one() {  # records|keeps|reads|refused, where its streams go, the command
              local kind=${1/refused/reads} streams=$2; shift 2
              N=$((N + 1)); set -- "${@//@N/$N}"
              if [ $kind != reads ] || [ $last != reads ]; then again; fi
              last=$kind
              eval 'ledger "$@" '"$streams"
              if [ $kind = reads ]; then
                kept | cmp -s - before.kept || { echo "$* $streams: files"; again; }
              fi
              if [ $kind != records ]; then
                cat ledger/log/*.log | cmp -s - before.bytes || { echo "$* $streams"; again; }
              elif [[ $streams = '>&-'* ]]; then
                ledger verify >/dev/null 2>&1 || echo "$* $streams"
              fi
            }
            try() {
              local kind=$1 in error out; shift 2
              # What is refused would leave the log alone in any case.
              if [ $kind != refused ]; then
                one $kind '</dev/null >/dev/null 2>said || head -1 said' "$@"
              fi
              for in in '</dev/null' '<&-'; do for error in '2>/dev/null' '2>&-'; do
                one $kind ">&- $in $error" "$@"
                # Every choice meets every kind of output, if not with each command.
                one $kind "$in $error ${outs[$((N / 2 % 3))]}" "$@"
              done; done
            }
            cat before/log/*.log > before.bytes
            again; kept > before.kept
            \(runs.joined(separator: "\n"))
            """
    }

    @Test("what was done is told where the answer cannot be shown, and nothing else is")
    func told() throws {
        let runner = try CommandRunner()
        #expect(try runner.shell(ClosedStreamTests.ledger).code == 0)
        // Those that leave something elsewhere, and those whose answer is all that there is of it.
        let beside: Set = [
            "backup", "bundle", "clone", "demo", "init", "logout", "projections drop",
            "projections rebuild", "salvage",
        ]
        let answers: Set = ["prove", "checkpoint", "import"]
        let runs = try names(runner).filter { !answers.contains($0) }.map { name in
            let row = ClosedStreamTests.rows[name] ?? Row()
            let words = (name.split(separator: " ").map(String.init) + row.arguments)
                .map { "'\($0.replacing("@N", with: "77"))'" }.joined(separator: " ")
            let isDone = row.records || row.keeps || beside.contains(name)
            return "one \(isDone ? 1 : 0) \(words)"
        }
        let found = try runner.shell(
            """
            one() {  # whether something is done, the command
              local done=$1; shift
              [ $done = 0 ] || { rm -rf ledger; cp -r before ledger; }
              ledger "$@" </dev/null >/dev/full 2>said
              grep -q 'No space left' said || return
              [ "$(grep -c 'this is done\\|this is recorded' said)" = $done ] ||
                { echo "$*"; cat said; }
            }
            \(runs.joined(separator: "\n"))
            """)
        #expect(found.output == "")
    }

    @Test("what a command writes never ends in the log", arguments: 0..<4)
    func untouched(part: Int) throws {
        let runner = try CommandRunner()
        let made = try runner.shell(ClosedStreamTests.ledger)
        #expect(made.code == 0, "\(made.errors)")
        let names = try names(runner)
        #expect(names.contains("list") && names.contains("task add"))
        #expect(Set(ClosedStreamTests.rows.keys).isSubset(of: names))
        let commands = names.enumerated().filter { $0.offset % 4 == part }.map {
            ($0.element, ClosedStreamTests.rows[$0.element] ?? Row())
        }
        let done = try runner.shell(script(commands))
        #expect(done.output == "", "\(done.errors)")
    }
}
