internal import Ledger

/// Values of a column by which some rows are told from others.
struct ColumnValues: Hashable {
    /// The column.
    let column: CSVColumns.Column
    /// The values, to be compared.
    private let keys: Set<String>

    /// The values of a list, with commas between them; of none there is no row.
    init(_ column: CSVColumns.Column, _ list: String) {
        self.column = column
        keys = Set(list.split(separator: ",").map { ColumnValues.key(String($0)) })
    }

    /// Whether a row has one of the values; case and commas in them do not count.
    func has(_ record: CSVRecord) -> Bool {
        !keys.isEmpty && column.index < record.count
            && keys.contains(ColumnValues.key(record[column.index]))
    }

    /// Values as a list.
    static func list(_ values: [String]) -> String {
        values.map { $0.replacing(",", with: " ").collapsed }.joined(separator: ",")
    }

    static func key(_ text: String) -> String {
        text.replacing(",", with: " ").collapsed.lowercased()
    }
}
