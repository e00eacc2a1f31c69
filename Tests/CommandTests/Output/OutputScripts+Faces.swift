extension OutputTests {
    /// Budgets; what comes again; who acts, when, and what programs ask.
    static let faces: [String: [String]] = [
        "statement": [
            "ledger import $FIXTURES/statements/giro.ofx --account =wallet --dry-run",
            "ledger import $FIXTURES/statements/giro.ofx",
            "ledger import $FIXTURES/statements/giro.ofx | head -4",
            "ledger list -a 1234567 -n 3", "ledger undo | head -1",
            "ledger import $FIXTURES/statements/cards.qfx -O json --dry-run | tr '{' '\\n' "
                + "| grep closing",
            "ledger import $FIXTURES/statements/account.camt053.xml",
            "ledger import $FIXTURES/statements/register.qif --account =wallet | head -22",
            "ledger import $FIXTURES/statements/giro.sta --account =wallet | head -18",
            "head -c 700 $FIXTURES/statements/giro.ofx | ledger import -",
            "cp $FIXTURES/statements/giro.ofx . && ledger import giro.ofx --sign spend",
        ],
        "areg": [
            "ledger areg wallet", "ledger -f ledger areg bank",
            "ledger list -a wallet --balance -O csv", "ledger is -p 2026", "ledger bs",
            "ledger areg -p 2026 wallet", "ledger areg",
        ],
        "report-terms": [
            "ledger report -M tag:work", "ledger report lunch or rent --by category,payee",
            "ledger report --by payee --top 2 -%", "ledger report --by tag",
            "ledger report -M --tree -c home", "ledger report -M -E -p 2026-02..2026-04 rent",
            "ledger report -M --transpose --by category -1 last 3 months",
            "ledger report --by person,account -O csv", "ledger report lst month",
            "ledger report -a bank last month -O json | tr '{' '\n' | head -4",
            "ledger report this year rent monthly", "ledger report --by colour",
            "ledger explain lunch",
            "ledger diff --from 9 cat:transport",
        ],
        "balance-series": [
            "ledger balance -M", "ledger balance bank -W -p 2026-03 -O csv",
            "ledger balance -M -p 2026 -O markdown", "ledger balance -Q -O json",
            "ledger balance -M --on 2026-03-31",
        ],
        "page": [
            "ledger report -M --by category --tree -O markdown",
            "ledger report -M rent -O html", "ledger list lunch -O tsv",
            "ledger list lunch -O markdown", "ledger report -o r.md; cat r.md",
            "ledger add 4 '<b>a|b</b>' --category 'x&y' >/dev/null; ledger report --by payee "
                + "-O html | grep '<td>'",
            "ledger report --by payee -O markdown | tail -6",
        ],
        "period": [
            "ledger period last month", "ledger period every 2 weeks in 2026 -O csv",
            "ledger period monthly", "ledger period today", "ledger period since march",
            "ledger period last mnth", "\"$LEDGER_PROGRAM\" help query",
            "\"$LEDGER_PROGRAM\" help dates",
        ],
        "budget": [
            "ledger budget", "ledger budget set Food 40 --rollover --from 2026-03 --dry-run",
            "ledger budget set food 40 --rollover --from 2026-03 --reason agreed",
            "ledger budget set food 40.00 --rollover --from 2026-03",
            "ledger budget set food:lunch 15 --weekly --from 2026-03-02",
            "ledger budget set home 990 --from 2026-03", "ledger budget set fun 0",
            "ledger budget set --now 2026-04-10 fun -- -5", "ledger report --budget -T",
            "ledger budget", "ledger budget -p 2026-03", "COLUMNS=40 ledger budget",
            "ledger report --budget", "ledger report --budget -W -p 2026-04",
            "ledger report --budget -p 2026-03 -O csv", "ledger budget -O csv",
            "ledger budget -O json", "ledger report --budget --income",
            "ledger report --budget -M --top 1", "ledger report --budget -%",
            "ledger budget set food 45 --from 2026-04", "ledger budget -p 2026-04",
            "ledger undo --list -n 1", "ledger undo", "ledger budget -p 2026-04",
            "ledger redo | head -2", "ledger budget remove foood",
            "ledger budget remove home --dry-run", "ledger budget remove home -O json",
            "ledger category rename food eating >/dev/null; ledger budget",
            "ledger log --kind budget -n 3", "ledger budget --as-of 17", "ledger budget --help",
        ],
        "repeat-post": [
            "ledger repeat add 980 Rent -c home:rent --every 'month on the 1st' --post "
                + "--from 2026-03 >/dev/null",
            "ledger repeat add 61.20 Power -a giro --every '2 months on the 12th' "
                + "--from 2026-02 >/dev/null",
            "ledger repeat add --task Water plants --every 'week on saturday' "
                + "--from 2026-04-11 >/dev/null",
            "ledger due", "ledger due --within 1w --exit-code", "ledger due --within 1w -O csv",
            "ledger due -O json", "ledger repeat post --dry-run", "ledger repeat post",
            "ledger repeat post", "ledger repeat post power 2026-04-12 --amount 63.10",
            "ledger repeat post power 2026-04-12 --amount 63.10",
            "ledger repeat post power 2026-04-12", "ledger repeat post power 2026-04-13",
            "ledger repeat post plants 2026-04-11 -O json", "ledger repeat post power -O csv",
            "ledger repeat post --amount 5", "ledger repeat post --key mine",
            "ledger repeat", "ledger list power", "ledger undo", "ledger repeat post power",
            "ledger report -M --forecast -e 2026-07",
            "ledger report -M --forecast -O csv -p 2026-05",
            "ledger report --forecast -O json -e 2026-06-01", "ledger report --forecast rewe",
            "ledger repeat post --help",
        ],
        "repeat": [
            "ledger repeat",
            "ledger repeat add 980 Rent -c home:rent --every 'month on the 1st' --dry-run "
                + "--now 2026-04-10",
            "ledger repeat add 980 Rent -c home:rent --every 'month on the 1st' --post "
                + "--now 2026-04-10",
            "ledger repeat add 2400 Salary --kind income -a giro --every 'month on the last day' "
                + "--from 2026-04-30 --until 2026-12",
            "ledger repeat add --task Water plants --every 'week on saturday' --from 2026-04-11 "
                + "--project home --tag garden",
            "ledger repeat add 7 Tea --task --every day -c food", "ledger repeat",
            "COLUMNS=60 ledger repeat",
            "ledger repeat add 7 Tea --every 'year on 02-29' --until "
                + "2026-04-11 --from 2026-04-10",
            "ledger repeat skip rent 2026-06-01 --reason 'free month'",
            "ledger repeat skip rent 2026-06-02", "ledger repeat stop salary 2026-10-01",
            "ledger repeat stop salary 2026-11-01", "ledger repeat -O csv",
            "ledger repeat -O json", "ledger undo --list -n 3", "ledger undo",
            "ledger repeat | tail -3", "ledger redo | head -2", "ledger undo 20",
            "ledger repeat skip rent 2026-07-01", "ledger log --kind repeat -n 3",
            "ledger repeat --as-of 20", "ledger repeat --help", "ledger repeat add --help",
        ],
        "session": [
            "ledger whoami", "ledger add 30 Cinema --payer Bo >/dev/null; ledger login bo",
            "ledger whoami", "ledger add 4 Popcorn", "ledger whoami --as ada -O json",
            "ledger add 5 Tea --as Ada >/dev/null; ledger log -n 3 -O csv | cut -d, -f1-5",
            "ledger add 6 Bun --as Cy", "grep -v device ledger/settings.json",
            "ledger undo --list -n 1", "ledger undo --list -n 1 --as ada", "ledger login boo",
            "ledger logout", "ledger logout -O csv", "ledger whoami -O json",
            "ledger report -p 'this week' --at 2026-04-05",
            "ledger report -p today --at 2026-04-08",
            "ledger whoami --at 2026-04-05 --as-of 3", "ledger login --help",
        ],
        "call": [
            "ledger call config",
            "ledger call add '{\"lines\":[{\"amount\":\"4\",\"title\":\"Tea\"}]}' --dry-run",
            "echo '{\"period\":\"yearly\"}' | ledger call report - | tr '{' '\\n' | grep sum",
            "ledger call whoami --timeout 60", "ledger call task/lst", "ledger call report '{'",
            "ledger call list '{\"limt\":3}'", "ledger call add '{\"lines\":[{}]}'",
            "ledger call report --key k", "ledger call",
        ],
        "routes": [
            "ledger routes", "ledger routes rules", "ledger routes add",
            "ledger routes config -O json", "ledger routes task -O csv", "ledger routes due -O csv",
            "ledger routes tsk",
        ],
    ]
}
