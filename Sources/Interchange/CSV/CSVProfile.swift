internal import Ledger

/// What was once said about the files of a bank or program, to be said again by its name.
package struct CSVProfile: Codable, Hashable, Sendable {
    /// Its name.
    package var name: String
    /// The names of the columns of the file for which it was made.
    package var header: [String]
    /// What was said.
    package var options: CSVImportOptions

    /// A profile.
    package init(name: String, header: [String], options: CSVImportOptions) {
        self.name = name
        self.header = header
        self.options = options
    }

    /// Whether a file has the same columns, in any order: each name as often, spaces around it and
    /// columns without a name apart. A file of a bank has columns that the program names, more of
    /// them with time: what was said about fewer of them holds.
    package func matches(_ header: [String]) -> Bool {
        CSVProfile.key(self.header) == CSVProfile.key(header)
            || StatementFormat.allCases.contains { $0.columns == header && $0.has(self.header) }
    }

    /// Whether a file has the same columns where it is read as the profile says; a profile of files
    /// without a header has no columns to be known by.
    ///
    /// - Parameter given: What is said beside, which goes before the profile.
    /// - Complexity: O(bytes)
    package func matches(_ source: any ByteSource, _ given: CSVImportOptions) -> Bool {
        let options = given.over(options)
        guard let layout = try? CSVLayout.found(in: source, options, zone: .utc).layout else {
            return false
        }
        return layout.hasNames && matches(layout.header)
    }

    private static func key(_ header: [String]) -> [String] {
        header.map(\.trimmed).filter { !$0.isEmpty }.sorted()
    }
}

extension [CSVProfile] {
    /// The profiles that were made for files with the same columns, in their order.
    package func matching(_ header: [String]) -> [CSVProfile] {
        filter { $0.matches(header) }
    }
}
