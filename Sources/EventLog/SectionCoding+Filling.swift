extension SectionCoding {
    /// The numbers of a batch, with the value before it where an event has none: what stands there
    /// means nothing, but another value would need a wider column.
    static func filled(_ batch: ColumnBatch) -> [ColumnID: [Int64]] {
        var numbers = batch.numbers
        for (column, values) in batch.numbers {
            let has = batch.keys.map { $0.has(column) }
            guard has.contains(false) else { continue }
            var filled = values
            let first = batch.keyCodes.firstIndex { has[Int($0)] }
            var last = first.map { values[$0] } ?? 0
            for (index, code) in batch.keyCodes.enumerated() {
                if has[Int(code)] { last = values[index] } else { filled[index] = last }
            }
            numbers[column] = filled
        }
        return numbers
    }
}
