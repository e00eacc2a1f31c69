package import Interchange

/// The profiles of bank files that a person saved.
package typealias ProfilesFile = KeptFile<CSVProfile>

extension CSVProfile: KeptItem {
    package static let fileName = "profiles.json"
    package static let listName = "profiles"
    package static let detailsName = "options"
    package static var detailNames: [String] {
        CSVImportOptions.CodingKeys.allCases.map(\.rawValue)
    }
}

extension ProfilesFile {
    /// The profile of a name.
    ///
    /// - Throws: ``ApplicationError/unknownProfile(_:known:)``.
    func named(_ name: String) throws(ApplicationError) -> CSVProfile {
        guard let profile = self[name] else {
            throw .unknownProfile(name, known: items.map(\.name))
        }
        return profile
    }
}
