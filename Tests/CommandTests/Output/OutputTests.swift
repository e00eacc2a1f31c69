import Support
import Testing

/// What commands print over the same few entries, byte for byte but for roots and times.
@Suite("The look of every command")
struct OutputTests {
    /// A small ledger: some expenses, an income, a transfer, an amendment and a void.
    static let entries = """
        ledger init --currency EUR --zone UTC --owner Ada --now 2026-03-01
        ledger add 980 Rent -c home:rent -a bank --now 2026-03-01
        ledger add 12.50 Lunch -c food:lunch --tag work --now 2026-03-05
        ledger add 41.20 Groceries -c food:market + 8.30 Soap -c home:things --now 2026-03-07
        ledger add 2450 Salary --income -c work -a bank --now 2026-03-25
        ledger add 980 Rent -c home:rent -a bank --now 2026-04-01
        ledger add 100 Cash --transfer bank wallet --now 2026-04-02
        ledger add 1234.56 Bicycle -c transport --now 2026-04-03 --time 16:45 --note 'with lock'
        ledger add 9.90 日本茶 -c food:lunch -a wallet --now 2026-04-08
        ledger add -9.90 日本茶 -c food:lunch -a wallet --now 2026-04-09
        ledger amend bicycle --amount 1199 --reason discount --now 2026-04-09
        ledger add 7 Mistake -c food --now 2026-04-09
        ledger void mistake --reason 'typed twice' --now 2026-04-09

        """

    /// It is noon of 2026-04-10 unless a command says otherwise.
    static let clock = """
        ledger() {
            case "$*" in
            "" | *--help* | *--now* | *"--at 2026-04-0"*) "$LEDGER_PROGRAM" "$@" ;;
            *) "$LEDGER_PROGRAM" "$@" --now 2026-04-10 ;;
            esac
        }
        """

    static let scripts = others.merging(people) { $1 }.merging(journals) { $1 }
        .merging(copies) { $1 }

    private static let others: [String: [String]] = [
        "account": [
            "ledger account", "ledger account open savings --opening 1500 --on 2026-04-01",
            "ledger account open fund --opening 7.25 --currency USD --dry-run",
            "ledger account edit savings --name Reserve --opening 1600",
            "ledger account close wallet", "ledger add 5 Tea -a wallet",
            "ledger account reopen .2", "ledger account list -O csv",
            "ledger account close reserve -O json", "ledger account history reserve",
            "ledger account history wallet -O csv", "ledger history reserve -O json",
        ],
        "add": [
            "ledger add 12.50 Lunch -c Food:Lunch --on yesterday --tag work",
            "ledger add 4.20 Milk -c food + 3.10 Soap -c home",
            "ledger add 50 Cash --transfer wallet safe --dry-run",
            "ledger add 5 Tea --format json",
            "ledger add 30 Cinema --payer bo --tag fun",
            "ledger add 4 Popcorn --payer Bo --dry-run",
        ],
        "amend": [
            "ledger amend 3 --amount 13 --reason 'the tip'", "ledger history 3",
            "ledger amend --where cat:food -c food:out --add-tag old --dry-run",
            "ledger amend --where 'rent date:2026' -c home --yes",
            "ledger amend --where rent -c home --yes",
            "ledger amend --where 'cat:food' --kind transfer --yes",
            "ledger amend --where 'acct:wallet kind:expense' --note cash --yes -O csv",
        ],
        "assert": [
            "ledger assert bank 490 --on 2026-04-01", "ledger assert bank 490 --on 2026-04-01",
            "ledger assert wallet 112.50 --on yesterday",
            "ledger assert bank 1,5 --on 2026-04-05 --dry-run",
            "ledger assert wallet 100 --on yesterday -O json", "ledger assert --list",
            "ledger verify | head -1", "ledger add 3 Fee -a bank --on 2026-03-31 >/dev/null",
            "ledger verify >/dev/null", "ledger verify -O json 2>/dev/null | tr , '\\n' | tail -9",
            "ledger assert --list bank -O csv", "ledger assert --withdraw bank",
            "ledger assert --list",
        ],
        "balance": [
            "ledger balance", "ledger balance wallet --on 2026-04-08 -O json",
            "ledger account open card --opening -20.05 --on 2026-04-01 >/dev/null",
            "ledger add 7 Early -a card --on 2026-03-30", "ledger balance card",
            "ledger bal card --on 2026-03-31", "ledger bal card --on 2026-03-30",
            "ledger balance -O csv", "ledger balance --as-of 4", "COLUMNS=40 ledger balance",
        ],
        "backup": [
            "ledger backup copy --dry-run", "ledger backup copy",
            "ledger add 3 Tea >/dev/null; ledger backup copy -O json", "ledger backup copy/",
            "ledger report --ledger copy",
        ],
        "close": [
            "ledger closings", "ledger close 2026-03 --dry-run",
            "ledger close 2026-03 --reason audited", "ledger report -M --by category -1",
            "ledger add 9.90 'Late bill' -c food --on 2026-03-30",
            "ledger add 9.90 'Late bill' -c food --on 2026-03-30 --correct 'arrived in May'",
            "ledger amend lunch --note 'with Bo'", "ledger amend lunch --amount 13",
            "ledger void soap --correct 'not ours' -O csv | cut -d, -f1,2",
            "ledger report -M --by category -1", "ledger report -M -O csv",
            "ledger report -p 2026-03 -O json",
            "COLUMNS=40 ledger report -M --by category -1 --net",
            "ledger report -p 2026-03 --as-of 18",
            "printf 'date,amount,title\\n2026-03-15,7.25,Old\\n' > old.csv; "
                + "ledger import old.csv",
            "ledger import old.csv --correct 'late file' | tail -2",
            "ledger log --kind closing", "ledger closings", "ledger restore soap",
            "ledger restore soap --correct 'ours after all' | head -1",
            "ledger reopen 2026-03 --reason 'wrong file'", "ledger closings",
            "ledger report -p 2026-03", "ledger undo --list -n 1",
            "ledger undo --reason mistaken", "ledger closings -O csv | cut -d, -f1-6,10-12",
            "ledger close --help",
        ],
        "erase": [
            "ledger erase lunch --dry-run", "ledger erase lunch --reason 'asked for' --yes",
            "ledger history 4", "ledger list -n 3", "ledger log -n 2",
            "ledger erase '#4' --yes -O json",
            "ledger erase --where soap --yes -O csv | cut -d, -f1-6",
            "ledger verify | tail -2", "ledger undo", "ledger undo --list -n 1",
            "ledger erase --person Ada --yes | head -1", "ledger erase --finish",
            "ledger erase --help",
        ],
        "names": [
            "ledger category", "ledger category -p 2026-03 cat:food -O csv",
            "ledger category rename food:lunch eating --dry-run",
            "ledger category rename food:lunch eating", "ledger payee --income",
            "ledger category rename transport food:market -O json",
            "ledger payee kind:expense -O json", "ledger tag", "ledger tag -O csv",
            "ledger category --help",
        ],
        "config": [
            "ledger config", "ledger config --week-start sunday --dry-run",
            "ledger config --week-start sun --currency usd --zone Europe/Berlin", "ledger config",
            "ledger config --week-start sunday", "ledger config --zone Europe/Berln",
            "ledger config -O json", "ledger config -O csv --as-of 17 | cut -d, -f1-6",
            "ledger config --week-start monday --key k -O json",
        ],
        "csv": [
            "ledger report -M --by category -O csv", "ledger list -O csv -n 3",
            "ledger add 5 Tea --tag 'two words' --tag work --tag 'a\"b' >/dev/null; "
                + "ledger list tea -O csv | cut -d, -f1,14",
        ],
        "checkpoint": [
            "ledger checkpoint", "ledger checkpoint --at 2 -O csv | head -1",
            "ledger key new >/dev/null; ledger checkpoint --sign",
            "ledger checkpoint --sign --at 2026-03-31 -o march.checkpoint",
            "cat march.checkpoint", "ledger verify --against march.checkpoint | tail -1",
            "ledger checkpoint > plain; ledger verify --quick --against plain | tail -1",
            "ledger verify --against march.checkpoint -O json | cut -c 1-23",
        ],
        "demo": ["ledger demo sample --now 2025-12-31"],
        "export": [
            "ledger export events | head -n 2 | cut -c 1-10",
            "ledger export events | sed -n '9,10p'",
            "ledger export events -o all.jsonl; ledger import events all.jsonl --ledger new",
            "ledger import events all.jsonl --ledger new", "ledger report -M --ledger new",
            "ledger import events all.jsonl --ledger other --dry-run",
            "ledger import events all.jsonl --ledger other -O csv | cut -d, -f1,2,4",
            "ledger import events all.jsonl --sign account", "ledger import all.jsonl more.jsonl",
        ],
        "explain": [
            "ledger explain 2026-04", "ledger explain 2026-03 -c food:lunch",
            "ledger explain 2026-04 -c transport -O csv",
            "ledger explain q2 2026 -c food -1 -O json",
            "ledger explain --net -p 2026-04 -a wallet", "ledger explain -n 2 --skip 3",
            "ledger explain 2026-04 -c transport --as-of 12", "ledger explain 2020-01",
            "ledger key new >/dev/null; ledger explain 2026-04 -c transport --proofs bicycle 2>&1",
            "ls bicycle", "ledger explain -c food --exact", "ledger explain -c ''",
            "COLUMNS=60 ledger explain 2026-04 -c home", "ledger explain 2026-04 -A",
            "ledger explain 2026-04 --net --income",
        ],
        "find": [
            "ledger find lock", "ledger find food not:cat:food:market 'amt:>0'",
            "ledger find food --voided --sort amount",
            "ledger find food -n 1 --skip 1", "ledger find food --skip 20",
            "ledger find nothing -O json",
        ],
        "help": [
            "ledger --help", "ledger add --help", "ledger prove --help", "ledger report --help",
            "ledger explain --help", "ledger diff --help", "ledger task --help",
        ],
        "history": [
            "ledger history bicycle", "ledger history bicycle -O csv",
            "ledger restore mistake >/dev/null; ledger history mistake",
        ],
        "import": [
            "ledger import $FIXTURES/csv/household.csv", "ledger list -a card",
            "ledger import $FIXTURES/csv/household.csv",
            "ledger import $FIXTURES/csv/card-us.csv --sign spend --dry-run",
            "ledger import $FIXTURES/csv/statement-cp1252.csv --encoding cp1252 --sign account",
        ],
        "info": [
            "ledger info", "ledger info --format json",
            "ledger info --sizes | grep -v -e reserved -e files",
            "ledger info --sizes -O csv | grep -v reserved",
        ],
        "init": ["LEDGER_HOME=other ledger init --zone UTC --owner Ada"],
        "key": [
            "ledger key", "ledger key new", "ledger key new -O json", "ledger key list",
            "ledger key show", "ls -l ledger/keys | tail -2 | cut -c 1-10",
        ],
        "log": [
            "ledger log --until 2026-04-05 -n 6", "ledger log --kind amended --kind void -O json",
            "ledger log lunch food --skip 1", "ledger log --kind line-voided -O csv",
            "ledger log --person ada --since 2026-04-09", "COLUMNS=60 ledger log bicycle",
            "ledger log --kind nothing", "ledger log --person bo",
        ],
        "list": [
            "ledger list", "ledger list --category food --expense", "ledger list -n 2",
            "COLUMNS=60 ledger list", "ledger list nothing", "ledger list -n 2 --skip 2",
            "ledger list --skip 9", "ledger list --skip 11", "ledger list -n 0",
            "ledger list -n 1 --skip 99 -O json",
        ],
        "profile": [
            "ledger profile", "cp $FIXTURES/csv/statement-cp1252.csv march.csv",
            "ledger import march.csv --encoding cp1252 --sign account --account =giro "
                + "--save-profile giro --dry-run | grep profile",
            "ledger import march.csv --encoding cp1252 --sign account --account =giro "
                + "--save-profile giro",
            "ledger profile",
            "sed 's/[.]03[.]2026/.04.2026/; /^3/d' march.csv > april.csv",
            "ledger import april.csv", "ledger import april.csv --encoding cp1252",
            "ledger import april.csv --profile giro",
            "ledger import march.csv --encoding cp1252 --sign account",
            "printf 'Datum;Betrag\\n9.4.2026;5\\n' | ledger import - --profile giro --dry-run",
            "ledger profiles -O csv", "ledger profile remove gyro",
            "ledger profile remove giro --dry-run", "ledger profile rm giro",
            "ledger import april.csv --profile giro", "ledger profile list -O json",
            "ledger import april.csv --save-profile ' '",
        ],
        "rules": [
            "ledger rules",
            "ledger rules add lunch --where 'lunch not:cat:out' -c out --add-tag noon",
            "ledger rules add big --where 'amt:>20 kind:expense' --add-tag big --note '' --dry-run",
            "ledger rules add big --where 'amt:>20 kind:expense' --add-tag big",
            "ledger rules list", "ledger rules -O csv", "ledger rules -O json",
            "ledger rules apply", "ledger rules apply lunch --dry-run -O csv",
            "ledger rules apply --yes", "ledger rules apply --yes",
            "ledger rules apply --where nothing --yes -O json",
            "ledger rules add big --where 'amt:>25' --add-tag big", "ledger rules rm big --dry-run",
            "ledger rule remove lunch", "ledger undo | tail -3",
        ],
        "projections": [
            "ledger projections", "ledger projections check",
            "ledger projections rebuild | sed 's/in .*/in 0.01 s/'",
            "ledger projections | sed 's/ [0-9,]*[0-9]$/ N/; s/: .* bytes/: N bytes/'",
            "ledger projections check", "ledger projections check report -O csv",
            "ledger projections check -O json",
            "ledger projections rebuild event | sed 's/in .*/in 0.01 s/'",
            "ledger add 5 Tea >/dev/null",
            "ledger projections list -O csv | cut -d, -f1-5,9",
            "ledger projections upgrade; ledger config --week-start sunday >/dev/null",
            "ledger sql 'SELECT week, sum(amount) FROM weekly_report GROUP BY 1' -O csv",
            "ledger projections check report", "ledger projections upgrade",
            "ledger projections list -O csv | cut -d, -f1-5,10",
            "ledger projections upgrade --diff --yes",
            "ledger sql 'SELECT week, sum(amount) FROM weekly_report GROUP BY 1' -O csv",
            "ledger config --week-start monday >/dev/null; "
                + "ledger projections upgrade --diff -O csv --yes",
            "ledger projections drop event", "ledger projections drop",
            "ledger projections drop --all", "ledger projections drop --all",
        ],
        "prove": [
            "ledger key new >/dev/null; ledger prove 3 -o rent.tlog-proof",
            "cat rent.tlog-proof", "ledger prove bicycle -o bicycle.tlog-proof",
            "ledger prove 3 --with-text --at 9",
            "ledger prove 3 -O json | sed 's/\"proof\":\"[^\"]*\",//'",
            "ledger prove --consistency 4 11", "ledger prove --consistency 4 11 -o c.proof",
        ],
        "receipt": [
            "ledger key new >/dev/null; ledger report -M --receipt april.receipt",
            "cat april.receipt", "ledger add 5 Late -c food --on 2026-03-01 >/dev/null",
            "ledger verify --receipt april.receipt | tail -2",
        ],
        "reconcile": [
            "ledger reconcile", "ledger reconcile wallet",
            "ledger add -7.90 'Soup refund' -c food -a card --on 2026-02-05 >/dev/null",
            "ledger add 4 Coins -a card --on 2026-03-20 >/dev/null",
            "ledger import $FIXTURES/csv/household.csv | head -1",
            "ledger assert card 7.90 --on 2026-02-28", "ledger reconcile",
            "ledger void 19 >/dev/null; ledger reconcile card",
            "ledger reconcile card -n 1 -O json", "ledger reconcile card -O csv",
        ],
        "replay": [
            "ledger replay", "ledger replay --to 4 --report monthly --verified",
            "ledger replay -O json",
        ],
        "report": [
            "ledger report", "ledger report -M --net -A -%", "ledger report -W -p 2026-04",
            "ledger report -M --by category -1 -T -S", "ledger report -Q --by account --top 1",
            "COLUMNS=40 ledger report -W --by category", "ledger report -p 2020-01",
            "COLUMNS=40 ledger report -W --by category -T -A -%",
            "COLUMNS=40 ledger report -W --by category -1 -A -N", "ledger report -M --net -%",
            "ledger report -D -b 2026-04-02 --to 2026-04-09 --now 2026-04-09",
        ],
        "sql": [
            "ledger sql --help",
            "ledger sql \"SELECT month, category, amount, exponent, count FROM monthly_report "
                + "WHERE kind = 'expense'\"",
            "ledger sql 'SELECT title, day, amount / 100.0 AS euros FROM expense LIMIT 3' -O csv",
            "ledger sql 'SELECT 1 AS a, NULL AS a, 2.5 AS b, zeroblob(2) AS c' -O json",
            "ledger config --week-start sunday >/dev/null; "
                + "ledger sql 'SELECT week, sum(amount) FROM weekly_report GROUP BY 1'",
            "ledger projections upgrade --yes >/dev/null; "
                + "ledger sql 'SELECT week, sum(amount) FROM weekly_report GROUP BY 1'",
            "rm ledger/models.sqlite; ledger sql 'SELECT name, owner FROM person'",
            "echo broken > ledger/models.sqlite; ledger sql 'SELECT count(*) FROM task'",
            "ledger sql 'SELECT title FROM expense WHERE 0'",
            "PATH=nowhere ledger sql",
        ],
        "schema": [
            "ledger schema", "ledger schema list -O csv | grep line",
            "ledger schema show LINEAMENDED", "ledger schema show 2 -O csv",
            "ledger schema show personAdded -O json", "ledger schema diff",
            "cp -r $FIXTURES/ledgers/title-v1 old; "
                + "ledger schema --ledger old | grep -e line -e This",
            "ledger schema diff --ledger old -n 3", "ledger schema diff --ledger old -n 1 -O csv",
            "ledger schema check --against $LEDGER_PROGRAM | grep -v by",
            "cp -r $FIXTURES/ledgers/unknown odd; "
                + "ledger schema list --ledger odd -O csv | tail -3; "
                + "ledger schema --ledger odd | tail -3; ledger list --ledger odd",
        ],
        "seal": ["ledger seal", "ledger seal"],
        "show": ["ledger show 4", "ledger list >/dev/null; ledger show .2"],
        "task": [
            "ledger task", "ledger task add Buy milk --due tomorrow --tag shop",
            "ledger task add 'Call Bo' --due 'tue 9:00' --type urgent --priority H --colour pink",
            "ledger task add Plant bulbs --project home:garden --due 2026-04-30 --color grey",
            "ledger task add File taxes --due 2026-04-08 --project Home --note 'forms are blue'",
            "ledger task add Ring the doctor --due 'in 2 h' --assignee Bob",
            "ledger task add Learn Japanese --dry-run", "ledger task add Learn Japanese -O json",
            "ledger task", "ledger task --tab today --color always", "COLUMNS=60 ledger task list",
            "ledger task list --project home -O csv",
            "ledger task done .1 doctor --reason 'at last'",
            "ledger task list --tab done", "ledger task show taxes", "ledger show taxes",
            "ledger show 21", "ledger task reopen taxes -O csv | cut -d, -f1-3",
            "ledger task edit taxes --title 'File the taxes' --no-deadline --tag money",
            "ledger task reschedule bo next friday", "ledger task drop japanese --reason 'no time'",
            "ledger task list --all", "ledger task list --all -n 2",
            "ledger task list -n 2 --skip 2", "ledger task list --skip 10",
            "ledger task find o -n 1 --skip 1 -O csv | cut -d, -f1-4",
            "ledger task find o --skip 30", "ledger task find HOME blue",
            "ledger task find nothing",
            "ledger history bo", "ledger task list --tab done -O json",
        ],
        "diff": [
            "ledger diff --from 12 -M --by category", "ledger diff --from 2026-04-08",
            "ledger diff --from 3 --to 10 -Q -1 --expense --events 1",
            "ledger diff --from 12 --to 12", "ledger diff --from 12 -p 2026-03",
            "ledger diff --from 12 -M --by account -O csv", "ledger diff --from 14 -D -O json",
            "ledger amend 3 -c housing --reason moved >/dev/null; "
                + "ledger config --week-start sunday >/dev/null; "
                + "ledger diff --from 17 --by category; ledger diff --from 17 -W -b 2026-03-20",
            "COLUMNS=60 ledger diff --from 12 --by category",
        ],
        "due": [
            "ledger due; ledger due --exit-code", "ledger task add Pay rent --due 2026-04-09",
            "ledger task add Water plants --due 18:00", "ledger task add Buy milk --due tomorrow",
            "ledger due", "ledger due --exit-code", "ledger due --exit-code --quiet",
            "ledger due --within 2h", "ledger due --within 1d -O csv | cut -d, -f1,3,8,13",
            "ledger task done 18 19 >/dev/null; ledger due --exit-code",
        ],
        "undo": [
            "ledger undo --list", "ledger undo --dry-run", "ledger undo --reason 'was right'",
            "ledger history mistake | tail -n 6", "ledger undo bicycle",
            "ledger undo bicycle 4 --skip-conflicts", "ledger undo --since 2026-04-08T00:00:00Z",
            "ledger redo", "ledger redo 4", "ledger undo 4 -O csv",
            "ledger undo --list -n 2 -O csv", "ledger undo --since 1h -O json",
            "ledger undo 3 --since 1h",
        ],
        "verify": ["ledger verify", "ledger verify --quick"],
        "void": [
            "ledger void rent", "ledger void .9 4", "ledger void soap 8",
            "ledger void --where 日本茶 --yes",
        ],
    ]

    @Test("looks as recorded", arguments: (Array(scripts.keys) + faces.keys).sorted())
    func look(_ name: String) throws {
        let runner = try CommandRunner([
            "FIXTURES": SourceTree.fullPath("Fixtures"), "COLUMNS": "80",
        ])
        let ready = try runner.shell(OutputTests.entries)
        try #require(ready.errors == "")
        var text = ""
        for command in OutputTests.scripts[name] ?? OutputTests.faces[name] ?? [] {
            let result = try runner.shell("\(OutputTests.clock)\nexec 2>&1\n\(command)")
            text += "$ \(command)\n\(result.output)[exit \(result.code)]\n\n"
        }
        expectGolden(masked(text, folder: runner.folder), "cli/\(name).txt")
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(!lines.contains { $0.hasSuffix(" ") })
    }
}
