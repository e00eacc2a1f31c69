/// The bytes of a cell.
typealias Cell = ArraySlice<UInt8>

extension ArraySlice<UInt8> {
    /// Without white space and direction marks at both ends.
    var trimmedCell: Cell {
        var cell = self
        while let first = cell.first {
            let count = first <= 0x20 ? 1 : first < 0x80 ? 0 : Blank.length(atStartOf: cell)
            if count == 0 { break }
            cell = cell.dropFirst(count)
        }
        while let last = cell.last {
            let count = last <= 0x20 ? 1 : last < 0x80 ? 0 : Blank.length(atEndOf: cell)
            if count == 0 { break }
            cell = cell.dropLast(count)
        }
        return cell
    }

    /// Where the line ends that has the byte at an index; its end is not part of it.
    func lineEnd(from index: Int) -> Int {
        let (bytes, feed) = (span, UInt8(ascii: "\n"))
        var offset = index - startIndex
        while offset + 8 <= bytes.count {
            let found = (bytes.word(at: offset) ^ feed.repeated).zeroBytes
            if found != 0 { return startIndex + offset + found.trailingZeroBitCount >> 3 }
            offset += 8
        }
        while offset < bytes.count, bytes[offset] != feed { offset += 1 }
        return startIndex + offset
    }

    /// How many ends of lines there are.
    var lineFeeds: Int {
        let (bytes, feed) = (span, UInt8(ascii: "\n"))
        var (offset, feeds) = (0, 0)
        while offset + 8 <= bytes.count {
            feeds += (bytes.word(at: offset) ^ feed.repeated).zeroBytes.nonzeroBitCount
            offset += 8
        }
        while offset < bytes.count {
            if bytes[offset] == feed { feeds += 1 }
            offset += 1
        }
        return feeds
    }

    /// The text, for messages and for what is remembered.
    var text: String { String(decoding: self, as: UTF8.self) }
}

extension UInt8 {
    var isDigit: Bool { self >= 0x30 && self <= 0x39 }

    /// A letter of ASCII, or a byte of a letter or symbol that is not ASCII.
    var isWordByte: Bool {
        (self >= 0x61 && self <= 0x7A) || (self >= 0x41 && self <= 0x5A) || self >= 0x80
    }
}

/// White space that is not ASCII, and marks of the direction of writing.
enum Blank {
    /// How many bytes a blank at the start has; 0 if there is none.
    static func length(atStartOf cell: Cell) -> Int {
        if cell.starts(with: [0xC2, 0xA0]) { return 2 }
        return isLong(cell.prefix(3)) ? 3 : 0
    }

    /// How many bytes a blank at the end has; 0 if there is none.
    static func length(atEndOf cell: Cell) -> Int {
        if cell.suffix(2).elementsEqual([0xC2, 0xA0]) { return 2 }
        return isLong(cell.suffix(3)) ? 3 : 0
    }

    /// U+2000 to U+200F, U+202F, U+205F, U+3000 and U+FEFF.
    private static func isLong(_ bytes: Cell) -> Bool {
        guard bytes.count == 3, let first = bytes.first, let last = bytes.last else { return false }
        let middle = bytes[bytes.startIndex + 1]
        switch (first, middle) {
        case (0xE2, 0x80): return (0x80...0x8F).contains(last) || last == 0xAF
        case (0xE2, 0x81): return last == 0x9F
        case (0xE3, 0x80): return last == 0x80
        case (0xEF, 0xBB): return last == 0xBF
        default: return false
        }
    }
}

/// What was made of the last cells of a column, by their bytes: texts such as accounts and
/// categories occur again and again.
///
/// Two cells that fall upon the same place push each other out, so memory stays bounded.
struct CellCache<Value: Sendable>: Sendable {
    private static var slotsMax: Int { 1_024 }

    private var slots: [(bytes: [UInt8], value: Value)?]

    init() {
        slots = Array(repeating: nil, count: Self.slotsMax)
    }

    /// The value of a cell, made once as long as it is remembered.
    mutating func value(
        _ cell: Cell, make: (Cell) -> Value
    ) -> Value {
        // FNV-1a; nobody gains anything by making cells collide.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in cell { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let index = Int(truncatingIfNeeded: (hash ^ hash >> 32) & UInt64(Self.slotsMax - 1))
        if let slot = slots[index], slot.bytes.elementsEqual(cell) { return slot.value }
        let value = make(cell)
        slots[index] = (Array(cell), value)
        return value
    }
}
