internal import EventLog

/// What an erasure comes to: what it takes, and where the same text stays.
package struct ErasurePlan: Sendable {
    /// The events that lose their text, ascending.
    package let events: [UInt64]
    /// What goes, by column.
    package private(set) var takes = TextPlaces()
    /// Where the same text stays: in facts, which are hashed as they are, and in text of others.
    package private(set) var stays = TextPlaces()
    /// How many events of others keep some of it as text that can be erased.
    package private(set) var others: UInt64 = 0
    /// What has to be gone everywhere else afterwards; `nil` for nothing. What text of others keeps
    /// is no secret, and not among it.
    package private(set) var sought: SoughtText?

    /// - Parameters:
    ///   - events: All whose text goes, ascending, those without any among them.
    ///   - query: Where lines were asked for by terms; its words are what is sought, else all that
    ///     the events say.
    /// - Complexity: O(*n*) in the events.
    package init(
        of events: [UInt64], query: LineQuery?, in snapshot: LedgerSnapshot
    ) throws(StoreError) {
        let taken = Set(events)
        self.events = try snapshot.withText(events)
        var values: Set<String> = []
        var takes = TextPlaces()
        try snapshot.forEachText(of: self.events) { position, column, value in
            let texts = column == .tags ? value.split(separator: "\n").map(String.init) : [value]
            for text in texts {
                values.insert(text.lowercased())
                takes.add(column.name, event: position)
            }
        }
        self.takes = takes
        let words = query.map { SoughtText(wordsOf: $0) }
        guard let sought = words ?? SoughtText(values: values) else { return }
        var (stays, others, kept) = (TextPlaces(), Set<UInt64>(), Set<String>())
        try snapshot.find(sought) { hit in
            if !hit.column.isErasable {
                stays.add(hit.column.name, event: hit.position, value: hit.text)
            } else if !taken.contains(hit.position) {
                kept.formUnion(hit.text.split(separator: "\n").map { $0.lowercased() })
                kept.insert(hit.text.lowercased())
                others.insert(hit.position)
                stays.add(hit.column.name, event: hit.position)
            }
        }
        self.stays = stays
        self.others = UInt64(others.count)
        if words == nil {
            self.sought = SoughtText(values: values.subtracting(kept))
        } else if others.isEmpty {
            self.sought = sought
        }
    }
}

extension LedgerSnapshot {
    /// The entities that an erasure by terms takes: lines of which some version passes, and, where
    /// the terms are nothing but words, everything else that ever had these.
    ///
    /// - Complexity: O(*n*) in the events.
    package func entities(toErase query: LineQuery) throws(StoreError) -> [UInt64] {
        var entities = Set(try ids(ever: query))
        if SoughtText.isAll(of: query), let words = SoughtText(wordsOf: query) {
            try find(words) { hit in
                if hit.column.isErasable { entities.insert(hit.entity) }
            }
        }
        return entities.sorted()
    }

    /// Calls `body` with the text of a plan that is still there after it was carried out.
    ///
    /// - Complexity: O(*n*) in the events.
    package func forEachLeft(
        of plan: ErasurePlan, _ body: (TextHit) -> Void
    ) throws(StoreError) {
        guard let sought = plan.sought else { return }
        try find(sought) { if $0.column.isErasable { body($0) } }
    }

    /// The bytes that are looked for in files of the log after a plan was carried out, of which
    /// some other value of an event has the same: what the program itself wrote, or a longer text.
    ///
    /// - Complexity: O(*n*) in the events.
    package func known(_ plan: ErasurePlan) throws(StoreError) -> Set<[UInt8]> {
        var patterns = plan.sought?.rawPatterns ?? []
        var known: Set<[UInt8]> = []
        if patterns.isEmpty { return known }
        func see(_ isThere: ([UInt8]) -> Bool) {
            known.formUnion(patterns.filter(isThere))
            patterns.removeAll { known.contains($0) }
        }
        try store.readStored(0..<count, .all, holding: .all) { batch in
            for values in batch.bytes.values {
                see { !values.dictionary.containing($0).isEmpty }
            }
            for value in batch.keys.flatMap(\.fields).compactMap(\.value.bytes) {
                see { ByteStrings.has($0, in: value) }
            }
            for key in batch.commits.compactMap(\.header.key) {
                see { ByteStrings.has($0, in: key) }
            }
            return patterns.isEmpty ? .stop : .next
        }
        return known
    }

    /// Calls `body` with the texts of some events that can be erased.
    ///
    /// - Parameter positions: Ascending.
    /// - Complexity: O(*n*) in the events that are stored near them.
    fileprivate func forEachText(
        of positions: [UInt64], _ body: (UInt64, ColumnID, String) -> Void
    ) throws(StoreError) {
        let wanted = Set(positions)
        var rest = positions[...]
        while let first = rest.first {
            var end = first + 1
            while let next = rest.first, next < end + Limit.alignmentEvents {
                end = next + 1
                rest = rest.dropFirst()
            }
            try store.readStored(first..<end, .text, holding: .all) { batch in
                for (column, values) in batch.bytes.sorted(by: { $0.key < $1.key })
                where column.isErasable {
                    for (row, code) in zip(values.rows, values.codes) {
                        let position = batch.firstPosition + UInt64(row)
                        guard wanted.contains(position) else { continue }
                        let value = values.dictionary[Int(code)]
                        body(position, column, String(decoding: value, as: UTF8.self))
                    }
                }
                return .next
            }
        }
    }
}
