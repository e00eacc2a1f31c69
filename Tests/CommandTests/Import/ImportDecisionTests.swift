import Support
import Testing

/// What an import finds out of the rows of a file, on a ledger in which lines were changed, voided,
/// erased, taken back and renamed since they came.
@Suite("What an import decides of its rows") struct ImportDecisionTests {
    @Test("by the lines as they came, and as they are now")
    func changed() throws {
        let done = try CommandRunner().shell(
            """
            ledger init --currency EUR --zone UTC --owner Ada --now 2026-04-01 >/dev/null
            cat > old.csv <<END
            date,kind,amount,title,category,account
            2026-03-02,expense,11.00,Rewe 01,food,giro
            2026-03-03,expense,12.00,REWE 02,food,giro
            2026-03-04,expense,13.00,Rewe Mitte,food,giro
            2026-03-05,expense,14.00,Rewe 04,food,giro
            2026-03-06,expense,4.00,Tea,fun,giro
            2026-03-07,expense,9.00,Kiosk 7,misc,giro
            2026-03-08,expense,8.00,Kiosk 8,misc,giro
            2026-03-09,expense,50.00,Depot,move,card
            END
            head -n 1 old.csv > undone.csv
            echo 2026-03-09,expense,2.50,Cinema,fun,giro >> undone.csv
            head -n 1 old.csv > other.csv
            echo 2026-03-01,expense,7.77,Power,home,card >> other.csv
            exec 3>&1 >/dev/null
            ledger import old.csv
            ledger import undone.csv
            ledger undo
            ledger import other.csv
            ledger amend 6 -c home --reason typo
            ledger amend 11 --amount 8.50
            ledger void 9 --reason twice
            ledger erase 10 --yes
            ledger category rename food groceries
            exec >&3
            cat old.csv - > new.csv <<END
            2026-03-09,expense,2.50,Cinema,,giro
            2026-03-10,expense,15.00,REWE 05,,giro
            2026-03-10,expense,3.00,Kiosk 9,,giro
            2026-03-10,expense,5.00,Tea,,giro
            2026-03-10,income,50.00,Depot back,,giro
            END
            ledger import new.csv -O json > done.json
            grep -oE '"(new|known|missingCount)":[0-9]+' done.json | paste -sd' ' -
            grep -o '"learned":[^]]*' done.json | tr '{' '\\n' | grep -o '"agreeing[^}]*'
            grep -o '"transfers":[^]]*' done.json | tr '{' '\\n' | grep -o '"account[^}]*'
            ledger import new.csv -O json |
                grep -oE '"(new|known|missingCount)":[0-9]+' | paste -sd' ' -
            """)
        // Of the names without numbers Rewe has three lines, one of them of another category now;
        // what was erased has no name, and what was voided or undone teaches nothing.
        #expect(
            done.output == """
                "known":8 "missingCount":0 "new":5
                "agreeing":1,"category":"misc","like":11,"of":1,"rows":1,"title":"Kiosk 9"
                "agreeing":2,"category":"groceries","like":8,"of":3,"rows":1,"title":"REWE 05"
                "account":"giro","amount":"50.00","currency":"EUR","day":"2026-03-10","id":29,\
                "other":12,"otherAccount":"card","otherDay":"2026-03-09"
                "known":13 "missingCount":0 "new":0

                """, "\(done.output)\(done.errors)")
    }

    @Test("the import of a file that was read in another way is found behind a longer one")
    func otherReading() throws {
        let done = try CommandRunner().shell(
            """
            ledger init --currency EUR --zone UTC --owner Ada --now 2026-09-01 >/dev/null
            cat > a.csv <<END
            date,amount,title,account
            05/04/2026,11,One,giro
            06/04/2026,12,Two,giro
            07/04/2026,13,Three,giro
            END
            echo date,amount,title,account > b.csv
            for day in 1 2 3 4 5 6; do echo "2026-05-0$day,12,Other $day,giro"; done >> b.csv
            ledger import a.csv --date-form DD/MM/YYYY >/dev/null
            ledger import b.csv >/dev/null
            echo 08/04/2026,14,Four,giro >> a.csv
            ledger import a.csv --date-form MM/DD/YYYY 2>&1 | head -n 1 | cut -d: -f1,2
            ledger import a.csv --date-form DD/MM/YYYY -O json |
                grep -oE '"(new|known)":[0-9]+' | paste -sd' ' -
            """)
        #expect(
            done.output == """
                ledger: import 2 brought the same 3 rows read in another way
                "known":3 "new":1

                """, "\(done.output)\(done.errors)")
    }
}
