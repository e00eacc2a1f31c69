extension ColumnBatch {
    /// The events of some positions as a batch of their own.
    ///
    /// - Complexity: O(*n*) in the wanted events, and in the keys and distinct texts of the batch.
    package func slice(_ wanted: Range<UInt64>) -> ColumnBatch {
        let positions = wanted.clamped(to: positions)
        let start = Int(positions.lowerBound - firstPosition)
        let range = start..<(start + positions.count)
        var slice = ColumnBatch(firstPosition: positions.lowerBound, sections: sections)
        slice.count = range.count
        if range.isEmpty { return slice }
        if sections.contains(.hot) {
            var used = UsedCodes(keys.count)
            slice.keyCodes = keyCodes[range].map { UInt16(used.code($0)) }
            slice.keys = used.codes.map { keys[$0] }
            for (column, values) in numbers where slice.keys.contains(where: { $0.has(column) }) {
                slice.numbers[column] = Array(values[range])
            }
        }
        slice.takeLinks(of: self, range)
        slice.takeCommits(of: self, range)
        for (column, values) in integers {
            let places = values.rows.places(in: range)
            if !places.isEmpty { slice.integers[column] = values.slice(places, from: start) }
        }
        for (column, values) in bytes {
            let places = values.rows.places(in: range)
            if places.isEmpty { continue }
            var used = UsedCodes(values.dictionary.count)
            var part = BytesColumn()
            part.rows = values.rows[places].map { $0 - UInt32(start) }
            part.codes = values.codes[places].map { UInt32(used.code($0)) }
            part.dictionary = values.dictionary.picking(used.codes)
            slice.bytes[column] = part
        }
        return slice
    }

    private mutating func takeLinks(of whole: ColumnBatch, _ range: Range<Int>) {
        for (column, values) in whole.links {
            let places = values.rows.places(in: range)
            if !places.isEmpty { links[column] = values.slice(places, from: range.lowerBound) }
        }
        let places = whole.retractions.rows.places(in: range)
        if places.isEmpty { return }
        var used = UsedCodes(whole.retractedKeys.count)
        retractions = whole.retractions.slice(places, from: range.lowerBound)
        retractions.values = retractions.values.map { Int64(used.code($0)) }
        retractedKeys = used.codes.map { whole.retractedKeys[$0] }
        for (column, values) in whole.retractedNumbers
        where retractedKeys.contains(where: { $0.has(column) }) {
            retractedNumbers[column] = Array(values[places])
        }
    }

    private mutating func takeCommits(of whole: ColumnBatch, _ range: Range<Int>) {
        for (number, run) in whole.commits.enumerated() where run.firstIndex < range.upperBound {
            let isLast = number + 1 == whole.commits.count
            let end = isLast ? whole.count : whole.commits[number + 1].firstIndex
            guard end > range.lowerBound else { continue }
            let first = max(run.firstIndex, range.lowerBound) - range.lowerBound
            commits.append(CommitRun(firstIndex: first, header: run.header))
        }
    }
}

/// Gives the codes that are used new ones, in the order in which they come.
private struct UsedCodes {
    /// The old code of each new one.
    private(set) var codes: [Int] = []
    /// The new code of each old one, from 1; 0 for none.
    private var places: [UInt32]

    init(_ count: Int) { places = Array(repeating: 0, count: count) }

    mutating func code(_ old: some BinaryInteger) -> Int {
        let old = Int(old)
        if places[old] == 0 {
            codes.append(old)
            places[old] = UInt32(codes.count)
        }
        return Int(places[old]) - 1
    }
}

extension IntegerColumn {
    /// The values at some places; rows are counted from a row.
    fileprivate func slice(_ places: Range<Int>, from row: Int) -> IntegerColumn {
        var slice = IntegerColumn()
        slice.rows = rows[places].map { $0 - UInt32(row) }
        slice.values = Array(values[places])
        return slice
    }
}

extension [UInt32] {
    /// Where the values of a range stand in an ascending array.
    fileprivate func places(in range: Range<Int>) -> Range<Int> {
        let start = partitioningIndex { $0 >= range.lowerBound }
        return start..<Swift.max(start, partitioningIndex { $0 >= range.upperBound })
    }
}
