import EventLog
import Foundation
import Support
import Testing

/// What was handed out on a branch that a merge replaced later.
@Suite("What was handed out on a branch that was replaced")
struct ReplacedBranchTests {
    /// A ledger and a copy of it in `stick`, which is longer when they are put together: what is
    /// recorded here moves. `kept`, `sum` and `tea` were handed out here before.
    static let parted = """
        set -e
        on() { ledger "$@" --ledger stick; }
        ledger init --currency EUR --zone UTC --owner Ada --now 2026-04-01 >/dev/null
        ledger add 12.50 Lunch -c food --now 2026-04-01 >/dev/null
        ledger backup stick >/dev/null
        ledger key new >/dev/null
        key=$(ledger key show)
        field() { sed -n "s/.*\\"$1\\":\\"\\{0,1\\}\\([^,\\"}]*\\).*/\\1/p"; }
        root() { ledger info -O json --ledger "$1" | field root; }
        ledger add 3 Tea -c food --now 2026-04-02 >/dev/null
        tea=$(ledger list --all -O csv | sed -n 's/^\\([0-9]*\\),.*Tea.*/\\1/p')
        ledger checkpoint --sign -o kept >/dev/null
        ledger report -Y --receipt sum >/dev/null
        ledger prove $tea -o tea >/dev/null
        ledger add 4 Bus --now 2026-04-02 >/dev/null
        branch=$(root ledger)
        for n in 1 2 3 4 5 6; do on add $n "There $n" --now 2026-04-03 >/dev/null; done

        """

    private func run(_ script: String) throws -> CommandResult {
        let runner = try CommandRunner(["TOOL": SourceTree.fullPath("tools/verify-proof")])
        return try runner.shell(ReplacedBranchTests.parted + script)
    }

    @Test("checkpoints and receipts say at which event it was merged, on each device")
    func verified() throws {
        let done = try run(
            """
            ledger merge stick --both --now 2026-04-05 >/dev/null
            for folder in ledger stick; do
                ledger verify --against kept --receipt sum --key "$key" --ledger $folder >said
                grep -c "was merged at event" said
                ledger verify --against kept --receipt sum --key "$key" --ledger $folder \\
                    -O json >said
                grep -c "\\"branch\\":{[^}]*\\"root\\":\\"$branch\\"" said
            done
            """)
        #expect(done.code == 0, "\(done.errors)")
        #expect(done.output == "2\n1\n2\n1\n", "\(done.output)")
    }

    @Test("the position that is named is where it stands now") func position() throws {
        let done = try run(
            """
            ledger merge stick --both --now 2026-04-05 >/dev/null
            now=$(ledger list --all -O csv | sed -n 's/^\\([0-9]*\\),.*Tea.*/\\1/p')
            test $now != $tea
            ledger prove --branch $branch $tea -O json | field now | grep -x $now
            ledger verify --against kept -O json >said
            grep -o '"against":{"branch":{[^}]*' said | field position | grep -x $now
            """)
        #expect(done.code == 0, "\(done.output)\(done.errors)")
    }

    @Test("the past is found by a position of the branch") func past() throws {
        let done = try run(
            """
            ledger merge stick --both --now 2026-04-05 >/dev/null
            now=$(ledger list --all -O csv | sed -n 's/^\\([0-9]*\\),.*Tea.*/\\1/p')
            diff <(ledger list --all -O csv --as-of ${branch:0:8}:$tea) \\
                <(ledger list --all -O csv --as-of $now)
            ledger list --all -O csv --as-of ${branch:0:8}:1 | grep -c Tea || true
            ledger list --as-of ${branch:0:8}:99 2>&1 | grep 99 | head -1 | wc -l
            ledger list --as-of 0bad:1 2>&1 | grep 'no branch' | wc -l
            """)
        #expect(done.code == 0 && done.output == "0\n1\n1\n", "\(done.output)\(done.errors)")
    }

    @Test("the ledger signs again, and its health is as it was") func signing() throws {
        let done = try run(
            """
            ledger merge stick --both --now 2026-04-05 >/dev/null
            ledger checkpoint --sign -o new >/dev/null
            ledger verify --against new | grep -c 'agrees with the ledger'
            ledger doctor >said || true
            ! grep -q 'anew' said
            """)
        #expect(done.code == 0 && done.output == "1\n", "\(done.output)\(done.errors)")
    }

    @Test(
        "an event of it is proved, also where its log was replaced again",
        .enabled(if: PythonTool.isThere), arguments: [false, true])
    func proved(_ again: Bool) throws {
        let done = try run(
            """
            if \(again); then
                cp -r stick third
                for n in $(seq 30); do
                    ledger add $n Third --ledger third --now 2026-04-03 >/dev/null
                done
            fi
            ledger merge stick --both --now 2026-04-05 >/dev/null
            if \(again); then ledger merge third --both --now 2026-04-06 >/dev/null; fi
            ledger verify --against kept --receipt sum | grep -c 'was merged at event'
            ledger prove --branch ${branch:0:8} $tea -o old | grep -c 'was in the branch'
            "$TOOL" branch old --key "$key" --old tea | grep -c "root of the branch $branch"
            ledger prove --branch $branch 1 -o other >/dev/null
            "$TOOL" branch other --key "$key" --old tea 2>&1 | grep -c 'of another event'
            sed 's/^leaf ..../leaf AAAA/' old >forged
            "$TOOL" branch forged --key "$key" 2>&1 | grep -c 'does not'
            """)
        #expect(done.code == 0, "\(done.output)\(done.errors)")
        #expect(done.output == "2\n1\n1\n1\n1\n")
    }

    @Test("a file beside the log proves nothing that no event names, and nothing when damaged")
    func forged() throws {
        let done = try run(
            """
            cp -r stick bare
            ledger merge stick --both --now 2026-04-05 >/dev/null
            # A log that tells of no merge: the hashes fit, and nothing names them.
            cp -r ledger/branches bare
            ledger verify --against kept --key "$key" --ledger bare >/dev/null 2>said ||
                grep -c forked said
            file=$(ls ledger/branches/*)
            printf XXXX | dd of="$file" bs=1 seek=$(($(stat -c %s "$file") - 20)) conv=notrunc \\
                2>/dev/null
            ledger verify --against kept >/dev/null 2>said || grep -c forked said
            ledger prove --branch $branch $tea >/dev/null 2>said || grep -c 'no branch' said
            """)
        #expect(done.code == 0, "\(done.output)\(done.errors)")
        #expect(done.output == "1\n1\n1\n")
    }

    @Test("a log that was put back is told, and nothing is signed of it") func putBack() throws {
        let done = try run(
            """
            cp -r stick bare
            ledger merge stick --both --now 2026-04-05 >/dev/null
            rm -r ledger/log
            cp -r bare/log ledger/log
            ledger checkpoint --sign -o again 2>said || grep -c forked said
            test ! -e again
            """)
        #expect(done.code == 0 && done.output == "1\n", "\(done.output)\(done.errors)")
    }

    @Test(
        "a proof of another size than that of the branch is none",
        .enabled(if: PythonTool.isThere))
    func resized() throws {
        let done = try run(
            """
            ledger merge stick --both --now 2026-04-05 >/dev/null
            ledger prove --branch ${branch:0:8} $tea -o old >/dev/null
            awk '!d && /^branch / { $2 = 1; root = $3 } !d && /^index / { $0 = "index 0" }
                !d && /^leaf / { print "leaf " root; skip = 1; next }
                /^$/ { d = 1; skip = 0 } !skip' old >small
            "$TOOL" branch small --key "$key" 2>&1 | grep -c 'another size'
            """)
        #expect(done.code == 0 && done.output == "1\n", "\(done.output)\(done.errors)")
    }

    @Test("copies of the ledger take it along") func copies() throws {
        let done = try run(
            """
            ledger merge stick --both --now 2026-04-05 >/dev/null
            ledger backup saved >/dev/null
            ledger clone ledger cloned >/dev/null
            ledger restore saved --into restored >/dev/null
            for folder in saved cloned restored; do
                ledger verify --against kept --key "$key" --ledger $folder |
                    grep -c 'was merged at event'
                stat -c %a $folder/branches $folder/branches/* | tr '\\n' ' '
            done
            """)
        #expect(done.code == 0, "\(done.output)\(done.errors)")
        #expect(done.output == "1\n700 600 1\n700 600 1\n700 600 ", "\(done.output)")
    }

    @Test("a journal and a list that were written on it are the ledger's own, and add nothing")
    func lists() throws {
        let done = try run(
            """
            count() { grep -oE '"(new|openings)":[0-9]+' | tr '\\n' ' '; }
            ledger account open bank --opening 100 --on 2026-02-01 --now 2026-04-04 >/dev/null
            ledger export hledger -o here.journal
            ledger export beancount -o here.beancount
            ledger export journal -o here.twin
            ledger list --all -O csv >here.csv
            ledger merge stick --both --now 2026-04-05 >/dev/null
            for folder in ledger stick; do
                # Neither is what is in the account now a sign of it.
                ledger account edit bank --opening 110 --ledger $folder >/dev/null
                for file in here.journal here.beancount here.twin here.csv; do
                    ledger import $file --ledger $folder -O json | count
                done
                ledger list --all --ledger $folder | grep -c '^ *[.][0-9]'
                ledger balance bank -q --ledger $folder | grep -oE '[0-9]+[.][0-9]+'
            done
            """)
        #expect(done.code == 0, "\(done.output)\(done.errors)")
        // Lunch, tea, bus and six of the stick.
        let journal = "\"new\":0 \"openings\":1 "
        let all = "\(journal)\(journal)\(journal)\"new\":0 9\n110.00\n"
        #expect(done.output == all + all, "\(done.output)")
    }

    @Test("what was edited in such a journal is listed as changed, also where all of it was")
    func editedList() throws {
        let done = try run(
            """
            for n in 21 22 23 24 25; do ledger add $n "Here $n" --now 2026-04-02 >/dev/null; done
            for n in 1 2 3; do on task add "Task $n" --now 2026-04-03 >/dev/null; done
            ledger export hledger -o here.journal
            ledger merge stick --both --now 2026-04-05 >/dev/null
            sed 's/^\\( .*\\)[.]00 EUR/\\1.50 EUR/' here.journal >edited
            ledger import edited -O json >said
            grep -oE '"(new|held|known)":[0-9]+' said | tr '\\n' ' '
            grep -o '"was"' said | grep -c was
            """)
        #expect(done.code == 0, "\(done.errors)")
        // Lunch has no .00; of the seven others the last has the id that a task has now.
        #expect(done.output == "\"known\":1 \"new\":0 7\n", "\(done.output)")
    }
}
