#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `Codable` values to JSON text and back, with sorted keys.
public enum JSONCoding {
    /// The JSON text of a value.
    public static func text(of value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// The value of a JSON text.
    public static func value<Value: Decodable>(
        _ type: Value.Type = Value.self, of text: String
    ) throws -> Value {
        try JSONDecoder().decode(type, from: Data(text.utf8))
    }
}
