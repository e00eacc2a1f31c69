import Support
import Testing

/// `-o` and whatever else writes a file that somebody named.
@Suite("Files for results") struct OutputFileTests {
    private func opened() throws -> CommandRunner {
        let runner = try CommandRunner()
        let made = try runner.shell(
            """
            ledger init --currency EUR --zone UTC --owner Ada --now 2026-02-01 &&
            ledger add 12.50 Lunch -c food --on 2026-02-01 --now 2026-02-01 && ledger key new
            """)
        #expect(made.code == 0, "\(made.errors)")
        return runner
    }

    @Test("nothing is written into the ledger's folder, however it is spelled") func ownFolder()
        throws
    {
        let runner = try opened()
        let log = "000000000000-0000.log"
        let prepared = try runner.shell(
            """
            ln -s ledger link; ln -s ledger/log/\(log) file; ln ledger/log/\(log) hard
            mkdir -p deep/er; ln -s ../../ledger/log deep/er/log
            find ledger -type f | sort | xargs sha256sum > before
            """)
        #expect(prepared.code == 0)
        let places = [
            "ledger/log/\(log)", "ledger/new.csv", "./ledger//log/../new.csv", "link/log/\(log)",
            "file", "hard", "deep/er/log/\(log)", "deep/er/log/new.csv", "\(runner.home)/x.csv",
            "ledger/keys/x.csv", "ledger",
        ]
        for place in places {
            for command in [
                "list -O csv -o '\(place)'", "report -M --receipt '\(place)'",
                "export events -o '\(place)'", "add 5 Tea -O json -o '\(place)'",
                "explain 2026-02 --proofs '\(place)'", "prove 2 -o '\(place)'",
            ] where !command.contains("--proofs") || !["file", "hard"].contains(place) {
                let result = try runner.shell("ledger \(command)")
                #expect(result.code == 2, "\(command): \(result.errors)")
                #expect(result.errors.contains("is in the ledger's own folder"), "\(command)")
            }
        }
        let same = try runner.shell(
            "find ledger -type f | sort | xargs sha256sum | grep -v state.json | diff - before")
        #expect(same.code == 0, "\(same.output)")
        let refused = try runner.shell("ledger list -O csv -o ledger/log/\(log)")
        let next = try #require(refused.errors.split(separator: "\n").last?.split(separator: ":"))
        let typed = next.dropFirst().joined(separator: ":")
        let done = try runner.shell("\(typed) && test -s \(runner.folder)/\(log)")
        #expect(done.code == 0, "\(typed): \(done.errors)")
    }

    @Test("a file is replaced when all of it is there, and keeps its permissions") func replaced()
        throws
    {
        let runner = try opened()
        let done = try runner.shell(
            """
            set -e
            ledger list -O csv > want
            ledger list -O csv -o new.csv; cmp want new.csv; test "$(stat -c %a new.csv)" = 600
            echo old > old.csv; chmod 644 old.csv; ledger list -O csv -o old.csv
            cmp want old.csv; test "$(stat -c %a old.csv)" = 644
            echo old > there; ln -s there link.csv; ledger list -O csv -o link.csv
            test -L link.csv; cmp want there
            ledger export events -o all.jsonl; ledger export events | cmp - all.jsonl
            ls > names; grep -E '[0-9]{5}' names && exit 1
            echo old > kept.csv
            (ulimit -f 0; ledger export events -o kept.csv) && exit 1
            test "$(cat kept.csv)" = old
            """)
        #expect(done.code == 0, "\(done.output)\(done.errors)")
    }

    @Test("what is no ordinary file is written to itself") func streams() throws {
        let runner = try opened()
        let done = try runner.shell(
            """
            set -e
            ledger list -O csv > want
            ledger list -O csv -o /dev/stdout | cmp - want
            ledger list -O csv -o /dev/stdout > out; cmp out want
            (echo first; ledger list -O csv -o /dev/stdout) > out; tail -n +2 out | cmp - want
            mkfifo pipe; cat pipe > got & ledger list -O csv -o pipe; wait; cmp got want
            test -p pipe
            ledger list -O csv -o /dev/full && exit 1
            ledger list -O csv -o /dev/null; test -c /dev/null
            """)
        #expect(done.code == 0, "\(done.output)\(done.errors)")
        #expect(done.errors.contains("/dev/full: No space left on device"))
    }

    @Test("no dry run of a request writes, whatever it would write") func dryRuns() throws {
        let runner = try opened()
        let made = try runner.shell(
            "ledger backup copy && ledger export events -o all.jsonl && ls -R . > before")
        #expect(made.code == 0, "\(made.errors)")
        let requests = [
            "backup '{\"destination\":\"new\"}'", "salvage '{\"destination\":\"new\"}'",
            "backup/restore '{\"backup\":\"copy\",\"destination\":\"new\"}'", "key/new",
            "events/import '{\"path\":\"all.jsonl\"}' --ledger other",
            "projections/rebuild", "profile/remove '{\"name\":\"none\"}'",
        ]
        for request in requests {
            let result = try runner.shell("ledger call \(request) --dry-run")
            #expect(
                result.code == 0 || request.hasPrefix("profile"), "\(request): \(result.errors)")
            let same = try runner.shell("ls -R . | diff - before")
            #expect(same.code == 0, "\(request): \(same.output)")
        }
    }

    @Test("a report in Markdown says which currency and days it is of, and a page says it once")
    func headings() throws {
        let done = try opened().shell(
            """
            ledger report -p 2026-02 --by category -o r.md; head -n 2 r.md
            ledger report 2026-02 --by category --compare -O markdown | head -n 1
            ledger report -p 2026-02 --by category -O html | grep -E '<h[12]>'
            ledger bs --on 2026-02-28 -O html | grep -cE '<h[12]>'
            """)
        #expect(
            done.output == """
                ## Expenses in EUR by category, 2026-02-01 to 2026-02-28

                ## Expenses in EUR by category, Feb 2026 beside Jan 2026
                <h1>Expenses in EUR by category, 2026-02-01 to 2026-02-28</h1>
                1

                """, "\(done.errors)")
    }
}
