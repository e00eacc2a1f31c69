internal import EventLog

/// The postings of a batch in one direction: the lines that its events state, or those that they
/// retract. A line that counts is what is stated minus what is retracted.
///
/// Parallel arrays, in the order of the events; what is stated has an element for every event, also
/// for those that state no line.
struct Postings {
    /// 1 for what is stated, -1 for what is retracted.
    let sign: Int64
    /// The distinct keys; `nil` for one whose events state no line.
    fileprivate(set) var keys: [GroupKey?]
    /// For every element the index of its key.
    fileprivate(set) var codes: [UInt16]
    /// The days of the elements; empty where none has one.
    fileprivate(set) var days: [Int64]
    /// The amounts in minor units; empty where no element has one.
    fileprivate(set) var amounts: [Int64]
    /// The indexes in the batch of the events; `nil` where every event has an element.
    fileprivate var rows: [UInt32]?
    fileprivate let firstPosition: UInt64

    /// The indexes of the elements.
    var indices: Range<Int> { codes.indices }

    /// Whether every element has a day and an amount, whatever they mean.
    var areWhole: Bool { days.count == codes.count && amounts.count == codes.count }

    /// The index in the batch of an element's event.
    func row(at index: Int) -> Int { rows.map { Int($0[index]) } ?? index }

    /// The position of an element's event.
    func position(at index: Int) -> UInt64 { firstPosition + UInt64(row(at: index)) }

    /// The position of the first event that has a key.
    func position(ofKey code: Int) -> UInt64 {
        codes.firstIndex { Int($0) == code }.map { position(at: $0) } ?? firstPosition
    }

    /// For every key how many live lines more have it, which is below 0 for what is retracted.
    func counts() -> [Int64] {
        var counts = Array(repeating: Int64(0), count: keys.count)
        for code in codes { counts[Int(code)] += sign }
        return counts
    }

    /// Only the elements of some events.
    func only(_ isWanted: (Int) -> Bool) -> Postings {
        let kept = indices.filter { isWanted(row(at: $0)) }
        var postings = self
        postings.rows = kept.map { UInt32(row(at: $0)) }
        postings.codes = kept.map { codes[$0] }
        postings.days = days.isEmpty ? [] : kept.map { days[$0] }
        postings.amounts = amounts.isEmpty ? [] : kept.map { amounts[$0] }
        let used = Set(postings.codes)
        postings.keys = keys.indices.map { used.contains(UInt16($0)) ? keys[$0] : nil }
        return postings
    }
}

/// One amount on a day that an event states or retracts.
struct Posting<Value> {
    /// The position of the event.
    let position: UInt64
    /// What the key means.
    let key: Value
    /// The day as it is stored.
    let day: Int64
    /// In minor units.
    let amount: Int64
    /// 1, or -1 for what is retracted.
    let sign: Int64
}

extension ColumnBatch {
    /// The lines that events state.
    ///
    /// - Throws: ``StoreError/needsNewerVersion(position:type:schema:)`` for an event that this
    ///   program must not ignore.
    func statedPostings() throws(StoreError) -> Postings {
        let types = try knownTypes()
        return Postings(
            sign: 1, keys: keys.indices.map { types[$0]?.statesFacts == true ? keys[$0] : nil },
            codes: keyCodes, days: numbers[.day] ?? [], amounts: numbers[.amount] ?? [], rows: nil,
            firstPosition: firstPosition)
    }

    /// The lines that events retract.
    var retractedPostings: Postings {
        Postings(
            sign: -1, keys: retractedKeys,
            codes: retractions.values.map { UInt16(truncatingIfNeeded: $0) },
            days: retractedNumbers[.day] ?? [], amounts: retractedNumbers[.amount] ?? [],
            rows: retractions.rows, firstPosition: firstPosition)
    }

    /// The lines that events state, then those that they retract.
    ///
    /// - Throws: As ``statedPostings()``.
    func postings() throws(StoreError) -> [Postings] { [try statedPostings(), retractedPostings] }

    /// Calls a closure for each posting in the order of the events; what an event retracts comes
    /// before what it states.
    ///
    /// - Parameters:
    ///   - memo: What keys were found to mean.
    ///   - read: What a key means; `nil` where its postings are not wanted.
    func forEachPosting<Value>(
        _ memo: inout KeyMemo<Value?>, read: (RowReader) throws(StoreError) -> Value?,
        _ body: (Posting<Value>) throws(StoreError) -> Void
    ) throws(StoreError) {
        let (stated, retracted) = (try statedPostings(), retractedPostings)
        let statedKeys = try memo.values(of: stated, read).map { $0 ?? nil }
        let retractedKeys = try memo.values(of: retracted, read).map { $0 ?? nil }
        let adds = stated.areWhole && statedKeys.contains { $0 != nil }
        let takes = retracted.areWhole && retractedKeys.contains { $0 != nil }
        var next = 0
        for index in 0..<count where adds || takes {
            while takes, next < retracted.codes.count, retracted.row(at: next) <= index {
                if let posting = retracted.posting(at: next, retractedKeys) { try body(posting) }
                next += 1
            }
            if adds, let posting = stated.posting(at: index, statedKeys) { try body(posting) }
        }
    }
}

extension Postings {
    @inline(__always)
    fileprivate func posting<Value>(at index: Int, _ keys: [Value?]) -> Posting<Value>? {
        keys[Int(codes[index])].map {
            Posting(
                position: position(at: index), key: $0, day: days[index], amount: amounts[index],
                sign: sign)
        }
    }
}
