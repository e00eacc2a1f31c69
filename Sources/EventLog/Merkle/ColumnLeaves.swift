/// The events of a batch on their way from columns to what is hashed, without a row in between.
struct ColumnLeaves: Sendable {
    /// A sparse column and where the walk stands in it.
    private struct Walk: Sendable {
        let column: ColumnID
        let rows: [UInt32]
        let values: Values
        var next = 0

        /// Adds what the event of an index has in the column.
        @inline(__always)
        mutating func append(_ index: Int, to bytes: inout [UInt8]) {
            guard next < rows.count, rows[next] == index else { return }
            switch values {
            case .integers(let values):
                FieldCoding.append(values[next], in: column, to: &bytes)
            case .bytes(let codes, let dictionary):
                FieldCoding.append(dictionary[Int(codes[next])], in: column, to: &bytes)
            }
            next += 1
        }

        /// Goes on with the event of an index.
        mutating func move(to start: Int) { next = rows.partitioningIndex { $0 >= start } }

        /// What the event of an index has in the column.
        mutating func take(_ index: Int) -> FieldValue? {
            guard next < rows.count, rows[next] == index else { return nil }
            defer { next += 1 }
            return switch values {
            case .integers(let values): .integer(values[next])
            case .bytes(let codes, let dictionary): .bytes(Array(dictionary[Int(codes[next])]))
            }
        }
    }

    private enum Values: Sendable {
        case integers([Int64])
        case bytes(codes: [UInt32], dictionary: ByteStrings)
    }

    /// The key columns of a key, and those that take them back.
    private struct Key: Sendable {
        let type: UInt16
        let schema: UInt8
        let isCritical: Bool
        let mask: UInt16
        let fields: [UInt8]

        init(_ key: GroupKey, isRetracted: Bool) {
            type = key.type
            schema = key.schema
            isCritical = key.isCritical
            mask = key.numbersMask
            var fields: [UInt8] = []
            for field in key.fields {
                let column = isRetracted ? field.column.retracted : field.column
                FieldCoding.append(Field(column ?? field.column, field.value), to: &fields)
            }
            self.fields = fields
        }

        func has(_ column: ColumnID) -> Bool { mask & 1 << UInt16(column.rawValue & 0x0F) != 0 }
    }

    private let keys: [Key]
    private let keyCodes: [UInt16]
    private let numbers: [(column: ColumnID, values: [Int64])]
    private let retractedKeys: [Key]
    private let retractions: IntegerColumn
    private let retractedNumbers: [(column: ColumnID, values: [Int64])]
    private let commits: [CommitRun]
    private let firstPosition: UInt64
    private var links: [Walk]
    private var facts: [Walk]
    private var texts: [Walk]
    private var remains: [Walk]
    private var nextRetraction = 0
    private var nextCommit = 0
    private var index = 0

    /// Needs all sections of the batch.
    init(_ batch: ColumnBatch) {
        keys = batch.keys.map { Key($0, isRetracted: false) }
        keyCodes = batch.keyCodes
        numbers = batch.numbers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        retractedKeys = batch.retractedKeys.map { Key($0, isRetracted: true) }
        retractions = batch.retractions
        retractedNumbers = batch.retractedNumbers.sorted { $0.key < $1.key }
            .map { ($0.key.retracted ?? $0.key, $0.value) }
        commits = batch.commits
        firstPosition = batch.firstPosition
        links = batch.links.map {
            Walk(column: $0.key, rows: $0.value.rows, values: .integers($0.value.values))
        }.sorted { $0.column < $1.column }
        let integers = batch.integers.map {
            Walk(column: $0.key, rows: $0.value.rows, values: .integers($0.value.values))
        }
        let bytes = batch.bytes.map {
            Walk(
                column: $0.key, rows: $0.value.rows,
                values: .bytes(codes: $0.value.codes, dictionary: $0.value.dictionary))
        }
        let sparse = (integers + bytes).sorted { $0.column < $1.column }
        facts = sparse.filter { $0.column.kind != .text }
        texts = sparse.filter { $0.column.kind == .text && !$0.column.isLeftByErasure }
        remains = sparse.filter { $0.column.isLeftByErasure }
    }

    /// Goes on with the event of an index instead, at the start of the batch or behind it.
    mutating func move(to start: Int) {
        for place in links.indices { links[place].move(to: start) }
        for place in facts.indices { facts[place].move(to: start) }
        for place in texts.indices { texts[place].move(to: start) }
        for place in remains.indices { remains[place].move(to: start) }
        nextRetraction = retractions.rows.partitioningIndex { $0 >= start }
        nextCommit = max(0, commits.partitioningIndex { $0.firstIndex > start } - 1)
        index = start
    }

    /// Adds the next event; `false` after the last one.
    ///
    /// - Throws: What is larger than a leaf or its text may be.
    mutating func next(to inputs: inout LeafInputs) throws(TooLarge) -> Bool {
        guard index < keyCodes.count else { return false }
        if nextCommit < commits.count, commits[nextCommit].firstIndex <= index {
            inputs.begin(commits[nextCommit].header)
            nextCommit += 1
        }
        let code = Int(keyCodes[index])
        inputs.begin(
            type: keys[code].type, schema: keys[code].schema, isCritical: keys[code].isCritical)
        inputs.add { bytes in
            for place in links.indices { links[place].append(index, to: &bytes) }
            bytes += keys[code].fields
            for (column, values) in numbers where keys[code].has(column) {
                FieldCoding.append(values[index], in: column, to: &bytes)
            }
            appendRetraction(to: &bytes)
            for place in facts.indices { facts[place].append(index, to: &bytes) }
        }
        let commit = nextCommit > 0 ? commits[nextCommit - 1].header.firstPosition : firstPosition
        inputs.endFacts(index: firstPosition + UInt64(index) - commit)
        inputs.add { bytes in
            for place in texts.indices { texts[place].append(index, to: &bytes) }
        }
        for place in remains.indices {
            guard let value = remains[place].take(index) else { continue }
            inputs.leave(value, in: remains[place].column)
        }
        index += 1
        try inputs.end()
        return true
    }

    private mutating func appendRetraction(to bytes: inout [UInt8]) {
        guard nextRetraction < retractions.rows.count, retractions.rows[nextRetraction] == index
        else { return }
        let key = retractedKeys[Int(retractions.values[nextRetraction])]
        bytes += key.fields
        for (column, values) in retractedNumbers where key.has(column) {
            FieldCoding.append(values[nextRetraction], in: column, to: &bytes)
        }
        nextRetraction += 1
    }
}
