/// Goes through the fields of an event or a commit where they stand, see ``FieldCoding``, without a
/// copy: every field is held against the same rules as there.
struct FieldCursor: ~Escapable {
    /// The column behind the last field, and of bytes that are no field.
    static let none = 0x100
    static let broken = 0x101

    private let bytes: RawSpan
    private let end: Int
    /// The column of this field; ``none`` or ``broken`` where there is none.
    private(set) var column = 0
    private(set) var isBytes = false
    /// Where this field starts, its value and the next field.
    private(set) var start = 0
    private var payload = 0
    private var next: Int

    /// Stands at the first field of a range.
    @_lifetime(copy bytes)
    @inline(__always)
    init(_ bytes: RawSpan, _ range: Range<Int>) {
        self.bytes = bytes
        end = range.upperBound
        next = range.lowerBound
        advance()
    }

    /// Moves on to the next field.
    @inline(__always)
    mutating func advance() {
        start = next
        guard next < end else {
            column = FieldCursor.none
            return
        }
        guard let head = RawBytes.load(bytes, at: next, as: UInt16.self) else {
            column = FieldCursor.broken
            return
        }
        let found = Int(head & 0xFF)
        var length = Int(head >> 8)
        payload = next + 2
        if length >= 0x80 {
            payload = next + 1
            length = FieldCursor.varint(bytes, at: &payload, end: end)
        }
        isBytes = length & 1 == 1
        length >>= 1
        next = payload + length
        guard length >= 0, payload <= end, length <= end - payload, found > column, found != 0x7F,
            found != 0xFF, isBytes || length <= 8
        else {
            column = FieldCursor.broken
            return
        }
        column = found
    }

    /// The integer of this field; `nil` for bytes, and where it has a shorter form.
    var integer: Int64? {
        @inline(__always)
        get {
            let length = next - payload
            guard !isBytes else { return nil }
            if length == 0 { return 0 }
            let shift = Int64(64 &- 8 &* length)
            let word = RawBytes.word(bytes, at: payload)
            let value = (Int64(bitPattern: word) &<< shift) &>> shift
            return FieldCoding.byteCount(value) == length ? value : nil
        }
    }

    /// The column of a field that is there.
    var id: ColumnID {
        @inline(__always)
        get { ColumnID(rawValue: UInt8(truncatingIfNeeded: column)) }
    }

    /// Where this field stands, and where its value does.
    var range: Range<Int> { start..<next }
    var payloadRange: Range<Int> { payload..<next }

    /// The value, copied out of the bytes; `nil` where it has a shorter form.
    var value: FieldValue? {
        isBytes ? .bytes(RawBytes.array(bytes, payloadRange)) : integer.map { .integer($0) }
    }

    /// Whether the value has no shorter form.
    var isShortest: Bool {
        @inline(__always)
        get { isBytes || integer != nil }
    }

    /// A varint; -1 where it is cut, not in shortest form, or more than anything can be long or
    /// many: none has more than five bytes.
    static func varint(_ bytes: borrowing RawSpan, at offset: inout Int, end: Int) -> Int {
        var value = 0
        var shift = 0
        while offset < end, shift < 35 {
            let byte = Int(RawBytes.load(bytes, at: offset, as: UInt8.self) ?? 0)
            offset += 1
            value |= (byte & 0x7F) << shift
            if byte < 0x80 { return byte == 0 && shift > 0 ? -1 : value }
            shift += 7
        }
        return -1
    }
}
