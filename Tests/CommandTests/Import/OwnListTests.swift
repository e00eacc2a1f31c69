import Interchange
import Support
import Testing

/// What this program lists as CSV, imported into another ledger.
@Suite("The list, imported")
struct OwnListTests {
    private func ledger(_ commands: String...) throws -> CommandRunner {
        let runner = try CommandRunner()
        let opening = ["init", "--currency", "EUR", "--zone", "UTC", "--owner", "Ada"]
        try #require(try runner.start(opening).finish().code == 0)
        for command in commands {
            let result = try runner.shell("ledger " + command)
            #expect(result.code == 0, "\(command): \(result.errors)")
        }
        return runner
    }

    @Test("comes back whole")
    func comesBack() throws {
        let old = try ledger(
            "people add Ann",
            "add 12.50 Lunch -c food -t 'two words' -t work --on 2026-03-01 -a bank",
            "add 2000 Pay --income --on 2026-03-02 -a bank",
            "add 420 Save --transfer bank savings --on 2026-03-03",
            "add 30 Dinner --on 2026-03-04 --payer Ann --split me:1,Ann:2")
        let list = try old.shell("ledger list --all -O csv").output
        let new = try ledger("people add Ann")
        try new.write(Array(list.utf8), to: "o.csv")
        let done = try new.shell("ledger import o.csv")
        #expect(done.code == 0, "\(done.errors)")
        for report in ["report", "people balance"] {
            let command = "ledger \(report) -O csv"
            let (before, after) = (try old.shell(command), try new.shell(command))
            #expect(before.output == after.output, "\(report)")
        }
        // Accounts have other ids.
        let balance = "ledger balance -O csv | cut -d, -f 1,3-5"
        #expect(try old.shell(balance).output == new.shell(balance).output)
        #expect(try told(old) == told(new))
        let again = try new.shell("ledger import o.csv -O json").output
        #expect(JSONValue(parsing: again)?["new"]?.integer == 0)
    }

    /// The list, each id as the number of its line in the order of the ledger.
    private func told(_ runner: CommandRunner) throws -> [[String]] {
        let text = try runner.shell("ledger list --all -O csv").output
        let source = MemoryBytes(Array(text.utf8))
        var reader = CSVReader(
            source, try TextForm.found(in: source, given: nil), separator: .comma)
        var record = CSVRecord()
        var rows: [[String]] = []
        while try reader.next(into: &record) { rows.append(record.texts) }
        let ids = rows.dropFirst().compactMap { Int($0[0]) }.sorted()
        func number(_ id: some StringProtocol) -> String {
            Int(id).flatMap { ids.firstIndex(of: $0) }.map { "\($0)" } ?? "?"
        }
        for index in rows.indices.dropFirst() {
            rows[index][0] = number(rows[index][0])
            rows[index][1] = ""
            rows[index][17] = rows[index][17].split(separator: " ").map(number)
                .joined(separator: " ")
        }
        return rows
    }

    /// Something that was recorded, in any way that there is.
    private func command(_ random: inout RandomChoices, _ number: Int) -> [String] {
        func one(_ texts: [String]) -> String { texts[random.choose(texts.count)] }
        let titles = [
            "Tea", "Market | Apples", "=SUM(1)", "\"quoted\" words", "a,b;c", "Ünïcode ✓", "'x",
        ]
        let amount = "\(random.choose(9_000) + 1).\(random.choose(10))0"
        var words = ["add", one(["", "", "-"]) + amount, one(titles)]
        let isTransfer = random.choose(4) == 0
        if isTransfer {
            words[1] = amount
            words +=
                ["--transfer"]
                + [["bank", "card"], ["card", "-"], ["-", "bank"]][
                    random.choose(3)]
        } else {
            if random.choose(3) == 0 { words.append("--income") }
            if random.choose(2) == 0 { words += ["-a", one(["bank", "card", "Cash box"])] }
            if random.choose(2) == 0 {
                words += ["-c", one(["food", "food:out", "home:rent:May"])]
            }
            if random.choose(3) == 0 { words += ["--payer", one(["me", "Ann", "Bob Lee"])] }
            if random.choose(4) == 0, words[1].first != "-" {
                words += ["--split", one(["me,Ann", "me:1,Ann:2,Bob Lee", "Ann"])]
            }
            if random.choose(4) == 0 { words += ["--currency", "USD"] }
        }
        if random.choose(3) == 0 { words += ["-t", one(["work", "two words", "q\"x"])] }
        if random.choose(3) == 0 { words.append(one(["--tag=trip", "--tag=-dash"])) }
        if random.choose(3) == 0 { words.append("--note=" + one(["=1", "two\nlines", "- ; ,"])) }
        if random.choose(3) == 0 { words += ["--time", one(["12:30", "07:05"])] }
        words += ["--on", "2026-0\(random.choose(3) + 1)-1\(random.choose(9))"]
        if !isTransfer, random.choose(4) == 0 {
            words += ["+", "3.10", "Soap \(number)", "-c", "home"]
        }
        return words
    }

    @Test("comes back as it was, whatever was recorded", arguments: 0..<6)
    func law(_ seed: Int) throws {
        var random = RandomChoices(seed: UInt64(seed))
        let old = try ledger("people add Ann", "people add 'Bob Lee'")
        for number in 0..<16 {
            let words = command(&random, number)
            let result = try old.start(words).finish()
            #expect(result.code == 0, "\(words): \(result.errors)")
        }
        #expect(try old.shell("ledger list >/dev/null && ledger void .3").code == 0)
        let list = try old.shell("ledger list --all -O csv").output
        let new = try ledger(
            "people add Zoe", "people add Ann", "people add 'Bob Lee'")
        try new.write(Array(list.utf8), to: "o.csv")
        let done = try new.shell("ledger import o.csv")
        #expect(done.code == 0, "\(done.errors)")
        let (before, after) = (try told(old), try told(new))
        #expect(before.count == after.count)
        for (before, after) in zip(before, after) { #expect(before == after) }
        let again = try new.shell("ledger import o.csv -O json").output
        #expect(JSONValue(parsing: again)?["new"]?.integer == 0)
    }

    @Test("persons who are not there are named, and nothing is written")
    func namesPersons() throws {
        let old = try ledger("add 30 Dinner --payer Ann --split me,Ann")
        let new = try ledger()
        try new.write(Array(try old.shell("ledger list --all -O csv").output.utf8), to: "o.csv")
        let refused = try new.shell("ledger import o.csv")
        #expect(refused.code != 0)
        #expect(refused.errors.contains("try: ledger people add Ann"))
        #expect(try new.shell("ledger list -O json").output.contains("\"count\":0"))
        #expect(try new.shell("ledger people add Ann && ledger import o.csv").code == 0)
        #expect(try told(old) == told(new))
    }
}
