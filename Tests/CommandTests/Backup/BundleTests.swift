import Foundation
import Support
import Testing

/// Copies for other devices, and files in which what they lack goes to them.
@Suite("Clones and bundles")
struct BundleTests {
    /// A ledger `ledger`, in which `on FOLDER COMMAND …` does something in another one.
    private func runner(_ variables: [String: String] = [:]) throws -> CommandRunner {
        let runner = try CommandRunner(variables)
        let made = try runner.shell(
            """
            set -e
            ledger init --currency EUR --zone UTC --owner Ada --now 2026-04-01 >/dev/null
            ledger add 12.50 Lunch -c food -a bank --now 2026-04-01 >/dev/null
            ledger task add Taxes due:2026-05-31 --now 2026-04-01 >/dev/null
            """)
        #expect(made.code == 0, "\(made.errors)")
        return runner
    }

    private func shell(_ runner: CommandRunner, _ script: String) throws -> CommandResult {
        try runner.shell(
            """
            on() { local folder=$1; shift; ledger "$@" --ledger "$folder"; }
            root() { on "$1" info -O json | grep -o '"root":"[^"]*"'; }
            \(script)
            """)
    }

    @Test("a clone has the same root, none of the person's settings, and knows its source")
    func clone() throws {
        let runner = try runner()
        let done = try shell(
            runner,
            """
            set -e
            ledger people add Bo --now 2026-04-01 >/dev/null
            ledger permit Bo read,create,write,share --now 2026-04-01 >/dev/null
            ledger login Bo >/dev/null
            ledger clone ledger laptop
            [ "$(root ledger)" = "$(root laptop)" ] && echo same
            on laptop whoami | head -1
            stat -c %a laptop laptop/source.json
            ls laptop
            on laptop add 3 Tea --now 2026-04-02 >/dev/null
            ledger add 4 Bus --now 2026-04-02 >/dev/null
            (cd /; on "\(runner.folder)/laptop" merge --both --now 2026-04-03 | head -1)
            [ "$(root ledger)" = "$(root laptop)" ] && echo again
            """)
        #expect(done.code == 0, "\(done.errors)")
        #expect(done.output.contains("ledger -f laptop merge\n"), "\(done.output)")
        #expect(done.output.contains("same\nAda"), "\(done.output)")
        #expect(done.output.contains("\n700\n600\nlock\nlog\nsource.json\n"), "\(done.output)")
        #expect(done.output.contains("Took in 1 commit (1 event) of \(runner.folder)"))
        #expect(done.output.hasSuffix("again\n"), "\(done.output)")
    }

    @Test("a clone without a folder is the ledger of the machine") func cloneHome() throws {
        let runner = try runner()
        let done = try shell(
            runner,
            """
            ledger bundle all.bundle >/dev/null && mv ledger elsewhere
            ledger clone all.bundle && ledger verify >/dev/null && echo whole
            [ "$(root ledger)" = "$(root elsewhere)" ] && echo same
            ledger clone all.bundle; echo "exit $?"
            """)
        #expect(done.output.contains("whole\nsame\nexit 1\n"), "\(done.output)\(done.errors)")
    }

    @Test("two copies that meet by files only come to one log") func bothWays() throws {
        let runner = try runner()
        let done = try shell(
            runner,
            """
            set -e
            ledger clone ledger laptop >/dev/null
            ledger add 3 Tea --now 2026-04-02 >/dev/null
            ledger amend lunch --amount 13 --now 2026-04-02 >/dev/null
            ledger task done taxes --now 2026-04-02 >/dev/null
            on laptop add 4 Bus --now 2026-04-02 >/dev/null
            on laptop amend lunch --amount 14 --now 2026-04-02 >/dev/null
            on laptop bundle here.bundle --for ledger >/dev/null
            stat -c %a here.bundle
            ledger merge here.bundle --now 2026-04-03 >said; cat said
            next=$(sed -n 's/.*ledger bundle FILE \\(--since [0-9]*\\).*/\\1/p' said)
            ledger bundle back.bundle $next >/dev/null
            on laptop merge back.bundle --now 2026-04-04 | head -1
            [ "$(root ledger)" = "$(root laptop)" ] && echo same
            on laptop merge here.bundle --now 2026-04-05
            ledger merge here.bundle --now 2026-04-05
            on laptop report -Y -O csv
            """)
        #expect(done.code == 0, "\(done.output)\(done.errors)")
        #expect(done.output.hasPrefix("600\nTook in 1 commit (1 event) of here.bundle"))
        #expect(done.output.contains("Set aside:\n  amend Lunch"))
        #expect(done.output.contains("same\n"), "\(done.output)")
        #expect(done.output.components(separatedBy: "All that here.bundle has is here.").count == 3)
        // 13 + 3 + 4.
        #expect(done.output.contains(",EUR,20.00,3\n"), "\(done.output)")
    }

    @Test("what a bundle goes on from is a number, a root, or what the other copy has")
    func since() throws {
        let runner = try runner()
        let done = try shell(
            runner,
            """
            set -e
            ledger clone ledger laptop >/dev/null; end=$(root laptop | cut -d'"' -f4)
            ledger add 3 Tea --now 2026-04-02 >/dev/null
            last=$(($(on laptop info -O json | grep -o '"events":[0-9]*' | cut -d: -f2) - 1))
            for since in "--since $last" "--since $end" "--since $(echo $end | cut -c1-12)" \\
                "--for laptop"; do
                ledger bundle a.bundle $since -O csv | tail -1 | cut -d, -f3
                cp -r laptop copy; on copy merge a.bundle --now 2026-04-03 | head -1; rm -r copy
            done
            ledger bundle a.bundle --since $last >/dev/null
            ledger bundle all.bundle >/dev/null
            on laptop merge all.bundle --now 2026-04-03 | head -1
            """)
        #expect(done.code == 0, "\(done.errors)")
        let lines = done.output.split(separator: "\n").map(String.init)
        let merged = lines.filter { $0.hasPrefix("Took in 1 commit (1 event)") }
        #expect(merged.count == 5 && lines.filter { $0 == "1" }.count == 4, "\(done.output)")
    }

    @Test("whatever is cut off or changed is found, and nothing is written") func damaged() throws {
        let runner = try runner()
        let done = try shell(
            runner,
            """
            ledger clone ledger laptop >/dev/null
            for n in 1 2 3; do ledger add $n Tea --now 2026-04-02 >/dev/null; done
            ledger bundle whole.bundle >/dev/null
            cat laptop/log/*.log | sha256sum >before
            """)
        #expect(done.code == 0)
        let path = "\(runner.folder)/whole.bundle"
        let whole = [UInt8](try Data(contentsOf: URL(filePath: path)))
        // A row of places over the whole of the file: each run starts the program anew.
        for place in stride(from: 0, to: whole.count, by: max(1, whole.count / 24)) {
            try runner.write(Array(whole[..<place]), to: "cut.bundle")
            var changed = whole
            changed[place] ^= 0x04
            try runner.write(changed, to: "odd.bundle")
            for name in ["cut.bundle", "odd.bundle"] {
                let merged = try runner.run("merge", name, "--ledger", "laptop")
                #expect([1, 2, 3].contains(merged.code), "\(name) at \(place): \(merged.output)")
                #expect(merged.errors.contains("try: "), "\(name) at \(place): \(merged.errors)")
            }
        }
        try runner.write(whole + [0], to: "more.bundle")
        #expect(try runner.run("merge", "more.bundle", "--ledger", "laptop").code == 3)
        let after = try shell(
            runner,
            """
            cat laptop/log/*.log | sha256sum | cmp - before && echo same
            ls laptop; on laptop merge whole.bundle --now 2026-04-03 | head -1
            """)
        #expect(after.output.hasPrefix("same\nlock\nlog\nsource.json\n"), "\(after.output)")
        #expect(after.output.contains("Took in 3 commits"))
    }

    @Test("a salvaged ledger and its copies meet by bundles, too, and not as strangers")
    func salvaged() throws {
        let runner = try runner()
        let done = try shell(
            runner,
            """
            set -e
            ledger salvage rescued --now 2026-04-01 >/dev/null
            ledger join rescued --dry-run || echo "exit $?"
            on rescued add 3 Tea --now 2026-04-02 >/dev/null
            on rescued bundle some.bundle --for ledger >/dev/null
            ledger merge some.bundle --now 2026-04-03 | head -1
            ledger add 4 Bus --now 2026-04-04 >/dev/null
            ledger bundle all.bundle >/dev/null
            on rescued merge all.bundle --now 2026-04-05 | head -1
            [ "$(root ledger)" = "$(root rescued)" ] && echo same
            """)
        #expect(
            done.output == """
                exit 1
                Took in 1 commit (1 event) of some.bundle
                Took in 1 commit (1 event) of all.bundle
                same

                """, "\(done.output)\(done.errors)")
        #expect(done.errors.contains("is a copy of this ledger"), "\(done.errors)")
    }

    @Test("what is no bundle for this copy is refused with a next step") func refused() throws {
        let runner = try runner()
        let done = try shell(
            runner,
            """
            ledger clone ledger laptop >/dev/null
            ledger init --currency EUR --zone UTC --owner Eve --ledger other >/dev/null
            on other bundle foreign.bundle >/dev/null
            ledger add 3 Tea --now 2026-04-02 >/dev/null
            end=$(root ledger | cut -d'"' -f4)
            ledger add 4 Bus --now 2026-04-02 >/dev/null
            ledger bundle later.bundle --since $end >/dev/null
            touch empty.bundle; mkdir folder.bundle
            for file in foreign later empty folder; do
                on laptop merge $file.bundle; echo "exit $?"
            done 2>&1
            ledger clone later.bundle new 2>&1; echo "exit $?"; ls -d new new.unfinished 2>&1
            ledger bundle all.bundle >/dev/null; on laptop merge all.bundle | head -1
            head -c 200 all.bundle | on laptop merge - 2>&1
            echo photo | on laptop merge - 2>&1
            """)
        #expect(
            done.output.hasSuffix(
                "standard input is no bundle of a ledger\n  try: there: ledger bundle -\n"))
        #expect(done.output.contains("or there: ledger bundle -\n"), "\(done.output)")
        #expect(done.output.contains("is not a copy of this ledger"), "\(done.output)")
        #expect(done.output.contains("which this copy does not have"))
        #expect(done.output.contains("is no bundle of a ledger"))
        #expect(done.output.components(separatedBy: "try: ").count >= 6)
        #expect(done.output.components(separatedBy: "\nexit 0").count == 1)
        #expect(done.output.contains("Took in 2 commits (2 events) of all.bundle"))
        #expect(done.output.components(separatedBy: "No such file").count == 3)
    }

    @Test("text that was erased on one side stays so, whatever bundles carry") func erased() throws
    {
        let runner = try runner()
        let done = try shell(
            runner,
            """
            set -e
            ledger clone ledger laptop >/dev/null
            last=$(($(on laptop info -O json | grep -o '"events":[0-9]*' | cut -d: -f2) - 1))
            on laptop add 4 Bus --now 2026-04-02 >/dev/null
            on laptop bundle some.bundle --since $last >/dev/null
            on laptop bundle all.bundle >/dev/null
            ledger erase lunch --yes --now 2026-04-02 >/dev/null
            set +e
            ledger merge some.bundle --now 2026-04-03 >/dev/null; echo "exit $?"
            ledger merge all.bundle --now 2026-04-03 >/dev/null; echo "exit $?"
            ledger bundle back.bundle >/dev/null
            on laptop merge back.bundle --now 2026-04-03 >/dev/null; echo "exit $?"
            [ "$(root ledger)" = "$(root laptop)" ] && echo same
            for folder in ledger laptop; do
                on $folder verify >/dev/null && echo whole
                on $folder export events | grep -c Lunch
            done
            """)
        #expect(
            done.output == "exit 0\nexit 0\nexit 0\nsame\nwhole\n0\nwhole\n0\n",
            "\(done.output)\(done.errors)")
    }
}
