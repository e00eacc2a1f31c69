internal import EventLog

/// Where the events of a batch have their values in a column that not all have.
struct Places: Sendable {
    /// For each event the place of its value, from 1, and 0 for none; empty where none has one.
    private let places: [UInt16]
    /// Whether the place is the index: every event has a value.
    private let isFull: Bool

    /// - Parameter rows: The events that have a value, ascending.
    init(_ rows: [UInt32], of count: Int) {
        isFull = rows.count == count
        if isFull || rows.isEmpty {
            places = []
            return
        }
        var places = [UInt16](repeating: 0, count: count)
        for place in rows.indices {
            places[Int(rows[place])] = UInt16(truncatingIfNeeded: place &+ 1)
        }
        self.places = places
    }

    /// The place of the value of the event at an index; `nil` where it has none.
    @inline(__always)
    subscript(index: Int) -> Int? {
        if places.isEmpty { return isFull ? index : nil }
        let place = Int(places[index])
        return place == 0 ? nil : place &- 1
    }
}

/// Integers of some events of a batch.
struct SparseIntegers: Sendable {
    private let places: Places
    private let values: [Int64]

    init(_ column: IntegerColumn?, of count: Int) {
        places = Places(column?.rows ?? [], of: count)
        values = column?.values ?? []
    }

    @inline(__always)
    subscript(index: Int) -> Int64? { places[index].map { values[$0] } }
}

/// What the bytes of a column mean.
protocol BytesValue: Sendable {
    /// `nil` for bytes that mean nothing.
    ///
    /// - Parameter isASCII: Whether the bytes are known to be ASCII.
    init?(_ bytes: ArraySlice<UInt8>, isASCII: Bool)
}

extension String: BytesValue {
    @inline(__always)
    init?(_ bytes: ArraySlice<UInt8>, isASCII: Bool) {
        self.init(decoding: bytes, as: UTF8.self)
        if isASCII || bytes.allSatisfy({ $0 < 0x80 }) { return }
        guard utf8.elementsEqual(bytes) else { return nil }
    }
}

extension CategoryPath: BytesValue {
    init?(_ bytes: ArraySlice<UInt8>, isASCII: Bool) {
        guard let text = String(bytes, isASCII: isASCII),
            let path = CategoryPath(exactly: text)
        else { return nil }
        self = path
    }
}

extension [String]: BytesValue {
    /// Tags.
    init?(_ bytes: ArraySlice<UInt8>, isASCII: Bool) {
        guard bytes.last == Tags.end else { return nil }
        self = []
        let parts = bytes.dropLast()
        for part in parts.split(separator: Tags.end, omittingEmptySubsequences: false) {
            guard let tag = String(part, isASCII: isASCII) else { return nil }
            append(tag)
        }
    }
}

/// Byte strings of some events of a batch.
struct SparseBytes<Value: BytesValue>: Sendable {
    private let places: Places
    private let codes: [UInt32]
    private let dictionary: ByteStrings
    /// The meanings of the dictionary, where each stands in two events or more; else empty.
    private let shared: [Value?]
    private let isASCII: Bool

    init(_ column: BytesColumn?, of count: Int) {
        places = Places(column?.rows ?? [], of: count)
        codes = column?.codes ?? []
        dictionary = column?.dictionary ?? ByteStrings()
        let isASCII = dictionary.isASCII
        self.isASCII = isASCII
        shared =
            dictionary.count <= codes.count / 2
            ? dictionary.map { Value($0, isASCII: isASCII) } : []
    }

    /// Whether the event at an index has a value.
    @inline(__always)
    func has(_ index: Int) -> Bool { places[index] != nil }

    /// The value of the event at an index, or another when it has none; `nil` for bytes that mean
    /// nothing.
    @inline(__always)
    subscript(index: Int, default missing: @autoclosure () -> Value) -> Value? {
        has(index) ? self[index] : missing()
    }

    /// The value of the event at an index; `nil` when it has none, or bytes that mean nothing.
    @inline(__always)
    subscript(index: Int) -> Value? {
        guard let place = places[index] else { return nil }
        let code = Int(codes[place])
        return shared.isEmpty ? Value(dictionary[code], isASCII: isASCII) : shared[code]
    }
}
