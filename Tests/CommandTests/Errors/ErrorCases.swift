import Testing

/// A command that provokes an error; the golden file of the code says what it prints.
struct ErrorCase: Sendable, CustomTestStringConvertible {
    /// What stands before the command.
    enum Stage: Sendable {
        case nothing
        /// A ledger with an entry, id 2: 12.50 EUR for lunch on 2026-04-09.
        case opened
        /// The sample ledger.
        case demo
    }

    let code: String
    let stage: Stage
    /// A script for the shell; its last line is the command.
    let script: String

    init(_ code: String, _ script: String) { self.init(code, .opened, script) }

    init(_ code: String, _ stage: Stage, _ script: String) {
        self.code = code
        self.stage = stage
        self.script = script
    }

    var testDescription: String { code }
}

extension ErrorCase {
    static let all =
        typed + requests + queries + things + accounts + tasks + undos + places + files + stored
        + models + proofs + people + words + hooks + devices

    /// What is not understood.
    private static let typed: [ErrorCase] = [
        ErrorCase("usage.unknownCommand", .nothing, "ledger histroy 5"),
        ErrorCase("usage.unknownOption", .nothing, "ledger report --montly"),
        ErrorCase("usage.missingArgument", .nothing, "ledger show"),
        ErrorCase("usage.badValue", .nothing, "ledger list --format xml"),
        ErrorCase("usage.unknownEnding", "ledger report -M -o report.pdf"),
        ErrorCase("usage.ownFolder", "ledger list -O csv -o ledger/log/lines.csv"),
        ErrorCase("usage.exclusive", "ledger report --end 2026-05-01 --to 2026-04"),
        ErrorCase("usage.transferNeedsTwo", "ledger add 50 Cash --transfer bank"),
        ErrorCase("usage.notAPicture", "ledger list -O svg"),
        ErrorCase(
            "usage.transferOfSeveral", "ledger add 50 Cash --transfer bank wallet + 3 Fee"),
        ErrorCase(
            "usage.preferences",
            "mkdir -p .config/ledger; echo 'alais x = list' >.config/ledger/config\nledger list"),
        ErrorCase("usage.notUTF8", "ledger add 5 $'caf\\351'"),
        ErrorCase("badAmount.empty", "ledger add '' Lunch"),
        ErrorCase("badAmount.malformed", "ledger add 1e3 Rent"),
        ErrorCase("badAmount.tooManyFractionDigits", "ledger add 12.505 Lunch"),
        ErrorCase("badAmount.outOfRange", "ledger add 92233720368547758.08 Moon"),
        ErrorCase("badDate.notUnderstood", "ledger add 12.50 Lunch --on someday"),
        ErrorCase("badDate.noSuchDay", "ledger add 12.50 Lunch --on 2026-02-30"),
        ErrorCase("badDate.emptyRange", "ledger report -p 'from 2026-02 to 2026-01'"),
        ErrorCase("badTime", "ledger add 12.50 Lunch --time 25:00"),
        ErrorCase("badCategory.emptySegment", "ledger add 12.50 Lunch -c food::lunch"),
        ErrorCase("badCategory.refusedCharacter", "ledger list -c $'food\\nlunch'"),
        ErrorCase("badAmountFilter", "ledger list --amount '=5'"),
        ErrorCase("badChoice", .nothing, "ledger init --zone UTC --week-start someday"),
        ErrorCase("outOfRange", "ledger report --depth 0"),
        ErrorCase("badCurrencyCode", "ledger currency add 1HOUR"),
        ErrorCase("unknownCurrency", "ledger add 12.50 Lunch --currency EUX"),
        ErrorCase(
            "severalCurrencies",
            "ledger add 5 Tea --currency USD --on 2026-04-09 >/dev/null\nledger explain 2026-04"),
        ErrorCase("notOlder", "ledger diff --from 2 --to 1"),
        ErrorCase("notClosed", "ledger reopen 2026-03"),
        ErrorCase("nothingToErase", "ledger erase '#0' --yes"),
        ErrorCase("repeatsErased", "ledger erase --where soap --reason 'no soap' --yes"),
        ErrorCase("emptyRange", "ledger report -b 2026-05-01 -e 2026-04-01"),
        ErrorCase("zone.unknownName", .nothing, "ledger init --zone Europe/Berln"),
    ]

    /// What is no request.
    private static let requests: [ErrorCase] = [
        ErrorCase("unknownPath", "ledger call reprot"),
        ErrorCase("unknownField", "ledger call list '{\"limt\":3}'"),
        ErrorCase("badInput.notJSON", "ledger call report monthly"),
        ErrorCase("badInput.missing", "ledger call add '{\"lines\":[{\"title\":\"Tea\"}]}'"),
        ErrorCase("badInput.wrongType", "ledger call list '{\"limit\":\"3\"}'"),
        ErrorCase("badInput.badValue", "ledger call report '{\"kinds\":[\"gift\"]}'"),
        ErrorCase("badInput.doubled", "ledger call list '{\"limit\":3,\"limit\":4}'"),
        ErrorCase(
            "timedOut",
            "mkfifo bank.csv\n"
                + "ledger call import/csv '{\"path\":\"bank.csv\"}' --timeout 0.5"),
    ]

    /// What is no query.
    private static let queries: [ErrorCase] = [
        ErrorCase("badQuery.unclosedQuote", "ledger void --where 'cat:food title:\"two'"),
        ErrorCase("badQuery.unknownPrefix", "ledger find lunch categry:food"),
        ErrorCase("badQuery.noValue", "ledger find by:"),
        ErrorCase("badQuery.category", "ledger list cat:food::lunch"),
        ErrorCase("badQuery.amount", "ledger list lunch 'amt:>a lot'"),
        ErrorCase("badQuery.date", "ledger list date:'last mnth'"),
        ErrorCase("badQuery.id", "ledger find id:1..5"),
        ErrorCase("badQuery.kind", "ledger find kind:incom"),
        ErrorCase("badQuery.status", "ledger find status:clear"),
        ErrorCase(
            "badQuery.account",
            "ledger add 4 Milk -a wallet --on 2026-04-09 >/dev/null\nledger list acct:walet"),
        ErrorCase("badQuery.person", "ledger find who:Bda"),
        ErrorCase("badQuery.currency", "ledger find cur:EUX"),
        ErrorCase("badQuery.tooMany", "ledger find $(seq 51)"),
    ]

    /// What does not fit the ledger as it is.
    private static let things: [ErrorCase] = [
        ErrorCase("unknownID", "ledger show breakfast"),
        ErrorCase(
            "ambiguousID",
            "ledger add 8 'Lunch with Bob' --on 2026-04-10 >/dev/null\nledger void lunch"),
        ErrorCase("noSuchRow", "ledger list >/dev/null\nledger show .3"),
        ErrorCase("beyondEnd", "ledger report --as-of 999"),
        ErrorCase("readOnlyPast", "ledger config --as-of 2 --currency USD"),
        ErrorCase("decision.unknownTarget", "ledger void 1"),
        ErrorCase("decision.notALine", .demo, "ledger void 410"),
        ErrorCase("decision.alreadyVoided", "ledger void 2 >/dev/null\nledger void 2"),
        ErrorCase("decision.notVoided", "ledger restore 2"),
        ErrorCase("decision.nothingChanged", "ledger amend 2 --amount 12.50"),
        ErrorCase("usage.unconfirmed", "ledger amend --where lunch -c fun </dev/null"),
        ErrorCase("usage.unerased", "ledger erase lunch </dev/null"),
        ErrorCase("decision.emptyTitle", "ledger add 12.50"),
        ErrorCase("decision.emptyName", .nothing, "ledger init --zone UTC --owner ' '"),
        ErrorCase("decision.zeroAmount", "ledger add 0 Lunch"),
        ErrorCase("decision.amountTooLarge", "ledger add -92233720368547758.08 Moon"),
        ErrorCase("decision.badCategory", "ledger add 12.50 Lunch -c :"),
        ErrorCase("decision.badTag", "ledger add 12.50 Lunch --tag ''"),
        ErrorCase("decision.badAttribute", "ledger task attribute due"),
        ErrorCase("decision.unknownAccount", "ledger list -a cash"),
        ErrorCase(
            "decision.unknownBudget",
            "ledger budget set food 400 >/dev/null\nledger budget remove foood"),
        ErrorCase(
            "decision.unknownGoal",
            "ledger account open Savings >/dev/null\n"
                + "ledger goal set 400 Bike --account Savings >/dev/null\n"
                + "ledger goal remove Bikes"),
        ErrorCase("decision.pricedInItself", "ledger price EUR eur 1"),
        ErrorCase("decision.notARepeat", "ledger repeat skip 1 2026-05-01"),
        ErrorCase(
            "decision.notADay",
            "ledger repeat add 980 Rent --every 'month on the 1st' --from 2026-05 >/dev/null\n"
                + "ledger repeat skip rent 2026-05-02"),
        ErrorCase(
            "badRepeat.notUnderstood", "ledger repeat add 980 Rent --every 'month on friday'"),
        ErrorCase(
            "badRepeat.noSuchDay", "ledger repeat add 980 Rent --every 'month on the 5th friday'"),
        ErrorCase(
            "decision.mixedKinds",
            "ledger add 4 Milk + 3 Soap --on 2026-04-10 >/dev/null\n"
                + "ledger amend milk --kind transfer"),
        ErrorCase(
            "store.keyConflict",
            "ledger add 4 Milk --key order-7 >/dev/null\nledger add 5 Milk --key order-7"),
        ErrorCase(
            "log.tooLarge", "ledger add 4 Milk --note \"$(head -c 70000 /dev/zero | tr '\\0' x)\""),
    ]

    /// Accounts and statements.
    private static let accounts: [ErrorCase] = [
        ErrorCase(
            "decision.duplicateAccount",
            "ledger account open Cash >/dev/null\nledger account open cash"),
        ErrorCase(
            "decision.closedAccount",
            "ledger add 4 Milk -a cash --on 2026-04-10 >/dev/null\n"
                + "ledger account close cash >/dev/null\nledger add 5 Tea -a cash"),
        ErrorCase(
            "decision.closedPeriod",
            "ledger close 2026-04 --now 2026-05-02 >/dev/null\n"
                + "ledger add 5 Tea --on 2026-04-30 --now 2026-05-02"),
        ErrorCase(
            "decision.alreadyClosed",
            "ledger close 2026-04 --now 2026-05-02 >/dev/null\n"
                + "ledger close 2026 --now 2027-01-02"),
        ErrorCase("decision.notOver", "ledger close 2026-04 --now 2026-04-30"),
        ErrorCase("decision.notAClosing", "ledger reopen '#2'"),
        ErrorCase(
            "decision.alreadyReopened",
            "ledger close 2026-04 --now 2026-05-02 >/dev/null\n"
                + "ledger reopen 2026-04 --reason bill --now 2026-05-02 >/dev/null\n"
                + "ledger reopen 2026-04 --now 2026-05-02"),
        ErrorCase("decision.notAnAccount", "ledger balance 2"),
        ErrorCase("decision.notAStatement", "ledger assert --withdraw 2"),
        ErrorCase(
            "decision.alreadyWithdrawn",
            "ledger account open cash >/dev/null\nledger assert cash 0 >/dev/null\n"
                + "ledger assert --withdraw 4 >/dev/null\nledger assert --withdraw 4"),
        ErrorCase(
            "usage.statementDiffers",
            "ledger account open cash --opening 20 --on 2026-04-01 >/dev/null\n"
                + "ledger assert cash 12.50 --on 2026-04-09"),
        ErrorCase(
            "usage.statementUnknown",
            "ledger account open cash --opening 20 --on 2026-04-01 >/dev/null\n"
                + "ledger assert cash 12.50 --on 2026-03-09"),
        ErrorCase(
            "usage.statementsDiffer",
            "ledger account open cash --opening 20 --on 2026-04-01 >/dev/null\n"
                + "ledger assert cash 20 --on 2026-04-09 >/dev/null\n"
                + "ledger add 7.50 Late -a cash --on 2026-04-02 >/dev/null\n"
                + "ledger verify >/dev/null"),
    ]

    /// What is wrong with tasks; the sample ledger has some of them, done and open.
    private static let tasks: [ErrorCase] = [
        ErrorCase("badSpan", "ledger due --within soon"),
        ErrorCase("unknownPerson", "ledger task list --assignee Adda"),
        ErrorCase("decision.notATask", "ledger task done 2"),
        ErrorCase(
            "decision.taskClosed",
            "ledger task add Buy milk >/dev/null\nledger task done milk >/dev/null\n"
                + "ledger task done milk"),
        ErrorCase(
            "decision.taskOpen",
            "ledger task add Buy milk >/dev/null\nledger task reopen milk"),
        ErrorCase(
            "decision.taskRing",
            "ledger task add Sand >/dev/null\nledger task add Varnish depends:sand >/dev/null\n"
                + "ledger task edit sand depends:varnish"),
    ]

    /// What cannot be undone.
    private static let undos: [ErrorCase] = [
        ErrorCase(
            "decision.nothingToUndo", .nothing,
            "ledger init --currency EUR --zone UTC --owner Ada >/dev/null\nledger undo"),
        ErrorCase("decision.nothingToRedo", "ledger redo"),
        ErrorCase("decision.alreadyUndone", "ledger undo >/dev/null\nledger undo 2"),
        ErrorCase(
            "decision.alreadyRedone",
            "ledger undo >/dev/null\nledger redo >/dev/null\nledger undo 3"),
        ErrorCase("decision.notUndone", "ledger redo 2"),
        ErrorCase("decision.notABatch", "ledger undo --batch 2"),
        ErrorCase("decision.cannotUndo", "ledger undo 0"),
        ErrorCase(
            "decision.undoConflicts",
            "ledger amend 2 --amount 13 >/dev/null\nledger undo 2"),
    ]

    /// Where there is no ledger, or another one.
    private static let places: [ErrorCase] = [
        ErrorCase("noLedger", .nothing, "ledger add 12.50 Lunch"),
        ErrorCase("ledgerExists", "ledger init"),
        ErrorCase("noHome", .nothing, "unset LEDGER_HOME HOME\nledger list"),
        ErrorCase("zone.dataMissing", .nothing, "export TZDIR=nowhere\nledger init --zone UTC+1"),
        ErrorCase("settings.damaged", "echo broken > ledger/settings.json\nledger list"),
        ErrorCase(
            "settings.newerVersion",
            "echo '{\"version\":99,\"device\":\"0123456789abcdef\"}' > ledger/settings.json\n"
                + "ledger list"),
        ErrorCase("backup.occupied", "mkdir photos\ntouch photos/cat\nledger backup photos"),
        ErrorCase("backup.inside", "ledger backup ledger/backup"),
        ErrorCase(
            "backup.diverged",
            "ledger backup copy >/dev/null\nledger add 3 Tea --ledger copy >/dev/null\n"
                + "ledger backup copy"),
        ErrorCase("backup.failed", "touch file\nledger backup file/copy"),
        ErrorCase("usage.findings", "chmod 755 ledger\nledger doctor >/dev/null"),
        ErrorCase("usage.file", "ledger report -o nowhere/report.csv"),
        ErrorCase("file", "rm ledger/settings.json\nmkdir ledger/settings.json\nledger list"),
    ]

    /// What SQL sees.
    private static let models: [ErrorCase] = [
        ErrorCase("models.unknownProjection", "ledger projections rebuild expenses"),
        ErrorCase("models.notBuilt", "ledger projections check event"),
        ErrorCase(
            "models.damaged",
            "echo broken > ledger/models.sqlite\nledger projections check"),
        ErrorCase(
            "models.writes", "ledger sql 'SELECT 1' >/dev/null 2>&1\nledger sql 'DELETE FROM task'"
        ),
        ErrorCase(
            "models.severalStatements",
            "ledger sql 'SELECT 1' >/dev/null 2>&1\nledger sql 'SELECT 1; SELECT 2'"),
        ErrorCase(
            "models.badStatement",
            "ledger sql 'SELECT 1' >/dev/null 2>&1\nledger sql 'SELECT sum FROM expense'"),
        ErrorCase("models.database", "mkdir ledger/models.sqlite\nledger projections drop --all"),
        ErrorCase(
            "usage.noProgram",
            "ledger sql 'SELECT 1' >/dev/null 2>&1\nPATH=nowhere ledger sql"),
        ErrorCase(
            "usage.unswitched",
            "ledger sql 'SELECT 1' >/dev/null 2>&1\nledger config --week-start sunday >/dev/null\n"
                + "ledger projections upgrade >/dev/null"),
    ]

    private static let exported = "ledger export events -o e.jsonl\n"
    private static let imported = "\nledger import events e.jsonl --ledger new"

    /// A log that is not as it was written.
    private static let stored: [ErrorCase] = [
        ErrorCase("log.notALog", "echo broken > ledger/log/*.log\nledger list"),
        ErrorCase(
            "log.olderFormat",
            "rm -r ledger\ncp -r $FIXTURES/ledgers/unfrozen ledger\nledger report -M"),
        ErrorCase("log.corrupt", "damage ledger\nledger list"),
        ErrorCase("rescue.occupied", "mkdir photos\ntouch photos/cat\nledger salvage photos"),
        ErrorCase("rescue.inside", "ledger salvage ledger/new"),
        ErrorCase(
            "rescue.nothing",
            "truncate -s 12288 ledger/log/*.log\nledger salvage rescued"),
        ErrorCase("rescue.openingLost", "patch 12392 x\nledger salvage rescued"),
        ErrorCase("rescue.noBackup", "ledger restore nowhere --into restored"),
        ErrorCase(
            "rescue.unreadable",
            "cp -r ledger old\ntruncate -s 100 old/log/*.log\nledger restore old --into restored"),
        ErrorCase("merge.noLedger", "ledger merge nowhere"),
        ErrorCase("merge.same", "ledger merge ledger"),
        ErrorCase(
            "merge.unrelated",
            "ledger init --currency EUR --zone UTC --ledger other >/dev/null\nledger merge other"),
        ErrorCase(
            "merge.unreadable",
            "ledger backup copy >/dev/null\ndamage copy\nledger merge copy"),
        ErrorCase("merge.notBundle", "echo photo > cat.jpg\nledger merge cat.jpg"),
        ErrorCase(
            "merge.newerBundle",
            "ledger bundle a.bundle >/dev/null\n"
                + "sed -i '1s/\"version\":2/\"version\":9/' a.bundle\nledger merge a.bundle"),
        ErrorCase(
            "merge.cutBundle",
            "ledger bundle a.bundle >/dev/null\ntruncate -s -100 a.bundle\nledger merge a.bundle"),
        ErrorCase(
            "merge.damagedBundle",
            "ledger bundle a.bundle >/dev/null\n"
                + "printf xxxxxxxx | dd of=a.bundle bs=1 seek=900 conv=notrunc status=none\n"
                + "ledger merge a.bundle"),
        ErrorCase(
            "merge.baseless",
            "ledger backup copy >/dev/null\nledger add 5 Tea --now 2026-04-09 >/dev/null\n"
                + "end=$(ledger info -O csv | tail -1 | grep -o '[0-9a-f]\\{64\\}')\n"
                + "ledger bundle a.bundle --since $end >/dev/null\n"
                + "ledger merge a.bundle --ledger copy"),
        ErrorCase("merge.occupied", "echo photo > cat.jpg\nledger bundle cat.jpg"),
        ErrorCase("merge.inside", "ledger bundle ledger/a.bundle"),
        ErrorCase("merge.unknownRoot", "ledger bundle a.bundle --since 123456789abcdef"),
        ErrorCase(
            "merge.onlyFile", "ledger bundle a.bundle >/dev/null\nledger merge a.bundle --both"),
        ErrorCase("merge.copy", "ledger backup copy >/dev/null\nledger join copy"),
        ErrorCase(
            "merge.clashes",
            "ledger init --currency USD --zone UTC --owner Ada --ledger other >/dev/null\n"
                + "ledger add 5 Tea -a bank --ledger other >/dev/null\nledger join other"),
        ErrorCase("merge.noSource", "ledger merge"),
        ErrorCase("merge.badAddress", "ledger merge 'ssh://-oProxyCommand=x/books'"),
        ErrorCase(
            "merge.remote",
            "printf '#!/bin/sh\\nexit 255\\n' > ssh\nchmod +x ssh\n"
                + "PATH=.:$PATH ledger merge ssh://laptop/books"),
        ErrorCase("rescue.failed", "touch file\nledger salvage file/rescued"),
        ErrorCase(
            "rewritten",
            "cp -r ledger old\nledger add 5 Tea --now 2026-04-09 >/dev/null\n"
                + "ledger verify --now 2026-04-10 >/dev/null\n"
                + "cp old/log/*.log ledger/log/\nledger verify --quick"),
        ErrorCase(
            "events.notEvents",
            "printf 'Date,Amount\\n' > bank.csv\nledger import events bank.csv --ledger new"),
        ErrorCase(
            "events.newerVersion",
            exported + "sed -i '1s/\"version\":1/\"version\":9/' e.jsonl" + imported),
        ErrorCase(
            "events.badLine",
            exported + "sed -i '5s/\"amount\":/\"amuont\":/' e.jsonl" + imported),
        ErrorCase(
            "events.gap",
            exported + "sed -i 4d e.jsonl" + imported),
        ErrorCase(
            "events.changed",
            exported + "sed -i '5s/\"amount\":[0-9]*/\"amount\":1/' e.jsonl" + imported),
        ErrorCase(
            "events.cut",
            exported + "head -n 4 e.jsonl | ledger import events - --ledger new"
        ),
        ErrorCase(
            "events.otherRoot",
            exported + "sed -i '1s/\"root\":\"..../\"root\":\"0000/' e.jsonl" + imported),
        ErrorCase("rule.noRules", "ledger rules apply"),
        ErrorCase(
            "rule.unknown",
            "ledger rules add tea --where tea -c drinks >/dev/null\nledger rules apply tae"),
        ErrorCase("rule.noTerms", "ledger rules add tea --where '' -c drinks"),
        ErrorCase("rule.noChange", "ledger rules add tea --where tea"),
        ErrorCase("unknownSchema", "ledger schema show lineAddded"),
        ErrorCase(
            "newerEvent", .nothing,
            "cp -r $FIXTURES/ledgers/unknown-critical ledger\nledger report -M"),
        ErrorCase("usage.otherBuild", "ledger schema check --against nowhere/ledger"),
        ErrorCase("storage.locked", "hold_lock\nledger add 12.50 Lunch"),
    ]
}
