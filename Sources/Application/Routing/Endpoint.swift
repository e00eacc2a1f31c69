/// One thing that users can ask for: the only way into the ledger for commands and pages.
package protocol Endpoint: Sendable {
    associatedtype Input: Codable & Sendable
    associatedtype Output: Codable & Sendable

    /// What it is called from outside, unlike any other; lower-case words joined by `/`.
    static var path: String { get }
    /// One line for menus and lists of routes.
    static var summary: String { get }
    /// What the caller must be allowed to do.
    static var needs: Set<Permission> { get }

    /// What the caller must be allowed to do with an input, and in which units.
    static func asks(_ input: Input) -> [PermissionRequest]

    /// Whether it looks at what may be damaged, or mends it: the owner may call it even where
    /// rights cannot be read.
    static var isMending: Bool { get }

    /// The id of the one thing that is shown, where nothing else is.
    static func receipt(_ input: Input) -> String?

    /// Whether its requests may have an idempotency key; see ``KeyedEndpoint``.
    static var isKeyed: Bool { get }

    /// Does it; the permissions were checked before.
    static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output
}

/// An endpoint that writes, and whose requests may have an idempotency key: from outside a field
/// `key` beside those of the input, from within ``Environment/key``.
package protocol KeyedEndpoint: Endpoint {}

/// An endpoint whose answer says whether its events were hashed for it.
package protocol HashingEndpoint: Endpoint {
    /// The same request, of events that are.
    static func hashing(_ input: Input) -> Input
}

/// What someone must be allowed to do to call an endpoint.
package enum Permission: String, CaseIterable, Codable, Hashable, Sendable {
    case read
    case create
    case write
    case share
}

/// Who calls, as far as endpoints care.
package enum Access: Hashable, Sendable {
    /// Nobody has logged in.
    case anonymous
    /// Someone who may do the given things.
    case granted(Set<Permission>)

    /// Someone who may do everything: whoever can write the file.
    package static let full = Access.granted(Set(Permission.allCases))
}

extension Endpoint {
    /// What the endpoint needs, in the whole ledger.
    package static func asks(_ input: Input) -> [PermissionRequest] { [PermissionRequest(needs)] }

    /// No.
    package static var isMending: Bool { false }

    /// None.
    package static func receipt(_ input: Input) -> String? { nil }

    /// No.
    package static var isKeyed: Bool { false }
}

extension KeyedEndpoint {
    /// Yes.
    package static var isKeyed: Bool { true }
}

/// An endpoint in the list of routes.
package struct Route: Codable, Hashable, Sendable {
    /// What it is called from outside.
    package let path: String
    /// One line for menus.
    package let summary: String
    /// What the caller must be allowed to do, in order.
    package let needs: [Permission]
    /// What it takes.
    package let fields: [InputField]

    /// A route.
    package init(
        path: String, summary: String, needs: [Permission], fields: [InputField] = []
    ) {
        self.path = path
        self.summary = summary
        self.needs = needs
        self.fields = fields
    }
}
