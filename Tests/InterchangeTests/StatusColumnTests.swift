import Interchange
import Testing

/// What columns say of whether rows are booked.
@Suite struct StatusColumnTests {
    private func file(_ column: String, _ values: [String]) -> String {
        "Date,Title,\(column),Amount\n"
            + values.enumerated().map { "2026-02-0\($0 + 1),A,\($1),5\n" }.joined()
    }

    /// The values that are asked about; empty where nothing is.
    private func asked(_ column: String, _ values: [String]) throws -> [String] {
        do {
            _ = try parsing(file(column, values))
            return []
        } catch .ambiguousRows(.state, let name, let values, _) {
            #expect(name == column)
            return values
        }
    }

    @Test(
        "a value that is not known as booked is asked about",
        arguments: [
            "Uncleared", "Authorised", "Autorisiert", "offen", "storniert", "Open", "Zugeordnet",
            "Not settled", "nicht gebucht", "Partially paid, pending", "!", "0",
        ])
    func asks(_ value: String) throws {
        let cell = value.contains(",") ? "\"\(value)\"" : value
        for column in ["Status", "Transaction Status", "Buchungsstatus", "cleared"] {
            #expect(try asked(column, ["Booked", cell, ""]) == [value])
            #expect(try asked(column, [cell]) == [value])
        }
        let all = CSVImportOptions(leftOut: ["Status="])
        #expect(try parsing(file("Status", ["Booked", cell]), all).rows.count == 2)
    }

    @Test(
        "what is booked is not",
        arguments: [
            "Booked", "COMPLETED", "Posted", "Umsatz gebucht", "Transaction completed", "Cleared",
            "Reconciled", "exécuté", "Bezahlt", "*", "",
        ])
    func isSilent(_ value: String) throws {
        for column in ["Status", "State", "Statut", "Cleared"] {
            #expect(try asked(column, [value, "booked"]).isEmpty)
        }
    }

    @Test("a state is asked about where it is one of rows, and other columns by clear words")
    func otherColumns() throws {
        #expect(try asked("State", ["NY", "CA"]).isEmpty)
        #expect(try asked("State", ["COMPLETED", "WAITING"]) == ["WAITING"])
        #expect(try asked("Remark 2", ["open", "offen"]).isEmpty)
        #expect(try asked("Remark 2", ["fine", "uncleared"]) == ["uncleared"])
    }
}
