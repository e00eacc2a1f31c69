/// What separates the fields of a CSV file.
package enum CSVSeparator: String, CaseIterable, Codable, Hashable, Sendable {
    case comma = ","
    case semicolon = ";"
    case tab = "\t"
    case pipe = "|"

    var byte: UInt8 {
        switch self {
        case .comma: UInt8(ascii: ",")
        case .semicolon: UInt8(ascii: ";")
        case .tab: UInt8(ascii: "\t")
        case .pipe: UInt8(ascii: "|")
        }
    }
}
