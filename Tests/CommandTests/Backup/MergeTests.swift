import Foundation
import Support
import Testing

/// Two copies of a ledger that went on by themselves, put together again.
@Suite("Merging copies")
struct MergeTests {
    /// A ledger and a copy of it in `stick`; `on COMMAND …` does something there.
    private func parted() throws -> CommandRunner {
        let runner = try CommandRunner()
        let made = try runner.shell(
            """
            set -e
            ledger init --currency EUR --zone UTC --owner Ada --now 2026-04-01 >/dev/null
            ledger add 12.50 Lunch -c food -a bank --now 2026-04-01 >/dev/null
            ledger task add Taxes due:2026-05-31 --now 2026-04-01 >/dev/null
            ledger backup stick >/dev/null
            """)
        #expect(made.code == 0, "\(made.errors)")
        return runner
    }

    private func shell(_ runner: CommandRunner, _ script: String) throws -> CommandResult {
        try runner.shell("on() { ledger \"$@\" --ledger stick; }\n\(script)")
    }

    private func root(_ runner: CommandRunner, _ folder: String = "ledger") throws -> String? {
        let info = try runner.run("info", "--ledger", folder, "-O", "json")
        return JSONValue(parsing: info.output)?["root"]?.string
    }

    /// Sums by category, as text: what two copies must have alike.
    private func figures(_ runner: CommandRunner, _ folder: String) throws -> String {
        try runner.shell(
            """
            ledger report -Y --by category -O csv --ledger \(folder)
            ledger list -O csv --all --ledger \(folder) | cut -d, -f2- | sort
            ledger task list --all -O csv --ledger \(folder) | cut -d, -f2- | sort
            """
        ).output
    }

    @Test("what each has alone is on both then, with the same ids and root", arguments: [0, 5])
    func together(_ more: Int) throws {
        let runner = try parted()
        // The longer one stays as it is: once it is the one that merges, once the other.
        let done = try shell(
            runner,
            """
            set -e
            ledger add 3 Tea -c food --now 2026-04-02 >/dev/null
            ledger add 7 Shoes -c clothes -a card --now 2026-04-03 >/dev/null
            on add 20 Books -c books -a bank --now 2026-04-02 >/dev/null
            on amend books --amount 21 --now 2026-04-02 >/dev/null
            on task done taxes --now 2026-04-03 >/dev/null
            for n in $(seq \(more)); do on add $n Bus -c travel --now 2026-04-04 >/dev/null; done
            ledger merge stick --both --now 2026-04-05
            """)
        #expect(done.code == 0, "\(done.errors)")
        #expect(done.output.hasPrefix("Took in \(3 + more) commits ("))
        #expect(try root(runner) == root(runner, "stick"))
        let report = try runner.run("report", "-Y", "-O", "csv")
        // 12.50 + 3 + 7 + 21 + 1 + 2 + … + n.
        let sum = 4_350 + 100 * more * (more + 1) / 2
        #expect(report.output.contains(",EUR,\(sum / 100).\(sum % 100),\(4 + more)\n"))
        #expect(try figures(runner, "ledger") == figures(runner, "stick"))
        for folder in ["ledger", "stick"] {
            let verified = try runner.run("verify", "--ledger", folder)
            #expect(verified.code == 0, "\(verified.errors)")
        }
        let again = try runner.run("merge", "stick")
        #expect(again.output.hasPrefix("All that stick has is here."))
        // Both go on by themselves again.
        let more = try shell(
            runner,
            """
            ledger add 1 One --now 2026-04-06 >/dev/null; on add 2 Two --now 2026-04-06 >/dev/null
            ledger merge stick --both --now 2026-04-07
            """)
        #expect(more.code == 0 && more.output.hasPrefix("Took in 1 commit (1 event)"))
        #expect(try root(runner) == root(runner, "stick"))
    }

    @Test("what one side did alone is taken as it is") func oneSided() throws {
        let runner = try parted()
        _ = try shell(runner, "on add 20 Books --now 2026-04-02")
        let there = try root(runner, "stick")
        let rehearsed = try runner.run("merge", "stick", "--dry-run")
        #expect(rehearsed.output.hasPrefix("Would take in 1 commit (1 event) of stick"))
        #expect(try root(runner) != there)
        let done = try runner.run("merge", "stick", "--now", "2026-04-05")
        #expect(done.output.contains("\nRecorded "))
        #expect(done.output.contains("add Books 20.00 EUR"))
        #expect(try root(runner) == there)
        #expect(try runner.run("undo", "--now", "2026-04-06").output.contains("Books"))
    }

    @Test("what both changed is set aside, with what it said") func conflict() throws {
        let runner = try parted()
        let done = try shell(
            runner,
            """
            ledger amend lunch --amount 13 --now 2026-04-02 >/dev/null
            for n in 1 2 3; do ledger add $n Tea --now 2026-04-02 >/dev/null; done
            on amend lunch --amount 14 --now 2026-04-03 >/dev/null
            on amend lunch --note late --now 2026-04-03 >/dev/null
            ledger merge stick --both --now 2026-04-05
            """)
        #expect(done.code == 0, "\(done.errors)")
        #expect(done.output.contains("\nSet aside:\n  amend Lunch"))
        #expect(done.output.contains("recorded there 2026-04-0"))
        #expect(done.output.contains("it goes on from what was set aside"))
        #expect(try root(runner) == root(runner, "stick"))
        let kept = try runner.run("log", "--kind", "commit-set-aside", "-O", "json")
        #expect(kept.output.contains("line-amended 14.00 EUR"))
        #expect(try runner.run("verify").code == 0)
        #expect(try runner.run("merge", "stick").output.hasPrefix("All that stick has is here."))
    }

    @Test("the same done on both sides is once there") func same() throws {
        let runner = try parted()
        try runner.write(
            Array("date,amount,payee\n2026-04-01,-5.00,Baker\n2026-04-02,-5.00,Baker\n".utf8),
            to: "bank.csv")
        let done = try shell(
            runner,
            """
            set -e
            ledger task done taxes --now 2026-04-02 >/dev/null
            on task done taxes --now 2026-04-03 >/dev/null
            ledger account open card --now 2026-04-02 >/dev/null
            on account open card --now 2026-04-02 >/dev/null
            on add 7 Shoes -a card --now 2026-04-03 >/dev/null
            ledger import bank.csv -a bank --sign account --now 2026-04-04 >/dev/null
            echo 2026-04-03,-6.00,Butcher >>bank.csv
            on import bank.csv -a bank --sign account --now 2026-04-04 >/dev/null
            ledger merge stick --both --now 2026-04-05
            """)
        #expect(done.code == 0, "\(done.errors)")
        #expect(!done.output.contains("Set aside"))
        #expect(try root(runner) == root(runner, "stick"))
        // 12.50 + 7 + 2 × 5 + 6, each once.
        let report = try runner.run("report", "-Y", "-O", "csv")
        #expect(report.output.contains(",EUR,35.50,5\n"), "\(report.output)")
        let accounts = try runner.run("account", "list", "-O", "csv").output
        #expect(accounts.components(separatedBy: "card").count == 2, "\(accounts)")
        #expect(
            try runner.run("import", "bank.csv", "-a", "bank", "--sign", "account", "--dry-run")
                .output.contains("\n  new            0\n"))
    }

    @Test("closed books stay closed, and what was erased stays so") func closedAndErased() throws {
        let runner = try parted()
        let done = try shell(
            runner,
            """
            set -e
            ledger close 2026-03 --now 2026-04-02 >/dev/null
            ledger erase lunch --yes --now 2026-04-02 >/dev/null
            on add 5 Late --on 2026-03-31 --now 2026-04-02 >/dev/null
            on amend lunch --title Dinner --now 2026-04-02 >/dev/null
            on add 6 Fine --now 2026-04-02 >/dev/null
            for n in 1 2 3; do ledger add $n More --now 2026-04-03 >/dev/null; done
            ledger merge stick --both --now 2026-04-05
            """)
        #expect(done.code == 0, "\(done.errors)")
        #expect(done.output.contains("add Late 5.00 EUR, recorded there"))
        #expect(done.output.contains("the books of its days are closed"))
        #expect(try root(runner) == root(runner, "stick"))
        #expect(try runner.run("verify").code == 0)
        let words = try runner.shell(
            "ledger export events | grep 'Lunch\\|Dinner'; grep -rao 'Lunch\\|Dinner' ledger/log")
        #expect(words.output.isEmpty, "\(words.output)")
        #expect(try runner.run("list", "-O", "csv").output.contains("Fine"))
    }

    @Test("what is no copy is refused, and nothing is changed") func refused() throws {
        let runner = try parted()
        let made = try shell(
            runner,
            """
            mkdir empty; ledger init --currency EUR --zone UTC --owner Eve --ledger other >/dev/null
            cat ledger/log/*.log | sha256sum >before
            for folder in empty other ledger ledger/log nowhere; do
                ledger merge $folder; echo "exit $?"
            done 2>&1
            cat ledger/log/*.log | sha256sum | cmp - before && ls ledger
            """)
        #expect(made.output.components(separatedBy: "exit 1\n").count == 6, "\(made.output)")
        #expect(made.output.contains("is not a copy of this ledger"))
        #expect(!made.output.contains("log.merging"))
    }

    @Test("what an interrupted merge left is found, and the next one takes it away")
    func interrupted() throws {
        let runner = try parted()
        let done = try shell(
            runner,
            """
            cp -r ledger/log ledger/log.merging
            ledger doctor; on add 2 Two --now 2026-04-06 >/dev/null
            ledger merge stick --now 2026-04-07 >/dev/null; ls ledger
            """)
        #expect(done.output.contains("leftovers"))
        #expect(done.errors.contains("rm -r "))
        #expect(!done.output.hasSuffix("log.merging\n"))
    }

    @Test("what is set aside is kept whole, in words, and goes with an erasure") func kept() throws
    {
        let runner = try parted()
        let done = try shell(
            runner,
            """
            set -e
            for n in 1 2 3 4; do ledger add $n Tea --now 2026-04-02 >/dev/null; done
            ledger amend lunch --amount 13 --now 2026-04-02 >/dev/null
            long=$(head -c 50000 /dev/zero | tr '\\0' 'x')
            on amend lunch --amount 14 --title Quux --note "$long" --now 2026-04-03 >/dev/null
            on add 9 Odd -a bank --now 2026-04-03 >/dev/null
            on amend odd --title Zyzzyx --now 2026-04-03 >/dev/null
            ledger merge stick --both --now 2026-04-05 >/dev/null
            ledger log --kind commit-set-aside -O json
            """)
        #expect(done.code == 0, "\(done.errors)")
        #expect(done.output.contains("line-amended 14.00 EUR") && done.output.contains("Quux"))
        #expect(done.output.filter { $0 == "x" }.count >= 50_000)
        let erased = try shell(
            runner,
            """
            ledger erase lunch --yes --now 2026-04-06 >/dev/null
            ledger export events | grep -c Quux
            ledger merge stick --both --now 2026-04-06 >/dev/null
            grep -rao Quux ledger/log stick/log | head -1; ledger verify >/dev/null && echo whole
            """)
        #expect(erased.output == "0\nwhole\n", "\(erased.output)\(erased.errors)")
    }

    @Test("an erasure on one side takes what the other side said, too") func erasedBefore() throws {
        let runner = try parted()
        let done = try shell(
            runner,
            """
            set -e
            for n in 1 2 3 4; do ledger add $n Tea --now 2026-04-02 >/dev/null; done
            ledger amend lunch --amount 13 --now 2026-04-02 >/dev/null
            on amend lunch --title Quux --now 2026-04-03 >/dev/null
            ledger erase lunch --yes --now 2026-04-04 >/dev/null
            ledger merge stick --both --now 2026-04-05 >/dev/null
            grep -rao 'Quux\\|Lunch' ledger/log stick/log | head -1
            ledger export events | grep -c 'Quux\\|Lunch' || true
            """)
        #expect(done.code == 0 && done.output == "0\n", "\(done.output)\(done.errors)")
    }

    @Test("a change of what was erased is listed without its words, and its figures stand")
    func textless() throws {
        let runner = try parted()
        let done = try shell(
            runner,
            """
            set -e
            for n in 1 2 3 4; do ledger add $n Tea --now 2026-04-02 >/dev/null; done
            on amend lunch --amount 13 --note Quux --now 2026-04-03 >/dev/null
            ledger erase lunch --yes --now 2026-04-04 >/dev/null
            ledger merge stick --dry-run -O csv --now 2026-04-05 | cut -d, -f1,7 | tail -n 1
            ledger merge stick --both --now 2026-04-05
            ledger report -Y -O csv
            """)
        #expect(done.code == 0, "\(done.errors)")
        for words in [
            "textlessThere,erased\n", "Taken in without its text:\n  amend (no title)",
            "recorded there", "erases the text of the same thing", ",EUR,23.00,5\n",
        ] {
            #expect(done.output.contains(words), "\(words) in \(done.output)")
        }
        #expect(!done.output.contains("Quux") && !done.output.contains("Set aside"))
    }

    @Test("lines follow an account of their name, and corrections a closing that is not taken in")
    func followed() throws {
        let runner = try parted()
        let done = try shell(
            runner,
            """
            set -e
            ledger add 5 x -a visa --now 2026-04-02 >/dev/null
            for n in 1 2 3 4 5 6; do ledger add 1 Tea --now 2026-04-02 >/dev/null; done
            on account open visa --opening 100 --now 2026-04-02 >/dev/null
            on add 7 V -a visa --now 2026-04-02 >/dev/null
            on close 2026-03 --now 2026-04-03 >/dev/null
            on add 2 Late --on 2026-03-17 --correct forgotten --now 2026-04-03 >/dev/null
            COLUMNS=80 ledger merge stick --both --now 2026-04-05
            ledger report -Y -O csv
            """)
        #expect(done.code == 0, "\(done.errors)")
        // 12.50 + 5 + 6 + 7 + 2.
        #expect(done.output.contains(",EUR,32.50,10\n"), "\(done.output)")
        #expect(
            done.output.contains("open account visa") && done.output.contains("close them again"))
        let wide = done.output.split(separator: "\n").filter { $0.count > 80 }
        #expect(wide.isEmpty)
    }

    @Test("a clock that is far ahead is asked about, in a rehearsal too") func clock() throws {
        let runner = try parted()
        let done = try shell(
            runner,
            """
            ledger add 3 Tea --now 2026-04-02 >/dev/null; on add 4 Bus --now 2026-04-02 >/dev/null
            for more in '' --dry-run; do
                ledger merge stick $more --now 2036-01-01; echo "exit $?"
                ledger merge stick --accept-clock --dry-run --now 2036-01-01 >/dev/null
                echo "exit $?"
            done 2>&1
            """)
        let exits = done.output.split(separator: "\n").filter { $0.hasPrefix("exit") }
        #expect(exits == ["exit 1", "exit 0", "exit 1", "exit 0"], "\(done.output)")
        #expect(done.output.contains("try: ledger merge stick --now 2036-01-01 --accept-clock"))
    }

    @Test("what was salvaged is still a copy of the ledger") func salvaged() throws {
        let runner = try CommandRunner()
        let done = try runner.shell(
            """
            set -e
            ledger init --currency EUR --zone UTC --now 2026-04-01 >/dev/null
            ledger add 5 Tea --now 2026-04-01 >/dev/null
            ledger salvage saved >/dev/null
            ledger add 6 Milk --now 2026-04-02 >/dev/null
            ledger add 7 Rum --ledger saved --now 2026-04-02 >/dev/null
            ledger merge saved --both --now 2026-04-03 >/dev/null
            for name in ledger saved; do
              ledger verify --ledger $name >/dev/null
              ledger list --ledger $name -O csv | grep -cE 'Tea|Milk|Rum'
            done
            """)
        #expect(done.code == 0 && done.output == "3\n3\n", "\(done.output)\(done.errors)")
    }

    @Test("who is logged in stays who it is") func loggedIn() throws {
        let runner = try parted()
        let done = try shell(
            runner,
            """
            set -e
            for n in 1 2 3 4; do ledger add $n Tea --now 2026-04-02 >/dev/null; done
            on people add Kid --now 2026-04-02 >/dev/null
            on permit Kid all --now 2026-04-02 >/dev/null; on login Kid >/dev/null
            ledger merge stick --both --now 2026-04-05 >/dev/null
            on whoami | head -1
            """)
        #expect(done.code == 0 && done.output.contains("Kid"), "\(done.output)\(done.errors)")
    }

    @Test("who records while copies are merged loses nothing") func besideAdders() throws {
        let runner = try parted()
        let done = try shell(
            runner,
            """
            add() {
                for n in $(seq 25); do
                    ledger add 1 "$1-$n" --now 2026-04-02 --ledger "$2" >/dev/null 2>&1 &&
                        echo "$1-$n"
                done
            }
            add a ledger >a & add b stick >b &
            for n in 1 2 3 4 5 6; do
                ledger merge stick --both --now 2026-04-03 >/dev/null 2>&1
            done
            wait; ledger merge stick --both --now 2026-04-03 >/dev/null
            sort a b >told; ledger list --all -O csv | grep -o '[ab]-[0-9]*' | sort >there
            wc -l <told; comm -23 told there | wc -l; uniq -d there | wc -l
            """)
        let counts = done.output.split(separator: "\n").compactMap { Int($0) }
        #expect(counts.count == 3 && counts[0] > 25, "\(done.output)\(done.errors)")
        #expect(counts.dropFirst() == [0, 0])
    }
}
