import Interchange
import Testing

@Suite struct CSVColumnsTests {
    private func column(_ index: Int, _ name: String) -> CSVColumns.Source {
        .column(CSVColumns.Column(index: index, name: name))
    }

    @Test func findsUsualNames() throws {
        let header = [
            "Date", "Mode", "Category", "Subcategory", "Note", "Amount", "Income/Expense",
            "Currency",
        ]
        let columns = try CSVColumns(header: header, options: CSVImportOptions())
        #expect(columns.date == CSVColumns.Column(index: 0, name: "Date"))
        #expect(columns.account == column(1, "Mode"))
        #expect(columns.category == [column(2, "Category"), column(3, "Subcategory")])
        #expect(columns.title == nil)
        #expect(columns.note == column(4, "Note"))
        #expect(columns.amount == CSVColumns.Column(index: 5, name: "Amount"))
        #expect(columns.kind == column(6, "Income/Expense"))
        #expect(columns.currency == column(7, "Currency"))
        #expect(columns.tags == [])
        #expect(columns.unused == [])
    }

    @Test func takesWhatIsGivenFirst() throws {
        let options = CSVImportOptions(
            title: "vendor", note: "", category: ["AccountDescription", "=Amounts"],
            currency: "GBP", tag: ["Source", "imported"])
        let columns = try CSVColumns(
            header: ["ID", " Vendor ", "Note", "AccountDescription", "Amount", "Date", "Source"],
            options: options)
        #expect(columns.title == column(1, "Vendor"))
        #expect(columns.note == nil)
        #expect(columns.category == [column(3, "AccountDescription"), .constant("Amounts")])
        #expect(columns.currency == .constant("GBP"))
        #expect(columns.tags == [column(6, "Source"), .constant("imported")])
        #expect(columns.unused.map(\.name) == ["ID", "Note"])
    }

    @Test func aGivenColumnIsNotTakenAgainByAUsualName() throws {
        let options = CSVImportOptions(title: "Note")
        let columns = try CSVColumns(header: ["Date", "Amount", "Note"], options: options)
        #expect(columns.title == column(2, "Note"))
        #expect(columns.note == nil)
    }

    @Test func anExactNameComesBeforeOneInOtherLetters() throws {
        let options = CSVImportOptions(title: "text")
        let columns = try CSVColumns(header: ["Date", "Amount", "Text", "text"], options: options)
        #expect(columns.title == column(3, "text"))
    }

    @Test func asksForWhatEveryRowNeeds() {
        #expect(throws: ImportError.missingColumn(.date, header: ["When", "Amount"])) {
            try CSVColumns(header: ["When", "Amount"], options: CSVImportOptions())
        }
        #expect(throws: ImportError.missingColumn(.amount, header: ["Date", "Price"])) {
            try CSVColumns(header: ["Date", "Price"], options: CSVImportOptions())
        }
        let unknown = ImportError.unknownColumn(
            .amount, value: "12", near: nil, header: ["Date", "Price"])
        #expect(throws: unknown) {
            try CSVColumns(header: ["Date", "Price"], options: CSVImportOptions(amount: "12"))
        }
    }

    @Test(arguments: [
        ("Vendro", "Vendor"), ("vendors", "Vendor"), ("Nots", "Note"), ("Catgory", "Category"),
    ])
    func aConstantLikeAColumnIsRefused(_ value: String, _ near: String) {
        let header = ["Date", "Amount", "Vendor", "Note", "Category"]
        let unknown = ImportError.unknownColumn(.title, value: value, near: near, header: header)
        #expect(throws: unknown) {
            try CSVColumns(header: header, options: CSVImportOptions(title: value))
        }
        #expect(throws: Never.self) {
            try CSVColumns(header: header, options: CSVImportOptions(title: "=\(value)"))
        }
    }

    /// Short texts are near to many others by chance.
    @Test func aCurrencyIsNotTakenForAShortName() throws {
        let columns = try CSVColumns(
            header: ["ID", "Date", "Amount", "EURO"], options: CSVImportOptions(currency: "USD"))
        #expect(columns.currency == .constant("USD"))
    }

    @Test func refusesANameThatTwoColumnsHave() {
        #expect(throws: ImportError.repeatedColumn(.date, name: "date")) {
            try CSVColumns(header: ["Date", "Date", "Amount"], options: CSVImportOptions())
        }
    }
}
