package import Interchange

extension CSVProfile: KeptItem {
    package static let fileName = "profiles.json"
    package static let listName = "profiles"
    package static let detailsName = "options"
    package static var detailNames: [String] {
        CSVImportOptions.CodingKeys.allCases.map(\.rawValue)
    }
    package static let path = "profile"
    package static let words = "the saved profiles of bank files"

    /// Its name, what titles, payees, notes and tags are to be in every row, and what is said of
    /// rows by their columns.
    package var texts: [String] {
        let said = [options.title, options.payee, options.note] + options.tag
        return [name] + said.compactMap { $0 }.filter { !header.contains($0) }
            + options.when
    }

    package var names: [String] {
        header + options.category + [options.account].compactMap { $0 }
    }

    package static func unknown(_ name: String, known: [String]) -> ApplicationError {
        .unknownProfile(name, known: known)
    }
}

/// The profiles of bank files that a person saved.
package typealias ProfilesFile = KeptFile<CSVProfile>
