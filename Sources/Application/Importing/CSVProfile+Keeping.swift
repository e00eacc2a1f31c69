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

    package static func unknown(_ name: String, known: [String]) -> ApplicationError {
        .unknownProfile(name, known: known)
    }
}

/// The profiles of bank files that a person saved.
package typealias ProfilesFile = KeptFile<CSVProfile>
