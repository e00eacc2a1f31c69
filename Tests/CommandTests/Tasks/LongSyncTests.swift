import Support
import Testing

/// `ledger sync` with files that would be longer than can be read again.
@Suite("ledger sync, of more than can be read again")
struct LongSyncTests {
    @Test("refuses to write, and takes nothing in")
    func refuses() throws {
        let runner = try CommandRunner()
        let done = try runner.shell(
            """
            set -e
            ledger init --currency EUR --zone UTC >/dev/null
            awk 'BEGIN { for (i = 0; i < 110000; i++) print "Call " 1000000 + i }' > a.todo.txt
            ledger import a.todo.txt >/dev/null
            ledger log -n 1 > before
            # One more than a file may have.
            echo Milk > two.todo.txt
            ledger sync todo.txt two.todo.txt > told 2>&1 && echo wrote
            grep -oE 'nothing was written; [a-z.]* would have more than 110,000 tasks' told
            grep '  try: ' told
            cat two.todo.txt
            ledger log -n 1 | cmp - before
            $(sed -n 's/  try: //p' told) >/dev/null
            grep -c ledger-id all.todo.txt
            """)
        #expect(
            done.output == """
                nothing was written; two.todo.txt would have more than 110,000 tasks
                  try: ledger export todo.txt -o all.todo.txt
                Milk
                110000

                """, "\(done.output)\(done.errors)")
    }

    @Test("and tells why a task cannot be read")
    func unread() throws {
        let runner = try CommandRunner()
        let done = try runner.shell(
            """
            ledger init --currency EUR --zone UTC >/dev/null
            awk 'BEGIN { print "Milk"; for (i = 0; i < 61000; i++) printf "a" }' > long.todo.txt
            ledger sync todo.txt long.todo.txt 2>&1 | head -1
            printf 'Milk\\n\\n(A) +home\\n' > bare.todo.txt
            ledger sync todo.txt bare.todo.txt 2>&1 | head -1
            """)
        #expect(
            done.output == """
                ledger: nothing was written; the task on line 2 has more text than the \
                60,000 bytes of one
                ledger: nothing was written; the task on line 3 has no title

                """, "\(done.output)\(done.errors)")
    }
}
