import Support
import Testing

/// Rows of a bank's file that somebody typed by hand before.
@Suite("Imports name rows that were typed")
struct TypedTwinTests {
    /// Typed are 3 (Rewe), 4 and 5 (Bus) and 6 with 7, which come to 30.
    private static let ledger = """
        ledger init --currency EUR --zone UTC >/dev/null
        ledger add 42.80 Rewe -c food -a Giro --on 2026-11-03 >/dev/null
        ledger add 7 Bus -a Giro --on 2026-11-05 >/dev/null
        ledger add 7 Bus -a Giro --on 2026-11-06 >/dev/null
        ledger add 20 Shoes -c food -a Giro --on 2026-11-06 + 10 Socks >/dev/null
        printf 'Date,Payee,Amount\\n2026-11-04,REWE 12,-42.80\\n' > a.csv
        printf '2026-11-05,TRAM,-7.00\\n2026-11-07,SHOP,-30.00\\n' >> a.csv
        printf '2026-11-20,REWE 12,-42.80\\n' >> a.csv
        import() { ledger import "$@" --sign account --account =Giro --no-learn; }

        """

    @Test("the preview and the receipt name them, and all rows are recorded")
    func named() throws {
        let done = try CommandRunner().shell(
            TypedTwinTests.ledger + """
                import a.csv --dry-run | sed -n '/typed/,$p'
                import a.csv | sed -n '/  new/p; /typed/,/keep/p'
                ledger void 3 4 11 >/dev/null
                ledger list account:Giro -O csv | cut -d, -f1 | tail -n +2 | sort -n | tr '\\n' ' '
                import a.csv | grep -c typed
                """)
        // The nearest Bus is that of the same day; both parts of 6 come to what the shop took.
        #expect(
            done.output == """
                note: 3 rows look like entries that you typed: 3, 4, 6
                      once the file is recorded, its receipt says how to keep one of each
                A dry run: nothing was written.
                  new            4
                note: 3 rows look like entries that you typed: 3, 4, 6
                      keep one of each: ledger void 3 4 11
                5 6 7 9 10 12 0

                """, "\(done.output)\(done.errors)")
    }

    @Test("JSON has each row with its entry, and what to void")
    func json() throws {
        let done = try CommandRunner().shell(
            TypedTwinTests.ledger + """
                typed() { grep -o '"typed":\\[[^]]*\\]' || echo none; }
                import a.csv -O json --dry-run | typed | head -c 60; echo
                import a.csv -O json | typed
                import a.csv -O json | typed
                """)
        #expect(
            done.output == """
                "typed":[{"day":"2026-11-03","entry":3,"line":2},{"day":"202
                "typed":[{"day":"2026-11-03","entry":3,"id":9,"line":2,"void":3},\
                {"day":"2026-11-05","entry":4,"id":10,"line":3,"void":4},\
                {"day":"2026-11-06","entry":6,"id":11,"line":4,"void":11}]
                none

                """, "\(done.output)\(done.errors)")
    }

    @Test("an entry that was taken back, is of another account or has its row is named no more")
    func others() throws {
        let done = try CommandRunner().shell(
            TypedTwinTests.ledger + """
                ledger void 3 >/dev/null
                ledger amend 6 --on 2026-10-01 >/dev/null
                import a.csv | grep typed
                printf 'Date,Payee,Amount\\n2026-11-05,TRAM,-7.00\\n' > b.csv
                printf '2026-11-05,METRO,-7.00\\n' >> b.csv
                import b.csv | grep typed
                printf '2026-11-06,FERRY,-7.00\\n' >> b.csv
                import b.csv | grep -cE 'typed|Recorded'
                printf 'Date,Payee,Amount\\n2026-11-06,BOAT,-7.00\\n' > c.csv
                ledger import c.csv --sign account --account =Other | grep -cE 'typed|Recorded'
                """)
        // The tram is bus 4, the metro bus 5; then no bus is left.
        #expect(
            done.output == """
                note: 1 row looks like an entry that you typed: 4
                note: 1 row looks like an entry that you typed: 5
                1
                1

                """, "\(done.output)\(done.errors)")
    }
}
