import Support
import Testing

/// What is held whole comes in parts where it is longer than that allows.
@Suite("Files that are longer than is held at once")
struct LongFileTests {
    /// Imports a file, then does word for word what is advised.
    private static let advised = """
        ledger init --currency EUR --zone UTC >/dev/null
        advised() {
            cp "$1" kept
            ledger import "$@" 2> refused; echo $?
            grep -c ', more than is held at once\\| is held at once:' refused
            sed -n 's/^  try: mkdir/mkdir/p' refused > next
            . ./next > parts; echo $?
            cmp "$1" kept
            grep -c '^Recorded as' parts
        }
        count() {
            ledger import "$1" 2>&1 | grep -c 'behind the'
            find "$1.parts" -size +24M | wc -l
        }
        long() { head -c "$1" /dev/zero | tr '\\0' x; }
        """

    private func output(_ script: String) throws -> [String] {
        let runner = try CommandRunner()
        let done = try runner.shell("\(LongFileTests.advised)\n\(script)")
        #expect(done.errors.isEmpty, "\(done.errors)")
        return done.output.split(separator: "\n").map(String.init)
    }

    @Test("of tasks are refused with what cuts them, which works and writes over nothing")
    func tasks() throws {
        let done = try output(
            """
            seq 1 110001 | sed 's/^/(A) Call /' > part.aa.todo.txt
            advised part.aa.todo.txt
            ls part.aa.todo.txt.parts | tr '\\n' ' '; echo
            ledger info -O json | grep -o '"events":[0-9]*'
            count part.aa.todo.txt
            . ./next 2>/dev/null; echo $?
            cmp part.aa.todo.txt kept
            """)
        #expect(
            done == [
                "1", "1", "0", "3", "001.todo.txt 002.todo.txt 003.todo.txt ",
                "\"events\":110006", "1", "0", "1",
            ])
    }

    /// Names of files, and what makes them.
    private static let whole = [
        (
            "part.json",
            """
            (echo '['; seq 1 110001 | sed 's/.*/{"description":"a &","status":"pending"},/;$s/,$//'
            echo ']')
            """
        ),
        (
            "a b=c's.ics",
            """
            (printf 'BEGIN:VCALENDAR\\r\\nVERSION:2.0\\r\\nBEGIN:VTIMEZONE\\r\\nTZID:X\\r\\n'
            printf 'END:VTIMEZONE\\r\\nBEGIN:VEVENT\\r\\nUID:e\\r\\nEND:VEVENT\\r\\n'
            seq 1 110001 | sed 's/.*/BEGIN:VTODO\\r\\nUID:&\\r\\nSUMMARY:a &\\r\\nEND:VTODO\\r/'
            printf 'END:VCALENDAR\\r\\n')
            """
        ),
    ]

    @Test(
        "of Taskwarrior and calendars come in parts that are whole files",
        arguments: LongFileTests.whole)
    func wholeFiles(_ name: String, _ lines: String) throws {
        let done = try output(
            """
            file="\(name)"
            \(lines) > "$file"
            advised "$file"
            ls "$file.parts" | wc -l
            ledger info -O json | grep -o '"events":[0-9]*'
            """)
        #expect(done == ["1", "1", "0", "3", "3", "\"events\":110006"], "\(name)")
    }

    @Test("of tasks come in parts that have few enough bytes, too")
    func bytesOfTasks() throws {
        let done = try output(
            """
            x=$(long 45000)
            for i in $(seq 1 700); do echo "(A) Call $i $x"; done > part.aa.todo.txt
            advised part.aa.todo.txt
            count part.aa.todo.txt
            ledger info -O json | grep -o '"events":[0-9]*'
            """)
        #expect(done == ["1", "1", "0", "4", "0", "0", "\"events\":706"])
    }

    @Test("of an app are refused at the first row that is too many")
    func apps() throws {
        let done = try output(
            """
            echo 'Account,Date,Payee,Notes,Category,Amount' > part.csv
            seq 1 120001 | sed 's/.*/Giro,2026-01-02,"Shop & ""x""\\n",,Food,-1.50/' >> part.csv
            sed -n '240002,240003p' part.csv | wc -l
            advised part.csv --dry-run
            grep -c 'line 240002 is behind the last row that is held' refused
            grep -c 'for part in part.csv.parts/\\*; do ledger import "$part" --dry-run \
            --changes ignore ||' next
            head -qn 1 part.csv.parts/* | sort -u | wc -l
            cat part.csv.parts/* | wc -l
            """)
        #expect(done == ["2", "1", "1", "0", "0", "1", "1", "1", "240007"])
    }

    @Test("of an app come in parts that have few enough bytes, too")
    func bytesOfApps() throws {
        let done = try output(
            """
            echo 'Account,Date,Payee,Notes,Category,Amount' > part.csv
            x=$(long 45000)
            for i in $(seq 1 600); do
                echo "Giro,2026-01-02,Shop $i,$x,Food,-1.50"
            done >> part.csv
            advised part.csv
            count part.csv
            ledger info -O json | grep -o '"events":[0-9]*'
            """)
        #expect(done == ["1", "1", "0", "3", "0", "0", "\"events\":606"])
    }
}
