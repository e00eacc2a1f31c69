import Support
import Testing

/// Two devices that merged the same at the same time: the log of one stays, and names no other.
@Suite("Branches for which a key alone vouches")
struct VouchedBranchTests {
    /// `lost` is the root of the log that went, `held` of which the event `event` was proved in
    /// `held`; both folders, `ledger` and `twin`, have the other log.
    private static let twice = """
        cp -r ledger twin; cp -r stick more
        ledger merge stick --now 2026-04-05 >/dev/null
        ledger merge more --ledger twin --now 2026-04-05 >/dev/null
        event=$(ledger list --all -O csv | sed -n 's/^\\([0-9]*\\),.*Tea.*/\\1/p')
        one=$(root ledger); two=$(root twin)
        ledger prove $event -o held.$one >/dev/null
        ledger prove $event -o held.$two --ledger twin >/dev/null
        ledger merge twin --both --now 2026-04-06 >/dev/null
        lost=$one; if [ $one = $(root ledger) ]; then lost=$two; fi
        cp held.$lost held

        """

    private func shell(_ script: String) throws -> CommandResult {
        let runner = try CommandRunner(["TOOL": SourceTree.fullPath("tools/verify-proof")])
        return try runner.shell(ReplacedBranchTests.parted + VouchedBranchTests.twice + script)
    }

    @Test(
        "an event of it is proved by what the key signs, and says so",
        .enabled(if: PythonTool.isThere))
    func proved() throws {
        let done = try shell(
            """
            for folder in ledger twin; do
                ledger prove --branch ${lost:0:8} $event --ledger $folder -o old >said
                grep -c 'as the key below vouches and no event says' \\
                    <(tr '\\n' ' ' <said)
                "$TOOL" branch old --key "$key" --old held >said
                grep -c "event $event was in a branch of .* vouches: no event names it" said
                grep -c "root of the branch $lost" said
            done
            ledger prove --branch $lost $event -o old.json >/dev/null
            grep -c '"merge"' old.json || true
            "$TOOL" branch old.json --key "$key" | grep -c vouches
            sed 's/"position":/"merge":3,"position":/' old.json >told.json
            "$TOOL" branch told.json --key "$key" 2>&1 | grep -c 'says merge 3'
            """)
        #expect(done.code == 0, "\(done.output)\(done.errors)")
        #expect(done.output == "1\n1\n1\n1\n1\n1\n0\n1\n1\n", "\(done.output)")
    }

    @Test(
        "without the key, and of anything else, it proves nothing", .enabled(if: PythonTool.isThere)
    )
    func forged() throws {
        let done = try shell(
            """
            ledger prove --branch $lost $event -o old >/dev/null
            "$TOOL" branch old 2>&1 | grep -c 'nothing is proved'
            other=$(ledger key new --ledger stick >/dev/null; ledger key show --ledger stick)
            "$TOOL" branch old --key "$other" 2>&1 | grep -c 'none of the keys signed it'
            for change in 's/^branch [0-9]*/branch 13/' '/^ledger-branch@v1/,$ s/^12 /13 /'; do
                sed "$change" old >forged
                "$TOOL" branch forged --key "$key" 2>&1 | grep -c 'does not hold'
            done
            # Something else that the key signed, behind the proof of the branch.
            awk '/^ledger-branch@v1/ { exit } { print }' old >mixed
            sed '1,/^$/ d' held >>mixed
            "$TOOL" branch mixed --key "$key" 2>&1 | grep -c 'cannot be read'
            """)
        #expect(done.code == 0, "\(done.output)\(done.errors)")
        #expect(done.output == "1\n1\n1\n1\n1\n", "\(done.output)")
    }

    @Test("the past is found by its positions, where the key is; a newer key signs, too")
    func past() throws {
        let done = try shell(
            """
            now=$(ledger list --all -O csv | sed -n 's/^\\([0-9]*\\),.*Tea.*/\\1/p')
            diff <(ledger list --all -O csv --as-of ${lost:0:8}:$event) \\
                <(ledger list --all -O csv --as-of $now)
            ledger key new >/dev/null
            newer=$(ledger key show)
            ledger prove --branch $lost $event -O json >said
            grep -cF "\\"verifier\\":\\"${newer:0:41}" said
            ledger bundle all.bundle >/dev/null
            ledger clone all.bundle cloned >/dev/null
            ledger key new --ledger cloned >/dev/null
            ledger prove --branch $lost $event --ledger cloned 2>&1 | grep -c 'no branch'
            rm -r cloned/keys; cp -r ledger/keys cloned
            ledger prove --branch $lost $event --ledger cloned -O json | grep -c '"proof"'
            """)
        #expect(done.code == 0, "\(done.output)\(done.errors)")
        #expect(done.output == "1\n1\n1\n", "\(done.output)")
    }
}
