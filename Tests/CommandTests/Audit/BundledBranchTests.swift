import EventLog
import Foundation
import Support
import Testing

/// What is kept of branches that merges replaced, on devices that got everything by bundle.
@Suite("Branches that were replaced, in bundles")
struct BundledBranchTests {
    private func shell(
        _ script: String, on runner: CommandRunner? = nil
    ) throws -> CommandResult {
        try (runner ?? CommandRunner()).shell(ReplacedBranchTests.parted + script)
    }

    @Test("what was handed out counts there, whether all came or what was new") func whole() throws
    {
        let done = try shell(
            """
            cp -r stick third
            end=$(root stick)
            ledger merge stick --both --now 2026-04-05 >/dev/null
            ledger bundle all.bundle >/dev/null
            ledger bundle new.bundle --since $end >/dev/null
            ledger clone all.bundle cloned >/dev/null
            ledger merge new.bundle --ledger third >/dev/null
            now=$(ledger list --all -O csv | sed -n 's/^\\([0-9]*\\),.*Tea.*/\\1/p')
            for folder in cloned third; do
                ledger verify --against kept --receipt sum --key "$key" --ledger $folder |
                    grep -c "was merged at event"
                diff <(ledger list --all -O csv --as-of ${branch:0:8}:$tea --ledger $folder) \\
                    <(ledger list --all -O csv --as-of $now)
                ledger key new --ledger $folder >/dev/null
                ledger prove --branch ${branch:0:8} $tea -O json --ledger $folder |
                    field now | grep -cx $now
                stat -c %a $folder/branches $folder/branches/* | tr '\\n' ' '
                cmp ledger/branches/$branch.branch $folder/branches/$branch.branch
            done
            """)
        #expect(done.code == 0, "\(done.output)\(done.errors)")
        #expect(done.output == "2\n1\n700 600 2\n1\n700 600 ", "\(done.output)")
    }

    @Test("a copy that has the events gets it by a bundle of everything, and by no later one")
    func late() throws {
        let done = try shell(
            """
            ledger merge stick --both --now 2026-04-05 >/dev/null
            cp -r ledger bare; rm -r bare/branches
            end=$(root ledger)
            ledger add 5 Ham --now 2026-04-06 >/dev/null
            ledger bundle new.bundle --since $end >/dev/null
            ledger merge new.bundle --ledger bare | head -1
            ls bare/branches 2>/dev/null || echo none
            ledger bundle all.bundle >/dev/null
            ledger merge all.bundle --ledger bare | head -1
            ls bare/branches | grep -cx $branch.branch
            """)
        #expect(done.code == 0, "\(done.output)\(done.errors)")
        #expect(
            done.output.hasSuffix("\nnone\nAll that all.bundle has is here.\n1\n"),
            "\(done.output)")
    }

    @Test("where the log of a bundle is replaced its branches move along") func rebased() throws {
        let done = try shell(
            """
            cp -r stick third
            for n in $(seq 30); do
                ledger add $n Third --ledger third --now 2026-04-03 >/dev/null
            done
            ledger merge stick --now 2026-04-05 >/dev/null
            ledger checkpoint --sign -o later >/dev/null
            ledger bundle all.bundle >/dev/null
            ledger merge all.bundle --ledger third --now 2026-04-06 >/dev/null
            now=$(ledger list --all -O csv --ledger third | sed -n 's/^\\([0-9]*\\),.*Tea.*/\\1/p')
            ledger verify --against kept --receipt sum --key "$key" --ledger third |
                grep -c "was merged at event"
            ledger verify --against later --key "$key" --ledger third |
                grep -c "was merged at event"
            ledger verify --against kept -O json --ledger third >said
            grep -o '"against":{"branch":{[^}]*' said | field position | grep -cx $now
            """)
        #expect(done.code == 0 && done.output == "2\n1\n1\n", "\(done.output)\(done.errors)")
    }

    @Test("over ssh it goes both ways") func remote() throws {
        let runner = try CommandRunner()
        try runner.write(Array(RemoteMergeTests.standIn.utf8), to: "ssh")
        let done = try shell(
            """
            chmod +x ssh; PATH="$PWD:$PATH"; mkdir far
            cp -r stick far/books; cp -r stick far/more
            ledger merge ssh://ada@laptop/~/books --both --now 2026-04-05 >/dev/null
            ledger clone ssh://ada@laptop/~/books cloned >/dev/null
            ledger merge ssh://ada@laptop/~/more --both --now 2026-04-05 >/dev/null
            for folder in far/books far/more cloned; do
                ledger verify --against kept --key "$key" --ledger $folder |
                    grep -c "was merged at event"
                ls $folder/branches | grep -cx $branch.branch
            done
            """, on: runner)
        #expect(
            done.code == 0 && done.output == "1\n1\n1\n1\n1\n1\n", "\(done.output)\(done.errors)")
    }

    @Test("one that no event names is not taken, and one that was changed refuses the bundle")
    func forged() throws {
        let runner = try CommandRunner()
        let made = try shell(
            """
            cp -r stick bare; cp -r stick other
            ledger bundle bare.bundle --ledger bare >/dev/null
            ledger merge stick --both --now 2026-04-05 >/dev/null
            ledger bundle all.bundle >/dev/null
            # Nothing names it in the log of this one, so it does not go along.
            cp -r ledger/branches other
            ledger bundle other.bundle --ledger other >/dev/null
            ledger clone other.bundle copy >/dev/null
            test ! -e copy/branches
            cp ledger/branches/$branch.branch branch
            printf %s $branch >name
            """, on: runner)
        try #require(made.code == 0, "\(made.errors)")
        func bytes(_ name: String) throws -> [UInt8] {
            [UInt8](try Data(contentsOf: URL(filePath: "\(runner.folder)/\(name)")))
        }
        let branch = try bytes("branch")
        let name = String(decoding: try bytes("name"), as: UTF8.self)
        let content = SHA256.hash(branch).hex
        let head = """
            {"bytes":\(branch.count),"content":"\(content)","name":"\(name).branch"}

            """
        var changed = branch
        changed[changed.count - 1] ^= 1
        for (file, content) in [("whole", branch), ("changed", changed)] {
            let piece = Array(head.utf8) + content
            let block = LZ4.compress(piece)
            var bundle = Array(try bytes("bare.bundle").dropLast(12))
            for number in [UInt32(piece.count), UInt32(block.count), CRC32C.checksum(block)] {
                for byte in 0..<4 { bundle.append(UInt8(truncatingIfNeeded: number >> (8 * byte))) }
            }
            bundle += block + [UInt8](repeating: 0, count: 12)
            try runner.write(bundle, to: "\(file).bundle")
        }
        let done = try runner.shell(
            """
            for file in whole changed; do
                ledger merge $file.bundle --ledger bare | head -1; echo "exit ${PIPESTATUS[0]}"
                ls bare/branches 2>/dev/null
                ledger verify --against kept --ledger bare 2>&1 >/dev/null | grep -c forked
            done
            """)
        #expect(
            done.output == "All that whole.bundle has is here.\nexit 0\n1\nexit 3\n1\n",
            "\(done.output)\(done.errors)")
    }

    @Test(
        "a file that is larger than any branch of the log, or has another name, refuses the bundle")
    func inflated() throws {
        let runner = try CommandRunner()
        let made = try runner.shell(
            """
            ledger init --currency EUR --zone UTC --owner Ada >/dev/null
            ledger bundle bare.bundle >/dev/null
            """)
        try #require(made.code == 0, "\(made.errors)")
        let bare = [UInt8](
            try Data(contentsOf: URL(filePath: "\(runner.folder)/bare.bundle")))
        let root = String(repeating: "0f", count: 32)
        let (few, many) = (1 << 10, 3 << 20)
        let files = [
            ("fits", "\(root).branch", few), ("large", "\(root).branch", many),
            ("short", "a.branch", few), ("upper", "\(root.uppercased()).branch", few),
            ("path", "../\(root).branch", few), ("other", root, few),
        ]
        for (file, name, count) in files {
            let zeros = [UInt8](repeating: 0, count: count)
            let head = """
                {"bytes":\(count),"content":"\(SHA256.hash(zeros).hex)","name":"\(name)"}

                """
            var bundle = Array(bare.dropLast(12))
            var rest = (Array(head.utf8) + zeros)[...]
            while !rest.isEmpty {
                let piece = Array(rest.prefix(1 << 20))
                rest = rest.dropFirst(piece.count)
                let block = LZ4.compress(piece)
                for number in [UInt32(piece.count), UInt32(block.count), CRC32C.checksum(block)] {
                    for byte in 0..<4 {
                        bundle.append(UInt8(truncatingIfNeeded: number >> (8 * byte)))
                    }
                }
                bundle += block
            }
            try runner.write(bundle + [UInt8](repeating: 0, count: 12), to: "\(file).bundle")
        }
        let done = try runner.shell(
            """
            for file in fits large short upper path other; do
                ledger merge $file.bundle >/dev/null 2>&1; echo "$file $?"
            done
            """)
        #expect(
            done.output == "fits 0\nlarge 3\nshort 3\nupper 3\npath 3\nother 3\n",
            "\(done.output)\(done.errors)")
    }
}
