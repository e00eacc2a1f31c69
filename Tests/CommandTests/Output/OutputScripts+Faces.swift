extension OutputTests {
    /// Budgets; who acts, when, and what programs ask.
    static let faces: [String: [String]] = [
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
