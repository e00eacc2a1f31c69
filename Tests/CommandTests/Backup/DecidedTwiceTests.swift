import Foundation
import Support
import Testing

/// What a merge set aside, and two devices decide about before they meet again.
@Suite("Deciding on two devices")
struct DecidedTwiceTests {
    /// Two copies, with one change of the lunch set aside on both; `$key` is what answers it.
    private static let parted = """
        set -e
        on() { ledger "$@" --ledger stick; }
        asides() { ledger log --kind commit-set-aside -O json --ledger "$1"; }
        lunch() { ledger list --all -O csv --ledger "$1" | grep Lunch | cut -d, -f4-; }
        ledger init --currency EUR --zone UTC --owner Ada --now 2026-04-01 >/dev/null
        ledger add 12.50 Lunch -c food -a bank --now 2026-04-01 >/dev/null
        ledger backup stick >/dev/null
        ledger amend lunch --amount 13 --now 2026-04-02 >/dev/null
        for n in 1 2 3; do ledger add $n Tea --now 2026-04-02 >/dev/null; done
        on amend lunch --amount 14 --now 2026-04-03 >/dev/null
        ledger merge stick --both --now 2026-04-05 >/dev/null
        key=$(asides ledger | grep -o 'aside-[0-9a-f]*-[0-9a-f]*')
        test "$key" = "$(asides stick | grep -o 'aside-[0-9a-f]*-[0-9a-f]*')"

        """

    private func run(_ script: String) throws -> CommandResult {
        try CommandRunner().shell(DecidedTwiceTests.parted + script)
    }

    /// Both merge, and come to one log; how many lines and how many set aside there are.
    private static let met = """

        ledger merge stick --both --now 2026-04-08 >/dev/null
        diff <(ledger info -O json | grep -o '"root":"[0-9a-f]*"') \\
            <(on info -O json | grep -o '"root":"[0-9a-f]*"')
        ledger verify >/dev/null
        asides ledger | grep -o '"commit-set-aside"\\|"thing":"commit"' | wc -l
        """

    @Test("the same change is there once, with the key and without", arguments: ["--key $key", ""])
    func same(_ key: String) throws {
        let done = try run(
            """
            ledger amend lunch --amount 14 \(key) --now 2026-04-06 >/dev/null
            on amend lunch --amount 14 \(key) --now 2026-04-07 >/dev/null
            """ + DecidedTwiceTests.met + "\nledger history lunch -O json | grep -o 14.00 | wc -l")
        #expect(done.code == 0, "\(done.output)\(done.errors)")
        #expect(done.output.hasPrefix("1\n"), "\(done.output)")
    }

    @Test("of two changes one stands, and the other is listed", arguments: ["--key $key", ""])
    func different(_ key: String) throws {
        let done = try run(
            """
            ledger amend lunch --amount 14 \(key) --now 2026-04-06 >/dev/null
            on amend lunch --amount 15 \(key) --now 2026-04-07 >/dev/null
            """ + DecidedTwiceTests.met)
        #expect(done.code == 0 && done.output == "2\n", "\(done.output)\(done.errors)")
    }

    @Test("what both add with the key is there once, the same or not", arguments: [14, 15])
    func added(_ amount: Int) throws {
        let done = try run(
            """
            ledger add 14 Decided -c food --on 2026-04-01 --key $key --now 2026-04-06 >/dev/null
            on add \(amount) Decided -c food --on 2026-04-01 --key $key --now 2026-04-07 >/dev/null
            """ + DecidedTwiceTests.met + "\nledger list --all -O csv | grep -c Decided")
        #expect(done.code == 0, "\(done.output)\(done.errors)")
        #expect(done.output == (amount == 14 ? "1\n1\n" : "2\n1\n"), "\(done.output)")
    }

    @Test("the list says which event answers, on both") func answered() throws {
        let done = try run(
            """
            asides ledger | grep -c answered || true
            ledger amend lunch --amount 14 --key $key --now 2026-04-06 >/dev/null
            ledger merge stick --both --now 2026-04-08 >/dev/null
            asides ledger | grep -c answered
            asides stick | grep -c answered
            """)
        #expect(done.code == 0 && done.output == "0\n1\n1\n", "\(done.output)\(done.errors)")
    }
}
