import Foundation
import Support
import Testing

/// What the receipt of a merge says of what it set aside, moved or left without text, and how that
/// is decided.
@Suite("Deciding what a merge set aside")
struct MergeDecisionTests {
    /// Two copies that both changed the lunch; `on COMMAND …` does something on the other one.
    private static let parted = """
        set -e
        on() { ledger "$@" --ledger stick; }
        asides() { ledger log --kind commit-set-aside -O json --ledger "$1"; }
        root() { ledger info -O json --ledger "$1" | grep -o '"root":"[0-9a-f]*"'; }
        ledger init --currency EUR --zone UTC --owner Ada --now 2026-04-01 >/dev/null
        ledger add 12.50 Lunch -c food -a bank --now 2026-04-01 >/dev/null
        ledger backup stick >/dev/null

        """
    private static let conflict = """
        ledger amend lunch --amount 13 --now 2026-04-02 >/dev/null
        for n in 1 2 3; do ledger add $n Tea --now 2026-04-02 >/dev/null; done
        on amend lunch --amount 14 --now 2026-04-03 >/dev/null

        """

    private func run(_ script: String) throws -> CommandResult {
        try CommandRunner().shell(MergeDecisionTests.parted + script)
    }

    @Test("what is set aside says which entry it is about, and what stands against it")
    func named() throws {
        let done = try run(
            MergeDecisionTests.conflict + """
                ledger merge stick --dry-run --now 2026-04-05
                ledger merge stick --both --now 2026-04-05
                echo LIST; asides ledger
                """)
        #expect(done.code == 0, "\(done.errors)")
        let parts = done.output.components(separatedBy: "LIST\n")
        for words in [
            ": Lunch, 2026-04-01\n", "says otherwise by Ada: amended ", "amount 12.50 → 13.00",
            "ledger merge --keep EVENT",
        ] {
            let times = parts[0].components(separatedBy: words).count - 1
            #expect(times == 2, "\(words) in \(parts[0])")
        }
        let row = JSONValue(parsing: parts[1])?["rows"]?.array?.first
        #expect(row?["title"]?.string == "Lunch" && row?["day"]?.string == "2026-04-01")
        #expect(row?["id"]?.integer != nil)
        #expect(parts[1].contains("\"stands\",\"now\":\"") && parts[1].contains("amount 13.00"))
    }

    @Test("what stands can be kept, once for all devices", arguments: ["", "both"])
    func kept(_ who: String) throws {
        let done = try run(
            MergeDecisionTests.conflict + """
                ledger merge stick --both --now 2026-04-05 >/dev/null
                ledger today --now 2026-04-05 | grep -c 'set aside .* 1 to decide about'
                ledger today -O json --now 2026-04-05 | grep -c '"setAside":1'
                event=$(asides ledger | grep -o '"commit":[0-9]*' | cut -d: -f2)
                ledger merge --keep 0 --now 2026-04-06 2>refused && exit 9
                grep -q "cannot be '0'; it is one of" refused
                ledger merge --keep $event --now 2026-04-06
                ledger merge --keep $event --now 2026-04-06 2>/dev/null && exit 8
                test -z "\(who)" || on merge --keep $event --now 2026-04-07 >/dev/null
                ledger merge stick --both --now 2026-04-08
                test "$(root ledger)" = "$(root stick)"
                for folder in ledger stick; do
                    ledger today --now 2026-04-08 --ledger $folder | grep -c 'set aside' || true
                    asides $folder | grep -c '"answered"'
                    ledger verify --ledger $folder >/dev/null
                done
                ledger list --all -O csv | grep -c 'Lunch.*13.00\\|13.00.*Lunch'
                """)
        #expect(done.code == 0, "\(done.output)\(done.errors)")
        #expect(done.output.hasPrefix("1\n1\nKept what stands against event "), "\(done.output)")
        #expect(done.output.hasSuffix("\n0\n1\n0\n1\n1\n"), "\(done.output)")
        #expect(!done.output.contains("Set aside:"), "\(done.output)")
    }

    @Test("one device keeps what stands, the other one does not: the second is set aside")
    func keptOrNot() throws {
        let done = try run(
            MergeDecisionTests.conflict + """
                ledger merge stick --both --now 2026-04-05 >/dev/null
                key=$(asides ledger | grep -o 'aside-[0-9a-f]*-[0-9a-f]*')
                ledger merge --keep $key --now 2026-04-06 >/dev/null
                on amend lunch --amount 14 --key $key --now 2026-04-07 >/dev/null
                ledger merge stick --both --now 2026-04-08 >/dev/null
                test "$(root ledger)" = "$(root stick)"
                for folder in ledger stick; do ledger verify --ledger $folder >/dev/null; done
                """)
        #expect(done.code == 0, "\(done.output)\(done.errors)")
    }

    @Test("a key tells nothing of what was set aside, and answers it when that is erased")
    func key() throws {
        let done = try run(
            MergeDecisionTests.conflict + """
                ledger merge stick --both --now 2026-04-05 >/dev/null
                key=$(asides ledger | grep -o 'aside-[0-9a-f]*-[0-9a-f]*')
                # The first event of its commit that was set aside.
                echo ${key##*-}
                ledger merge --keep $key --now 2026-04-06 >/dev/null
                ledger erase lunch --yes --now 2026-04-07 >/dev/null
                test "$key" = "$(asides ledger | grep -o 'aside-[0-9a-f]*-[0-9a-f]*' | head -1)"
                asides ledger | grep -c '"answered"'
                ledger today --now 2026-04-07 | grep -c 'set aside' || true
                """)
        #expect(done.code == 0 && done.output == "0\n1\n0\n", "\(done.output)\(done.errors)")
    }

    @Test("who may not decide names no key of a decision, and of no other key of the ledger")
    func reserved() throws {
        let done = try run(
            MergeDecisionTests.conflict + """
                ledger merge stick --both --now 2026-04-05 >/dev/null
                key=$(asides ledger | grep -o 'aside-[0-9a-f]*-[0-9a-f]*')
                ledger people add Bo --now 2026-04-05 >/dev/null
                ledger permit Bo read,create,write --now 2026-04-05 >/dev/null
                before=$(root ledger)
                line='{"lines":[{"amount":"1","title":"Fake"}],"key":"'$key'"}'
                many='{"lines":{"query":"tea","key":"'$key'"},"changes":{"id":"","category":"x"}}'
                refused() { ledger "$@" --now 2026-04-06 2>>refused >/dev/null && exit 9; true; }
                refused add 1 Fake --key $key --as Bo
                refused amend lunch --amount 1 --key $key --as Bo
                refused void --where tea --yes --key $key --as Bo
                refused call add "$line" --as Bo
                refused call amend/where "$many" --as Bo
                refused add 1 Fake --key repeat/1/2026-04-01
                refused add 1 Fake --key ${key}0
                test "$before" = "$(root ledger)"
                grep -c "'Bo' may not share in the whole ledger, which 'merge/keep' needs" refused
                grep -c "gives the keys that begin with 'repeat/'" refused
                grep -c "no merge set anything aside under the key" refused
                ledger amend lunch --amount 14 --key $key --now 2026-04-06 >/dev/null
                ledger today --now 2026-04-06 | grep -c 'set aside' || true
                """)
        #expect(done.code == 0 && done.output == "5\n1\n1\n0\n", "\(done.output)\(done.errors)")
    }

    @Test(
        "what was set aside of a thing that was, too, is erased with it",
        arguments: [false, true])
    func asidesOfAsides(_ isLater: Bool) throws {
        let merge = "ledger merge stick --now 2026-04-03 >/dev/null"
        let done = try run(
            """
            ledger close 2026-03 --now 2026-04-02 >/dev/null
            for n in 1 2 3; do ledger add $n Tea --now 2026-04-02 >/dev/null; done
            on add 5 Quux --on 2026-03-31 --now 2026-04-02 >/dev/null
            \(isLater ? merge : ":")
            on amend quux --title Corge --now 2026-04-03 >/dev/null
            ledger merge stick --now 2026-04-05 >/dev/null
            asides ledger | grep -q Quux && asides ledger | grep -q Corge && echo there
            on erase corge --yes --now 2026-04-06 >/dev/null
            ledger merge stick --now 2026-04-07 >/dev/null
            ledger verify >/dev/null
            ledger export events | grep -c 'Quux\\|Corge' || true
            """)
        #expect(done.code == 0 && done.output == "there\n0\n", "\(done.output)\(done.errors)")
    }

    @Test(
        "a long text that was set aside is erased in all of its pieces",
        arguments: ["ledger", "third"])
    func pieces(_ folder: String) throws {
        let done = try run(
            """
            cp -r ledger third
            ledger amend lunch --amount 13 --now 2026-04-02 >/dev/null
            for n in 1 2 3; do ledger add $n Tea --now 2026-04-02 >/dev/null; done
            on amend lunch --note "$(yes Quux | head -c 40000)" --now 2026-04-03 >/dev/null
            ledger merge stick --now 2026-04-05 >/dev/null
            asides ledger | grep -q Quux && echo there
            ledger erase lunch --yes --now 2026-04-06 --ledger \(folder) >/dev/null
            # The longer log stays: that of the third copy, where text was erased before.
            for n in $(seq 20); do
                ledger add $n Ham --now 2026-04-06 --ledger third >/dev/null
            done
            ledger merge ledger --now 2026-04-07 --ledger third >/dev/null
            for copy in \(folder) third; do
                ledger verify --ledger $copy >/dev/null
                ledger export events --ledger $copy | grep -c Quux || true
            done
            """)
        #expect(done.code == 0 && done.output == "there\n0\n0\n", "\(done.output)\(done.errors)")
    }

    @Test("text that an erasure of the other side takes is listed, without a word of it")
    func lost() throws {
        let done = try run(
            """
            for n in 1 2 3 4; do ledger add $n Tea --now 2026-04-02 >/dev/null; done
            ledger amend lunch --title Quux -c out --now 2026-04-02 >/dev/null
            on erase lunch --yes --now 2026-04-03 >/dev/null
            ledger merge stick --dry-run --now 2026-04-05
            ledger merge stick --dry-run --now 2026-04-05 -O json
            ledger merge stick --both --now 2026-04-05
            grep -rao Quux ledger/log stick/log | head -1
            """)
        #expect(done.code == 0, "\(done.errors)")
        let times = done.output.components(separatedBy: "Lost its text:\n  amend (no title)").count
        #expect(times == 3, "\(done.output)")
        #expect(done.output.contains("recorded here 2026-04-02"))
        #expect(done.output.contains("erases the text of the same thing for good"))
        #expect(done.output.contains("\"why\":\"lost\"") && !done.output.contains("Quux"))
    }

    @Test("who takes a log in whose erasure takes its text is told, too")
    func lostByAdoption() throws {
        let done = try run(
            """
            ledger amend lunch --title Quux --now 2026-04-02 >/dev/null
            on erase lunch --yes --now 2026-04-03 >/dev/null
            for n in 1 2 3 4; do on add $n Tea --now 2026-04-03 >/dev/null; done
            on merge ledger --now 2026-04-04 >/dev/null
            ledger merge stick --now 2026-04-05
            """)
        #expect(done.code == 0, "\(done.errors)")
        #expect(done.output.contains("Lost its text:\n  amend (no title)"), "\(done.output)")
        #expect(!done.output.contains("Quux"))
    }

    @Test("ids that are others now are named, ten at most") func ids() throws {
        let done = try run(
            """
            for n in $(seq 12); do ledger add $n Tea$n --now 2026-04-02 >/dev/null; done
            old=$(ledger list --all -O json | grep -o '"id":[0-9]*' | sort -t: -k2 -n | tail -1)
            for n in $(seq 15); do on add $n Bus --now 2026-04-03 >/dev/null; done
            ledger merge stick --dry-run --now 2026-04-05 >rehearsed
            ledger merge stick --now 2026-04-05
            grep -c ' → ' rehearsed
            echo "  ${old#*:} → "
            ledger list --all -O csv | grep Tea12
            """)
        #expect(done.code == 0, "\(done.errors)")
        #expect(done.output.components(separatedBy: " → ").count == 12, "\(done.output)")
        #expect(done.output.contains("has another id now.\n  "), "\(done.output)")
        #expect(done.output.contains(" Tea12\n") && done.output.contains(" Tea3\n"))
        #expect(!done.output.contains(" Tea2\n") && done.output.contains("  … and 2 more\n"))
        #expect(done.output.contains("\n10\n"), "\(done.output)")
        let lines = done.output.split(separator: "\n")
        let old = lines.last { $0.hasSuffix(" → ") } ?? "?"
        let first = lines.first { $0.hasSuffix(" Tea12") } ?? ""
        #expect(first.hasPrefix(old), "\(done.output)")
        let now = first.dropFirst(old.count).prefix { $0.isNumber }
        #expect(lines.last?.contains(now) == true, "\(done.output)")
    }

    @Test("the log names each key whole, and a price as it was told") func whole() throws {
        let done = try run(
            """
            ledger price EUR USD 1.1 --on 2026-04-02 --now 2026-04-02 >/dev/null
            on price EUR USD 1.2 --on 2026-04-02 --now 2026-04-02 >/dev/null
            ledger merge stick --now 2026-04-05 >/dev/null
            export COLUMNS=80
            ledger log --kind commit-set-aside >said; cat said
            key=$(sed -n 's/^ *--key \\(aside-[^ ]*\\)$/\\1/p' said)
            ledger price EUR USD 1.3 --on 2026-04-02 --key $key --now 2026-04-06 >/dev/null
            ledger log --kind commit-set-aside
            """)
        #expect(done.code == 0, "\(done.errors)")
        let said = ["1.1", "1.2"].contains { rate in
            done.output.contains("price-set 1 EUR = \(rate) USD on 2026-04-02\n")
        }
        #expect(said && done.output.contains(" decides\n"), "\(done.output)")
        #expect(done.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }
}
