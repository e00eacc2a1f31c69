/// The number of a column: what one value of an event is called on disk.
///
/// The log knows columns, not their meaning. A column's number alone says where its values are
/// stored, whether they are hashed directly or through a salted commitment, and whether they can be
/// erased:
///
/// | numbers     | section  | values                                                          |
/// |-------------|----------|-----------------------------------------------------------------|
/// | 0x01 … 0x0F | links    | positions of other events                                       |
/// | 0x10 … 0x1F | hot      | keys: few distinct values, folded into one code an event        |
/// | 0x20 … 0x2F | hot      | numbers: integers, one array a column                           |
/// | 0x30 … 0x3F | links    | retracted keys: column 0x30 + k takes back column 0x10 + k      |
/// | 0x40 … 0x4F | links    | retracted numbers: column 0x40 + k takes back column 0x20 + k   |
/// | 0x50 … 0x6F | facts    | everything else that is not text                                |
/// | 0x70 … 0x7E | commits  | what all events of a commit share; set by the log               |
/// | 0x80 … 0xFC | text     | erasable text, hashed through a salted commitment               |
/// | 0xFD        | text     | the salt of that commitment, where the seed cannot tell it      |
/// | 0xFE        | text     | the commitment itself, in the place of text that was erased     |
///
/// 0x00, 0x7F and 0xFF are not columns. The source is `Format.md`, "Columns".
public struct ColumnID: RawRepresentable, Hashable, Comparable, Sendable {
    /// The number, 0x01 … 0xFE.
    public let rawValue: UInt8

    /// A column of the given number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Orders columns by number, which is their order in every encoding.
    public static func < (left: ColumnID, right: ColumnID) -> Bool {
        left.rawValue < right.rawValue
    }
}

extension ColumnID {
    /// The creation that an amendment, a void or a restore speaks of.
    public static let target = ColumnID(rawValue: 0x01)
    /// The version that an amendment, a void or a restore follows.
    public static let previous = ColumnID(rawValue: 0x02)
    /// The first event of a group of events of one commit that belong together.
    public static let group = ColumnID(rawValue: 0x03)

    /// Wall clock when the commit was made, in milliseconds since 1970-01-01T00:00:00Z.
    package static let recordedAt = ColumnID(rawValue: 0x70)
    /// By how many milliseconds the log clock is ahead of the wall clock; absent when it is not.
    package static let clockLead = ColumnID(rawValue: 0x71)
    /// The position of the person who made the commit.
    package static let actor = ColumnID(rawValue: 0x72)
    /// The position of the event that opened the batch to which the commit belongs.
    package static let batch = ColumnID(rawValue: 0x73)
    /// The idempotency key of the commit.
    package static let key = ColumnID(rawValue: 0x74)
    /// The event's index in its commit, from 0.
    package static let index = ColumnID(rawValue: 0x7D)
    /// The commit's id, 16 bytes.
    package static let commitID = ColumnID(rawValue: 0x7E)

    /// The salt of an event's text, 32 bytes: of events whose block lost its seed by an erasure.
    package static let salt = ColumnID(rawValue: 0xFD)
    /// What is hashed of a text that was erased, 32 bytes.
    package static let commitment = ColumnID(rawValue: 0xFE)

    /// Where the values of a column are stored and how they are hashed.
    package enum Kind: Sendable {
        case link, key, number, retractedKey, retractedNumber, fact, commit, text, reserved
    }

    /// The kind, from the number alone.
    package var kind: Kind {
        switch rawValue {
        case 0x01...0x0F: .link
        case 0x10...0x1F: .key
        case 0x20...0x2F: .number
        case 0x30...0x3F: .retractedKey
        case 0x40...0x4F: .retractedNumber
        case 0x50...0x6F: .fact
        case 0x70...0x7E: .commit
        case 0x80...0xFE: .text
        default: .reserved
        }
    }

    /// Whether the column holds text that can be erased.
    package var isErasable: Bool { kind == .text && !isLeftByErasure }

    /// Whether the column holds what is neither text nor what every report needs.
    package var isFact: Bool { kind == .fact }

    /// Whether the log itself sets the column, in the place of a seed or of an erased text.
    package var isLeftByErasure: Bool { self >= .salt }

    /// The column that takes back this one; only key and number columns have one.
    package var retracted: ColumnID? {
        switch kind {
        case .key, .number: ColumnID(rawValue: rawValue + 0x20)
        default: nil
        }
    }

    /// The column that this one takes back; only retracted columns have one.
    package var restated: ColumnID? {
        switch kind {
        case .retractedKey, .retractedNumber: ColumnID(rawValue: rawValue - 0x20)
        default: nil
        }
    }
}

/// One value of a column.
public enum FieldValue: Hashable, Sendable {
    /// A signed integer.
    case integer(Int64)
    /// Bytes, kept exactly; the log reads nothing into them.
    case bytes([UInt8])

    /// The integer, or `nil` for bytes.
    public var integer: Int64? { if case .integer(let value) = self { value } else { nil } }

    /// Whether the value is an integer.
    var isInteger: Bool { if case .integer = self { true } else { false } }

    /// The bytes, or `nil` for an integer.
    public var bytes: [UInt8]? { if case .bytes(let value) = self { value } else { nil } }
}

/// A value with its column.
public struct Field: Hashable, Sendable {
    /// The column.
    public let column: ColumnID
    /// The value.
    public let value: FieldValue

    /// A value in a column.
    public init(_ column: ColumnID, _ value: FieldValue) {
        self.column = column
        self.value = value
    }
}

/// The parts of a frame that a reader may ask for; what is not asked for is neither read nor
/// decoded.
public struct Sections: OptionSet, Hashable, Sendable {
    /// One bit a section.
    public let rawValue: UInt8

    /// Sections by their bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Links and retracted values.
    public static let links = Sections(rawValue: 1)
    /// Types, keys and numbers.
    public static let hot = Sections(rawValue: 2)
    /// Commit ids, clocks, actors, batches and idempotency keys.
    public static let commits = Sections(rawValue: 4)
    /// Facts that reports do not need.
    public static let facts = Sections(rawValue: 8)
    /// Erasable text.
    public static let text = Sections(rawValue: 16)
    /// Everything.
    public static let all: Sections = [.links, .hot, .commits, .facts, .text]
    /// What a report reads.
    public static let report: Sections = [.links, .hot]
}
