import Foundation
import Support
import Testing

/// What two copies of a ledger imported by themselves, put together.
@Suite("Merging imports")
struct MergedBatchTests {
    /// A ledger and a copy of it in `stick`, in which `on COMMAND …` does something.
    private func shell(_ script: String) throws -> CommandResult {
        let runner = try CommandRunner()
        return try runner.shell(
            """
            set -e
            on() { ledger "$@" --ledger stick; }
            bank() { printf '%s\\n' "$@" | sed '1i id,date,amount,payee' >bank.csv; }
            take() { "$1" import bank.csv -a bank --external-id id --sign account --now $2; }
            ledger init --currency EUR --zone UTC --owner Ada --now 2026-04-01 >/dev/null
            ledger add 12.50 Lunch -c food -a bank --now 2026-04-01 >/dev/null
            ledger backup stick >/dev/null
            \(script)
            """)
    }

    @Test("a row that contradicts stays aside, and all others come in") func row() throws {
        let done = try shell(
            """
            bank r1,2026-04-01,-5.00,Baker r2,2026-04-02,-6.00,Butcher
            take ledger 2026-04-03 >/dev/null
            ledger add 1 Tea --now 2026-04-03 >/dev/null
            ledger add 1 Tea --now 2026-04-03 >/dev/null
            bank r1,2026-04-01,-5.00,Baker r2,2026-04-02,-6.50,Butcher r3,2026-04-03,-7.00,Bus
            take on 2026-04-04 >/dev/null
            ledger merge stick --both --now 2026-04-05
            ledger report -Y -O csv
            ledger log --kind commit-set-aside -O json
            ledger merge stick
            ledger verify >/dev/null && echo whole
            """)
        #expect(done.code == 0, "\(done.errors)")
        // 12.50 + 5 + 6 + 1 + 1 + 7, and not the 6.50 that contradicts the 6.
        #expect(done.output.contains(",EUR,32.50,6\n"), "\(done.output)")
        #expect(done.output.contains("Took in 1 commit (2 events) of stick"), "\(done.output)")
        #expect(done.output.contains("1 event of import bank.csv"), "\(done.output)")
        #expect(done.output.contains("line-added 6.50 EUR"), "\(done.output)")
        #expect(!done.output.contains("line-added 7.00 EUR"), "\(done.output)")
        #expect(done.output.contains("All that stick has is here."))
        #expect(done.output.hasSuffix("whole\n"))
    }

    @Test("rows of closed days stay aside, however many they are") func closed() throws {
        let done = try shell(
            """
            ledger close 2026-03 --now 2026-04-02 >/dev/null
            for n in 1 2 3 4 5; do ledger add 1 Tea --now 2026-04-03 >/dev/null; done
            bank a,2026-03-30,-1.00,A b,2026-03-31,-2.00,B c,2026-04-01,-4.00,C \\
                d,2026-03-29,-8.00,D
            take on 2026-04-04 >/dev/null
            COLUMNS=200 ledger merge stick --both --now 2026-04-05
            ledger report -Y -O csv
            ledger verify >/dev/null && echo whole
            """)
        #expect(done.code == 0, "\(done.errors)")
        // 12.50 + 5 + 4: one of the four rows.
        #expect(done.output.contains(",EUR,21.50,7\n"), "\(done.output)")
        #expect(done.output.contains("3 events of import bank.csv"), "\(done.output)")
        #expect(
            done.output.components(separatedBy: "the books of its days are closed").count == 4,
            "\(done.output)")
        #expect(done.output.hasSuffix("whole\n"))
    }

    @Test("a change of many lines comes in for those that nobody else changed") func bulk() throws {
        let done = try shell(
            """
            ledger add 1 One -c food --now 2026-04-02 >/dev/null
            ledger merge stick --both --now 2026-04-02 >/dev/null
            ledger amend lunch --category fun --now 2026-04-03 >/dev/null
            for n in 1 2 3 4; do ledger add 1 Tea -c x --now 2026-04-03 >/dev/null; done
            on amend --where cat:food --yes --category eat --now 2026-04-04 >/dev/null
            ledger merge stick --both --now 2026-04-05 >/dev/null
            ledger report -Y --by category -O csv
            """)
        #expect(done.code == 0, "\(done.errors)")
        #expect(done.output.contains("fun,EUR,12.50"), "\(done.output)")
        #expect(done.output.contains("eat,EUR,1.00"), "\(done.output)")
    }

    @Test("what goes on from a row that stayed aside does so, too, on a third copy as well")
    func followed() throws {
        let done = try shell(
            """
            bank r2,2026-04-02,-6.00,Butcher; take ledger 2026-04-03 >/dev/null
            for n in 1 2 3 4; do ledger add 1 Tea --now 2026-04-03 >/dev/null; done
            bank r2,2026-04-02,-6.50,Butcher r3,2026-04-03,-7.00,Bus
            take on 2026-04-04 >/dev/null
            on backup third >/dev/null
            ledger merge stick --both --now 2026-04-05 >/dev/null
            third() { ledger "$@" --ledger third; }
            third amend butcher --amount 8 --now 2026-04-06 >/dev/null
            third amend bus --amount 9 --now 2026-04-06 >/dev/null
            ledger merge third --both --now 2026-04-07
            ledger report -Y -O csv
            ledger verify >/dev/null && third verify >/dev/null && echo whole
            ledger info -O json | grep '"root"'; third info -O json | grep '"root"'
            """)
        #expect(done.code == 0, "\(done.errors)")
        // 12.50 + 6 + 4 + 9: the amended bus comes, the amended butcher does not.
        #expect(done.output.contains(",EUR,31.50,7\n"), "\(done.output)")
        #expect(done.output.contains("whole\n"))
    }

    @Test("both sides are shown by a rehearsal") func rehearsed() throws {
        let done = try shell(
            """
            ledger add 1 Tea --now 2026-04-03 >/dev/null
            on add 2 Bus --now 2026-04-03 >/dev/null
            on add 3 Ham --now 2026-04-03 >/dev/null
            cat stick/log/*.log ledger/log/*.log | sha256sum >before
            ledger merge stick --both --dry-run --now 2026-04-05
            cat stick/log/*.log ledger/log/*.log | sha256sum | cmp - before && echo same
            """)
        #expect(done.code == 0, "\(done.errors)")
        #expect(done.output.contains("Would take in 2 commits (2 events) of stick"))
        #expect(done.output.contains("stick would take in 1 commit (1 event) of this copy"))
        #expect(done.output.contains("add Tea 1.00 EUR") && done.output.hasSuffix("same\n"))
    }
}
