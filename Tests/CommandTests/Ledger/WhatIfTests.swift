import Support
import Testing

/// Commands that are tried one behind the other.
@Suite("What if") struct WhatIfTests {
    private func shell(_ script: String) throws -> CommandResult {
        try CommandRunner().shell(
            """
            ledger init --currency EUR --zone UTC --owner Ada --now 2026-04-01 >/dev/null
            ledger add 12.50 Lunch -c food --new --now 2026-04-01 >/dev/null
            printf 'Date,Amount,Title\\n2026-04-02,-3.20,Bus\\n' > bank.csv
            root() { ledger info -O csv | tail -1; cat "$LEDGER_HOME"/log/*.log | sha256sum; }
            \(script)
            """)
    }

    @Test("each command sees what those before recorded, and nothing is kept")
    func kept() throws {
        let result = try shell(
            """
            before=$(root)
            ledger what-if 'add 1200 "New bike" -c fun --new' 'amend bike --amount 1100' \
                'report -p 2026-04 -O csv' 'undo' 'report -p 2026-04 -O csv' \
                'import bank.csv --account bank --sign account' 'list -O csv' \\
                --now 2026-04-02 --quiet
            [ "$before" = "$(root)" ] && echo same
            """)
        #expect(result.code == 0, "\(result.errors)")
        #expect(result.output.contains(",1112.50"), "\(result.output)")
        #expect(result.output.contains(",1212.50"), "\(result.output)")
        #expect(result.output.contains("Bus"), "\(result.output)")
        #expect(result.output.hasSuffix("same\n"), "\(result.output)")
    }

    @Test("the first that fails ends it, with its exit code and its words") func failed() throws {
        let result = try shell(
            """
            ledger what-if 'add 5 Tea -c food' 'show 99' 'report -M'; echo "exit $?"
            ledger what-if 'backup copy'; echo "exit $?"; ls -d copy
            ledger what-if 'add 5 "Tea'; echo "exit $?"
            ledger what-if "what-if 'add 5 Tea'"; echo "exit $?"
            """)
        let codes = result.output.split(separator: "\n").filter { $0.hasPrefix("exit") }
        #expect(codes == ["exit 2", "exit 2", "exit 2", "exit 2"], "\(result.output)")
        #expect(result.output.contains("Would have recorded"), "\(result.output)")
        #expect(result.errors.contains("'backup' is none"), "\(result.errors)")
        #expect(result.errors.contains("a quote is not closed"), "\(result.errors)")
        #expect(!result.errors.contains("try: ledger list"), "\(result.errors)")
    }

    /// What each command does that neither looks at the past nor can be rehearsed: with words that
    /// it needs, where it can be tried.
    private static let others: [String: String?] = [
        "backup": nil, "bundle": nil, "checkpoint": "checkpoint",
        "clone": nil, "demo": nil, "diff": "diff --from 2", "doctor": "doctor",
        "export beancount": "export beancount", "export ics": "export ics",
        "export events": "export events", "export hledger": "export hledger",
        "export sqlite": "export sqlite -o t.db", "export taskwarrior": "export taskwarrior",
        "export tiles": nil, "export todo.txt": "export todo.txt",
        "export journal": "export journal",
        "device list": "device list",
        "info": "info", "join": nil, "key list": "key list", "key new": nil, "key show": "key show",
        "login": nil, "logout": nil, "merge": nil, "profile list": "profile list",
        "profile remove": nil, "projections check": "projections check", "projections drop": nil,
        "projections list": "projections list", "projections rebuild": nil,
        "projections upgrade": nil, "prove": nil, "reader list": "reader list",
        "reader move": nil, "reader remove": nil, "replay": "replay --report monthly",
        "routes": "routes", "rules add": nil, "rules list": "rules list", "rules remove": nil,
        "salvage": nil, "schema check": nil, "schema diff": "schema diff",
        "schema list": "schema list", "schema show": "schema show lineAdded", "seal": nil,
        "sql": "sql 'SELECT title FROM expense'", "task context": "task context",
        "task urgency": "task urgency", "verify": "verify", "what-if": nil, "witness new": nil,
        "witness show": "witness show", "witness sign": nil,
    ]

    @Test("what only reads can be tried, and nothing that does more") func table() throws {
        let tried = WhatIfTests.others.compactMap(\.value).sorted()
        let runs = tried.map {
            "ledger what-if -q \"$add\" \"\($0)\" >out 2>err || echo \"\($0): $(cat err)\""
        }
        let result = try shell(
            """
            export add='add 5 Tea --new --accept-clock'
            printf bill >bill.txt; ledger attach lunch bill.txt --accept-clock >/dev/null
            ledger key new >/dev/null; ledger witness new example.com/w >/dev/null
            before=$(root); cp -r ledger kept
            \(runs.joined(separator: "\n"))
            ledger what-if -q "$add" "sql 'SELECT title FROM expense'" | grep -c Tea
            ledger what-if -q "$add" 'export hledger' | grep -c Tea
            ledger what-if -q "$add" 'replay -O json' | grep -c '"events":5'
            ledger what-if -q "$add" 'key list' | grep -c signs
            [ "$before" = "$(root)" ] && diff -rq -x lock ledger kept && echo same
            """)
        #expect(result.output.hasSuffix("2\n2\n1\n1\nsame\n"), "\(result.output)\(result.errors)")
        #expect(result.output.split(separator: "\n").count == 5, "\(result.output)")
    }

    @Test("each command has a row: it can be tried, or is refused") func everyCommand() throws {
        let runner = try CommandRunner()
        let help = try #require(JSONValue(parsing: runner.run("--experimental-dump-help").output))
        var plain: [String] = []
        func walk(_ command: JSONValue?, _ path: [String]) {
            let below = command?["subcommands"]?.array ?? []
            for next in below { walk(next, path + [next["commandName"]?.string ?? ""]) }
            let options = (command?["arguments"]?.array ?? []).flatMap {
                ($0["names"]?.array ?? []).compactMap { $0["name"]?.string }
            }
            // Those of commands that look at the past, and of those that can be rehearsed.
            let marks: Set = ["receipt", "accept-clock"]
            if below.isEmpty, marks.isDisjoint(with: options) {
                plain.append(path.joined(separator: " "))
            }
        }
        walk(help["command"], [])
        // These have such options of their own.
        let found = Set(plain).union(["join", "merge", "verify"]).subtracting(["help"])
        #expect(found == Set(WhatIfTests.others.keys))
        for name in WhatIfTests.others.filter({ $0.value == nil }).keys {
            let result = try shell("ledger what-if '\(WhatIfTests.typed[name] ?? name)'")
            #expect(result.code == 2, "\(name): \(result.output)")
            #expect(result.errors.contains("' is none"), "\(name): \(result.errors)")
        }
    }

    /// Words without which the parser would refuse a command first.
    private static let typed = [
        "backup": "backup copy", "bundle": "bundle x.bundle", "clone": "clone ledger copy",
        "export tiles": "export tiles t", "join": "join other", "merge": "merge other",
        "login": "login Ada",
        "profile remove": "profile remove x", "projections drop": "projections drop report",
        "prove": "prove 2", "reader move": "reader move x --new",
        "reader remove": "reader remove x",
        "rules add": "rules add x --where cat:food --category bar",
        "rules remove": "rules remove 1", "salvage": "salvage new",
        "schema check": "schema check --against x", "what-if": "what-if balance",
        "witness new": "witness new x", "witness sign": "witness sign x",
    ]

    @Test(
        "what never ends is refused, and what is done outside of the ledger",
        arguments: [
            ("log --follow", "leave --follow out"), ("log --reader a -f", "leave --follow out"),
            ("watch .", "add --once"), ("sql", "add a statement"),
            ("checkpoint --sign", "never recorded"), ("checkpoint -o x", "never recorded"),
            ("task context none", "on this device"),
            ("task urgency due 3", "on this device"), ("call seal", "is none"), ("serve", "serve"),
            ("remote push", "remote"), ("device add", "by a key that is not there"),
            ("call device/add", "is none"),
        ])
    func refused(_ typed: String, _ words: String) throws {
        let result = try shell("timeout 20 \"$LEDGER_PROGRAM\" what-if '\(typed)'")
        #expect(result.code == 2, "\(result.output)\(result.errors)")
        #expect(result.errors.contains(words), "\(result.errors)")
    }
}
