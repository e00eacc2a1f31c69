import Foundation
import Support
import Testing

private let hasStrace = (try? CommandRunner().shell("command -v strace").code) == 0

/// What the program asks of the system, and what it does when a signal interrupts it.
@Suite("Calls of the real system", .enabled(if: hasStrace, "no strace"))
struct SystemCallTests {
    private func opened() throws -> CommandRunner {
        let runner = try CommandRunner()
        let result = try runner.shell(
            """
            set -e
            ledger init --currency EUR --zone UTC --owner Ada --now 2026-01-05
            ledger add 12.50 Lunch -c food --now 2026-01-06
            ledger key new
            """)
        try #require(result.code == 0, "\(result.errors)")
        return runner
    }

    /// The folders in which names were removed, and the calls of which no sync of the folder came
    /// afterwards.
    private func names(in calls: String) -> (folders: Set<Substring>, lost: [Substring]) {
        let lines = calls.split(separator: "\n")
        let synced = lines.map { $0.firstMatch(of: /fsync\(\d+<(.*)>\)/)?.1 }
        var (folders, lost): (Set<Substring>, [Substring]) = ([], [])
        for (index, line) in lines.enumerated() where line.hasSuffix("= 0") {
            let at = line.firstMatch(of: /unlinkat\(.*<.*?([^\/]*)>,/)?.1
            let by = line.firstMatch(of: /unlink\("(?:.*\/)?([^\/]*)\/[^\/]*"\)/)?.1
            guard let folder = at ?? by else { continue }
            folders.insert(folder)
            if synced[index...].allSatisfy({ $0?.hasSuffix("/\(folder)") != true }) {
                lost.append(line)
            }
        }
        return (folders, lost)
    }

    @Test("the name of a folder of proofs is durable when it is done") func folderOfProofs() throws
    {
        let runner = try opened()
        let result = try runner.shell(
            """
            strace -y -e trace=mkdir,mkdirat,fsync -o calls "$LEDGER_PROGRAM" \
            explain 2026-01 --proofs proofs --now 2026-02-01
            cat calls
            """)
        let made = try #require(result.output.range(of: "mkdir"), "\(result.errors)")
        let calls = result.output[made.lowerBound...]
        let folder = URL(filePath: runner.folder).resolvingSymlinksInPath().path
        #expect(calls.contains("<\(folder)>)"), "\(calls)")
    }

    @Test(
        "names that an erasure removes are gone for good when it is done",
        arguments: ["lunch", "zebra"])
    func erasure(_ word: String) throws {
        let runner = try opened()
        let result = try runner.shell(
            """
            ledger sql 'SELECT title FROM expense' --now 2026-02-01 >/dev/null
            torn=log/torn-000000000002-1.bin
            for file in settings.json.123456 log/000000000000-0007.log.tmp $torn; do
                echo lunch zebra > "ledger/$file"
            done
            strace -f -y -e trace=unlink,unlinkat,fsync -o calls "$LEDGER_PROGRAM" \
            erase --where \(word) --yes --now 2026-02-01 >/dev/null && cat calls
            """)
        #expect(result.code == 0, "\(result.errors)")
        let (folders, lost) = names(in: result.output)
        #expect(lost.isEmpty, "\(lost)")
        #expect(folders == ["ledger", "log"], "\(result.output)")
    }

    @Test("the name of a reader that is removed is gone for good") func reader() throws {
        let result = try opened().shell(
            """
            ledger log --reader mailer --now 2026-02-01 >/dev/null
            strace -y -e trace=unlink,unlinkat,fsync -o calls "$LEDGER_PROGRAM" \
            reader remove mailer --now 2026-02-01 >/dev/null && cat calls
            """)
        let (folders, lost) = names(in: result.output)
        #expect(folders == ["readers"] && lost.isEmpty, "\(result.output) \(result.errors)")
    }

    @Test(
        "where folders cannot be locked everything goes on by the files",
        arguments: [
            "add 7 Tea", "sql 'SELECT 1'", "erase lunch --yes", "salvage new",
            "restore copy --into new", "backup new",
        ])
    func folderLocks(_ command: String) throws {
        let result = try opened().shell(
            """
            ledger backup copy --now 2026-01-07 >/dev/null
            for folder in ledger ledger/log new.unfinished new.unfinished/log; do
                folders="$folders -P $(pwd -P)/$folder"
            done
            strace -f $folders -e trace=flock -e inject=flock:error=EBADF -o calls \
            timeout 60 "$LEDGER_PROGRAM" \(command) --now 2026-02-01 >/dev/null
            echo "exit $?"
            grep -q INJECTED calls && echo 'not locked'
            """)
        #expect(result.output == "exit 0\nnot locked\n", "\(result.errors)")
    }

    @Test("an interrupted sync of what is no file is made again") func interruptedSync() throws {
        let result = try opened().shell(
            """
            strace -e trace=fsync -e inject=fsync:error=EINTR:when=1+2 -o calls \
            "$LEDGER_PROGRAM" report -O csv -o /dev/null --now 2026-02-01
            """)
        #expect(result.code == 0, "\(result.errors)")
    }

    @Test("an interrupted opening is made again") func interruptedOpening() throws {
        let runner = try opened()
        let result = try runner.shell(
            """
            ledger checkpoint -o old.checkpoint --now 2026-02-01
            strace -P old.checkpoint -e trace=openat -e inject=openat:error=EINTR:when=1 -o calls \
            "$LEDGER_PROGRAM" verify --against old.checkpoint --now 2026-02-01
            """)
        #expect(result.code == 0, "\(result.errors)")
    }
}
