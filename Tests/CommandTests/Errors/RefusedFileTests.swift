import Foundation
import Support
import Testing

/// Whether a folder can be made read-only here, in a namespace of its own.
private let canMount =
    (try? CommandRunner().shell("unshare -rm mount -t tmpfs tmpfs /mnt").code) == 0

@Suite("Advice for files that the system refuses")
struct RefusedFileTests {
    private func run(_ script: String) throws -> CommandResult {
        try CommandRunner().shell(
            """
            ledger init --currency EUR --zone UTC --owner Ada >/dev/null
            ledger add 5 Tea >/dev/null
            \(script)
            """)
    }

    @Test("a log that is a link is named as one, and put back by the advice") func link() throws {
        let result = try run(
            """
            log=$(echo ledger/log/*.log); mv $log real; ln -s "$PWD/real" $log
            ledger list 2>said; cat said >&2
            eval "$(sed -n 's/^  try: \\(cp .*\\)/\\1/p' said)"; ledger list -O csv | wc -l
            """)
        #expect(result.errors.contains("it is a symbolic link"))
        #expect(!result.errors.contains("df -h") && !result.errors.contains("levels"))
        #expect(result.output.trimmingCharacters(in: .whitespacesAndNewlines) == "2")
    }

    @Test(
        "a folder that is only read still answers queries, as the advice says",
        .enabled(if: canMount, "no file system can be mounted here"))
    func readOnly() throws {
        let result = try run(
            """
            export -f ledger; unshare -rm bash -c '
            mount --bind ledger ledger && mount -o remount,ro,bind ledger
            ledger sql "SELECT title FROM expense" -O csv 2>said; cat said >&2
            eval "$(sed -n "s/^  try: \\(ledger what-if.*\\)/\\1/p" said)" 2>/dev/null | tail -1'
            """)
        #expect(!result.errors.contains("df -h"))
        #expect(result.errors.contains("  try: ls -ld "))
        #expect(result.output.hasSuffix("Tea\n"), "\(result.errors)")
    }

    @Test(
        "dates in an unusual order are read as the advice says",
        arguments: [
            ("2026-31-01", "2026-01-31\n"), ("2026/31/01", "2026-01-31\n"),
            ("31.2026.1", "2026-01-31\n"), ("01-2026-31", "2026-01-31\n"),
            ("2026-02-31", ""), ("2026-13-45", ""), ("31_2026_01", ""),
        ])
    func unusualDates(date: String, day: String) throws {
        let result = try run(
            """
            printf 'Date,Amount,Title\\n\(date),3.00,Bus\\n' > bank.csv
            ledger import bank.csv 2>said; cat said >&2
            eval "$(sed -n 's/^  try: \\(.*--date-form.*\\)/\\1/p' said)" >/dev/null
            ledger list bus -O csv | grep -o '2026-[0-9]*-[0-9]*' || true
            """)
        #expect(result.errors.contains("no date of the file is of a known form"))
        #expect(result.output == day, "\(result.errors)")
    }

    @Test("a person without a name is told of as one") func nameless() throws {
        let result = try run(
            """
            ledger add 9 Bus --split Ada,Zoe >/dev/null
            ledger erase --person Zoe --yes >/dev/null
            ledger undo 4
            """)
        #expect(
            result.output.contains(
                "note: someone whose name was erased, added by event 3, stays known\n"),
            "\(result.output)\(result.errors)")
    }

    @Test(
        "doctor sees an older copy in the log's place", arguments: ["verify", "checkpoint --sign"])
    func olderCopy(known: String) throws {
        let result = try run(
            """
            ledger key new >/dev/null; cp -r ledger/log old; ledger add 9 Bus >/dev/null
            ledger \(known) >/dev/null; ledger doctor -O json | grep -c 'is not the one'
            rm -r ledger/log; mv old ledger/log
            ledger doctor >/dev/null; echo "[$?]"
            ledger doctor -O json | grep -o '"check":"log","finding":"the log is not the one'
            """)
        #expect(result.output.hasPrefix("0\n[1]\n"), "\(result.errors)")
        #expect(result.output.contains("the log is not the one"))
        #expect(result.errors.contains("older copy stands in its place"))
    }
}
