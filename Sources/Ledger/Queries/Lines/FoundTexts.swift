internal import EventLog

/// What the text of lines has of what is looked for, batch by batch.
///
/// Each distinct text of a batch is looked at once. Text is in the event that recorded a line
/// or changed it; what later versions may need is kept by line, as far as something was found.
struct FoundTexts {
    private let matcher: LineMatcher
    private let superseded: PositionSet
    private let places: [LineMatcher.Place]
    /// Whether what an earlier version had is never forgotten.
    private let keepsAll: Bool
    /// For each place the amendments that change it.
    private(set) var changes: [PositionSet] = []
    /// For each place the findings by line, of lines that are amended; in a part of the log also
    /// that an amendment has none, where there may have been some before the part.
    private(set) var kept: [[UInt64: UInt64]]
    private let isPart: Bool
    /// The findings of each event of the batch; empty when nothing was found in it.
    private var batch: [UInt64] = []

    /// - Parameter changes: Those that were found, for a part of the log.
    init(
        _ matcher: LineMatcher, _ superseded: PositionSet, keepsAll: Bool = false,
        changes: [PositionSet]? = nil
    ) {
        self.keepsAll = keepsAll
        self.changes = changes ?? []
        isPart = changes != nil
        self.matcher = matcher
        self.superseded = superseded
        places = matcher.places
        kept = places.map { _ in [:] }
    }

    /// Learns which amendments change text.
    mutating func findChanges(in snapshot: LedgerSnapshot) throws(StoreError) {
        changes = places.map { _ in PositionSet(superseded.isEmpty ? 0 : snapshot.count) }
        if superseded.isEmpty { return }
        let types = TypeSet([EventType.lineAmended.rawValue])
        try snapshot.store.read(0..<snapshot.count, [.hot, .facts], holding: types) { batch in
            guard let masks = batch.integers[.changes] else { return .next }
            for (row, value) in zip(masks.rows, masks.values) {
                let mask = FieldMask(rawValue: UInt16(truncatingIfNeeded: value))
                for (index, place) in places.enumerated() where mask.contains(place.field) {
                    changes[index].insert(batch.firstPosition + UInt64(row))
                }
            }
            return .next
        }
    }

    /// Looks through the text of the batch that follows.
    mutating func take(in batch: ColumnBatch) throws(StoreError) {
        let columns = places.map { column(of: $0, in: batch) }
        self.batch = []
        if columns.contains(where: { $0.hasFindings }) {
            self.batch = Array(repeating: 0, count: batch.count)
            for column in columns { column.add(to: &self.batch) }
        }
        let targets = batch.links[.target]
        guard superseded.intersects(batch.positions) || targets != nil else { return }
        let isAdded = try batch.knownTypes().map { $0 == .lineAdded }
        let isAmended = try batch.knownTypes().map { $0 == .lineAmended }
        for index in 0..<batch.count {
            let position = batch.firstPosition + UInt64(index)
            let code = Int(batch.keyCodes[index])
            if isAdded[code], superseded.contains(position) {
                keep(columns, of: position, at: index, Array(places.indices), isFirst: true)
            } else if isAmended[code],
                let target = targets?.value(at: index),
                let id = UInt64(exactly: target)
            {
                let changed = places.indices.filter { changes[$0].contains(position) }
                keep(columns, of: id, at: index, changed)
            }
        }
    }

    /// Keeps the findings in some places of a version of a line.
    private mutating func keep(
        _ columns: [Column], of id: UInt64, at index: Int, _ changed: [Int],
        isFirst: Bool = false
    ) {
        for number in changed {
            let found = columns[number].findings(at: index)
            if keepsAll {
                if found != 0 { kept[number][id, default: 0] |= found }
            } else if found != 0 || isPart && !isFirst {
                kept[number][id] = found
            } else if !kept[number].isEmpty {
                kept[number][id] = nil
            }
        }
    }

    /// Takes in what was kept of the part of the log that follows.
    mutating func take(_ next: [[UInt64: UInt64]]) {
        for (number, found) in next.enumerated() {
            for (id, bits) in found { kept[number][id] = bits == 0 ? nil : bits }
        }
    }

    /// Whether no line of the last batch has any findings.
    var isIdle: Bool { batch.isEmpty && kept.allSatisfy(\.isEmpty) }

    /// The findings of a version of a line.
    ///
    /// - Parameters:
    ///   - target: The line that an event changes; `nil` where it records one.
    ///   - index: That of the event in the last batch.
    func findings(_ target: UInt64?, _ index: Int) -> UInt64 {
        guard let target else { return batch.isEmpty ? 0 : batch[index] }
        return kept.reduce(0) { $0 | ($1[target] ?? 0) }
    }

    /// The findings in one column of a batch.
    private struct Column {
        var rows: [UInt32] = []
        var codes: [UInt32] = []
        /// For each code.
        var findings: [UInt64] = []

        var hasFindings: Bool { findings.contains { $0 != 0 } }

        func add(to all: inout [UInt64]) {
            guard hasFindings else { return }
            for (row, code) in zip(rows, codes) { all[Int(row)] |= findings[Int(code)] }
        }

        func findings(at index: Int) -> UInt64 {
            guard hasFindings else { return 0 }
            let found = rows.partitioningIndex { $0 >= index }
            return found < rows.count && rows[found] == index ? findings[Int(codes[found])] : 0
        }
    }

    private func column(of place: LineMatcher.Place, in batch: ColumnBatch) -> Column {
        if place == .payer {
            guard let payers = batch.integers[.payer] else { return Column() }
            return Column(
                rows: payers.rows, codes: payers.rows.indices.map { UInt32($0) },
                findings: payers.values.map(matcher.findings(payer:)))
        }
        guard let values = batch.bytes[place.column] else { return Column() }
        return Column(
            rows: values.rows, codes: values.codes,
            findings: matcher.findings(values.dictionary, in: place))
    }
}
