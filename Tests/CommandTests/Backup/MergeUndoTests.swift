import Foundation
import Support
import Testing

/// Taking back what was recorded on two copies that are one again.
@Suite("Undo after a merge")
struct MergeUndoTests {
    /// A ledger and a copy of it in `stick`, in which `on COMMAND …` does something.
    private func shell(_ script: String) throws -> CommandResult {
        let runner = try CommandRunner()
        return try runner.shell(
            """
            set -e
            on() { ledger "$@" --ledger stick; }
            ledger init --currency EUR --zone UTC --owner Ada --now 2026-04-01 >/dev/null
            ledger add 12.50 Lunch -c food --now 2026-04-01 >/dev/null
            ledger backup stick >/dev/null
            \(script)
            """)
    }

    @Test(
        "bare undo takes back what was recorded last, on whichever side",
        arguments: [(1, "stick"), (5, "stick"), (1, "ledger"), (5, "ledger")])
    func newest(_ more: Int, _ folder: String) throws {
        // The longer copy stays as it is: what was recorded on the other one stands behind it.
        let done = try shell(
            """
            for n in $(seq \(more)); do
                ledger add 1 "Here $n" --now 2026-04-03T10:0$n:00Z >/dev/null
            done
            for n in 1 2 3; do on add 1 "There $n" --now 2026-04-03T09:0$n:00Z >/dev/null; done
            on add 1 "Late" --now 2026-04-03T11:00:00Z >/dev/null
            ledger merge stick --both --now 2026-04-05 >/dev/null
            for n in 1 2 3 4; do
                ledger undo --ledger \(folder) --now 2026-04-06T0$n:00:00Z | head -1
            done
            ledger undo --list -n 2 -O csv --ledger \(folder)
            """)
        #expect(done.code == 0, "\(done.errors)")
        let titles = done.output.split(separator: "\n").prefix(4).map { line in
            ["Late", "Here 5", "Here 4", "Here 3", "Here 1", "There 3", "There 2"]
                .first { line.contains($0) }
        }
        let here = more == 1 ? ["Here 1", "There 3", "There 2"] : ["Here 5", "Here 4", "Here 3"]
        #expect(titles == ["Late"] + here, "\(done.output)")
        let next = more == 1 ? "There 1" : "Here 2"
        #expect(done.output.split(separator: "\n").dropFirst(5).first?.contains(next) == true)
    }

    @Test("what was recorded after the merge goes first, whatever the clocks say") func after()
        throws
    {
        let done = try shell(
            """
            ledger add 1 Here --now 2026-04-03 >/dev/null
            on add 1 There --now 2026-04-04T12:00:00Z >/dev/null
            ledger merge stick --both --now 2026-04-05 >/dev/null
            ledger add 2 After --now 2026-04-04 >/dev/null
            ledger undo --now 2026-04-06 | head -1; ledger undo --now 2026-04-06 | head -1
            ledger redo --now 2026-04-06 >/dev/null; ledger list -O csv | grep -c 'There\\|After'
            ledger redo --now 2026-04-06 >/dev/null; ledger list -O csv | grep -c 'There\\|After'
            """)
        #expect(done.code == 0, "\(done.errors)")
        let lines = done.output.split(separator: "\n").map(String.init)
        #expect(lines.count == 4)
        for (line, title) in zip(lines, ["After", "There", "1", "2"]) {
            #expect(line.contains(title), "\(done.output)")
        }
    }

    @Test("bare redo takes back the undo that was recorded last") func redo() throws {
        let done = try shell(
            """
            for n in 1 2 3 4; do ledger add $n "Tea $n" --now 2026-04-02 >/dev/null; done
            ledger undo --now 2026-04-03T12:00:00Z >/dev/null
            on add 2 Bus --now 2026-04-02 >/dev/null
            on undo --now 2026-04-03T10:00:00Z >/dev/null
            ledger merge stick --both --now 2026-04-05 >/dev/null
            ledger redo --now 2026-04-06 >/dev/null
            ledger list -O csv | grep -c 'Tea 4\\|Bus'; ledger list -O csv | grep -c 'Tea 4'
            """)
        #expect(done.code == 0 && done.output == "1\n1\n", "\(done.output)\(done.errors)")
    }

    @Test("what a merge took in is taken back as one", arguments: [1, 6])
    func merge(_ more: Int) throws {
        let done = try shell(
            """
            for n in $(seq \(more)); do
                ledger add 1 "Here $n" -c mine --now 2026-04-03 >/dev/null
            done
            on add 2 Bus -c theirs --now 2026-04-03 >/dev/null
            on amend lunch --amount 13 --now 2026-04-03 >/dev/null
            on add 4 Ham -c theirs --now 2026-04-03 >/dev/null
            ledger merge stick --both --now 2026-04-05 >said
            undo=$(sed -n 's/.*take it back: ledger \\(undo [0-9]*\\).*/\\1/p' said)
            ledger $undo --now 2026-04-06
            ledger report -Y --by category -O csv
            ledger redo --now 2026-04-07 >/dev/null
            ledger report -Y --by category -O csv
            ledger verify >/dev/null && echo whole
            """)
        #expect(done.code == 0, "\(done.output)\(done.errors)")
        let reports = done.output.components(separatedBy: "start,end")
        #expect(reports.count == 3)
        #expect(reports[1].contains("food,EUR,12.50"), "\(done.output)")
        #expect(reports[1].contains("mine,EUR,\(more).00"))
        #expect(!reports[1].contains("theirs,EUR"))
        #expect(reports[2].contains("food,EUR,13.00") && reports[2].contains("theirs,EUR,6.00"))
        #expect(done.output.hasSuffix("whole\n"))
    }

    @Test("a merge that a later one mixed up is refused, and what changed since is listed")
    func mixed() throws {
        let done = try shell(
            """
            set +e
            for n in 1 2; do ledger add 1 Here --now 2026-04-03 >/dev/null; done
            on add 2 Bus --now 2026-04-03 >/dev/null
            ledger merge stick --now 2026-04-04 >said
            first=$(sed -n 's/.*take it back: ledger undo \\([0-9]*\\).*/\\1/p' said)
            ledger amend bus --amount 3 --now 2026-04-05 >/dev/null
            ledger undo $first --now 2026-04-05; echo "exit $?"
            # The other side never took that in: what both have is not what came.
            for n in 1 2 3 4 5 6; do on add $n Ham --now 2026-04-05 >/dev/null; done
            ledger merge stick --both --now 2026-04-06 >said
            last=$(sed -n 's/.*take it back: ledger undo \\([0-9]*\\).*/\\1/p' said)
            ledger undo $last --now 2026-04-06; echo "exit $?"
            """)
        let output = done.output + done.errors
        #expect(done.output.components(separatedBy: "exit 1").count == 3, "\(output)")
        #expect(output.contains("amount was set to 2.00 and is 3.00"), "\(output)")
        #expect(output.contains("what this merge took in is mixed with other merges"), "\(output)")
    }

    @Test(
        "what both recorded is not taken from whoever takes back the merge",
        arguments: [0, 3], [0, 3])
    func both(here: Int, there: Int) throws {
        // Which log stays is told by how long they are.
        let done = try shell(
            """
            ledger repeat add 9 Phone --post --every 'month on the 1st' --from 2026-03-01 \\
                --now 2026-04-01 >/dev/null
            ledger clone ledger other >/dev/null
            there() { ledger "$@" --ledger other; }
            ledger repeat post --now 2026-04-02 >/dev/null
            there repeat post --now 2026-04-02 >/dev/null
            for n in $(seq \(here)); do ledger add 1 Here --now 2026-04-03 >/dev/null; done
            for n in $(seq \(there)); do there add 1 There --now 2026-04-03 >/dev/null; done
            ledger merge other --now 2026-04-05 >said
            grep -c There said || true
            undo=$(sed -n 's/.*take it back: ledger \\(undo [0-9]*\\).*/\\1/p' said)
            if [ -n "$undo" ]; then ledger $undo --now 2026-04-06 >/dev/null; fi
            # Nothing came that could go.
            merge=$(ledger log --kind branch-merged -O json | grep -o '"position":[0-9]*' | tail -1)
            if [ -z "$undo" ] && [ -n "$merge" ]; then
                ledger undo ${merge#*:} --now 2026-04-06 >/dev/null 2>&1 || true
            fi
            for title in Phone Here There; do ledger list -O csv | grep -c $title || true; done
            """)
        #expect(done.code == 0, "\(done.errors)")
        #expect(done.output == "\(there)\n2\n\(here)\n0\n", "\(done.output)\(done.errors)")
    }
}
