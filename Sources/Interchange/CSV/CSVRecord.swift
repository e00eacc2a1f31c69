/// One record of a CSV file; a reader fills the same one again and again.
package struct CSVRecord: Sendable {
    /// Where a field lies in ``text``.
    struct Field {
        var start: Int32
        var end: Int32
    }

    /// The line of the file on which it starts, from 1.
    package internal(set) var line = 1
    /// The first thing that is wrong with it; `nil` for a sound record.
    package internal(set) var fault: CSVFault?
    /// UTF-8 of all fields, with what stood between them.
    var text: [UInt8] = []
    var fields: [Field] = []
    /// The fields in which a quote is doubled.
    var doubled: [Int32] = []

    /// A record of no fields, for a reader to fill.
    package init() {}

    /// Its fields; an empty line has one, which is empty.
    package var count: Int { fields.count }

    /// A field as text, `""` beyond the end; not to be used where there is a ``fault``.
    package subscript(index: Int) -> String {
        String(decoding: bytes(index), as: UTF8.self)
    }

    /// UTF-8 of a field without the quotes around it and with each quote in it once; empty beyond
    /// the end.
    package func bytes(_ index: Int) -> ArraySlice<UInt8> {
        guard fields.indices.contains(index) else { return [] }
        return text[Int(fields[index].start)..<Int(fields[index].end)]
    }

    /// All fields as texts.
    package var texts: [String] { fields.indices.map { self[$0] } }

    /// Whether it says nothing: all fields are empty or spaces.
    package var isEmpty: Bool {
        fault == nil
            && fields.indices.allSatisfy { bytes($0).allSatisfy { $0 == UInt8(ascii: " ") } }
    }
}

/// What can be wrong with a record; the reader goes on after it.
package enum CSVFault: Hashable, Sendable {
    /// The field of the given index, from 0, has bytes that are no text in the file's encoding.
    case undecodable(field: Int)
    /// Something other than a separator follows the closing quote of a field.
    case textAfterQuote(field: Int)

    /// The index of the field, from 0.
    package var field: Int {
        switch self {
        case .undecodable(let field), .textAfterQuote(let field): field
        }
    }
}
