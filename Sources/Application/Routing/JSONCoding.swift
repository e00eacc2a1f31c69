internal import FoundationEssentials

/// The one form of JSON that goes out, and how it comes in.
package enum JSONCoding {
    /// One line, keys sorted, `/` as it is, closed by a newline.
    ///
    /// - Returns: `null` for a value that JSON cannot hold; of the program's own there is none.
    package static func encode(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let data = (try? encoder.encode(value)) ?? Data("null".utf8)
        return [UInt8](data) + [0x0A]
    }

    /// Many lines, for people to read.
    static func encodePretty(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let data = (try? encoder.encode(value)) ?? Data("null".utf8)
        return [UInt8](data) + [0x0A]
    }

    /// A text in UTF-8 as JSON; `nil` for what is none.
    package static func value(_ json: [UInt8]) -> AnyJSON? {
        try? decode(AnyJSON.self, from: json)
    }

    /// A value of a text in UTF-8.
    static func decode<Value: Decodable>(
        _ type: Value.Type, from json: [UInt8]
    ) throws(JSONFault) -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(json))
        } catch let error as DecodingError {
            throw JSONFault(error)
        } catch {
            throw JSONFault(field: "", fault: .badValue)
        }
    }
}

/// What is wrong with JSON from outside.
struct JSONFault: Error, Hashable {
    /// Keys and indexes joined by `.`; empty for the whole.
    let field: String
    let fault: InputFault
}

extension JSONFault {
    fileprivate init(_ error: DecodingError) {
        switch error {
        case .keyNotFound(let key, let context):
            self.init(context.codingPath + [key], .missing)
        case .valueNotFound(_, let context): self.init(context.codingPath, .missing)
        case .typeMismatch(_, let context): self.init(context.codingPath, .wrongType)
        case .dataCorrupted(let context):
            self.init(context.codingPath, context.codingPath.isEmpty ? .notJSON : .badValue)
        @unknown default: self.init([], .badValue)
        }
    }

    private init(_ path: [any CodingKey], _ fault: InputFault) {
        let names = path.map { key in key.intValue.map { String($0) } ?? key.stringValue }
        self.init(field: names.joined(separator: "."), fault: fault)
    }
}
