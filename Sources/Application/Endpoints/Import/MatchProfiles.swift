internal import EventLog
internal import Interchange
internal import Ledger

/// Finds the saved profiles of files with the columns of a file.
package enum MatchProfiles: Endpoint {
    /// A file.
    package struct Input: Codable, Hashable, Sendable {
        /// Where it is.
        package var path: String

        /// A request.
        package init(path: String) { self.path = path }
    }

    /// The profiles.
    package struct Output: Codable, Hashable, Sendable {
        /// Their names, in their order; none where no profile was saved for such a file.
        package let names: [String]
    }

    package static let path = "profile/match"
    package static let summary = "find the saved profiles of files with the columns of a file"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let source = try FileSource.named(input.path, spoolingIn: env.home.place)
        let file: ProfilesFile = try env.home.kept()
        return Output(
            names: file.items.filter { $0.matches(source, CSVImportOptions()) }.map(\.name))
    }
}
