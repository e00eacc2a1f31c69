import Support
import Testing

/// What an import takes from earlier entries, and what it proposes.
@Suite("Imports learn from entries")
struct LearnedCategoryTests {
    private static let ledger = """
        ledger init --currency EUR --zone UTC >/dev/null
        printf 'Date,Payee,Amount\\n2026-03-01,Bakery 12,-3.20\\n2026-03-02,KIOSK,-2.00\\n' > a.csv
        printf '2026-03-03,Grocer,-9.00\\n2026-03-04,Employer,1900.00\\n' >> a.csv
        import() { ledger import "$@" --sign account --account =Giro -O json; }
        learned() {
            grep -o '"learned":\\[[^]]*\\]' | tr '{' '\\n' | grep -o '"agreeing.*}' || echo none
        }

        """

    @Test("rows get the category of most earlier entries of their payee, and it is told why")
    func categories() throws {
        let done = try CommandRunner().shell(
            LearnedCategoryTests.ledger + """
                ledger add 3 'Bakery 7' -c food:bread >/dev/null
                ledger add 4 'bakery 8' -c food:bread >/dev/null
                ledger add 5 'Bakery' -c fun >/dev/null
                ledger add 2 Kiosk -c fun >/dev/null
                ledger add 2 Kiosk -c food >/dev/null
                ledger add 2 Employer -c gifts >/dev/null
                ledger import a.csv --sign account --account =Giro --dry-run \\
                    | sed -n '/without/,/like/p'
                import a.csv --dry-run --no-learn | learned
                import a.csv | learned
                import a.csv | learned
                ledger list account:Giro -O csv | cut -d, -f10,12 | sort
                """)
        // Two of three agree on bread; of the kiosk's one each; what Employer got was spent.
        #expect(
            done.output == """
                note: 1 row without a category would get that of earlier entries (--no-learn: none):
                      Bakery 12: food:bread, like entry 3, 2 of 3 agree
                none
                "agreeing":2,"category":"food:bread","like":3,"of":3,"rows":1,"title":"Bakery 12"}
                none
                ,Employer
                ,Grocer
                ,KIOSK
                category,title
                food:bread,Bakery 12

                """, "\(done.output)\(done.errors)")
    }

    @Test("kinds count apart, names that are spelled otherwise together, as do renamed categories")
    func kinds() throws {
        let done = try CommandRunner().shell(
            LearnedCategoryTests.ledger + """
                ledger add 3 'Bakery 7' -c bread >/dev/null
                ledger category rename bread food:bread >/dev/null
                ledger add 3 'BAKERY  8' -c food:bread >/dev/null
                ledger add 1 'bakery' -c fun >/dev/null
                for i in 1 2 3; do ledger add 9 Bakery --income -c refunds >/dev/null; done
                ledger add 8 Employer --income -c gifts >/dev/null
                import a.csv --dry-run | learned | sort
                """)
        #expect(
            done.output == """
                "agreeing":1,"category":"gifts","like":9,"of":1,"rows":1,"title":"Employer"}
                "agreeing":2,"category":"food:bread","like":4,"of":3,"rows":1,"title":"Bakery 12"}

                """, "\(done.output)\(done.errors)")
    }

    @Test("rules go before what is learned")
    func rules() throws {
        let done = try CommandRunner().shell(
            LearnedCategoryTests.ledger + """
                ledger add 3 'Bakery' -c food:bread >/dev/null
                ledger add 9 Grocer -c food >/dev/null
                ledger rules add b --where 'title:bakery cat:' -c sweets >/dev/null
                ledger rules add g --where 'title:grocer amt:>100 cat:' -c party >/dev/null
                import a.csv | learned
                ledger rules apply --yes >/dev/null
                ledger list account:Giro -O csv | cut -d, -f10,12 | sort | grep ,[BG]
                ledger undo >/dev/null
                ledger undo >/dev/null
                ledger list account:Giro -O csv | wc -l | tr -d ' '
                """)
        #expect(
            done.output == """
                "agreeing":1,"category":"food","like":3,"of":1,"rows":1,"title":"Grocer"}
                food,Grocer
                sweets,Bakery 12
                1

                """, "\(done.output)\(done.errors)")
    }

    @Test("what another account has the other way is proposed, and the command makes transfers")
    func transfers() throws {
        let done = try CommandRunner().shell(
            """
            ledger init --currency EUR --zone UTC >/dev/null
            printf 'Date,Payee,Amount\\n2026-03-13,To savings,-100.00\\n' > a.csv
            printf '2026-03-20,Shop,-7.00\\n' >> a.csv
            printf 'Date,Payee,Amount\\n2026-03-16,From giro,100.00\\n' > b.csv
            printf '2026-03-30,Shop,7.00\\n' >> b.csv
            ledger import a.csv --sign account --account =Giro | grep -c 'may be' || true
            ledger import b.csv --sign account --account =Savings > receipt
            grep -A1 'may be' receipt
            eval "$(grep 'amend --where' receipt)" >/dev/null
            ledger balance --on 2026-12-31 -O csv | cut -d, -f1,4
            ledger list kind:transfer -O csv | cut -d, -f5,6,8,11 | sort
            ledger import b.csv --sign account --account =Savings -O json | grep -o '"new":[0-9]*'
            """)
        #expect(
            done.output == """
                0
                note: 1 row may be a transfer between accounts:
                      2026-03-16 Savings 100.00 EUR, and entry 4 of 2026-03-13 in Giro
                account,balance
                Giro,-107.00
                Savings,107.00
                kind,incoming,amount,account
                transfer,false,100.00,Giro
                transfer,true,100.00,Savings
                "new":0

                """, "\(done.output)\(done.errors)")
    }

    @Test("both sides of a transfer in one file of several accounts are proposed")
    func transfersWithin() throws {
        let done = try CommandRunner().shell(
            """
            ledger init --currency EUR --zone UTC >/dev/null
            printf 'Date,Account,Payee,Amount\\n2026-03-13,Giro,To savings,-100.00\\n' > a.csv
            printf '2026-03-13,Giro,Power,-100.00\\n2026-03-14,Giro,Back,100.00\\n' >> a.csv
            printf '2026-03-13,Savings,From giro,100.00\\n' >> a.csv
            ledger import a.csv --sign account --dry-run | grep -A1 'may be'
            ledger import a.csv --sign account > receipt
            grep -A1 'may be' receipt
            eval "$(grep 'amend --where' receipt)" >/dev/null
            ledger balance --on 2026-12-31 -O csv | cut -d, -f1,4
            ledger list kind:transfer -O csv | cut -d, -f5,6,8,11 | sort
            """)
        // Power is spent, and what came back into the same account is no other side.
        #expect(
            done.output == """
                note: 1 row may be a transfer between accounts:
                      2026-03-13 Giro -100.00 EUR, and the row of 2026-03-13 in Savings
                note: 1 row may be a transfer between accounts:
                      2026-03-13 Giro -100.00 EUR, and entry 8 of 2026-03-13 in Savings
                account,balance
                Giro,-100.00
                Savings,100.00
                kind,incoming,amount,account
                transfer,false,100.00,Giro
                transfer,true,100.00,Savings

                """, "\(done.output)\(done.errors)")
    }
}
