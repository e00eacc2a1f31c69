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
    package init?(name: some StringProtocol) {
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
    /// `basic`, `urgent` or `important`: what users call a task's type.
    package var name: String {
        switch self {
        case .basic: "basic"
        case .urgent: "urgent"
        case .important: "important"
        }
    }

    /// The urgency of a name, in any case; `nil` for any other text.
    package init?(name: some StringProtocol) {
        let name = name.lowercased()
        guard let urgency = TodoUrgency.allCases.first(where: { $0.name == name }) else {
            return nil
        }
        self = urgency
    }

    /// Decodes a `name`; throws `DecodingError` for any other text.
    public init(from decoder: any Decoder) throws {
        self = try decoder.value(of: "type of task") { TodoUrgency(name: $0) }
    }

    /// Encodes the `name`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}

extension TodoColour {
    /// `green`, `teal`, `pink`, `gray` or `blue`.
    package var name: String {
        switch self {
        case .green: "green"
        case .teal: "teal"
        case .pink: "pink"
        case .gray: "gray"
        case .blue: "blue"
        }
    }

    /// The colour of a name, in any case, `grey` included; `nil` for any other text.
    package init?(name: some StringProtocol) {
        let name = name.lowercased()
        let spelt = name == "grey" ? "gray" : name
        guard let colour = TodoColour.allCases.first(where: { $0.name == spelt }) else {
            return nil
        }
        self = colour
    }

    /// Decodes a `name`; throws `DecodingError` for any other text.
    public init(from decoder: any Decoder) throws {
        self = try decoder.value(of: "colour") { TodoColour(name: $0) }
    }

    /// Encodes the `name`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}
