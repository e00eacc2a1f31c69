import EventLog
import Foundation
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

    @Test(
        "a note that signs nothing is not taken, and what an own key signed replaces what has none")
    func squatted() throws {
        let done = try shell(
            """
            file=branches/$lost.branch
            ledger bundle all.bundle >/dev/null; ledger clone all.bundle cloned >/dev/null
            rm -r cloned/branches
            cp -r ledger other; rm -r other/keys
            LC_ALL=C sed -i 's/^signed .*/signed eA==/' other/$file
            ledger bundle junk.bundle --ledger other >/dev/null
            ledger merge junk.bundle --ledger cloned >/dev/null
            test -e cloned/$file || echo refused
            ledger merge all.bundle --ledger cloned >/dev/null
            cmp ledger/$file cloned/$file && echo taken
            LC_ALL=C sed -i '/^signed /d' cloned/$file
            ledger merge all.bundle --ledger cloned >/dev/null
            cmp -s ledger/$file cloned/$file || echo stays
            cp -r ledger/keys cloned
            ledger merge all.bundle --ledger cloned >/dev/null
            cmp ledger/$file cloned/$file && echo replaced
            """)
        #expect(done.code == 0, "\(done.errors)")
        #expect(done.output == "refused\ntaken\nstays\nreplaced\n", "\(done.output)")
    }

    @Test("positions that somebody changed are not those that were signed") func moved() throws {
        let runner = try CommandRunner()
        let made = try runner.shell(
            ReplacedBranchTests.parted + VouchedBranchTests.twice + """
                cp ledger/branches/$lost.branch file; echo $lost >lost
                """)
        try #require(made.code == 0, "\(made.errors)")
        let file = [UInt8](try Data(contentsOf: URL(filePath: "\(runner.folder)/file")))
        let blank = try #require(
            file.indices.dropFirst().first { file[$0] == 0x0A && file[$0 - 1] == 0x0A })
        var body = Array(file[(blank + 1)...])
        for start in stride(from: 0, to: body.count, by: 40) {
            body.replaceSubrange((start + 32)..<(start + 40), with: [1, 0, 0, 0, 0, 0, 0, 0])
        }
        let head = String(decoding: file[..<blank], as: UTF8.self).split(separator: "\n").dropLast()
        let text = head.joined(separator: "\n") + "\nsum \(CRC32C.checksum(body))\n\n"
        try runner.write(Array(text.utf8) + body, to: "changed")
        let done = try runner.shell(
            """
            file=branches/$(cat lost).branch
            ledger bundle all.bundle >/dev/null; ledger clone all.bundle cloned >/dev/null
            cmp file cloned/$file && rm -r cloned/branches
            cp -r ledger other; cp changed other/$file
            ledger bundle changed.bundle --ledger other >/dev/null
            ledger merge changed.bundle --ledger cloned >/dev/null
            test -e cloned/$file || echo refused
            ledger merge all.bundle --ledger cloned >/dev/null
            cmp file cloned/$file && echo taken
            """)
        #expect(done.code == 0 && done.output == "refused\ntaken\n", "\(done.output)\(done.errors)")
    }

    @Test("where events of it stand is what whoever gave it says, unless an own key signed that")
    func words() throws {
        let runner = try CommandRunner()
        let done = try runner.shell(
            ReplacedBranchTests.parted + """
                cp -r ledger twin; cp -r stick more
                ledger merge stick --now 2026-04-05 >/dev/null
                ledger merge more --ledger twin --now 2026-04-05 >/dev/null
                one=$(root ledger); two=$(root twin)
                ledger checkpoint --sign -o held.$one >/dev/null
                ledger checkpoint --sign -o held.$two --ledger twin >/dev/null
                ledger merge twin --both --now 2026-04-06 >/dev/null
                lost=$one; if [ $one = $(root ledger) ]; then lost=$two; fi
                for file in kept held.$lost; do
                    ledger verify --against $file --key "$key" >said
                    tr '\\n' ' ' <said | grep -c 'the last one stands at [0-9]* now'
                    tr '\\n' ' ' <said | grep -c 'whoever gave it: no key of this copy' || true
                    ledger verify --against $file --key "$key" -O json >said
                    grep -c '"signed":true' said || true
                done
                """)
        #expect(
            done.code == 0 && done.output == "1\n1\n0\n1\n0\n1\n", "\(done.output)\(done.errors)")
    }
}
