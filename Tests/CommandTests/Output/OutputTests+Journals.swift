extension OutputTests {
    /// Journals of other programs.
    static let journals: [String: [String]] = [
        "journal": [
            "ledger account open card --opening -20.05 --on 2026-04-05 >/dev/null",
            "ledger add 7 '*; Early' -c 'food:out; late' -a card --on 2026-03-30 "
                + "--tag pending --tag 'a b' >/dev/null",
            "ledger assert bank 490 --on 2026-04-01; ledger assert wallet 50 --on 2026-04-09",
            "ledger export hledger", "ledger export beancount -p 2026-04",
            "ledger export hledger --at 4 | tail -n 4",
            "ledger export beancount -b 2026-04-03 --to 2026-04-05 -o few.beancount",
            "grep -c . few.beancount", "ledger export hledger -b 2026-05 -e 2026-04",
            "ledger call journal/export '{\"form\":\"qif\"}'",
            "ledger call journal/export '{\"form\":\"hledger\"}' | cut -c 1-27",
        ],
        "todo-txt": [
            "ledger task add Call mom --due 2026-04-12 --priority 1 --tag phone >/dev/null",
            "ledger task add 'Sow  +beans' --project 'home:big garden' --priority 9 >/dev/null",
            "ledger task add Pay tax --due '2026-05-31 14:30' --priority 3 >/dev/null",
            "ledger task add Gone >/dev/null; ledger task drop gone >/dev/null",
            "ledger task done tax >/dev/null",
            "ledger export todo.txt | sed 's/ledger-id:.*/ledger-id:ID/'",
            "ledger export todo.txt -o todo.txt; wc -l < todo.txt | tr -d ' '",
            "ledger export todo.txt --at 2 -O json", "ledger import todo.txt | tail -2",
            "sed 's/^(A)/x 2026-04-10 (A)/' todo.txt | ledger import - --changes accept",
            "ledger export ics | sed 's/^UID:.*/UID:ID/; s/^\\(DTSTAMP\\|CREATED\\):.*/\\1:TIME/'",
            "ledger export taskwarrior | cut -d, -f 1,5- | cut -c 1-90 "
                + "| sed -E 's/\"uuid\":\"[0-9a-f-]{36}\"/\"uuid\":UUID/'",
            "ledger call task/export '{\"form\":\"paper\"}'",
        ],
        "task-import": [
            "cp $FIXTURES/tasks/* .", "ledger import work.json --dry-run",
            "ledger import work.json", "ledger import work.json | head -5",
            "sed 's/Pay rent/Pay the rent/; s/20260701T123000Z/20260702T123000Z/' work.json "
                + "> new.json", "ledger import new.json",
            "ledger import new.json --changes accept", "ledger task list",
            "ledger import new.json | head -5", "ledger undo | head -1",
            "ledger import new.json --dry-run | head -5", "ledger undo 10 | head -4",
            "ledger import todo.txt", "ledger import tasks.ics", "ledger task find sweep",
            "ledger import work.json --account =bank", "ledger import tasks.ics -O json",
            "printf 'BEGIN:VCALENDAR\\nBEGIN:VEVENT\\nEND:VEVENT\\nBEGIN:VTODO\\nSUMMARY:Tea\\n' "
                + "> e.ics; printf 'END:VTODO\\nEND:VCALENDAR\\n' >> e.ics; ledger import e.ics",
            "ledger import e.ics --skip-refused", "ledger import e.ics -O csv",
        ],
        "journal-import": [
            "cp $FIXTURES/journal/household.journal .",
            "ledger import household.journal --dry-run", "ledger import household.journal",
            "ledger import household.journal | head -5", "ledger balance",
            "ledger report -p 2026-01 --by category", "ledger show rent",
            "ledger undo | head -1", "ledger redo | head -1",
            "ledger import household.journal --account =bank",
            "printf '2026-04-09 Tea\\n  drinks  1,000\\n  assets:cash\\n' > l.journal; "
                + "printf '  (assets:pot)  5\\n\\npython x\\n' >> l.journal",
            "ledger import l.journal",
            "printf 'account drinks  ; type: X\\n2026-04-09 Tea\\n  drinks:tea  5 €\\n"
                + "  assets:cash  -5 € = -5 €\\n' > l.journal; ledger import l.journal -O json",
            "printf '2026-04-09 Tea\\n  expenses:tea  $5\\n  assets:cash\\n' > l.journal",
            "ledger import l.journal", "sed 's/\\$/USD /g' l.journal | ledger import - -q",
            "ledger call import/csv '{}' 2>&1 | head -1",
        ],
        "beancount-import": [
            "cp $FIXTURES/journal/household.beancount .",
            "ledger import household.beancount --dry-run", "ledger import household.beancount",
            "ledger import household.beancount | head -5", "ledger balance",
            "ledger report -p 2026-01 --by category", "ledger undo | head -1",
            "ledger export beancount -o own.beancount; ledger import own.beancount | head -5",
            "sed 's/1480.00/1481.00/; s/50 EUR/50 HOOL/' household.beancount > b.beancount",
            "ledger import b.beancount", "ledger import household.beancount -O json | cut -c 1-200",
        ],
    ]
}
