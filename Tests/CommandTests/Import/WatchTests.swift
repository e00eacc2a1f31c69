import Support
import Testing

@Suite("ledger watch")
struct WatchTests {
    private static let start = """
        ledger init --currency EUR --zone UTC >/dev/null
        mkdir in
        printf 'Date,Payee,Amount\\n2026-03-01,Bakery,-3.20\\n2026-03-02,Kiosk,-2.00\\n' > old.csv
        ledger import old.csv --sign account --account =Giro --save-profile giro >/dev/null
        count() { ledger list -O csv | tail -n +2 | wc -l | tr -d ' '; }

        """

    @Test("files of a profile are imported, others are left alone and told")
    func once() throws {
        let done = try CommandRunner().shell(
            WatchTests.start + """
                printf 'Date,Payee,Amount\\n2026-03-02,Kiosk,-2.00\\n' > in/new.csv
                printf '2026-03-03,Shop,-9.00\\n' >> in/new.csv
                mkfifo in/pipe.csv
                printf 'Day,Sum\\n2026-03-02,1\\n' > in/other.csv
                printf 'Date,Payee,Amount\\n2026-03-09,Half,-1.00\\n' > in/half.csv.part
                cp in/new.csv in/.hidden.csv
                mkdir in/folder.csv
                ledger watch in --once --dry-run | grep -c 'dry run'
                count
                ledger watch in --once 2>told | grep -E 'read|new|Recorded'
                cat told
                count
                ledger watch in --once 2>/dev/null | tail -2 | head -1
                printf '2026-13-03,Shop,-9.00\\n' >> in/new.csv
                ledger watch in --once 2>&1 >/dev/null | sed -n '1,2p'
                ledger watch in --once >/dev/null 2>&1; echo $?
                ledger watch nosuch 2>&1 | head -1
                ledger undo >/dev/null; count
                """)
        #expect(
            done.output == """
                1
                2
                new.csv: 2 rows read
                  new            1
                  known already  1
                Recorded as import 6.
                in/other.csv: left alone: no profile was saved for such a file
                  by hand: ledger import in/other.csv --save-profile NAME
                3
                Nothing new: the ledger has every row already.
                in/new.csv: ledger: 1 row of 3 cannot be imported; nothing was written
                    line 4: '2026-13-03' is no date of the form that the column has
                1
                ledger: nosuch: Not a directory
                2

                """, "\(done.output)\(done.errors)")
    }

    @Test("a file that appears is imported once it is whole, and a signal ends it")
    func follows() throws {
        let done = try CommandRunner().shell(
            WatchTests.start + """
                "$LEDGER_PROGRAM" watch in > receipts 2>&1 &
                pid=$!
                sleep 1
                printf 'Date,Payee,Amount\\n2026-03-03,Shop,-9.00\\n' > in/new.csv
                for i in $(seq 60); do grep -q Recorded receipts && break; sleep 0.5; done
                printf '2026-03-04,Shop,-8.00\\n' >> in/new.csv
                for i in $(seq 60); do
                    [ "$(grep -c Recorded receipts)" = 2 ] && break; sleep 0.5
                done
                kill -TERM $pid
                wait $pid; echo ended $?
                grep -c Recorded receipts
                count
                """)
        #expect(done.output == "ended 0\n2\n4\n", "\(done.output)\(done.errors)")
    }

    @Test("a line that is cut is waited for, and then asked about")
    func cutLine() throws {
        let done = try CommandRunner().shell(
            WatchTests.start + """
                printf 'Date,Payee,Amount\\n2026-03-03,Shop,-9.0' > in/new.csv
                ledger watch in --once 2>told; cat told
                count
                "$LEDGER_PROGRAM" watch in > receipts 2>&1 &
                pid=$!
                sleep 3
                cat receipts
                printf '5\\n' >> in/new.csv
                for i in $(seq 60); do grep -q Recorded receipts && break; sleep 0.5; done
                printf 'Date,Payee,Amount\\n2026-03-04,Shop,-8' > in/cut.csv
                for i in $(seq 60); do grep -q cut.csv receipts && break; sleep 0.5; done
                kill -TERM $pid
                wait $pid
                grep -c 'in/cut.csv: left alone' receipts
                ledger list -O csv | grep -o '2026-03-0[34].*-*[0-9.]*,EUR' | cut -d, -f1,6
                """)
        #expect(
            done.output == """
                in/new.csv: left alone: its last line has no end, and may be cut
                  by hand: ledger import in/new.csv --profile giro
                2
                1
                2026-03-03,9.05

                """, "\(done.output)\(done.errors)")
    }
}
