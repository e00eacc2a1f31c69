extension OutputTests {
    /// Who acts, when, and what programs ask.
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
            "ledger import $FIXTURES/statements/giro.ofx --sign spend",
        ],
        "areg": [
            "ledger areg wallet", "ledger -f ledger areg bank",
            "ledger list -a wallet --balance -O csv", "ledger is -p 2026", "ledger bs",
            "ledger areg -p 2026 wallet", "ledger areg",
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
