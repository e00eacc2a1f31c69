import Support
import Testing

/// What is held whole comes in parts where it is longer than that allows.
@Suite("Files that are longer than is held at once")
struct LongFileTests {
    @Test("of tasks are refused with what cuts them, which works")
    func tasks() throws {
        let runner = try CommandRunner()
        let cut =
            "split -l 50000 --additional-suffix=.todo.txt todo.txt part."
            + " && ledger import part.aa.todo.txt"
        let done = try runner.shell(
            """
            ledger init --currency EUR --zone UTC >/dev/null
            seq 1 110001 | sed 's/^/(A) Call /' > todo.txt
            ledger import todo.txt 2> refused; echo $?
            grep -c 'line 110001 begins a task behind the first 110,000, more than is' refused
            grep -cF '\(cut)' refused
            ledger info -O json | grep -o '"events":[0-9]*'
            split -l 50000 --additional-suffix=.todo.txt todo.txt part.
            ls part.* | tr '\\n' ' '
            ledger import part.ac.todo.txt -O json | grep -o '"new":[0-9]*'
            """)
        #expect(
            done.output == """
                1
                1
                1
                "events":2
                part.aa.todo.txt part.ab.todo.txt part.ac.todo.txt "new":10001

                """, "\(done.errors)")
    }

    @Test("of an app are refused at the first row that is too many")
    func apps() throws {
        let runner = try CommandRunner()
        let done = try runner.shell(
            """
            ledger init --currency EUR --zone UTC >/dev/null
            echo 'Account,Date,Payee,Notes,Category,Amount' > a.csv
            seq 1 120001 | sed 's/.*/Giro,2026-01-02,Shop &,,Food,-1.50/' >> a.csv
            ledger import a.csv 2>&1 | grep -c 'line 120002 is behind the last row'
            ledger import a.csv 2>&1 | grep -cF 'head -n 50001 a.csv > part.csv'
            head -n 101 a.csv > part.csv
            ledger import part.csv -O json | grep -o '"new":[0-9]*'
            """)
        #expect(done.output == "1\n1\n\"new\":100\n", "\(done.errors)")
    }
}
