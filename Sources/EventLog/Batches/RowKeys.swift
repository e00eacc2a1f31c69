/// Numbers for the distinct keys of rows, and what stands in columns beside them: the hot columns
/// of some events, or of what events take back.
struct RowKeys: Sendable {
    /// So many keys are kept from one batch to the next.
    private static let keptMax = 1 << 16

    /// The keys of the batch and for each line the index of its own.
    private(set) var keys: [GroupKey] = []
    private(set) var codes: [UInt16] = []
    /// Number columns 0x20 … 0x2F; each ends with its last value.
    private var numbers = [[Int64]](repeating: [], count: 16)

    /// All keys that were seen, with type and numbers as one word and the fields as words.
    private var known: [GroupKey] = []
    private var heads: [UInt64] = []
    private var starts: [Int] = []
    private var words: [UInt64] = []
    /// The code of each of them in the batch, or -1.
    private var places: [Int32] = []
    /// What has a code in the batch.
    private var used: [Int] = []
    /// Open addressing: the low half is the number plus 1, the high half of the hash stands above
    /// it; 0 is free. A power of two long, at most half full.
    private var table = [UInt64](repeating: 0, count: 1 << 10)

    private let seed = UInt64.random(in: .min ... .max)
    private let factor = UInt64.random(in: .min ... .max) | 1

    /// How many lines there are.
    var count: Int { codes.count }

    /// Starts another batch.
    mutating func removeAll() {
        keys.removeAll(keepingCapacity: true)
        codes.removeAll(keepingCapacity: true)
        for column in numbers.indices { numbers[column].removeAll(keepingCapacity: true) }
        guard known.count <= RowKeys.keptMax else {
            self = RowKeys()
            return
        }
        for number in used { places[number] = -1 }
        used.removeAll(keepingCapacity: true)
    }

    /// Leaves out the last lines; keys that only they had stay.
    mutating func removeLast(_ lines: Int) {
        codes.removeLast(lines)
        for column in numbers.indices where numbers[column].count > codes.count {
            numbers[column].removeLast(numbers[column].count - codes.count)
        }
    }

    /// Sets a number of the next line.
    @inline(__always)
    mutating func set(_ value: Int64, in column: Int, _ mask: inout UInt16) {
        let place = column & 0x0F
        mask |= 1 << UInt16(truncatingIfNeeded: place)
        if numbers[place].count < codes.count { fill(place) }
        numbers[place].append(value)
    }

    @inline(never)
    private mutating func fill(_ place: Int) {
        while numbers[place].count < codes.count { numbers[place].append(0) }
    }

    /// Adds a line.
    ///
    /// - Parameters:
    ///   - type: The schema version, and above it the type with its critical bit.
    ///   - fields: Where the key fields stand.
    /// - Returns: `false` when these are none.
    @inline(__always)
    mutating func add(
        _ type: UInt32, _ mask: UInt16, _ bytes: RawSpan, _ fields: Range<Int>
    ) -> Bool {
        let head = UInt64(type) | UInt64(mask) << 24 | UInt64(fields.count) << 40
        var hash = mix(head ^ seed)
        var offset = fields.lowerBound
        while offset < fields.upperBound {
            let word = RowKeys.word(bytes, offset, fields.upperBound)
            hash = mix(hash ^ word)
            offset += 8
        }
        let mark = hash & 0xFFFF_FFFF_0000_0000
        let places = table.count - 1
        var place = Int(truncatingIfNeeded: hash >> 32) & places
        while true {
            let entry = table[place]
            if entry == 0 { break }
            let number = Int(truncatingIfNeeded: entry & 0xFFFF_FFFF) - 1
            if entry & 0xFFFF_FFFF_0000_0000 == mark, heads[number] == head,
                isSame(number, bytes, fields)
            {
                append(number)
                return true
            }
            place = (place + 1) & places
        }
        guard let number = insert(head, bytes, fields, mark, place) else { return false }
        append(number)
        return true
    }

    @inline(__always)
    private mutating func append(_ number: Int) {
        var code = places[number]
        if code < 0 {
            code = Int32(keys.count)
            places[number] = code
            used.append(number)
            keys.append(known[number])
        }
        codes.append(UInt16(truncatingIfNeeded: code))
    }

    @inline(__always)
    private func isSame(_ number: Int, _ bytes: RawSpan, _ fields: Range<Int>) -> Bool {
        var place = starts[number]
        var offset = fields.lowerBound
        while offset < fields.upperBound {
            if words[place] != RowKeys.word(bytes, offset, fields.upperBound) { return false }
            place += 1
            offset += 8
        }
        return true
    }

    /// Keeps a key that was not seen before; `nil` when its fields are none.
    @inline(never)
    private mutating func insert(
        _ head: UInt64, _ bytes: RawSpan, _ range: Range<Int>, _ mark: UInt64, _ free: Int
    ) -> Int? {
        guard let fields = FieldCoding.fields(bytes, range) else { return nil }
        let type = UInt16(truncatingIfNeeded: head >> 8)
        known.append(
            GroupKey(
                type: type & 0x7FFF, schema: UInt8(truncatingIfNeeded: head),
                isCritical: type & 0x8000 != 0,
                fields: fields.map { Field($0.column.restated ?? $0.column, $0.value) },
                numbersMask: UInt16(truncatingIfNeeded: head >> 24)))
        heads.append(head)
        starts.append(words.count)
        for offset in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
            words.append(RowKeys.word(bytes, offset, range.upperBound))
        }
        places.append(-1)
        table[free] = mark | UInt64(known.count)
        if 2 * known.count > table.count { grow() }
        return known.count - 1
    }

    private mutating func grow() {
        let old = table
        table = Array(repeating: 0, count: 2 * old.count)
        let mask = table.count - 1
        for entry in old where entry != 0 {
            var place = Int(truncatingIfNeeded: entry >> 32) & mask
            while table[place] != 0 { place = (place + 1) & mask }
            table[place] = entry
        }
    }

    /// Up to eight bytes as they stand before `end`, zeros behind them.
    @inline(__always)
    private static func word(_ bytes: RawSpan, _ offset: Int, _ end: Int) -> UInt64 {
        let word = RawBytes.word(bytes, at: offset)
        let left = end - offset
        return left >= 8 ? word : word & ((1 &<< UInt64(8 &* left)) &- 1)
    }

    /// Another one in each process: nobody can choose bytes that collide.
    @inline(__always)
    private func mix(_ value: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: factor)
        return product.high ^ product.low
    }
}

extension RowKeys {
    /// The number columns, each as long as there are lines.
    var columnValues: [ColumnID: [Int64]] {
        var values: [ColumnID: [Int64]] = [:]
        for (place, column) in numbers.enumerated() where !column.isEmpty {
            let missing = Array(repeating: Int64(0), count: count - column.count)
            values[ColumnID(rawValue: 0x20 + UInt8(place))] = column + missing
        }
        return values
    }
}
