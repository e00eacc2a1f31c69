import Support
import Testing

/// Figures and advice that an accountant held against sums by hand.
@Suite("What an accountant found") struct AccountantTests {
    private func shell(_ script: String) throws -> CommandResult {
        try CommandRunner(["LC_ALL": "C.UTF-8"]).shell(
            """
            ledger init --currency EUR --zone UTC --owner Ada --now 2026-01-01 >/dev/null
            run() { ledger "$@" --now 2026-11-26T21:25:00Z; }

            """ + script)
    }

    @Test("an account whose opening is undone has nothing in it, and has it again") func openings()
        throws
    {
        let result = try shell(
            """
            run account add giro --opening 100 --on 2026-01-01 >/dev/null
            run account add extra --opening 500 --on 2026-01-01 | tail -1
            run undo >/dev/null; run bs | grep 'Net worth' | tr -s ' '
            run redo >/dev/null; run bs | grep 'Net worth' | tr -s ' '
            """)
        #expect(
            result.output == """
                  take it back: ledger undo 3
                Net worth 100.00 EUR
                Net worth 600.00 EUR

                """, "\(result.output)\(result.errors)")
    }

    /// 100 − 40 at the end of January, and of the year.
    @Test("balances of a month or a year are those at its end", arguments: ["2026-01", "2026"])
    func lastDays(_ days: String) throws {
        let result = try shell(
            """
            run account add giro --opening 100 --on 2026-01-01 >/dev/null
            run add 40 x -a giro -c food --on 2026-01-20 >/dev/null
            run balance --on \(days) -O csv | tail -1 | grep -o '60.00'
            run account add other --opening 1 --on \(days); echo $?
            """)
        #expect(result.output == "60.00\n2\n", "\(result.output)\(result.errors)")
    }

    @Test("a task that was done, undone and redone is done once") func flow() throws {
        let result = try shell(
            """
            run task log Tax --done 2026-01-05 >/dev/null; run undo >/dev/null; run redo >/dev/null
            run task burndown -M -p 2026-01..2026-03 -O csv
            """)
        let rows = result.output.split(separator: "\n").dropFirst()
        #expect(rows.first?.hasSuffix(",1,1,0,0,0") == true, "\(result.output)\(result.errors)")
        #expect(rows.allSatisfy { !$0.contains("-1,") && !$0.hasSuffix("-1") }, "\(result.output)")
    }

    @Test("days that cut a month have no goal") func cutGoals() throws {
        let result = try shell(
            """
            run add 90 F -c food --on 2026-01-10 >/dev/null
            run budget set food 40 --monthly --from 2026-01 >/dev/null
            run report --budget -M -b 2026-01-20 -e 2026-02-01 -O csv | grep -c 40.00
            run report --budget -M -b 2026-01-01 -e 2026-02-01 -O csv | grep -c 40.00
            """)
        #expect(result.output == "0\n1\n", "\(result.output)\(result.errors)")
    }

    @Test("two budgets of categories that become one are told, and nothing parts them")
    func renamed() throws {
        let result = try shell(
            """
            run add 5 Kaffee -c coffee --new >/dev/null; run add 6 Bar -c drinks --new >/dev/null
            run budget set drinks 20 --monthly --from 2026-01 >/dev/null
            run budget set coffee 10 --monthly --from 2026-11 >/dev/null
            run category rename coffee drinks | grep -c 'coffee and drinks both have a budget'
            run undo; echo "code $?"
            """)
        #expect(result.errors.contains("try: ledger undo --list"), "\(result.errors)")
        #expect(result.output == "1\ncode 1\n", "\(result.output)\(result.errors)")
    }

    @Test("another title leaves the payee, unless it names one") func payees() throws {
        let result = try shell(
            """
            run add 10 Market --payee Rewe -c food --new >/dev/null
            run amend 2 --title Groceries >/dev/null; run report --by payee -O csv | grep -c Rewe
            run list -O csv | grep -c 'Rewe | Groceries'
            run amend 2 --title 'Aldi | Milk' >/dev/null
            run report --by payee -O csv | grep -c Aldi
            run amend 2 --payee '' >/dev/null; run report --by payee -O csv | grep -c Aldi
            """)
        #expect(result.output == "1\n1\n1\n0\n", "\(result.output)\(result.errors)")
    }

    @Test("two lines that become the sides of a transfer are counted once") func sides() throws {
        let result = try shell(
            """
            run add 500 'To savings' -a giro -c x --new --on 2026-10-03 >/dev/null
            run add 500 'From giro' --income -a savings -c x --on 2026-10-04 >/dev/null
            ids=$(run list -O csv | tail -n +2 | cut -d, -f1 | sed 's/^/id:/')
            run amend --where "$(echo $ids | sed 's/ / or /')" --kind transfer --yes >/dev/null
            run report --transfer -O csv | tail -1 | grep -o '[0-9.]*00,[0-9]*'
            run balance -O csv | tail -n +2 | grep -o -- '-*500.00' | sort
            """)
        #expect(result.output == "500.00,1\n-500.00\n500.00\n", "\(result.output)\(result.errors)")
    }

    @Test(
        "a currency of one's own beside an amount, and a day behind a title, are asked about",
        arguments: [
            ("add 1.5 HOURS Mowing -c x", "ledger add 1.5 --currency HOURS Mowing -c x"),
            ("add 12 Lunch 20.11.2026 -c x", "ledger add 12 Lunch --on 2026-11-20 -c x"),
        ])
    func asked(_ typed: String, _ meant: String) throws {
        let result = try shell("run currency add HOURS >/dev/null\nledger \(typed)")
        #expect(result.code == 2, "\(result.output)\(result.errors)")
        #expect(result.errors.contains("try: \(meant)"), "\(result.errors)")
    }

    @Test("a goal has the currency that stands beside its amount") func goals() throws {
        let result = try shell(
            """
            run account add Cash >/dev/null
            run goal set 500 USD Trip --account Cash >/dev/null
            run goal -O csv | tail -1 | grep -c USD
            run people add Ann | grep -c 'take it back'
            """)
        #expect(result.output == "1\n0\n", "\(result.output)\(result.errors)")
    }

    @Test("what is due in closed books is left out, and the rest is recorded") func closedDays()
        throws
    {
        let result = try shell(
            """
            run repeat add 9 Gym -c sport --new --every 'month on the 3rd' --from 2025-12-01 \\
                --post >/dev/null
            run close 2026-01 >/dev/null
            run repeat post > posted; echo $?
            grep -c '^Recorded' posted; grep -c '^Left out 2026-01-03' posted
            run repeat post 2 2026-01-03 --correct 'was paid' >/dev/null; echo $?
            run repeat post | head -1; run repeat post 2; echo $?
            """)
        #expect(
            result.output
                == "1\n11\n1\n0\nNothing is due of rules with --post.\nNothing is due.\n0\n",
            "\(result.output)\(result.errors)")
    }

    @Test("a category of closed books is renamed by what is advised") func closedCategory() throws {
        let result = try shell(
            """
            run add 5 Tea -c food --new --on 2026-01-03 >/dev/null
            run close 2026-01 >/dev/null
            run category rename food meals 2>said; echo $?
            eval "$(sed -n 's/^  try: //p' said | head -n 1)" >/dev/null; echo $?
            run category list -O csv | cut -d, -f1 | tail -1
            run closings | grep -c '1 correction'
            """)
        #expect(result.output == "1\n0\nmeals\n1\n", "\(result.output)\(result.errors)")
    }

    @Test("a word means the rule that goes on") func rules() throws {
        let result = try shell(
            """
            run repeat add 980 Rent -c home --new --every 'month on the 1st' \\
                --from 2026-01 >/dev/null
            run repeat edit rent --amount 1020 --from 2027-01 >/dev/null
            run repeat stop rent 2028-01-01 >/dev/null; echo $?
            run repeat list -O csv | cut -d, -f4,12
            """)
        #expect(
            result.output == "0\namount,until\n980.00,2026-12-31\n1020.00,2027-12-31\n",
            "\(result.output)\(result.errors)")
    }

    @Test("a word and a day mean the rule that comes on it") func ruleOfDay() throws {
        let result = try shell(
            """
            run repeat add 980 Rent -c home --new --every 'month on the 1st' \\
                --from 2026-01 >/dev/null
            run repeat edit rent --amount 1020 --from 2027-01 >/dev/null
            run repeat post rent 2026-03-01 >/dev/null; echo $?
            run repeat skip rent 2026-02-01 >/dev/null; echo $?
            run repeat skip rent 2027-02-01 >/dev/null; echo $?
            run list -O csv | cut -d, -f3,8
            run repeat post rent | grep -c '^Recorded'
            """)
        // Of January to November two are done.
        #expect(
            result.output == "0\n0\n0\nday,amount\n2026-03-01,980.00\n9\n",
            "\(result.output)\(result.errors)")
    }

    @Test("brackets that a shell left at words, and groupings in words, are understood")
    func words() throws {
        let result = try shell(
            """
            run add 5 Tea -c food --new >/dev/null; run add 7 Bus -c road --new -t trip >/dev/null
            run add 9 Pen -c work --new >/dev/null
            rows() { run "$@" -O csv | tail -n +2 | wc -l | tr -d ' '; }
            rows list \\(cat:food or tag:trip\\)
            rows list \\( cat:food or tag:trip \\) not cat:road
            rows report by category
            rows report by month
            run check | head -1 | grep -c whole
            """)
        #expect(result.output == "2\n1\n3\n1\n1\n", "\(result.output)\(result.errors)")
    }

    /// 2026-11-26 is a Thursday, and it is 21:25.
    @Test(
        "a time that has passed is the next one",
        arguments: [
            ("'thu 9:00'", "2026-12-03 09:00"), ("14:30", "2026-11-27 14:30"),
            ("23:00", "2026-11-26 23:00"), ("'fri 9:00'", "2026-11-27 09:00"),
            ("'2026-11-26 9:00'", "2026-11-26 09:00"),
        ])
    func times(_ due: String, _ moment: String) throws {
        let result = try shell(
            "run task add X due:\(due) >/dev/null; run task list --all -O json | grep -o "
                + "'\"dueLocal\":\"[^\"]*\"'")
        #expect(result.output == "\"dueLocal\":\"\(moment)\"\n", "\(result.output)\(result.errors)")
    }
}
