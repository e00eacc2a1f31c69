extension OutputTests {
    /// Who acts, when, and what programs ask.
    static let faces: [String: [String]] = [
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
        "period": [
            "ledger period last month", "ledger period every 2 weeks in 2026 -O csv",
            "ledger period monthly", "ledger period today", "ledger period since march",
            "ledger period last mnth", "\"$LEDGER_PROGRAM\" help query",
            "\"$LEDGER_PROGRAM\" help dates",
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
