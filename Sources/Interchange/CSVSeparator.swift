/// What stands between the fields of a CSV file.
package enum CSVSeparator: String, CaseIterable, Codable, Hashable, Sendable {
    case comma = ","
    case semicolon = ";"
    case tab = "\t"

    var byte: UInt8 {
        switch self {
        case .comma: UInt8(ascii: ",")
        case .semicolon: UInt8(ascii: ";")
        case .tab: UInt8(ascii: "\t")
        }
    }

    /// Records at the beginning of a file that are looked at to find the separator.
    private static let sampleRecordsMax = 32

    /// The separator of a file: the one that cuts its first records into equally many fields, and
    /// of several such the one that cuts the first record into the most; a comma where none cuts
    /// it.
    package static func sniffed(in bytes: [UInt8]) -> CSVSeparator {
        var best: (separator: CSVSeparator, isRegular: Bool, fields: Int)?
        for separator in allCases {
            let counts = fieldCounts(in: bytes, separator: separator)
            guard let fields = counts.first, fields > 1 else { continue }
            let isRegular = counts.allSatisfy { $0 == fields }
            if let best, (best.isRegular ? 1 : 0, best.fields) >= (isRegular ? 1 : 0, fields) {
                continue
            }
            best = (separator, isRegular, fields)
        }
        return best?.separator ?? .comma
    }

    private static func fieldCounts(in bytes: [UInt8], separator: CSVSeparator) -> [Int] {
        var reader = CSVReader(bytes, separator: separator)
        var counts: [Int] = []
        while counts.count < sampleRecordsMax, let record = try? reader.next() {
            if !record.isEmpty { counts.append(record.fields.count) }
        }
        return counts
    }
}
