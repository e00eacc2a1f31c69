import Foundation
import Support
import Testing

/// Another ledger, with an id of its own, that comes in as one.
@Suite("Joining ledgers")
struct JoinTests {
    /// Ada's ledger, and Bo's in `bo`, in which `bo COMMAND …` does something.
    private func shell(_ script: String) throws -> CommandResult {
        let runner = try CommandRunner()
        return try runner.shell(
            """
            bo() { ledger "$@" --ledger bo; }
            root() { ledger info --ledger "$1" -O json | grep -o '"root":"[^"]*"' | cut -d'"' -f4; }
            ledger init --currency EUR --zone UTC --owner Ada --now 2026-04-01 >/dev/null
            ledger add 12.50 Lunch -c food -a bank --now 2026-04-01 >/dev/null
            bo init --currency EUR --zone UTC --owner Bo --now 2026-03-01 >/dev/null
            bo add 7 Shoes -c clothes -a bank --now 2026-03-02 >/dev/null
            bo amend shoes --amount 8 --now 2026-03-03 >/dev/null
            bo people add Ada --now 2026-03-03 >/dev/null
            bo add 30 Rent -c home -a giro --payer Ada --split Ada,Bo --now 2026-03-04 >/dev/null
            bo task add Taxes due:2026-05-31 --now 2026-03-04 >/dev/null
            \(script)
            """)
    }

    @Test("all of it comes in, with who recorded it and when, under a name of its own")
    func joined() throws {
        let done = try shell(
            """
            before=$(root bo)
            ledger join bo --same Ada --rename bank=bo-bank --dry-run --now 2026-04-02 | tail -1
            ledger join bo --same Ada --rename bank=bo-bank --now 2026-04-02 >said; head -1 said
            ledger report -Y --by account -O csv
            ledger task list -O csv | grep -c Taxes
            ledger people -O csv | cut -d, -f2
            ledger history shoes | grep -c 'by Bo'
            ledger log --kind branch-merged -O json | grep -c $before
            ledger join bo --same Ada --rename bank=bo-bank --now 2026-04-03 | head -1
            bo add 1 Gum -a bank --now 2026-04-04 >/dev/null
            ledger join bo --same Ada --rename bank=bo-bank --now 2026-04-04 | head -1
            ledger verify >/dev/null && echo whole
            [ "$(root bo)" != "$before" ] && bo verify >/dev/null && echo apart
            """)
        #expect(
            done.output.hasPrefix("A dry run: nothing was written.\nTook in "), "\(done.errors)")
        #expect(done.output.contains("bank,EUR,12.50,1\n"), "\(done.output)")
        #expect(done.output.contains("bo-bank,EUR,8.00,1\n"))
        #expect(done.output.contains("giro,EUR,30.00,1\n"))
        let people = done.output.split(separator: "\n").filter { ["Ada", "Bo"].contains($0) }
        #expect(people == ["Ada", "Bo"], "\(done.output)")
        #expect(done.output.contains("\n1\nAll that bo has is here.\n"), "\(done.output)")
        #expect(done.output.hasSuffix("Took in 1 commit (1 event) of bo\nwhole\napart\n"))
    }

    @Test("what came again there and was recorded is not recorded here once more")
    func repeated() throws {
        let done = try shell(
            """
            bo repeat add 9 Phone --post --every 'month on the 1st' --from 2026-02-01 \\
                --now 2026-03-05 >/dev/null
            bo repeat post --now 2026-03-05 >/dev/null
            ledger join bo --same Ada --same bank --now 2026-04-02 >/dev/null
            ledger repeat post --now 2026-04-02 | grep -c Recorded
            bo repeat post --now 2026-04-02 >/dev/null
            ledger join bo --same Ada --same bank --now 2026-04-03 >/dev/null
            ledger list phone -O csv | grep -c Phone
            ledger verify >/dev/null && echo whole
            """)
        // The first of February and of March there, and that of April, which both recorded.
        #expect(done.output == "1\n3\nwhole\n", "\(done.output)\(done.errors)")
    }

    @Test("one undo takes all of it back") func undone() throws {
        let done = try shell(
            """
            ledger join bo --same Ada --same bank --now 2026-04-02 >said
            undo=$(sed -n 's/.*take it back: ledger \\(undo [0-9]*\\).*/\\1/p' said)
            ledger report -Y -O csv; ledger $undo --now 2026-04-03 >/dev/null; echo "exit $?"
            ledger report -Y -O csv; ledger task list -O csv | grep -c Taxes
            ledger redo --now 2026-04-04 >/dev/null; ledger report -Y -O csv
            ledger verify >/dev/null && echo whole
            """)
        let sums = done.output.split(separator: "\n").filter { $0.contains(",EUR,") }
        #expect(sums.count == 3, "\(done.output)\(done.errors)")
        #expect(sums[0].hasSuffix("EUR,50.50,3") && sums[2].hasSuffix("EUR,50.50,3"))
        #expect(sums[1].hasSuffix("EUR,12.50,1"))
        #expect(done.output.contains("exit 0") && done.output.hasSuffix("whole\n"))
    }

    @Test("names and settings of both are asked about, and nothing is written") func asked() throws
    {
        let done = try shell(
            """
            before=$(root ledger)
            ledger join bo; echo "exit $?"; ledger join bo --same ada; echo "exit $?"
            ledger init --currency USD --zone Asia/Tokyo --owner Eve --ledger eve >/dev/null
            ledger join eve; echo "exit $?"
            ledger backup copy >/dev/null; ledger join copy; echo "exit $?"
            ledger merge bo; echo "exit $?"
            [ "$(root ledger)" = "$before" ] && echo same
            ledger join eve --own-settings | head -1
            """)
        #expect(done.output.hasPrefix(String(repeating: "exit 1\n", count: 5) + "same\nTook in "))
        for words in [
            "both have 1 person: Ada; both have 1 account: bank", "--same Ada", "--same bank",
            "they have another currency and another time zone", "--own-settings",
            "copy is a copy of this ledger", "ledger merge copy", "ledger join bo --dry-run",
        ] { #expect(done.errors.contains(words), "\(words): \(done.errors)") }
    }

    @Test("what holds for the other ledger alone stays behind, and closed books stay closed")
    func foreign() throws {
        let done = try shell(
            """
            bo permit Ada read --now 2026-03-05 >/dev/null
            bo config --week-start sunday --now 2026-03-05 >/dev/null
            bo close 2026-02 --now 2026-03-05 >/dev/null
            ledger close 2026-03 --now 2026-04-01 >/dev/null
            bo add 2 Gum -a bank --on 2026-04-01 --now 2026-04-01 >/dev/null
            ledger join bo --same Ada --same bank --now 2026-04-02
            ledger report -Y -O csv; ledger config | grep -i week
            ledger add 1 Tea --now 2026-04-03 >/dev/null; echo "exit $?"
            ledger verify >/dev/null && echo whole
            """)
        #expect(done.output.contains("it holds for the other ledger alone"), "\(done.output)")
        #expect(done.output.contains("close them again"))
        #expect(done.output.contains("the books of its days are closed"))
        // 12.50 + 2: all that Bo recorded in March is in closed books here.
        #expect(done.output.contains("EUR,14.50,2\n"), "\(done.output)")
        #expect(done.output.contains("monday") && done.output.hasSuffix("exit 0\nwhole\n"))
    }

    @Test("copies of the ledger that was joined merge as ever") func merged() throws {
        let done = try shell(
            """
            ledger clone ledger laptop >/dev/null
            for n in 1 2 3; do
                ledger add $n Tea --ledger laptop --now 2026-04-02 >/dev/null
            done
            ledger join bo --same Ada --same bank --now 2026-04-02 >/dev/null
            ledger merge laptop --both --now 2026-04-03 | head -1
            [ "$(root ledger)" = "$(root laptop)" ] && echo same
            ledger report -Y -O csv --ledger laptop
            ledger join bo --same Ada --same bank --ledger laptop --now 2026-04-04 | head -1
            ledger verify >/dev/null && ledger verify --ledger laptop >/dev/null && echo whole
            """)
        #expect(done.output.contains("same\n"), "\(done.output)\(done.errors)")
        #expect(done.output.contains("EUR,56.50,6\n"), "\(done.output)")
        #expect(done.output.hasSuffix("All that bo has is here.\nwhole\n"), "\(done.output)")
    }

    @Test("books that are closed here stay closed to what accounts of the other ledger began with")
    func closed() throws {
        let done = try shell(
            """
            bo account open savings --opening 100 --on 2026-03-15 --now 2026-03-15 >/dev/null
            bo account open purse --opening 7 --on 2026-04-02 --now 2026-04-02 >/dev/null
            ledger add 3 Milk -a cash --on 2026-03-05 --now 2026-04-01 >/dev/null
            ledger close 2026-03 --now 2026-04-01 >/dev/null
            held() { ledger balance --on $1 -O csv | grep -c 'savings\\|7.00' || true; }
            ledger join bo --same Ada --same bank --now 2026-04-03 | grep -c 'days are closed'
            held 2026-03-31; held 2026-04-03
            ledger closings -O csv | grep -c true; ledger verify >/dev/null && echo whole
            """)
        // The purse holds 7.00 at the end of the first of April.
        #expect(done.output.hasSuffix("\n0\n1\n1\nwhole\n"), "\(done.output)\(done.errors)")
    }

    /// Bo calls food eat, has a budget for it, and more.
    private static let renaming = """
        bo add 20 Pasta -c food --now 2026-03-05 >/dev/null
        bo category rename food eat --now 2026-03-05 >/dev/null
        bo budget set eat 50 --monthly --from 2026-03 --now 2026-03-05 >/dev/null
        ledger add 3 Dining -c eat --now 2026-04-01 >/dev/null
        ledger budget set food 100 --monthly --from 2026-04 --now 2026-04-01 >/dev/null
        sums() { ledger report -Y --by category -O csv | cut -d, -f6,8 | grep 'food\\|eat' | sort; }
        join() { ledger join bo --same Ada --same bank --now $1; }

        """

    @Test("its categories come as they are called there, and those of this ledger stay as they are")
    func categories() throws {
        let done = try shell(
            JoinTests.renaming + """
                ledger report -Y --by category -O csv | head -1
                sums; join 2026-04-02 >said; echo JOINED; sums
                grep -c 'Set aside' said || true
                ledger budget -O csv --now 2026-04-02 | cut -d, -f5-7 | grep 'food\\|eat'
                undo=$(sed -n 's/.*take it back: ledger \\(undo [0-9]*\\).*/\\1/p' said)
                ledger $undo --now 2026-04-03 >/dev/null; echo "exit $?"; sums
                ledger verify >/dev/null && echo whole
                """)
        let mine = "eat,3.00\nfood,12.50\n"
        let all = done.output
        #expect(all.contains("\n\(mine)JOINED\neat,23.00\nfood,12.50\n"), "\(all)\(done.errors)")
        #expect(all.contains("100.00") && all.contains("50.00"), "\(all)")
        #expect(all.hasSuffix("exit 0\n\(mine)whole\n"), "\(all)\(done.errors)")
    }

    @Test("what came keeps the names of when it came, whatever is changed and renamed there since")
    func renamedSince() throws {
        let done = try shell(
            JoinTests.renaming + """
                join 2026-04-02 >/dev/null; sums
                bo category rename eat meals --now 2026-04-03 >/dev/null
                bo amend pasta --amount 21 --now 2026-04-03 >/dev/null
                bo add 4 Soup -c meals --now 2026-04-03 >/dev/null
                join 2026-04-04; sums; ledger report -Y --by category -O csv | grep -c meals,
                join 2026-04-05 | head -1; ledger verify >/dev/null && echo whole
                """)
        let all = done.output
        #expect(all.hasPrefix("eat,23.00\nfood,12.50\nTook in 2 commits"), "\(all)\(done.errors)")
        #expect(all.contains("it holds for the other ledger alone"), "\(all)")
        #expect(
            all.hasSuffix("eat,24.00\nfood,12.50\n1\nAll that bo has is here.\nwhole\n"),
            "\(all)\(done.errors)")
    }

    @Test("a budget of this ledger that has another name by now is not replaced") func budgets()
        throws
    {
        let done = try shell(
            """
            bo budget set meals 50 --monthly --from 2026-03 --now 2026-03-05 >/dev/null
            ledger budget set food 100 --monthly --from 2026-03 --now 2026-04-01 >/dev/null
            ledger category rename food meals --now 2026-04-01 >/dev/null
            ledger join bo --same Ada --same bank --now 2026-04-02 | grep -c 'says otherwise'
            ledger budget -O csv --now 2026-04-02 | grep -c ',meals,EUR,100.00' || true
            """)
        #expect(done.output == "1\n1\n", "\(done.output)\(done.errors)")
    }

    @Test("names that nobody has there are refused, and others for what came before")
    func names() throws {
        let done = try shell(
            """
            before=$(root ledger)
            no() { ledger join bo --now 2026-04-02 "$@" && exit 9; echo "exit $?"; }
            no --same Ada --same bnak; no --same Ada --same bank --rename Foo=Bar
            [ "$(root ledger)" = "$before" ] && echo same
            ledger join bo --same Ada --rename bank=bo-bank --now 2026-04-02 >/dev/null
            no --same Ada --rename bank=other; no --same bank; no --rename Ada=Eve
            ledger account edit bo-bank --name 'Bank of Bo' --now 2026-04-03 >/dev/null
            ledger join bo --same Ada --rename bank=bo-bank --now 2026-04-03 | head -1
            ledger join bo --now 2026-04-03 | head -1
            """)
        let refused = "exit 1\n"
        #expect(
            done.output == refused + refused + "same\n" + refused + refused + refused
                + String(repeating: "All that bo has is here.\n", count: 2),
            "\(done.output)\(done.errors)")
        for words in ["called 'bnak'", "called 'Foo'", "'bank' of bo came", "'Ada' of bo came"] {
            #expect(done.errors.contains(words), "\(words): \(done.errors)")
        }
    }
}
