package import Interchange

/// Lists the saved profiles of bank files.
package enum ListProfiles: Endpoint {
    package typealias Input = NoInput

    /// The profiles.
    package struct Output: Codable, Hashable, Sendable {
        /// Each with its columns and options, in the order in which they were first saved.
        package let rows: [CSVProfile]
        /// The file in which they are.
        package let file: String
    }

    package static let path = "profile/list"
    package static let summary = "list the saved profiles of bank files"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        Output(
            rows: try env.home.kept(CSVProfile.self).items,
            file: "\(env.home.place)/\(CSVProfile.fileName)")
    }
}

/// Removes a saved profile; what was imported with it stays.
package enum RemoveProfile: Endpoint {
    /// Which one.
    package struct Input: Codable, Hashable, Sendable {
        /// Its name.
        package var name: String
        /// Whether nothing is written; left out for no.
        package var dryRun: Bool?

        /// A request.
        package init(name: String, dryRun: Bool? = nil) {
            self.name = name
            self.dryRun = dryRun
        }
    }
    /// The profile as it was.
    package typealias Output = CSVProfile

    package static let path = "profile/remove"
    package static let summary = "remove a saved profile of bank files"
    package static let needs: Set<Permission> = [.write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        var file: ProfilesFile = try env.home.kept()
        let profile = try file.named(input.name)
        file.remove(profile.name)
        if input.dryRun != true { try env.home.keep(file) }
        return profile
    }
}
