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

    /// The receipt; when it refuses a row, nothing was written.
    package typealias Output = ImportReceipt

    package static let path = "import/csv"
    package static let summary = "import a CSV file; a second time adds nothing"
    package static let needs: Set<Permission> = [.create]
}
