extension EntryKind {
    /// `expense`, `income` or `transfer`: what users and reports call it.
    public var name: String {
        switch self {
        case .expense: "expense"
        case .income: "income"
        case .transfer: "transfer"
        }
    }

    /// The kind of a name as `name` gives it; `nil` for any other text.
    public init?(name: some StringProtocol) {
        guard let kind = EntryKind.allCases.first(where: { $0.name == name }) else { return nil }
        self = kind
    }

    /// Decodes a `name`; throws `DecodingError` for any other text.
    public init(from decoder: any Decoder) throws {
        self = try decoder.value(of: "kind") { EntryKind(name: $0) }
    }

    /// Encodes the `name`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}

extension TodoUrgency {
    /// `basic`, `urgent` or `important`.
    public var name: String {
        switch self {
        case .basic: "basic"
        case .urgent: "urgent"
        case .important: "important"
        }
    }
}

extension TodoColour {
    /// `green`, `teal`, `pink`, `gray` or `blue`.
    public var name: String {
        switch self {
        case .green: "green"
        case .teal: "teal"
        case .pink: "pink"
        case .gray: "gray"
        case .blue: "blue"
        }
    }
}
