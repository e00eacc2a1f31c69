extension AnyJSON {
    /// A value of a text in UTF-8; `nil` for what is no JSON.
    package init?(_ json: [UInt8]) {
        guard let value = try? JSONCoding.decode(AnyJSON.self, from: json) else { return nil }
        self = value
    }
}

extension AnyJSON: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) { self = .string(text) }
}

extension AnyJSON: ExpressibleByIntegerLiteral {
    package init(integerLiteral value: Int64) { self = .integer(value) }
}

extension AnyJSON: ExpressibleByBooleanLiteral {
    package init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension AnyJSON: ExpressibleByArrayLiteral {
    package init(arrayLiteral elements: AnyJSON...) { self = .array(elements) }
}

extension AnyJSON: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral members: (String, AnyJSON)...) {
        self = .object(Dictionary(members, uniquingKeysWith: { first, _ in first }))
    }
}
