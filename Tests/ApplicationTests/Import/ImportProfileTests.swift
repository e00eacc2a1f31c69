import Application
import Interchange
import Ledger
import Support
import Testing

@Suite("Profiles of bank files")
struct ImportProfileTests {
    /// The last day decides the form of the dates.
    private static let march = "Date,Amount,Title\n02/03/2026,-5.50,Tea\n31/03/2026,1000,Wages\n"
    private static let april = "Date,Amount,Title\n02/04/2026,-6.50,Tea\n"
    private static let options = CSVImportOptions(sign: .account, account: "=giro")

    private func run(
        _ text: String, _ env: Environment, _ options: CSVImportOptions? = nil,
        profile: String? = nil, save: String? = nil
    ) throws -> ImportCSV.Output {
        let input = ImportCSV.Input(
            file: FileBytes(bytes(text)), fileName: "bank.csv", options: options,
            profile: profile, saveProfile: save)
        return try ImportCSV.run(input, in: env)
    }

    private func names(_ env: Environment) throws -> [String] {
        try ListKept<CSVProfile>.run(NoInput(), in: env).rows.map(\.name)
    }

    @Test("the next file of the bank needs nothing but the name") func saves() throws {
        let env = try opened()
        let first = try run(
            ImportProfileTests.march, env, ImportProfileTests.options, save: " giro ")
        #expect(first.understood.profile.saved == "giro")
        let profile = try #require(try ListKept<CSVProfile>.run(NoInput(), in: env).rows.first)
        #expect(profile.name == "giro")
        #expect(profile.header == ["Date", "Amount", "Title"])
        #expect(
            profile.options
                == CSVImportOptions(
                    sign: .account, account: "=giro", dateForm: DateForm(rawValue: "DD/MM/YYYY"),
                    decimalMark: .point))
        let second = try run(ImportProfileTests.april, env, profile: "giro")
        #expect(second.understood.profile.used == "giro")
        #expect(!second.understood.profile.isForOtherColumns)
        #expect(second.understood.profile.proposed == [])
        #expect(try env.sums() == ["expense 12.00 EUR 2", "income 1000.00 EUR 1"])
        let rows = try ListEntries.run(ListEntries.Input(), in: env).rows
        #expect(Set(rows.map(\.account)) == ["giro"])
        #expect(rows.map(\.day.description).contains("2026-04-02"))
    }

    @Test("what is said goes before the profile, and can be saved again") func wins() throws {
        let env = try opened()
        _ = try run(ImportProfileTests.march, env, ImportProfileTests.options, save: "giro")
        let more = CSVImportOptions(sign: .spend, tag: ["=old"])
        let second = try run(
            ImportProfileTests.april, env, more, profile: "giro", save: "giro")
        #expect(second.receipt.sums.map(\.sum) == ["-6.50"])
        let rows = try ListKept<CSVProfile>.run(NoInput(), in: env).rows
        #expect(rows.count == 1)
        #expect(rows.first?.options.sign == .spend)
        #expect(rows.first?.options.tag == ["=old"])
        #expect(rows.first?.options.account == "=giro")
    }

    @Test("a profile is proposed for its columns while it says more than was said")
    func proposes() throws {
        let env = try opened()
        _ = try run(ImportProfileTests.march, env, ImportProfileTests.options, save: "giro")
        let day = "Date,Amount,Title\n30/04/2026,6.50,Tea\n"
        #expect(try run(day, env).understood.profile.proposed == ["giro"])
        let same = try #require(try ListKept<CSVProfile>.run(NoInput(), in: env).rows.first).options
        // The same day read with other options would be asked about.
        let other = day.replacing("Tea", with: "Milk")
        #expect(try run(other, env, same).understood.profile.proposed == [])
        // What may mean either is asked, with the profile that says it.
        #expect {
            try run("Date,Amount,Title\n30/04/2026,-9.50,Tea\n", env)
        } throws: { error in
            guard case .csv(.ambiguousSign, let profiles) = error as? ApplicationError else {
                return false
            }
            return profiles == ["giro"]
        }
        let plain = try run("Date,Amount\n30/04/2026,6.50\n", env)
        #expect(plain.understood.profile.proposed == [])
        let forced = try run("Date,Amount\n30/04/2026,-8\n", env, profile: "giro")
        #expect(forced.understood.profile.isForOtherColumns)
    }

    @Test("an error names the profiles for the file's columns") func helps() throws {
        let env = try opened()
        _ = try run(ImportProfileTests.march, env, ImportProfileTests.options, save: "giro")
        do {
            _ = try run(ImportProfileTests.april, env)
            Issue.record("the dates are ambiguous")
        } catch ApplicationError.csv(.ambiguousDates, let profiles) {
            #expect(profiles == ["giro"])
        }
        // What no option mends is not blamed on a missing profile.
        #expect(throws: ApplicationError.csv(.unclosedQuote(line: 2))) {
            try run("Date,Amount,Title\n02/04/2026,\"6.50,Tea\n", env)
        }
        #expect(throws: ApplicationError.unknownProfile("Giro", known: ["giro"])) {
            try run(ImportProfileTests.april, env, profile: "Giro")
        }
        #expect(throws: ApplicationError.decision(.emptyName)) {
            try run(ImportProfileTests.march, env, save: " ")
        }
    }

    @Test("nothing is saved by a dry run, nor when a row is refused") func keepsStill() throws {
        let env = try opened()
        let draft = env.dryRun()
        let done = try run(
            ImportProfileTests.march, draft, ImportProfileTests.options, save: "giro")
        #expect(done.understood.profile.saved == "giro")
        #expect(try names(draft) == ["giro"])
        #expect(try names(env) == [])
        let bad = ImportProfileTests.march + "31/04/2026,5,No such day\n"
        let refused = try run(bad, env, ImportProfileTests.options, save: "giro")
        #expect(refused.understood.profile.saved == nil)
        #expect(try names(env) == [])
        #expect(try env.events() == 2)
        // A file of which every row is known teaches as much as a new one, refused rows or not.
        _ = try run(ImportProfileTests.march, env, ImportProfileTests.options)
        let known = try ImportCSV.run(
            ImportCSV.Input(
                file: FileBytes(bytes(bad)), options: ImportProfileTests.options,
                saveProfile: "giro", skipsRefused: true), in: env)
        #expect(known.receipt.id == nil && known.understood.profile.saved == "giro")
        #expect(try names(env) == ["giro"])
    }

    @Test("a profile that is removed is gone") func removes() throws {
        let env = try opened()
        for name in ["one", "two"] {
            _ = try run(ImportProfileTests.march, env, ImportProfileTests.options, save: name)
        }
        _ = try RemoveKept<CSVProfile>.run(
            RemoveKept<CSVProfile>.Input(name: "one", dryRun: true), in: env)
        #expect(try names(env) == ["one", "two"])
        let removed = try RemoveKept<CSVProfile>.run(
            RemoveKept<CSVProfile>.Input(name: "one"), in: env)
        #expect(removed.options.account == "=giro")
        #expect(try names(env) == ["two"])
        #expect(throws: ApplicationError.unknownProfile("one", known: ["two"])) {
            try RemoveKept<CSVProfile>.run(RemoveKept<CSVProfile>.Input(name: "one"), in: env)
        }
    }
}
