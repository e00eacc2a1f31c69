extension OutputTests {
    /// What makes ledgers of ledgers.
    static let copies: [String: [String]] = [
        "merge": [
            "ledger merge --help", "ledger backup copy >/dev/null",
            "ledger amend bicycle --amount 1100 >/dev/null; ledger task add Sow >/dev/null;"
                + " ledger task add Reap >/dev/null",
            "ledger amend bicycle --amount 1250 --ledger copy >/dev/null",
            "ledger add 3 Tea -c food:lunch --ledger copy >/dev/null",
            "ledger merge copy --both --dry-run", "ledger merge copy", "ledger merge copy",
            "ledger log --kind commit-set-aside -n 1", "ledger merge ledger --ledger copy -O csv",
        ],
        "clone": [
            "ledger clone --help", "ledger clone ledger laptop",
            "ledger add 3 Tea -c food:lunch --ledger laptop >/dev/null",
            "ledger merge --ledger laptop --both --dry-run",
            "ledger bundle --help",
            "ledger bundle b.bundle --for ledger --ledger laptop | tail -n +3",
            "ledger merge b.bundle", "ledger bundle all.bundle -O csv | tail -1 | cut -d, -f3",
            "ledger clone all.bundle phone | head -1", "ledger join --help",
            "ledger bundle a.bundle --since 3 | tail -n +3",
        ],
        "restore": [
            "ledger restore mistake", "ledger backup copy >/dev/null",
            "ledger restore copy --into march --to 2026-03-31",
            "ledger restore copy --into all --to 7", "ledger restore copy --into all",
        ],
        "salvage": [
            "cp -r ledger hurt",
            "damage hurt 6",
            "ledger list --ledger hurt", "ledger salvage rescued --ledger hurt",
            "ledger list -n 3 --ledger rescued",
            "ledger salvage other --ledger hurt -O csv --dry-run",
            "ledger backup copy | head -1; ledger salvage whole --ledger hurt --with copy",
        ],
    ]
}
