/// Finds out which fields a type is decoded from, by letting it decode itself from nothing: each
/// field that it asks for is noted, and gets a value that says nothing.
///
/// A list of `CodingKeys` would have to be written for each of some sixty inputs, and would say
/// neither which fields may be left out nor what they are made of; the decoding that the compiler
/// writes says all of it, and cannot be forgotten when a field is added.
enum FieldFinder {
    /// The fields of a type that is decoded from an object.
    ///
    /// - Returns: `nil` where the type cannot be made of values that say nothing.
    static func fields(of type: any Decodable.Type) -> [InputField]? {
        let (shape, value) = look(at: type)
        return value == nil ? nil : shape.fields
    }

    /// What a type asked for.
    fileprivate final class Shape {
        var type = "text"
        var fields: [InputField] = []
        var values: [String]?
        var optional: Set<String> = []
        /// What texts are.
        let text: String

        init(text: String) { self.text = text }
    }

    /// What texts are, the first that a type takes.
    private static let texts = [
        "", "1", "2026-01-01", "EUR", "daily", "a:b", "2026-01-01T00:00:00Z",
    ]

    fileprivate static func look<Value: Decodable>(
        at type: Value.Type
    ) -> (shape: Shape, value: Value?) {
        var shape = Shape(text: "")
        var value: Value?
        for text in texts where value == nil {
            shape = Shape(text: text)
            value = try? Value(from: FieldDecoder(shape: shape))
        }
        if let words = Value.self as? any CaseIterable.Type {
            let (values, first) = cases(of: words)
            shape.values = values
            value = value ?? first as? Value
        }
        return (shape, value)
    }

    private static func cases<Words: CaseIterable>(
        of type: Words.Type
    ) -> (values: [String]?, first: Any?) {
        let words = type.allCases.compactMap { element -> String? in
            guard let value = element as? any Encodable else { return nil }
            return text(value)
        }
        return (words.count == type.allCases.count ? words : nil, type.allCases.first)
    }

    /// The text as which a value is encoded; `nil` where that is none.
    private static func text(_ value: some Encodable) -> String? {
        (try? JSONCoding.decode(AnyJSON.self, from: JSONCoding.encode(value)))?.string
    }
}

/// There is nothing to decode from.
private struct Nothing: Error {}

private struct FieldDecoder: Decoder {
    let shape: FieldFinder.Shape

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        shape.type = "object"
        return KeyedDecodingContainer(Members(shape: shape))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer {
        shape.type = "list"
        return Elements(shape: shape)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { Single(shape: shape) }
}

/// An object that has every key.
private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let shape: FieldFinder.Shape

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool { true }

    /// Asked before what may be left out.
    func decodeNil(forKey key: Key) -> Bool {
        shape.optional.insert(key.stringValue)
        return false
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        guard let value = note(type, key) else { throw Nothing() }
        return value
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) -> Value? {
        shape.optional.insert(key.stringValue)
        _ = note(type, key)
        return nil
    }

    private func note<Value: Decodable>(_ type: Value.Type, _ key: Key) -> Value? {
        let (found, value) = FieldFinder.look(at: type)
        let name = key.stringValue
        shape.fields.append(
            InputField(
                name: name, type: found.type, required: !shape.optional.contains(name),
                values: found.values, fields: found.fields))
        return value
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try take(key) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try take(key) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try take(key) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try take(key) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try take(key) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try take(key) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try take(key) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try take(key) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try take(key) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try take(key) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try take(key) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try take(key) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try take(key) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try take(key) }

    private func take<Value: Decodable>(_ key: Key) throws -> Value {
        guard let value = note(Value.self, key) else { throw Nothing() }
        return value
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { throw Nothing() }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw Nothing()
    }

    func superDecoder() throws -> any Decoder { throw Nothing() }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw Nothing() }
}

/// A list of one element.
private struct Elements: UnkeyedDecodingContainer {
    let shape: FieldFinder.Shape

    var codingPath: [any CodingKey] { [] }
    var count: Int? { 1 }
    var currentIndex = 0
    var isAtEnd: Bool { currentIndex > 0 }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        currentIndex += 1
        let (found, value) = FieldFinder.look(at: type)
        shape.type = "list of \(found.type)"
        shape.fields = found.fields
        shape.values = found.values
        guard let value else { throw Nothing() }
        return value
    }

    mutating func decodeNil() -> Bool { false }
    mutating func decode(_ type: Bool.Type) throws -> Bool { try take() }
    mutating func decode(_ type: String.Type) throws -> String { try take() }
    mutating func decode(_ type: Double.Type) throws -> Double { try take() }
    mutating func decode(_ type: Float.Type) throws -> Float { try take() }
    mutating func decode(_ type: Int.Type) throws -> Int { try take() }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try take() }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try take() }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try take() }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try take() }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try take() }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try take() }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try take() }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try take() }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try take() }

    private mutating func take<Value: Decodable>() throws -> Value {
        currentIndex += 1
        let (found, value) = FieldFinder.look(at: Value.self)
        shape.type = "list of \(found.type)"
        guard let value else { throw Nothing() }
        return value
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> { throw Nothing() }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw Nothing()
    }

    mutating func superDecoder() throws -> any Decoder { throw Nothing() }
}

/// A value that says nothing.
private struct Single: SingleValueDecodingContainer {
    let shape: FieldFinder.Shape

    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { false }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try Value(from: FieldDecoder(shape: shape))
    }

    func decode(_ type: Bool.Type) -> Bool { note("flag", false) }
    func decode(_ type: String.Type) -> String { note("text", shape.text) }
    func decode(_ type: Double.Type) -> Double { note("number", 0) }
    func decode(_ type: Float.Type) -> Float { note("number", 0) }
    func decode(_ type: Int.Type) -> Int { note("integer", 0) }
    func decode(_ type: Int8.Type) -> Int8 { note("integer", 0) }
    func decode(_ type: Int16.Type) -> Int16 { note("integer", 0) }
    func decode(_ type: Int32.Type) -> Int32 { note("integer", 0) }
    func decode(_ type: Int64.Type) -> Int64 { note("integer", 0) }
    func decode(_ type: UInt.Type) -> UInt { note("integer", 0) }
    func decode(_ type: UInt8.Type) -> UInt8 { note("integer", 0) }
    func decode(_ type: UInt16.Type) -> UInt16 { note("integer", 0) }
    func decode(_ type: UInt32.Type) -> UInt32 { note("integer", 0) }
    func decode(_ type: UInt64.Type) -> UInt64 { note("integer", 0) }

    private func note<Value>(_ name: String, _ value: Value) -> Value {
        shape.type = name
        return value
    }
}
