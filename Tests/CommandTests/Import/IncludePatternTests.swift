import Support
import Testing

/// `include 2026/*.journal`: files that a pattern finds below the folder of the first one.
@Suite("A journal includes all files of a pattern") struct IncludePatternTests {
    /// A folder with a file for each of five days, and what is to be left alone.
    private static let files = """
        ledger init --currency EUR --zone UTC --now 2026-04-01 >/dev/null
        mkdir -p in/2026/q1/deep in/.old out
        file() { printf "2026-03-0$1 d\\n  expenses:a  $1\\n  assets:b\\n" > "$2"; }
        file 1 in/2026/b.journal; file 2 in/2026/a.journal; file 3 in/2026/q1/c.journal
        file 4 in/2026/q1/deep/d.journal; file 5 in/x.journal
        file 6 in/.old/e.journal; file 7 in/2026/.f.journal; file 8 out/g.journal
        ln -s .. in/2026/q1/up
        tried() {
            printf "$1\\n" > in/all.journal
            ledger import in/all.journal --dry-run -O json |
                grep -oE '"(new|files)":[0-9]+' | sort | paste -sd' ' -
        }
        told() {
            printf "$1\\n" > in/all.journal
            ledger import in/all.journal 2>&1 >/dev/null | sed -n 's/^    //; 2p'
        }

        """

    @Test("in its folder and those below, each once, in hledger and ledger-cli")
    func found() throws {
        let done = try CommandRunner().shell(
            IncludePatternTests.files + """
                for pattern in '2026/*.journal' '2026/[ab].journal' '2026/?.journal' \\
                    '*/q1/*.journal' '**/*.journal' '2026/**/d.*' '**/q1/**/?.journal' \\
                    '*.journal' './2026/../*.journal' '2026/**'; do
                    tried "include $pattern"
                done
                """)
        // With the file that has the pattern.
        let counts = [2, 2, 2, 1, 5, 1, 2, 1, 1, 4].map { "\"files\":\($0 + 1) \"new\":\($0)\n" }
        #expect(done.output == counts.joined(), "\(done.output)\(done.errors)")
    }

    @Test("with the refusals of every other file")
    func refused() throws {
        let done = try CommandRunner().shell(
            IncludePatternTests.files + """
                told 'include nosuch/*'
                told 'include ../out/*'
                told 'include 2026/*/../*'
                ln -s ../out in/link; told 'include link/*'; rm in/link
                ln -s ../../out/g.journal in/2026/h.journal; told 'include 2026/*'
                rm in/2026/h.journal; mkfifo in/2026/h.journal; told 'include 2026/*'
                rm in/2026/h.journal; echo 'include *.journal' > in/2026/h.journal
                echo 'include [h-i].journal' > in/2026/i.journal
                told 'include 2026/h.journal'
                cp in/2026/a.journal in/all.journal; echo 'include *' >> in/all.journal
                ledger import - < in/all.journal 2>&1 | sed -n 's/^    //; 2p'
                """)
        let lines = [
            "line 1: 'nosuch/*' is not included: no file is called so",
            "line 1: '../out/*' is not included: it is not below the folder of the first file",
            "line 1: '2026/*/../*' is not included: no file is called so",
            "line 1: 'link/*' is not included: no file is called so",
            "line 1: '2026/h.journal' is not included: it is not below the folder of the first "
                + "file",
            "line 1: '2026/h.journal' is not included: it can be read only once, as a pipe; "
                + "include a file",
            "2026/i.journal, line 1: '[h-i].journal' is not included: it includes itself, or too "
                + "many files include others",
            "line 4: '*' is not included: standard input has no folder",
        ]
        #expect(
            done.output == lines.joined(separator: "\n") + "\n", "\(done.output)\(done.errors)")
    }

    @Test("in beancount and in files of prices, too")
    func others() throws {
        let done = try CommandRunner().shell(
            """
            ledger init --currency EUR --zone UTC --now 2026-04-01 >/dev/null
            mkdir -p in/p
            for day in 1 2; do
                printf "2026-03-0$day * \\"d\\"\\n  Expenses:A  $day EUR\\n  Assets:B\\n" \\
                    > in/p/$day.beancount
                printf "P 2026-03-0$day USD 0.9$day EUR\\n" > in/p/$day.prices
            done
            printf '2026-01-01 open Assets:B\\ninclude "p/*.beancount"\\n' > in/all.beancount
            ledger import in/all.beancount -O json | grep -o '"new":[0-9]*'
            echo 'include p/*.prices' > in/all.prices
            ledger price import in/all.prices -O json | grep -o '"new":[0-9]*'
            ledger price list -O csv | grep -c ,USD,
            """)
        #expect(
            done.output == "\"new\":2\n\"new\":2\n2\n", "\(done.output)\(done.errors)")
    }
}
