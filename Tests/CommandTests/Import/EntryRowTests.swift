import Foundation
import Support
import Testing

/// Rows of a bank against entries of several lines, which a journal brought.
@Suite("A row of a bank that is an entry of several lines") struct EntryRowTests {
    /// What goes out of Giro: 50 in two lines, 3 in one, and twice 10 in two lines on one day.
    private static let ledger = """
        ledger init --currency EUR --zone UTC --owner Ada --now 2026-04-01 >/dev/null
        cat > a.journal <<END
        2026-03-02 Market
            expenses:food  30
            expenses:home  20
            assets:giro
        2026-03-05 Tea
            expenses:food  3
            assets:giro
        2026-03-09 Shop
            expenses:food  4
            expenses:home  6
            assets:giro
        2026-03-09 Fair
            expenses:food  7
            expenses:fun  3
            assets:giro
        END
        ledger import a.journal >/dev/null
        tried() {
            (echo Date,Payee,Amount; cat) > bank.csv
            ledger import bank.csv --sign account --account =giro --no-learn -O json "$@" |
                grep -oE '"(new|known|held|missingCount)":[0-9]+' | sort | paste -sd' ' -
        }
        balance() { ledger balance -O csv | grep giro | cut -d, -f4; }

        """

    @Test("is known, and what else has its amount is new")
    func known() throws {
        let done = try CommandRunner().shell(
            EntryRowTests.ledger + """
                rows() {
                    echo 2026-03-02,MARKET 17,-50.00
                    echo 2026-03-05,Tea,-3.00
                    echo 2026-03-09,SHOP 4,-10.00
                    echo 2026-03-09,FAIR,-10.00
                    echo 2026-03-12,OTHER,-50.00
                }
                balance
                rows | tried
                balance
                rows | tried
                balance
                ledger verify >/dev/null
                """)
        // By hand: 50 + 3 + 10 + 10 = 73, and 50 more.
        #expect(
            done.output == """
                -73.00
                "known":4 "missingCount":0 "new":1
                -123.00
                "known":5 "missingCount":0 "new":0
                -123.00

                """, "\(done.output)\(done.errors)")
    }

    @Test("is held back where more rows than entries fit, or its day is another one")
    func held() throws {
        let done = try CommandRunner().shell(
            EntryRowTests.ledger + """
                three() {
                    echo 2026-03-05,Tea,-3.00
                    for name in A B C; do echo 2026-03-09,$name,-10.00; done
                }
                three | tried
                printf '2026-03-04,MARKET,-50.00\\n2026-03-05,Tea,-3.00\\n' | tried
                # Another direction, and another amount, are no purchase of 50.
                printf '2026-03-02,BACK,50.00\\n2026-03-02,MORE,-50.01\\n' | tried
                balance
                three | tried --changes ignore
                balance
                """)
        // By hand: 73, less 50 and more 50.01 are 73.01; then three times 10.
        #expect(
            done.output == """
                "held":3 "known":1 "missingCount":0 "new":0
                "held":1 "known":1 "missingCount":0 "new":0
                "known":0 "missingCount":0 "new":2
                -73.01
                "held":3 "known":1 "missingCount":0 "new":3
                -103.01

                """, "\(done.output)\(done.errors)")
    }

    @Test("is new where the file has the lines one by one")
    func parts() throws {
        let done = try CommandRunner().shell(
            EntryRowTests.ledger + """
                printf '2026-03-02,Market,-30.00\\n2026-03-02,Market,-20.00\\n' > rows
                printf '2026-03-02,OTHER,-50.00\\n' >> rows
                tried < rows
                balance
                """)
        #expect(
            done.output == """
                "known":2 "missingCount":0 "new":1
                -123.00

                """, "\(done.output)\(done.errors)")
    }

    @Test("is new where the entry was voided by hand") func voided() throws {
        let done = try CommandRunner().shell(
            EntryRowTests.ledger + """
                ledger void 4 >/dev/null
                balance
                printf '2026-03-02,MARKET 17,-50.00\\n2026-03-05,Tea,-3.00\\n' | tried
                balance
                printf '2026-03-04,MARKET 18,-50.00\\n2026-03-05,Tea,-3.00\\n' | tried
                balance
                """)
        // By hand: 3 + 10 + 10 = 23, then 50 more, twice.
        #expect(
            done.output == """
                -23.00
                "known":1 "missingCount":0 "new":1
                -73.00
                "known":1 "missingCount":0 "new":1
                -123.00

                """, "\(done.output)\(done.errors)")
    }
}
