extension OutputTests {
    /// Persons, units and rights.
    static let people: [String: [String]] = [
        "people": [
            "ledger people", "ledger unit", "ledger unit add Company",
            "ledger unit add Sales --in Company --dry-run", "ledger unit add Sales --in Company",
            "ledger unit add Field --in company/sales -O json",
            "ledger people add Bob Stone --unit Sales --post clerk --contact bob@example.org",
            "ledger people add Eve --dry-run", "ledger people add Eve --key k",
            "ledger people add Eve --key k", "ledger people join eve,me Field --post scout",
            "ledger people join eve sales", "ledger people", "ledger people list -n 1",
            "ledger people list scout --unit Company", "ledger people list nobody",
            "ledger add 7 Tea --payer eve >/dev/null; ledger people list -O csv",
            "ledger people --as-of 20", "ledger task add Call --assignee bob --due tomorrow",
            "ledger people --pick --ids bob,eve", "printf 'bob\n22\n' | ledger people --pick",
            "echo eve | ledger task add Write --assignee -", "ledger people --pick </dev/null",
            "ledger people show eve", "ledger people show bob -O csv",
            "ledger people change bob --name 'Bob Rock' --contact ''", "ledger people show bob",
            "ledger people leave eve Field --reason moved", "ledger undo", "ledger people -O json",
            "ledger unit tree", "ledger unit tree sales -O csv", "ledger unit chain field",
            "ledger unit chain --of eve", "ledger unit rename field Outdoor",
            "ledger unit move outdoor /", "ledger unit chain --of eve -O json",
            "ledger undo --list -n 4", "ledger undo .2", "ledger unit",
            "ledger log -n 4 --kind unit", "ledger log -n 3 --kind membership",
            "COLUMNS=40 ledger people", "ledger people --help", "ledger unit --help",
        ],
        "split": [
            "ledger people balance",
            "for name in Ann Bob Cid; do ledger people add $name >/dev/null; done; "
                + "ledger add 10 Dinner --payer Ann --split Ann,Bob,Cid --on 2026-04-09",
            "ledger add 30 Taxi --split Ann:2,bob --on 2026-04-10",
            "ledger add 30 Wine --split Ann=12.50,Bob --payer Bob --on 2026-04-10 -O json",
            "ledger people --pick --ids bob,cid | ledger add 9 Cake --split - --on 2026-04-11",
            "ledger add 4 Bread --split ann,bob + 5 Soap -c home --split cid --dry-run",
            "ledger add 700 Yen --currency JPY --split 18 --split 19,20 --payer 20",
            "ledger show dinner", "ledger show dinner -O json", "ledger history dinner",
            "ledger amend dinner --amount 11 --split Ann,Bob --reason 'Cid was ill'",
            "ledger amend taxi --no-split", "ledger undo", "ledger history dinner",
            "ledger people balance", "ledger people balance -O json",
            "ledger people balance -e 2026-04-10 -O csv", "ledger people balance --as-of 23",
            "ledger add 8 Settled --settle --payer ann --split bob",
            "ledger people balance -p 2026",
            "ledger void dinner", "COLUMNS=40 ledger people balance",
            "ledger people change bob --name 'Bob Rock' >/dev/null; ledger show wine",
            "ledger log -n 2 --kind line",
            "ledger sql \"SELECT title, shares FROM expense WHERE shares <> '[]'\"",
            "ledger export events -o events.jsonl >/dev/null; "
                + "ledger import events events.jsonl --ledger copy >/dev/null; "
                + "ledger people balance --ledger copy -O csv",
            "ledger people balance --help",
        ],
        "permit": [
            "ledger can me all --why",
            "ledger unit add Company >/dev/null; "
                + "ledger unit add Sales --in Company >/dev/null; "
                + "ledger people add Bob >/dev/null; ledger people add Eve >/dev/null",
            "ledger can bob write sales", "ledger permit bob write Company --dry-run",
            "ledger permit bob write Company", "ledger can bob write sales",
            "ledger can bob write sales --why", "ledger can bob read,write sales --why",
            "ledger can bob write", "ledger can me share sales --why",
            "ledger permit bob,eve read --reason audit", "ledger can bob all sales -O csv",
            "ledger can bob read sales -O json", "ledger can bob write sales --as-of 22",
            "ledger revoke eve read", "ledger can eve read", "ledger undo", "ledger can eve read",
            "echo eve | ledger permit - create Sales -O json", "ledger people show eve",
            "ledger unit move sales /", "ledger can bob write sales --why",
            "sed -i 's/\"user\" : null/\"user\" : 20/' ledger/settings.json; "
                + "ledger add 5 Tea", "ledger people", "ledger people --unit sales",
            "ledger unit add North --in sales", "ledger unit rename company Firm",
            "ledger log --kind rights", "ledger permit --help", "ledger can --help",
        ],
    ]
}
