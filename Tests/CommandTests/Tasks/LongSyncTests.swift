import Support
import Testing

/// `ledger sync` with files that would be longer than can be read again.
@Suite("ledger sync, of more than can be read again")
struct LongSyncTests {
    /// Two files of 300 tasks with 52,500 bytes each are 31,500,000 bytes and more together; 30 MiB
    /// are 31,457,280.
    @Test("refuses to write, and takes nothing in")
    func refuses() throws {
        let runner = try CommandRunner()
        let done = try runner.shell(
            """
            set -e
            ledger init --currency EUR --zone UTC >/dev/null
            tasks() {
                awk -v from=$1 'BEGIN {
                    text = sprintf("%52500s", ""); gsub(/ /, "a", text)
                    for (i = 0; i < 300; i++) print "(A) Call " from + i " " text
                }'
            }
            tasks 1000 > a.todo.txt
            tasks 2000 > b.todo.txt
            ledger import a.todo.txt >/dev/null
            # As long as there is room, what comes in is written again with its id.
            echo Tea > one.todo.txt
            ledger sync todo.txt one.todo.txt >/dev/null
            grep -c ledger-id one.todo.txt
            ledger import b.todo.txt >/dev/null
            echo Milk > two.todo.txt
            for file in one.todo.txt two.todo.txt new.todo.txt; do
                ledger sync todo.txt $file > told 2>&1 && echo wrote
                grep -oE 'nothing was written; [a-z.]* would have more than 30 MiB' told
                grep '  try: ' told
            done
            cat two.todo.txt; ls new.todo.txt 2>/dev/null | wc -l
            grep -c ledger-id one.todo.txt
            $(sed -n 's/  try: //p' told) >/dev/null
            grep -c ledger-id all.todo.txt
            grep -c Milk all.todo.txt || true
            """)
        let refused = ["one", "two", "new"].map { name in
            "nothing was written; \(name).todo.txt would have more than 30 MiB\n"
                + "  try: ledger export todo.txt -o all.todo.txt\n"
        }
        #expect(
            done.output == "301\n" + refused.joined() + "Milk\n0\n301\n601\n0\n",
            "\(done.output)\(done.errors)")
    }
}
