extension Decoder {
    /// One string, made a value by `parse`; `dataCorrupted` where that gives nil.
    func value<Value>(of kind: String, _ parse: (String) -> Value?) throws -> Value {
        let container = try singleValueContainer()
        let text = try container.decode(String.self)
        guard let value = parse(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "not a \(kind): \(text)")
        }
        return value
    }
}
