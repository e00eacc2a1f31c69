package import Interchange
package import Ledger

/// The bytes of a file; in JSON a string in base64.
package struct FileBytes: Hashable, Sendable {
    /// The bytes.
    package var bytes: [UInt8]

    /// Some bytes.
    package init(_ bytes: [UInt8]) { self.bytes = bytes }
}

/// Imports a CSV file: all of it or nothing, and only what is new.
package enum ImportCSV: Endpoint {
    /// A file and what is known of it.
    package struct Input: Codable, Hashable, Sendable {
        /// The file.
        package var file: FileBytes
        /// Its name, for the receipt.
        package var fileName: String?
        /// Which column means what; what is left out is found out from the file.
        package var options: CSVImportOptions?
        /// The same key with the same content writes once.
        package var key: String?

        /// A request.
        package init(
            file: FileBytes, fileName: String? = nil, options: CSVImportOptions? = nil,
            key: String? = nil
        ) {
            self.file = file
            self.fileName = fileName
            self.options = options
            self.key = key
        }
    }

    /// The receipt and how the file was understood; in JSON one object, the latter in `understood`.
    /// When the receipt refuses a row, nothing was written.
    package struct Output: Hashable, Sendable {
        /// What was done.
        package let receipt: ImportReceipt
        /// How the file was understood.
        package let understood: Understood
    }

    /// How a file was understood.
    package struct Understood: Codable, Hashable, Sendable {
        /// What stands between fields: `,`, `;` or a tab.
        package let separator: String
        /// The form of the dates, such as `DD-MM-YYYY`; `nil` without any row.
        package let dates: String?
        /// Before the decimals of amounts: `.` or `,`; `nil` when no amount has any.
        package let decimalMark: String?
        /// The name of the column, or the constant behind `=`, of each role that has one.
        package let columns: [String: [String]]
        /// The columns that were not imported.
        package let unused: [String]
        /// Rows without anything in them, which were left out.
        package let emptyRows: Int
        /// Rows in which a `:` inside a category's cell made a sub-level.
        package let splitCategoryRows: Int
    }

    package static let path = "import/csv"
    package static let summary = "import a CSV file; a second time adds nothing"
    package static let needs: Set<Permission> = [.create]
}
