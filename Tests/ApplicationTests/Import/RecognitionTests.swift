import Application
import Interchange
import Ledger
import Support
import Testing

/// How rows are known again: by their ids, by what they say, by account, day and amount.
@Suite struct RecognitionTests {
    private func run(
        _ rows: [String], _ env: Environment, _ options: CSVImportOptions? = nil,
        _ proposals: ImportProposals? = nil,
        header: String = "Date,Amount,Title,Account,Transaction ID"
    ) throws -> ImportReceipt {
        let text = ([header] + rows).joined(separator: "\n")
        let input = ImportCSV.Input(
            file: FileBytes(bytes(text)), fileName: "bank.csv", options: options,
            proposals: proposals)
        return try ImportCSV.run(input, in: env).receipt
    }

    /// Day, kind, amount and title of the live lines, sorted.
    private func lines(_ env: Environment) throws -> [String] {
        try env.snapshot().lines().map { line in
            "\(line.facts.day) \(line.facts.kind.name) \(line.facts.amount) \(line.details.title)"
        }.sorted()
    }

    private func isEmpty(_ receipt: ImportReceipt) -> Bool {
        receipt.new == 0 && receipt.changed.isEmpty && receipt.held == nil
            && receipt.missing.isEmpty
    }

    // MARK: By id

    @Test func anIdOutlivesItsTexts() throws {
        let env = try opened()
        _ = try run(["2026-03-01,1.00,TEA 4711,Bank,A1", "2026-03-02,2.00,BUS 9,Bank,A2"], env)
        let receipt = try run(
            ["2026-03-01,1.00,Tea House,Bank,A1", "2026-03-02,2.00,City Bus,Bank,A2"], env)
        #expect(receipt.known == 2)
        #expect(isEmpty(receipt))
    }

    @Test func anIdWithOtherValuesIsAChange() throws {
        let env = try opened()
        _ = try run(["2026-03-01,1.00,Tea,Bank,A1", "2026-03-02,2.00,Bus,Bank,A2"], env)
        let rows = ["2026-03-01,1.00,Tea,Bank,A1", "2026-03-04,2.50,City Bus,Bank,A2"]
        let receipt = try run(rows, env)
        #expect((receipt.known, receipt.new, receipt.changed.count) == (1, 0, 1))
        _ = try run(rows, env, nil, .accept)
        #expect(
            try lines(env) == [
                "2026-03-01 expense 1.00 Tea", "2026-03-04 expense 2.50 City Bus",
            ])
        #expect(isEmpty(try run(rows, env)))
    }

    /// Equal rows with ids of their own are two payments.
    @Test func idsTellEqualRowsApart() throws {
        let env = try opened()
        _ = try run(["2026-03-01,1.00,Tea,Bank,A1"], env)
        let both = ["2026-03-01,1.00,Tea,Bank,A1", "2026-03-01,1.00,Tea,Bank,A2"]
        let receipt = try run(both, env)
        #expect((receipt.known, receipt.new) == (1, 1))
    }

    /// What counts rows, occurs twice or goes with other days is no id.
    @Test(arguments: [
        ["1", "2", "3"], ["R", "R", "R"], ["501.25", "498.00", "495.75"],
    ])
    func someColumnsAreNoIds(_ ids: [String]) throws {
        let env = try opened()
        func rows(_ first: Int) -> [String] {
            (0..<3).map { "2026-03-0\(first + $0),\(first + $0).00,shop,Bank,\(ids[$0])" }
        }
        _ = try run(rows(1), env)
        let receipt = try run(rows(2), env)
        #expect((receipt.known, receipt.new, receipt.changed.count) == (2, 1, 0))
    }

    @Test func aReferenceThatComesEveryMonthIsNoId() throws {
        let env = try opened()
        _ = try run(["2026-03-01,500.00,Rent,Bank,REF-7"], env)
        let receipt = try run(["2026-04-01,500.00,Rent,Bank,REF-7"], env)
        #expect((receipt.known, receipt.new, receipt.changed.count) == (0, 1, 0))
    }

    // MARK: By account, day and amount

    @Test func aPendingRowThatSettlesIsHeld() throws {
        let env = try opened()
        _ = try run(
            [
                "2026-03-04,100.00,Hotel pending,Bank", "2026-03-03,3.00,Kiosk,Bank",
                "2026-03-01,20.00,Aldi,Bank",
            ], env)
        let rows = [
            "2026-03-06,12.00,Book,Bank", "2026-03-05,100.00,Hotel,Bank",
            "2026-03-03,3.00,Kiosk,Bank", "2026-03-01,20.00,Aldi,Bank",
        ]
        let receipt = try run(rows, env)
        #expect((receipt.known, receipt.new, receipt.changed.count) == (2, 1, 1))
        _ = try run(rows, env, nil, .accept)
        #expect(
            try lines(env) == [
                "2026-03-01 expense 20.00 Aldi", "2026-03-03 expense 3.00 Kiosk",
                "2026-03-05 expense 100.00 Hotel", "2026-03-06 expense 12.00 Book",
            ])
        #expect(isEmpty(try run(rows, env)))
    }

    @Test(arguments: [0, 1, 2])
    func aTextThatChangedIsHeldWhereverItStands(_ place: Int) throws {
        let env = try opened()
        var rows = (1...3).map { "2026-03-0\($0),\($0).00,Shop \($0),Bank" }
        _ = try run(rows, env)
        rows[place] = "2026-03-0\(place + 1),\(place + 1).00,Something else,Bank"
        let receipt = try run(rows, env)
        #expect((receipt.known, receipt.new, receipt.changed.count) == (2, 0, 1))
    }

    /// Months that do not overlap have nothing to do with each other, however alike they are.
    @Test func filesBesideEachOtherAreNew() throws {
        let env = try opened()
        let march = (28...31).map { "2026-03-\($0),3.50,Coffee,Bank" }
        let april = (1...4).map { "2026-04-0\($0),3.50,Coffee,Bank" }
        _ = try run(april, env)
        let late = try run(march, env)
        #expect((late.new, late.changed.count) == (4, 0))
        let may = try run(["2026-04-05,3.50,Coffee,Bank"], env)
        #expect((may.new, may.changed.count) == (1, 0))
    }

    private static let signed = [
        "2026-03-01,-1.00,Tea,Bank", "2026-03-02,2000.00,Pay of March,Bank",
        "2026-03-03,-1.00,Tea,Bank", "2026-03-03,-1.00,Tea,Bank",
    ]

    @Test func otherSignsDoubleNothing() throws {
        let env = try opened()
        var options = CSVImportOptions(sign: .spend)
        _ = try run(RecognitionTests.signed, env, options)
        options.sign = .account
        let receipt = try run(RecognitionTests.signed, env, options)
        #expect((receipt.new, receipt.changed.count) == (0, 4))
        _ = try run(RecognitionTests.signed, env, options, .accept)
        #expect(
            try lines(env) == [
                "2026-03-01 expense 1.00 Tea", "2026-03-02 income 2000.00 Pay of March",
                "2026-03-03 expense 1.00 Tea", "2026-03-03 expense 1.00 Tea",
            ])
        #expect(isEmpty(try run(RecognitionTests.signed, env, options)))
    }

    @Test(arguments: [
        CSVImportOptions(sign: .account, title: "Other"),
        CSVImportOptions(amount: "Net", sign: .account),
        CSVImportOptions(sign: .account, title: "=Bank statement"),
    ])
    func otherColumnsDoubleNothing(_ options: CSVImportOptions) throws {
        let env = try opened()
        let header = "Date,Amount,Net,Title,Other"
        let rows = [
            "2026-03-01,-1.00,-0.80,Tea,t", "2026-03-02,-9.00,-7.00,Books,b",
            "2026-03-03,-4.00,-3.00,Bus,u",
        ]
        _ = try run(rows, env, CSVImportOptions(sign: .account), header: header)
        let receipt = try run(rows, env, options, header: header)
        #expect((receipt.new, receipt.changed.count) == (0, 3))
    }

    // MARK: Lines that are gone

    @Test func anErasureIsOutlived() throws {
        let env = try opened()
        let rows = [
            "2026-03-01,1.00,Tea,Bank", "2026-03-02,80.00,Dr. Moss,Bank",
            "2026-03-03,2.00,Bus,Bank",
        ]
        _ = try run(rows, env)
        let id = try #require(
            env.snapshot().lines().first { $0.details.title == "Dr. Moss" }?.id)
        _ = try EraseText.run(EraseText.Input(ids: ["\(id)"]), in: env)
        #expect(isEmpty(try run(rows, env)))
        // A second visit of that day is another line.
        #expect(try run(rows + ["2026-03-02,80.00,Dr. Moss,Bank"], env).new == 1)
        // What came of it later brings no text back.
        var later = rows
        later[1] = "2026-03-03,80.00,Dr. Moss,Bank"
        let env2 = try opened()
        _ = try run(rows, env2)
        _ = try EraseText.run(EraseText.Input(ids: ["\(id)"]), in: env2)
        #expect(try run(later, env2, nil, .accept).changed.count == 1)
        #expect(try lines(env2).contains("2026-03-03 expense 80.00 "))
        #expect(isEmpty(try run(later, env2)))
    }

    @Test func aVoidedLineStaysVoided() throws {
        let env = try opened()
        let rows = ["2026-03-01,1.00,Tea,Bank", "2026-03-02,8.00,Twice,Bank"]
        _ = try run(rows, env)
        let id = try #require(env.snapshot().lines().first { $0.details.title == "Twice" }?.id)
        _ = try VoidEntry.run(EntriesInput(ids: ["\(id)"]), in: env)
        #expect(isEmpty(try run(rows, env)))
        let other = [rows[0], "2026-03-02,8.00,Another text,Bank"]
        for proposals in [nil, ImportProposals.accept] {
            let receipt = try run(other, env, nil, proposals)
            #expect((receipt.new, receipt.changed.count) == (0, 1))
            #expect(try lines(env).count == 1)
        }
        #expect(try run(other, env, nil, .ignore).new == 1)
    }

    /// Of very many rows it is not said which line is which, but none is counted twice.
    @Test func manyRowsAreHeldTogether() throws {
        let env = try opened()
        let rows = (0..<10_050).map { number in
            let month = number % 2 == 0 ? "03" : "05"
            return "2026-\(month)-1\(number % 7),-\(number % 40).50,s\(number),Bank"
        }
        _ = try run(rows, env, CSVImportOptions(sign: .spend))
        let receipt = try run(rows, env, CSVImportOptions(sign: .account))
        #expect((receipt.new, receipt.held) == (0, 10_050))
        #expect(receipt.id == nil)
    }
}
