internal import EventLog

/// Collects the columns of one event; what is `nil` is left out, and so is empty text.
///
/// Columns are best added in ascending order: then nothing has to be sorted.
struct RowWriter {
    private(set) var fields: [Field] = []

    init() { fields.reserveCapacity(RowWriter.fieldsMost) }

    /// Most events have no more columns: memory is asked for once.
    private static let fieldsMost = 10

    mutating func add(_ value: (some BinaryInteger)?, in column: ColumnID) {
        if let value { fields.append(Field(column, .integer(Int64(clamping: value)))) }
    }

    mutating func add(_ bytes: [UInt8], in column: ColumnID) {
        fields.append(Field(column, .bytes(bytes)))
    }

    /// A string that is a fact: an empty one is still there.
    mutating func add(fact: String?, in column: ColumnID) {
        if let fact { add(Array(fact.utf8), in: column) }
    }

    /// Erasable text: an empty one is not there.
    mutating func add(text: String, in column: ColumnID) {
        if !text.isEmpty { add(Array(text.utf8), in: column) }
    }

    mutating func add(_ reference: Reference?, in column: ColumnID) {
        add(reference?.link, in: column)
    }

    mutating func add(_ category: CategoryPath?, in column: ColumnID) {
        add(fact: category?.text, in: column)
    }

    /// The code and one byte for the exponent.
    mutating func add(_ currency: Currency?, in column: ColumnID) {
        guard let currency else { return }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(currency.code.utf8.count + 1)
        bytes += currency.code.utf8
        bytes.append(UInt8(truncatingIfNeeded: currency.exponent))
        add(bytes, in: column)
    }

    /// Every tag is followed by a newline, so that one empty tag differs from none.
    mutating func add(tags: [String]) {
        if tags.isEmpty { return }
        add(tags.flatMap { Array($0.utf8) + [Tags.end] }, in: .tags)
    }

    mutating func add(_ deadline: Deadline?) {
        switch deadline {
        case .day(let day): add(day.daysSince1970, in: .deadlineDay)
        case .instant(let instant): add(instant.millisecondsSince1970, in: .deadlineInstant)
        case nil: break
        }
    }
}

/// The form of the tags column.
enum Tags {
    /// The newline behind each tag.
    static let end = UInt8(ascii: "\n")
}
