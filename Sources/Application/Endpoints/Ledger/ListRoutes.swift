/// Lists what can be asked for.
package enum ListRoutes: Endpoint {
    package typealias Input = NoInput

    /// The table of requests.
    package struct Output: Codable, Hashable, Sendable {
        /// In the order of the table.
        package let routes: [Route]

        /// Some requests.
        package init(routes: [Route]) { self.routes = routes }
    }

    package static let path = "routes"
    package static let summary = "list what can be asked for"
    package static let needs: Set<Permission> = []

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        Output(routes: try Router.standard.routes)
    }
}
