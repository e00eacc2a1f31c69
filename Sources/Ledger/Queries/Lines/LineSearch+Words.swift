internal import EventLog

extension LineSearch {
    /// With more lines than this, or one for so many events, it costs less to look at all of them.
    private static let candidates: (least: Int, share: UInt64) = (64, 16_384)
    /// Where more than this part of the log has to be read, all of it is.
    private static let partRead: UInt64 = 4

    /// What is looked for in text, so that no line passes that never had any of it.
    private struct Sought {
        var texts: [FoldedText] = []
        /// The bits of the findings.
        var bits: UInt64 = 0
        /// Whether a category may have it instead.
        var isInCategories = false
    }

    /// Finds the lines that have some text where filters beside the log leave little of it to be
    /// read.
    ///
    /// - Returns: Whether it could; else the search is as it was.
    mutating func findOfWords() throws(StoreError) -> Bool {
        guard !filter.everyVersion, !filter.withVoided, matcher.commitTests.isEmpty,
            !matcher.needles.contains(where: {
                $0.places.contains(.payer) || $0.pattern == .something
            })
        else { return false }
        var best: (sought: Sought, spans: [Range<UInt64>], size: UInt64)?
        let all = matcher.clauses.compactMap(sought).filter { !isRenamed($0) }
        for (sought, spans) in zip(all, try snapshot.spans(mayHold: all.map(\.texts))) {
            guard let spans else { continue }
            let size = spans.reduce(0) { $0 + UInt64($1.count) }
            if size < best?.size ?? .max { best = (sought, spans, size) }
        }
        guard let best, best.size <= snapshot.count / LineSearch.partRead,
            let ids = try everHad(best.sought, in: best.spans)
        else { return false }
        let state = try snapshot.state(for: ids, withCategories: false)
        for id in ids {
            if let line = state.lines[id], !line.isVoided { take(line) }
        }
        return true
    }

    /// What a clause looks for in text; `nil` where it may hold without.
    private func sought(_ clause: [LineMatcher.Literal]) -> Sought? {
        var sought = Sought()
        for literal in clause {
            guard case .needle(let bit, let category) = literal.test, !literal.isNegated else {
                return nil
            }
            switch matcher.needles[bit.trailingZeroBitCount].pattern {
            case .contains(let text): sought.texts.append(text)
            case .tag(let name): sought.texts.append(name.first)
            case .matches, .something, .person: return nil
            }
            sought.bits |= bit
            if category != nil { sought.isInCategories = true }
        }
        return sought.texts.isEmpty ? nil : sought
    }

    /// Whether a category may have by its new name what is looked for.
    private func isRenamed(_ sought: Sought) -> Bool {
        let renames = snapshot.referenceData.renames
        guard sought.isInCategories, !renames.isEmpty else { return false }
        return sought.texts.contains { text in
            text.folded.contains(UInt8(ascii: ":"))
                || renames.contains { text.occurs(in: Array($0.names.to.text.utf8)) }
        }
    }

    /// The lines and other things of which some version had what is looked for, ascending; `nil`
    /// where there are too many, or a category has it.
    private func everHad(
        _ sought: Sought, in spans: [Range<UInt64>]
    ) throws(StoreError) -> [UInt64]? {
        let most = max(
            UInt64(LineSearch.candidates.least), snapshot.count / LineSearch.candidates.share)
        let places = matcher.places
        var ids: Set<UInt64> = []
        var isUsual = true
        for span in spans where isUsual {
            try snapshot.store.read(span, [.hot, .links, .text]) { batch throws(StoreError) in
                // Of what no sums were made nobody has looked yet whether all of it is known.
                _ = try batch.knownTypes()
                for place in places {
                    guard let texts = batch.bytes[place.column] else { continue }
                    let found = matcher.findings(texts.dictionary, in: place)
                    if found.isEmpty { continue }
                    for (row, code) in zip(texts.rows, texts.codes)
                    where found[Int(code)] & sought.bits != 0 {
                        let target = batch.links[.target]?.value(at: Int(row))
                        ids.insert(
                            target.flatMap { UInt64(exactly: $0) }
                                ?? batch.firstPosition + UInt64(row))
                    }
                }
                isUsual =
                    UInt64(ids.count) <= most
                    && !(sought.isInCategories && LineSearch.hasCategory(sought, batch))
                return isUsual ? .next : .stop
            }
        }
        return isUsual ? ids.sorted() : nil
    }

    private static func hasCategory(_ sought: Sought, _ batch: ColumnBatch) -> Bool {
        batch.keys.contains { key in
            guard let path = key[.category]?.bytes else { return false }
            return sought.texts.contains { $0.occurs(in: path) }
        }
    }

    /// Takes a line as it is now, if it passes.
    mutating func take(_ line: LineState) {
        guard let found = passing(line) else { return }
        let (plan, values) = found
        if take(Hit(rank: 0, id: line.id), plan, plan.open ?? [], values) {
            sums[LineSum.Key(plan.facts), default: .zero] += SpendingTable.Cell(
                sum: Int128(values.amount), count: 1)
        }
    }

    /// What a line says, if it passes.
    func passing(_ line: LineState) -> (plan: KeyPlan, values: LineMatcher.Values)? {
        let facts = line.facts
        guard matcher.days.contains(facts.day) else { return nil }
        let key = LineMatcher.KeyFacts(
            kind: facts.kind, currency: facts.amount.currency,
            category: facts.category.map(snapshot.referenceData.renamed),
            account: facts.account?.position, isIncoming: facts.flags.contains(.incoming))
        guard let open = matcher.open(key) else { return nil }
        let values = LineMatcher.Values(
            id: line.id, day: facts.day, amount: facts.amount.minor,
            findings: matcher.findings(line.details))
        guard matcher.admits(open, key, values, creations) else { return nil }
        let group = facts.flags.contains(.counterpart) ? nil : SpendingTable.Group(facts)
        return (KeyPlan(key, open, needsFindings: false, group: group), values)
    }
}
