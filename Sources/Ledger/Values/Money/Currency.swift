/// A currency or other commodity: a code and the number of decimal digits of its amounts.
///
/// The digits belong to the value, so that an amount keeps its meaning when a table changes.
public struct Currency: Sendable, Hashable {
    /// 1…24 characters, for example `EUR`.
    public let code: String

    /// Decimal digits of the minor unit, 0…12: 2 for EUR (cent), 0 for JPY.
    public let exponent: Int

    /// The most decimal digits a currency can have.
    package static let exponentMax = 12

    /// The most characters of a code.
    package static let codeLengthMax = 24

    /// A currency of one's own; nil where the code is not legal (`isValid(code:)`) or the
    /// exponent is not 0…12.
    public init?(code: String, exponent: Int) {
        guard Currency.isValid(code: code), (0...Currency.exponentMax).contains(exponent) else {
            return nil
        }
        self.init(knownCode: code, exponent: exponent)
    }

    private init(knownCode: String, exponent: Int) {
        code = knownCode
        self.exponent = exponent
    }

    /// True if `code` has 1…24 characters of `A`…`Z`, `0`…`9`, `.`, `_`, `-` and `'`, begins
    /// with a letter and ends with a letter or digit (the rule of beancount's commodities).
    package static func isValid(code: String) -> Bool {
        let bytes = code.utf8
        guard (1...codeLengthMax).contains(bytes.count), let first = bytes.first,
            let last = bytes.last, isLetter(first), isLetter(last) || TextReader.isDigit(last)
        else { return false }
        return bytes.allSatisfy { byte in
            isLetter(byte) || TextReader.isDigit(byte) || [0x2E, 0x5F, 0x2D, 0x27].contains(byte)
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        byte >= 0x41 && byte <= 0x5A
    }

    /// The active currency of ISO 4217 with this code, in upper case; nil for any other text.
    public static func iso(_ code: some StringProtocol) -> Currency? {
        let code = String(code)
        return isoExponents[code].map { Currency(knownCode: code, exponent: $0) }
    }

    /// Every active currency of ISO 4217, by code.
    public static var isoAll: [Currency] {
        isoExponents.sorted { $0.key < $1.key }.map {
            Currency(knownCode: $0.key, exponent: $0.value)
        }
    }

    /// ISO 4217 codes spelt like `text` in any case, the likeliest first, at most three; empty
    /// if none is near.
    package static func nearest(to text: some StringProtocol) -> [String] {
        Spelling.nearest(to: text, among: isoExponents.keys.sorted())
    }
}

extension Currency: CustomStringConvertible {
    /// The code.
    public var description: String { code }
}

extension Currency: Codable {
    private enum Key: String, CodingKey {
        case code, exponent
    }

    /// Decodes an object of `code` and `exponent`; throws `DecodingError` where one is not legal.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let code = try container.decode(String.self, forKey: .code)
        let exponent = try container.decode(Int.self, forKey: .exponent)
        guard let currency = Currency(code: code, exponent: exponent) else {
            throw DecodingError.dataCorruptedError(
                forKey: .code, in: container, debugDescription: "not a currency: \(code)")
        }
        self = currency
    }

    /// Encodes an object of `code` and `exponent`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(code, forKey: .code)
        try container.encode(exponent, forKey: .exponent)
    }
}
