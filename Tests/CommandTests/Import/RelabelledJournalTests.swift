import Foundation
import Support
import Testing

/// Journals whose categories, tags and status change between two imports.
@Suite("A journal that says another category, tag or status later") struct RelabelledJournalTests {
    private static let hledger = """
        2026-03-01 * Bakery
            expenses:food  3.20  ; trip:
            assets:giro
        2026-03-02 Hotel
            expenses:travel  80
            assets:giro
        2026-03-03 Market
            expenses:food  5
            expenses:home  5
            assets:giro

        """

    private static let beancount = """
        2026-01-01 open Assets:Giro
        2026-03-01 * "Bakery" #trip
          Expenses:Food  3.20 EUR
          Assets:Giro
        2026-03-02 txn "Hotel"
          Expenses:Travel  80 EUR
          Assets:Giro
        2026-03-03 txn "Market"
          Expenses:Food  5 EUR
          Expenses:Home  5 EUR
          Assets:Giro

        """

    /// A ledger that has the journal; `b` is the journal with another tag, category and status.
    private func ledger(_ form: String) throws -> CommandRunner {
        let runner = try CommandRunner()
        let isHledger = form == "hledger"
        let text = isHledger ? RelabelledJournalTests.hledger : RelabelledJournalTests.beancount
        try runner.write(Array(text.utf8), to: "a")
        let other = text.replacing("trip", with: "visit").replacing("travel", with: "work")
            .replacing("Travel", with: "Work")
            .replacing("2026-03-02 \(isHledger ? "" : "txn ")", with: "2026-03-02 ! ")
        try runner.write(Array(other.utf8), to: "b")
        let made = try runner.shell(
            """
            set -e
            ledger init --currency EUR --zone UTC --owner Ada --now 2026-04-01 >/dev/null
            ledger import a >/dev/null
            """)
        try #require(made.code == 0, "\(made.errors)")
        return runner
    }

    /// What an import proposes, as `field was now`, and behind it how many rows are new.
    private func proposed(_ runner: CommandRunner, _ words: String) throws -> [String] {
        let done = try runner.shell("ledger import \(words) -O json")
        let receipt = try #require(JSONValue(parsing: done.output), "\(done.errors)")
        let rows = try #require(receipt["changed"]?.array)
        let changes = rows.flatMap { $0["changes"]?.array ?? [] }.map { change in
            ["field", "was", "now"].map { change[$0]?.string ?? "-" }.joined(separator: " ")
        }
        let new = try #require(receipt["new"]?.integer)
        return (changes + ["new \(new)"]).map { $0.lowercased() }
    }

    private static let facts =
        "ledger list -O csv | sed 1d | awk -F, '{print $8, $10, $14, $20}'"
        + " | tr A-Z a-z | sort\n"
    private static let before = """
        3.20 food trip cleared
        5.00 food \u{20}
        5.00 home \u{20}
        80.00 travel \u{20}

        """
    private static let after = """
        3.20 food visit cleared
        5.00 food \u{20}
        5.00 home \u{20}
        80.00 work  pending

        """

    @Test(
        "is proposed, left as it is until somebody says so, and taken back with one undo",
        arguments: ["hledger", "beancount"])
    func proposes(_ form: String) throws {
        let runner = try ledger(form)
        let wanted = ["tags trip visit", "category travel work", "status - pending", "new 0"]
        #expect(try proposed(runner, "a") == ["new 0"])
        #expect(try proposed(runner, "b") == wanted)
        #expect(try proposed(runner, "b --dry-run --changes accept") == wanted)
        // They are no other payments, whatever is said.
        #expect(try proposed(runner, "b --changes ignore").last == "new 0")
        let facts = RelabelledJournalTests.facts
        #expect(try runner.shell(facts).output == RelabelledJournalTests.before)
        #expect(try proposed(runner, "b --changes accept") == wanted)
        #expect(try runner.shell(facts).output == RelabelledJournalTests.after)
        #expect(try proposed(runner, "b") == ["new 0"])
        // The older file says otherwise again.
        #expect(
            try proposed(runner, "a")
                == ["tags visit trip", "category work travel", "status pending -", "new 0"])
        let back = try runner.shell("ledger undo >/dev/null; ledger verify >/dev/null\n" + facts)
        #expect(back.output == RelabelledJournalTests.before, "\(back.errors)")
        #expect(try proposed(runner, "a") == ["new 0"])
        #expect(try proposed(runner, "b") == wanted)
    }

    @Test("does not take back what was changed by hand while the file said the same")
    func byHand() throws {
        let runner = try ledger("hledger")
        let done = try runner.shell(
            """
            set -e
            id=$(ledger list -O csv | awk -F, '$8 == "3.20" {print $1}')
            ledger amend $id --category snacks >/dev/null
            sed s/expenses:food/expenses:bread/ a > c
            """)
        try #require(done.code == 0, "\(done.errors)")
        #expect(try proposed(runner, "a") == ["new 0"])
        // Of what the file changes besides, the preview says what is here now.
        #expect(
            try proposed(runner, "c")
                == ["category snacks bread", "category food bread", "new 0"])
        // The tag of the file comes, the category stays.
        #expect(
            try proposed(runner, "b --changes accept")
                == ["tags trip visit", "category travel work", "status - pending", "new 0"])
        #expect(
            try runner.shell(RelabelledJournalTests.facts).output
                == RelabelledJournalTests.after.replacing("3.20 food", with: "3.20 snacks"))
        // What somebody made so by hand is known.
        let same = try runner.shell(
            """
            set -e
            id=$(ledger list -O csv | awk -F, '$8 == "3.20" {print $1}')
            ledger amend $id --category bread >/dev/null
            sed '/Bakery/,/giro/s/food/bread/' b > d
            """)
        try #require(same.code == 0, "\(same.errors)")
        #expect(try proposed(runner, "d --changes accept") == ["new 0"])
    }

    @Test("is no change where a category was only renamed here")
    func renamed() throws {
        let runner = try ledger("hledger")
        let done = try runner.shell("ledger category rename travel journeys >/dev/null")
        try #require(done.code == 0, "\(done.errors)")
        #expect(try proposed(runner, "a") == ["new 0"])
    }

    @Test(
        "is noticed in a journal and a list that this ledger wrote, too",
        arguments: ["export hledger", "export beancount", "list -O csv"])
    func own(_ words: String) throws {
        let runner = try CommandRunner()
        let made = try runner.shell(
            """
            set -e
            ledger init --currency EUR --zone UTC --owner Ada --now 2026-04-01 >/dev/null
            ledger add 3.20 Bakery -c food --tag trip --on 2026-03-01 -a giro >/dev/null
            ledger add 80 Hotel -c travel --on 2026-03-02 -a giro >/dev/null
            ledger add 5 Market -c food --tag 'red, ripe' + 5 Soap -c home --on 2026-03-03 \\
                -a giro >/dev/null
            ledger add 30 Cash --transfer giro wallet --on 2026-03-04 --tag trip >/dev/null
            ledger \(words) > a
            sed '/[Bb]akery/s/trip/visit/; /[Bb]akery/,/giro/s/trip/visit/
                s/travel/work/; s/Travel/Work/' a > b
            """)
        try #require(made.code == 0, "\(made.errors)")
        let facts =
            "ledger list -O csv | sed 1d | awk -F, '$8 != \"5.00\" && $8 != \"30.00\""
            + " {print $8, $10, $14}' | sort\n"
        let (before, after) = ("3.20 food trip\n80.00 travel \n", "3.20 food visit\n80.00 work \n")
        #expect(try proposed(runner, "a") == ["new 0"])
        let wanted = ["category travel work", "new 0", "tags trip visit"]
        #expect(try proposed(runner, "b").sorted() == wanted)
        // They are no other payments, whatever is said.
        #expect(try proposed(runner, "b --changes ignore").contains("new 0"))
        #expect(try runner.shell(facts).output == before)
        #expect(try proposed(runner, "b --changes accept").sorted() == wanted)
        #expect(try runner.shell(facts).output == after)
        #expect(try proposed(runner, "b") == ["new 0"])
        let back = try runner.shell("ledger undo >/dev/null; ledger verify >/dev/null\n" + facts)
        #expect(back.output == before, "\(back.errors)")
        #expect(try proposed(runner, "a") == ["new 0"])
    }
}
