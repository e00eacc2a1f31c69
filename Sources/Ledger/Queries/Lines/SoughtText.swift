package import EventLog

/// Text that is to go, looked for wherever text can live: in the columns of events, and in the
/// files beside the log.
package struct SoughtText: Sendable {
    /// One of the things that must all be found in an event, a value or an item.
    fileprivate enum Clause {
        /// One of these occurs, in any case.
        case parts([FoldedText])
        /// Whole values, in lower case.
        case values(Set<String>)
    }

    fileprivate let clauses: [Clause]

    /// Whole values of texts; `nil` without any.
    package init?(values: Set<String>) {
        let folded = Set(values.map { $0.lowercased() }.filter { !$0.isEmpty })
        if folded.isEmpty { return nil }
        clauses = [.values(folded)]
    }

    /// The words of a query: what it asks for in titles and notes; `nil` where it asks for none.
    package init?(wordsOf query: LineQuery) {
        clauses = query.clauses.flatMap(SoughtText.words)
        if clauses.isEmpty { return nil }
    }

    /// Whether a query asks for nothing else, so that all that has its words is meant, not only
    /// lines.
    package static func isAll(of query: LineQuery) -> Bool {
        !query.clauses.isEmpty && !query.clauses.contains { words($0).isEmpty }
    }

    private static func words(_ clause: [LineQuery.Term]) -> [Clause] {
        var texts: [String] = []
        for term in clause {
            switch term.test {
            case .text(let text), .title(let text), .note(let text):
                if term.isNegated || text.isEmpty { return [] }
                texts.append(text)
            default: return []
            }
        }
        // A title that was copied from a list is in two columns.
        guard texts.count == 1, let parts = LineTitle.divided(Array(texts[0].utf8)[...]) else {
            return [.parts(texts.map(FoldedText.init))]
        }
        return [parts.payee, parts.description].map { part in
            .parts([FoldedText(String(decoding: part, as: UTF8.self))])
        }
    }

    /// Whether all of it occurs in a value: of whole values one, with no letter or digit beside it.
    package func occurs(in text: String) -> Bool {
        let bytes = Array(text.utf8)
        return clauses.allSatisfy { clause in
            switch clause {
            case .parts(let parts): parts.contains { $0.occurs(in: bytes) }
            case .values(let values): SoughtText.isAny(of: values, in: text.lowercased())
            }
        }
    }

    private static func isAny(of values: Set<String>, in text: String) -> Bool {
        values.contains { value in
            text.ranges(of: value).contains { range in
                let before = text[..<range.lowerBound].last
                let after = text[range.upperBound...].first
                return [before, after].allSatisfy { character in
                    character.map { !$0.isLetter && !$0.isNumber } ?? true
                }
            }
        }
    }

    /// What can be looked for in bytes that nobody can decode, in lower case: of one clause the
    /// texts that are long enough not to be there by chance.
    package var rawPatterns: [[UInt8]] {
        guard clauses.count == 1 else { return [] }
        let all: [[UInt8]] =
            switch clauses[0] {
            case .parts(let parts): parts.map(\.folded)
            case .values(let values): values.sorted().map { Array($0.utf8) }
            }
        return Array(all.filter { $0.count >= SoughtText.rawBytesMin }.prefix(64))
    }

    /// Six bytes are by chance in one of 2⁴⁸ places.
    private static let rawBytesMin = 6
}

/// A value that holds some of what is sought.
package struct TextHit: Sendable {
    /// The column that holds it.
    package let column: ColumnID
    /// The event.
    package let position: UInt64
    /// What the event speaks of, where an erasure takes all versions of that; else the event.
    package let entity: UInt64
    /// The value, in UTF-8.
    package let value: ArraySlice<UInt8>

    /// The value as people read it.
    package var text: String { String(decoding: value, as: UTF8.self) }
}

extension LedgerSnapshot {
    /// Calls `body` for sought text of the events, erased ones of course not included.
    ///
    /// Text counts for an event where all of its texts together have what is sought, a fact where
    /// it has it alone.
    ///
    /// - Complexity: O(*n*) in the events.
    package func find(
        _ sought: SoughtText, _ body: (TextHit) -> Void
    ) throws(StoreError) {
        try store.readStored(0..<count, .all, holding: .all) { batch in
            for hit in sought.texts(in: batch) + sought.facts(in: batch) { body(hit) }
            return .next
        }
    }
}

extension SoughtText {
    private typealias Hit = (row: Int, column: ColumnID, value: ArraySlice<UInt8>)

    /// Columns that hold no words of people, but what the program itself writes.
    private static let ownFacts: Set<ColumnID> = [
        .schemas, .origin, .counts, .ledgerID, .digest, .root, .shares,
    ]

    /// The words of people in a field of a key: of currencies the codes of people's own.
    private static func words(_ field: Field) -> [UInt8]? {
        guard let value = field.value.bytes, !ownFacts.contains(field.column) else { return nil }
        if field.column != .currency { return value }
        let code = value.dropLast()
        return Currency.iso(String(decoding: code, as: UTF8.self)) == nil ? Array(code) : nil
    }

    fileprivate func texts(in batch: ColumnBatch) -> [TextHit] {
        var hits: [Hit] = []
        var masks: [Int: UInt64] = [:]
        for (column, values) in batch.bytes.sorted(by: { $0.key < $1.key })
        where column.isErasable {
            var codes: [Int: UInt64] = [:]
            for (index, clause) in clauses.enumerated() {
                for code in clause.numbers(in: values.dictionary, areLines: column == .tags) {
                    codes[code, default: 0] |= 1 << UInt64(index)
                }
            }
            if codes.isEmpty { continue }
            for (row, code) in zip(values.rows, values.codes) {
                guard let mask = codes[Int(code)] else { continue }
                masks[Int(row), default: 0] |= mask
                hits.append((Int(row), column, values.dictionary[Int(code)]))
            }
        }
        let whole = UInt64.max >> UInt64(64 - clauses.count)
        return hits.filter { masks[$0.row] == whole }.map { TextHit($0, batch) }
    }

    fileprivate func facts(in batch: ColumnBatch) -> [TextHit] {
        var hits: [Hit] = []
        for (column, values) in batch.bytes.sorted(by: { $0.key < $1.key })
        where column.isFact && !SoughtText.ownFacts.contains(column) {
            let codes = wholeNumbers(in: values.dictionary)
            if codes.isEmpty { continue }
            for (row, code) in zip(values.rows, values.codes) where codes.contains(Int(code)) {
                hits.append((Int(row), column, values.dictionary[Int(code)]))
            }
        }
        for (code, key) in batch.keys.enumerated() {
            for field in key.fields {
                guard let value = SoughtText.words(field), isWhole(value) else { continue }
                for (row, other) in batch.keyCodes.enumerated() where Int(other) == code {
                    hits.append((row, field.column, value[...]))
                }
            }
        }
        for run in batch.commits {
            guard let key = run.header.key, isWhole(key),
                run.header.firstPosition == batch.firstPosition + UInt64(run.firstIndex)
            else { continue }
            hits.append((run.firstIndex, .key, key[...]))
        }
        return hits.map { TextHit($0, batch) }
    }

    private func wholeNumbers(in values: ByteStrings) -> Set<Int> {
        let all = clauses.map { $0.numbers(in: values, areLines: false) }
        return all.dropFirst().reduce(all[0]) { $0.intersection($1) }
    }

    private func isWhole(_ value: [UInt8]) -> Bool {
        clauses.allSatisfy { $0.holds(value) }
    }
}

extension SoughtText.Clause {
    /// The numbers of the values that have it; of lines, those of which one has.
    fileprivate func numbers(in values: ByteStrings, areLines: Bool) -> Set<Int> {
        switch self {
        case .parts(let parts): Set(parts.flatMap { $0.numbers(in: values) })
        case .values(let wanted):
            Set(
                values.indices.filter { number in
                    let text = String(decoding: values[number], as: UTF8.self).lowercased()
                    guard areLines else { return wanted.contains(text) }
                    return text.split(separator: "\n").contains { wanted.contains(String($0)) }
                })
        }
    }

    fileprivate func holds(_ value: [UInt8]) -> Bool {
        switch self {
        case .parts(let parts): parts.contains { $0.occurs(in: value) }
        case .values(let wanted):
            wanted.contains(String(decoding: value, as: UTF8.self).lowercased())
        }
    }
}

extension TextHit {
    fileprivate init(
        _ hit: (row: Int, column: ColumnID, value: ArraySlice<UInt8>), _ batch: ColumnBatch
    ) {
        column = hit.column
        position = batch.firstPosition + UInt64(hit.row)
        value = hit.value
        let type = EventType(rawValue: batch.keys[Int(batch.keyCodes[hit.row])].type)
        let target = batch.links[.target]?.value(at: hit.row).flatMap { UInt64(exactly: $0) }
        entity = type?.isVersion == true ? target ?? position : position
    }
}

extension EventType {
    /// Whether events of the type are versions of what they speak of, so that the text of all of
    /// them goes together.
    fileprivate var isVersion: Bool {
        switch self {
        case .lineAmended, .lineVoided, .lineRestored, .taskEdited, .taskCompleted, .taskReopened,
            .taskRescheduled, .taskDropped, .taskTimed, .taskLinked, .taskStarted, .taskStopped,
            .taskFinished, .taskValued, .fileAttached, .personChanged:
            true
        default: false
        }
    }
}
