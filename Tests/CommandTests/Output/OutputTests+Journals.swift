extension OutputTests {
    /// Journals of other programs.
    static let journals: [String: [String]] = [
        "journal": [
            "ledger account open card --opening -20.05 --on 2026-04-05 >/dev/null",
            "ledger add 7 '*; Early' -c 'food:out; late' -a card --on 2026-03-30 >/dev/null",
            "ledger assert bank 490 --on 2026-04-01; ledger assert wallet 50 --on 2026-04-09",
            "ledger export hledger", "ledger export beancount -p 2026-04",
            "ledger export hledger --at 4 | tail -n 4",
            "ledger export beancount -b 2026-04-03 --to 2026-04-05 -o few.beancount",
            "grep -c . few.beancount", "ledger export hledger -b 2026-05 -e 2026-04",
            "ledger call journal/export '{\"form\":\"qif\"}'",
            "ledger call journal/export '{\"form\":\"hledger\"}' | cut -c 1-40",
        ]
    ]
}
