import Foundation
import Support
import Testing

/// `explain --proofs` hands a whole figure to a stranger, who adds it up from what is proved.
@Suite("A figure can be proved", .enabled(if: PythonTool.isThere))
struct FigureProofTests {
    /// Food in April: Lunch 12.50, later 13.00; Milk 4.00, later void with Soap. What is
    /// left is 13.00.
    private static let ledger = """
        export PYTHONDONTWRITEBYTECODE=1
        ledger init --currency EUR --zone UTC --owner 'Ada Moss' --now 2026-04-01 >/dev/null
        ledger add 12.50 Lunch -c food:out --on 2026-04-09 --now 2026-04-09 >/dev/null
        ledger add 4 Milk -c food + 3 Soap --on 2026-04-09 --now 2026-04-09 >/dev/null
        ledger amend lunch --amount 13 --reason 'the tip' --now 2026-04-10 >/dev/null
        ledger void 3 --now 2026-04-10 >/dev/null
        ledger add 2450 Salary --income -c work --on 2026-04-25 --now 2026-04-10 >/dev/null
        ledger key new >/dev/null
        key=$(ledger key show)
        verify() { "$TOOL" figure "$@" --key "$key"; echo "[$?]"; }
        changed() { rm -rf changed; cp -r food changed; "$@"; verify changed; }

        """

    private func run(_ script: String) throws -> CommandResult {
        let runner = try CommandRunner(["TOOL": SourceTree.fullPath("tools/verify-proof")])
        return try runner.shell(FigureProofTests.ledger + script)
    }

    @Test("every event, and the sum of them") func whole() throws {
        let result = try run(
            """
            ledger explain 2026-04 -c food --proofs food >list; ls food; verify food
            for file in food/*.tlog-proof; do tail -n 5 $file; done | sort | uniq -c | wc -l
            grep -l Lunch food/*.tlog-proof; cat list
            """)
        #expect(
            result.output.hasPrefix(
                """
                2.tlog-proof
                3.tlog-proof
                5.tlog-proof
                6.tlog-proof
                figure.checkpoint
                figure.json
                4 events come to the figure: 13.00 EUR
                  expense, 2026-04-01 to 2026-04-30, category food, all accounts
                  that no other event belongs to it is not proved
                [0]
                5

                """))
        #expect(result.output.contains("13.00 EUR of 1 line\n"))
        #expect(result.errors.contains("Wrote 4 proofs under one checkpoint of 9 events"))
        #expect(result.errors.contains("tools/verify-proof figure food --key"))
    }

    @Test("income less expenses, a part, and a figure of another day") func others() throws {
        let result = try run(
            """
            ledger explain 2026-04 --net --proofs net >/dev/null; verify net
            ledger explain 2026-04 -c food --skip 1 -n 2 --proofs part >/dev/null; verify part
            ledger explain 2026-04 -c food --as-of 4 --proofs old -O csv | wc -l; verify old
            ledger explain 2020 --proofs none >/dev/null; verify none
            """)
        // 2450.00 - 13.00, Soap void with Milk; the events 3 and 5 only; 12.50 + 4.00 before.
        #expect(
            result.output == """
                7 events come to the figure: 2437.00 EUR
                  net, 2026-04-01 to 2026-04-30, all categories, all accounts
                  that no other event belongs to it is not proved
                [0]
                2 events are a part of a figure: 4.50 EUR; the figure is not proved
                  expense, 2026-04-01 to 2026-04-30, category food, all accounts
                [0]
                3
                2 events come to the figure: 16.50 EUR
                  expense, 2026-04-01 to 2026-04-30, category food, all accounts
                  that no other event belongs to it is not proved
                [0]
                0 events come to the figure: 0.00 EUR
                  expense, 2020-01-01 to 2020-12-31, all categories, all accounts
                  that no other event belongs to it is not proved
                [0]

                """)
    }

    @Test("nothing that was changed") func changed() throws {
        let result = try run(
            """
            ledger explain 2026-04 -c food --proofs food >/dev/null 2>&1
            changed sed -i 's/"sum":"13.00"/"sum":"14.00"/' changed/figure.json
            changed sed -i 's/"new":"4.00"/"new":"5.00"/' changed/figure.json
            changed sed -i 's/"amount":"4.00"/"amount":"5.00"/' changed/figure.json
            changed sed -i 's/"start":"2026-04-01"/"start":"2026-04-10"/' changed/figure.json
            changed sed -i 's/"currency":"EUR"/"currency":"USD"/g' changed/figure.json
            changed cp food/2.tlog-proof changed/3.tlog-proof
            changed rm changed/5.tlog-proof
            changed sed -i 's/^index 3/index 4/' changed/3.tlog-proof
            changed sed -i 's/.*/[]/' changed/figure.json
            changed true
            ledger add 1 Tea --now 2026-04-10 >/dev/null
            again() { ledger prove 2 -o changed/2.tlog-proof >/dev/null; }; changed again
            """)
        #expect(
            result.output == """
                [1]\n[1]\n[1]\n[1]\n[1]\n[1]\n[2]\n[1]\n[2]
                4 events come to the figure: 13.00 EUR
                  expense, 2026-04-01 to 2026-04-30, category food, all accounts
                  that no other event belongs to it is not proved
                [0]
                [1]

                """)
    }

    @Test("nor one that leaves out, repeats or adds what is not proved") func lies() throws {
        let result = try run(
            """
            ledger explain 2026-04 -c food --proofs food >/dev/null 2>&1
            edit() { python3 - changed/figure.json <<END
            import json, sys
            told = json.load(open(sys.argv[1])); rows = told["rows"]
            $1
            json.dump(told, open(sys.argv[1], "w"))
            END
            }
            changed edit 'rows.append(rows[0]); told["sum"] = "25.50"'
            changed edit 'del rows[2]["old"]; rows[2]["amount"] = "13.00"; told["sum"] = "25.50"'
            changed edit 'del rows[2]["old"]; del rows[2]["new"]; rows[2]["amount"] = "0.00"'
            changed edit 'rows.clear(); told["sum"] = "1000.00"'
            changed edit 'rows.clear(); told["sum"] = "1000.00"; told["more"] = True'
            changed edit 'told["more"] = True; told["sum"] = "1000.00"'
            changed edit 'rows.pop(0); told["skipped"] = 1; told["sum"] = "1000.00"'
            changed edit 'rows[0]["position"] = "../food/2"'
            ledger explain 2020 --proofs none >/dev/null 2>&1; rm -rf food; mv none food
            changed edit 'told["sum"] = "1000.00"'
            changed rm changed/figure.checkpoint
            "$TOOL" figure food; echo "[$?]"
            """)
        #expect(
            result.output == """
                [1]
                [1]
                [1]
                [1]
                [1]
                4 events are a part of a figure: 13.00 EUR; the figure is not proved
                  expense, 2026-04-01 to 2026-04-30, category food, all accounts
                [0]
                3 events are a part of a figure: 0.50 EUR; the figure is not proved
                  expense, 2026-04-01 to 2026-04-30, category food, all accounts
                [0]
                [2]
                [1]
                [2]
                [1]

                """)
        #expect(!result.errors.contains("Traceback"))
    }

    @Test("a figure has its days, and those of its events") func range() throws {
        let result = try run(
            """
            ledger explain 2026-04 -c food --proofs food >/dev/null 2>&1
            changed sed -i 's/"start":"2026-04-01",//' changed/figure.json
            changed sed -i 's/"end":"2026-05-01",//' changed/figure.json
            changed sed -i 's/"start":"2026-04-01"/"start":null/' changed/figure.json
            changed sed -i 's/"start":"2026-04-01"/"start":"April"/' changed/figure.json
            changed sed -i 's/"start":"2026-04-01"/"start":"2026-05-01"/' changed/figure.json
            changed sed -i 's/"end":"2026-05-01"/"end":"2026-04-09"/' changed/figure.json
            ledger explain --begin 2026-04-10 -c food --proofs open >/dev/null 2>&1; verify open
            """)
        #expect(
            result.output == """
                [2]
                [2]
                [2]
                [2]
                [2]
                [1]
                0 events come to the figure: 0.00 EUR
                  expense, all days from 2026-04-10 on, category food, all accounts
                  that no other event belongs to it is not proved
                [0]

                """)
        #expect(!result.errors.contains("Traceback"))
    }

    @Test("and no text of the ledger leaves it") func noText() throws {
        let result = try run(
            """
            ledger add 7 Bread -c food -a Giro --note 'with Bo' --on 2026-04-10 --now 2026-04-10 \\
                >/dev/null
            ledger explain 2026-04 -c food -a Giro --proofs food >/dev/null 2>&1
            verify food; cat food/figure.json food/figure.checkpoint
            for file in food/*.tlog-proof; do sed -n 's/^extra //p' $file | base64 -d; done
            ledger call prove/figure '{"range":"2026-04"}'
            """)
        #expect(result.output.hasPrefix("1 event comes to the figure: 7.00 EUR\n"))
        // Long enough that no signature in base64 has one of them by chance.
        for word in ["Bread", "with Bo", "Giro", "Ada Moss", "Lunch", "Milk", "the tip", "Salary"] {
            #expect(!result.output.contains(word), "\(word)")
        }
    }

    @Test("only into a new folder, and only with a key") func refused() throws {
        let result = try run(
            """
            mkdir food; ledger explain 2026-04 -c food --proofs food; echo "[$?]"; ls food
            rm -r ledger/keys; ledger explain 2026-04 -c food --proofs other; echo "[$?]"; ls
            """)
        #expect(!result.output.contains("[0]"))
        #expect(result.output.components(separatedBy: "[").count == 3)
        #expect(!result.output.contains("other"))
        #expect(result.errors.contains("the ledger has no key to sign with"))
        for command in ["prove 2", "checkpoint --sign", "explain 2026-04 --proofs new"] {
            let nowhere = try CommandRunner().shell("ledger \(command) --ledger nowhere")
            #expect(nowhere.errors.contains("there is no ledger in nowhere"), "\(nowhere.errors)")
        }
    }
}
