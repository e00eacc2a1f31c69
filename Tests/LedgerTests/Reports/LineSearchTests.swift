import EventLog
import Ledger
import Support
import Testing

@Suite("Search by columns")
struct LineSearchTests {
    private static let terms = [
        "tea", "status:pending", "status:", "(status:cleared or tea)", "CAFÉ", "strasse", "straße",
        "茶", "i̇zmir", "title:tea", "title:", "note:milk",
        "note:", "tag:WORK", "tag:", "cat:food", "cat:=food", "cat:", "acct:bank", "acct:",
        "kind:expense", "kind:income", "cur:JPY", "amt:>1", "amt:-2..3", "amt:<0",
        "date:2026-01-03..2026-01-06", "date:2026-01-08", "who:bob", "who:", "by:bob", "by:ada",
        "id:9", "batch:5", "tr", "food", "izm", "k", "title:mil", "tag:izmir",
        "/t.a/", "/^tea$/", "title:/^(tea|milk)/", "note:/m[a-k]lk/", "tag:/^w/", "cat:/^f.*d/",
        "payee:tea", "payee:/^t/", "(tea or cat:food)", "(tag:work and not amt:>1)",
        "(tea or (kind:income date:2026-01-03) or not cat:food)", "not:(tea or milk)",
    ]

    @Test("finds what a look at every line finds", arguments: 0..<8)
    func equalsPlainBookkeeping(_ seed: UInt64) throws {
        let history = TextHistory(seed: seed, commits: 120)
        let store = try history.store()
        let snapshot = try LedgerSnapshot(store: store)
        let plain = try PlainBook(store)
        #expect(plain.lines.count > 60)
        var random = SeededRandom(seed: seed + 100)
        var found = 0
        for round in 0..<40 {
            let count = round < LineSearchTests.terms.count ? 1 : 1 + round % 4
            let chosen = (0..<count).map { index in
                let term =
                    count == 1
                    ? LineSearchTests.terms[round % LineSearchTests.terms.count]
                    : LineSearchTests.terms.randomElement(using: &random) ?? "tea"
                return (round + index) % 5 == 4 ? "not:\(term)" : term
            }
            let query = try LineQuery(
                parsing: chosen.joined(separator: " "), referenceData: snapshot.referenceData,
                today: Given.day(7),
                weekStart: .monday)
            for withVoided in [false, true] {
                let filter = LineFilter(query, withVoided: withVoided)
                let expected = plain.ids(query, withVoided: withVoided)
                let lines = try snapshot.lines(filter)
                #expect(Set(lines.map(\.id)) == expected, "\(chosen)")
                #expect(lines.count == expected.count)
                let parts = try snapshot.search(filter, threads: 2 + round % 3)
                #expect(parts.lines == lines && parts.count == UInt64(lines.count), "\(chosen)")
                #expect(try parts.sums == snapshot.search(filter, threads: 1).sums, "\(chosen)")
                for line in lines.prefix(5) { #expect(line.facts == plain.lines[line.id]?.facts) }
                found += lines.count
                try checkPages(filter, lines.map(\.id), snapshot)
            }
        }
        #expect(found > 300)
    }

    private func checkPages(_ filter: LineFilter, _ all: [UInt64], _ snapshot: LedgerSnapshot)
        throws
    {
        for limit in [0, 3] {
            var page = filter
            page.limit = limit
            let (lines, count) = try snapshot.search(page)
            #expect(lines.map(\.id) == Array(all.prefix(limit)))
            #expect(count == UInt64(all.count))
        }
    }

    @Test("no other letters than these two have ASCII as lower case")
    func specialLettersAreKnown() {
        let special = (0x80...0x10FFFF).compactMap { Unicode.Scalar($0 as UInt32) }.filter {
            $0.properties.lowercaseMapping.utf8.contains { $0 < 0x80 }
        }
        #expect(special == ["\u{130}", "\u{212A}"])
    }

    @Test("in every order the first page is that of all", arguments: LineFilter.Order.allCases)
    func orders(_ order: LineFilter.Order) throws {
        let snapshot = try LedgerSnapshot(store: TextHistory(seed: 4, commits: 900).store())
        let all = try snapshot.lines(LineFilter(order: order))
        let page = try snapshot.lines(LineFilter(order: order, limit: 25))
        #expect(page == Array(all.prefix(25)))
        for (one, next) in zip(all, all.dropFirst()) {
            switch order {
            case .day: #expect(one.facts.day >= next.facts.day)
            case .position: #expect(one.id > next.id)
            case .amount:
                let yen: Int64 = one.facts.amount.currency.exponent == 0 ? 100 : 1
                let other: Int64 = next.facts.amount.currency.exponent == 0 ? 100 : 1
                #expect(one.facts.amount.minor * yen >= next.facts.amount.minor * other)
            }
        }
    }

    @Test("a line is found on the day that it has now, by the text that it had before days")
    func earlierText() throws {
        // Lines of days 0 … 8 in one frame and of days 40 … 48 in the next, changes behind them.
        let lines = (0..<8_188).map { index in
            let (place, isNew) = index < 4_092 ? (index, false) : (index - 4_092, true)
            let title = (isNew ? [30, 40] : [10, 20, 60]).contains(place) ? "walnut" : "tea"
            return Given.line(
                Int64(index), title, day: Int32(place / 500) + (isNew ? 40 : 0))
        }
        func moved(_ id: UInt64, to day: Int32) -> Event {
            let old = lines[Int(id) - 4].facts
            var facts = old
            facts.day = Given.day(day)
            return .lineAmended(
                LineAmended(
                    target: .position(id), previous: .position(id), facts: facts, replaced: old,
                    changes: .day))
        }
        // Of the old lines one moves on and one stays; of the new ones one moves back.
        var events = Given.ledger + lines.map { .lineAdded($0) }
        events += [moved(14, to: 45), moved(24, to: 3), moved(4_126, to: 5)]
        events.append(
            .lineVoided(
                LineVoided(
                    target: .position(4_136), previous: .position(4_136),
                    replaced: lines[4_132].facts)))
        let store = try FrameFoldTests.store(events, commits: 4_096)
        let snapshot = try LedgerSnapshot(store: store)
        for (text, ids, voided) in [
            ("walnut date:2026-02-05..2026-03-01", [14], [14, 4_136]),
            ("walnut date:2025-12-01..2026-01-20", [4_126, 24, 64], [4_126, 24, 64]),
            ("walnut date:2026-01-20..2026-02-03", [], []),
            ("walnut", [14, 4_126, 24, 64], [14, 4_136, 4_126, 24, 64]),
        ] as [(String, [UInt64], [UInt64])] {
            let query = try LineQuery(
                parsing: text, referenceData: snapshot.referenceData, today: Given.day(60),
                weekStart: .monday)
            #expect(try snapshot.lines(LineFilter(query)).map(\.id) == ids, "\(text)")
            let all = try snapshot.lines(LineFilter(query, withVoided: true)).map(\.id)
            #expect(all == voided, "\(text)")
        }
    }

    @Test("the name a category has now counts") func renamed() throws {
        let lines = [Given.line(1, "a", category: "food:x"), Given.line(2, "b", category: "home")]
        let rename = CategoryRenamed(from: try CategoryPath("food"), to: try CategoryPath("meals"))
        let events = lines.map { Event.lineAdded($0) } + [.categoryRenamed(rename)]
        let snapshot = try LedgerSnapshot(store: Given.store([Given.ledger, events]))
        for (text, ids) in [("meals", [4]), ("food", []), ("cat:meals", [4]), ("cat:food", [])]
            as [(String, [UInt64])]
        {
            let query = try LineQuery(
                parsing: text, referenceData: snapshot.referenceData, today: Given.day(0),
                weekStart: .monday)
            #expect(try snapshot.lines(LineFilter(query)).map(\.id) == ids, "\(text)")
        }
    }
}

/// A history with text in which things are recorded, changed, voided and brought back at random,
/// cut into commits of two persons and some batches.
struct TextHistory {
    private var random: SeededRandom
    private(set) var commits: [[Event]] = [Given.ledger + [.personAdded(PersonAdded(name: "Bob"))]]
    private(set) var actors: [UInt64?] = [nil]
    private(set) var batches: [UInt64?] = [nil]
    private var lines: [UInt64: LineState] = [:]
    private var order: [UInt64] = []
    private var count: UInt64 = 5

    init(seed: UInt64, commits wanted: Int) {
        random = SeededRandom(seed: seed)
        while commits.count < wanted { commit() }
    }

    /// The store that holds it.
    func store() throws -> MemoryEventStore {
        let store = MemoryEventStore(makeSeed: StoreKind.fixedSeed)
        for (index, events) in commits.enumerated() {
            let commit = NewCommit(
                id: CommitID(high: 1, low: UInt64(index)),
                recordedAt: Timestamp(millisecondsSince1970: Int64(index)),
                actor: actors[index].map { .position($0) },
                batch: batches[index].map { .position($0) }, events: events)
            _ = try store.append(commit, expecting: nil)
        }
        return store
    }

    private mutating func commit() {
        var events: [Event] = []
        let startsBatch = Int.random(in: 0..<6, using: &random) == 0
        batches.append(startsBatch ? count : nil)
        if startsBatch { events.append(.batchStarted(BatchStarted(origin: "import"))) }
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            events.append(event(at: count + UInt64(events.count)))
        }
        actors.append(Bool.random(using: &random) ? 1 : 4)
        count += UInt64(events.count)
        commits.append(events)
    }

    private mutating func event(at position: UInt64) -> Event {
        guard let id = order.randomElement(using: &random), var line = lines[id],
            Bool.random(using: &random)
        else {
            let details = details()
            let facts = facts()
            lines[position] = LineState(
                id: position, version: position, facts: facts, details: details)
            order.append(position)
            return .lineAdded(LineAdded(facts: facts, details: details))
        }
        if Int.random(in: 0..<4, using: &random) == 0 {
            let status: [LineStatus?] = [nil, .pending, .cleared]
            // A mark makes no version, whatever became of the line.
            return .lineMarked(
                LineMarked(.position(id), status.randomElement(using: &random) ?? nil))
        }
        defer {
            line.version = position
            lines[id] = line
        }
        let (target, previous) = (Reference.position(id), Reference.position(line.version))
        if line.isVoided {
            line.isVoided = false
            return .lineRestored(
                LineRestored(target: target, previous: previous, facts: line.facts))
        }
        if Int.random(in: 0..<3, using: &random) == 0 {
            line.isVoided = true
            return .lineVoided(
                LineVoided(target: target, previous: previous, replaced: line.facts))
        }
        let (old, facts) = (line.facts, facts())
        var event = LineAmended(
            target: target, previous: previous, facts: facts, replaced: old,
            changes: [.amount, .day])
        let new = details()
        if Bool.random(using: &random) {
            (event.details.title, event.changes) = (new.title, event.changes.union(.title))
            line.details.title = new.title
        }
        if Bool.random(using: &random) {
            (event.details.tags, event.changes) = (new.tags, event.changes.union(.tags))
            line.details.tags = new.tags
        }
        if Bool.random(using: &random) {
            (event.details.payer, event.changes) = (new.payer, event.changes.union(.payer))
            line.details.payer = new.payer
        }
        line.facts = facts
        return .lineAmended(event)
    }

    private mutating func details() -> LineDetails {
        let words = ["", "Café", "tea", "STRASSE", "Straße", "milk", "日本茶", "İzmir", "9 \u{212A}"]
        func text(_ random: inout SeededRandom) -> String {
            (0..<Int.random(in: 0...2, using: &random)).compactMap { _ in
                words.randomElement(using: &random)
            }.joined(separator: " ")
        }
        let tags = ["work", "Trip", "tea"].filter { _ in
            Int.random(in: 0..<4, using: &random) == 0
        }
        let payer: UInt64? = [nil, 1, 4].randomElement(using: &random) ?? nil
        return LineDetails(
            payer: payer.map { .position($0) }, title: text(&random), note: text(&random),
            tags: tags)
    }

    private mutating func facts() -> LineFacts {
        let category = [nil, "food", "Food:tea", "home"].randomElement(using: &random) ?? nil
        let code = ["EUR", "JPY"].randomElement(using: &random) ?? "EUR"
        let account: UInt64? = [nil, 2, 3].randomElement(using: &random) ?? nil
        return LineFacts(
            kind: EntryKind.allCases.randomElement(using: &random) ?? .expense,
            amount: Money(
                minor: Int64.random(in: -300...300, using: &random),
                currency: Given.currency(code)),
            day: Given.day(Int32.random(in: 0..<9, using: &random)),
            category: category.flatMap { try? CategoryPath($0) },
            account: account.map { .position($0) })
    }
}

/// All lines of a store by plain bookkeeping: event by event, and a look at each for each term.
struct PlainBook {
    private(set) var lines: [UInt64: LineState] = [:]
    private var actors: [UInt64: UInt64?] = [:]
    private var batches: [UInt64: UInt64?] = [:]

    init(_ store: some EventStore) throws {
        for recorded in try store.events(in: 0 ..< .max) {
            let position = recorded.position
            switch recorded.event {
            case .lineAdded(let event):
                lines[position] = LineState(
                    id: position, version: position, facts: event.facts, details: event.details)
                actors[position] = recorded.commit.actor
                batches[position] = recorded.commit.batch
            case .lineAmended(let event):
                change(event.target) { line in
                    line.facts = event.facts
                    if event.changes.contains(.title) { line.details.title = event.details.title }
                    if event.changes.contains(.tags) { line.details.tags = event.details.tags }
                    if event.changes.contains(.payer) { line.details.payer = event.details.payer }
                }
            case .lineMarked(let event): change(event.target) { $0.status = event.status }
            case .lineVoided(let event): change(event.target) { $0.isVoided = true }
            case .lineRestored(let event): change(event.target) { $0.isVoided = false }
            default: break
            }
        }
    }

    private mutating func change(_ target: Reference, _ body: (inout LineState) -> Void) {
        guard let id = target.position, var line = lines[id] else { return }
        body(&line)
        lines[id] = line
    }

    func ids(_ query: LineQuery, withVoided: Bool) -> Set<UInt64> {
        let found = lines.values.filter { line in
            (withVoided || !line.isVoided)
                && query.clauses.allSatisfy { clause in
                    clause.contains { holds($0.test, line) != $0.isNegated }
                }
        }
        return Set(found.map(\.id))
    }

    private func names(_ facts: LineFacts) -> [String] { facts.category.map { [$0.text] } ?? [] }

    private func holds(_ test: LineQuery.Test, _ line: LineState) -> Bool {
        let (facts, details) = (line.facts, line.details)
        func has(_ part: String, in text: String) -> Bool {
            let (part, text) = (Array(part.lowercased().utf8), Array(text.lowercased().utf8))
            return text.indices.contains { text[$0...].starts(with: part) }
        }
        switch test {
        case .text(let text):
            let places = [details.title, details.note, facts.category?.text ?? ""] + details.tags
            return places.contains { has(text, in: $0) }
        case .title(let text):
            return text.isEmpty ? details.title.isEmpty : has(text, in: details.title)
        case .note(let text):
            return text.isEmpty ? details.note.isEmpty : has(text, in: details.note)
        case .tag(let tag):
            if tag.isEmpty { return details.tags.isEmpty }
            let tag = tag.lowercased().replacing("=", with: ":")
            return details.tags.contains { other in
                let other = other.lowercased().replacing("=", with: ":")
                return other == tag || other.hasPrefix(tag + ":")
            }
        case .payee(let text):
            return text.isEmpty ? details.payee.isEmpty : has(text, in: details.payee)
        case .pattern(let pattern, let place):
            // The library's own expressions, looked for in each text.
            guard let regex = try? Regex(pattern.source).ignoresCase() else { return false }
            let texts: [String] =
                switch place {
                case .text: [details.title, details.note] + details.tags + names(facts)
                case .title: [details.title]
                case .payee: details.payee.isEmpty ? [] : [details.payee]
                case .note: details.note.isEmpty ? [] : [details.note]
                case .tag: details.tags
                case .category: names(facts)
                }
            return texts.contains { $0.contains(regex) }
        case .category(let path, let exactly):
            let (wanted, found) = (path.text.lowercased(), facts.category?.text.lowercased() ?? "")
            return found == wanted || !exactly && found.hasPrefix(wanted + ":")
        case .uncategorised: return facts.category == nil
        case .account(let accounts):
            return facts.account?.position.map(accounts.contains) ?? accounts.isEmpty
        case .kind(let kind): return facts.kind == kind
        case .currency(let code): return facts.amount.currency.code == code
        case .amount(let range): return range.contains(facts.amount)
        case .days(let range): return range.contains(facts.day)
        case .payer(let persons):
            return details.payer?.position.map(persons.contains) ?? persons.isEmpty
        case .actor(let persons):
            return (actors[line.id] ?? nil).map(persons.contains) ?? false
        case .id(let id): return line.id == id
        case .batch(let batch): return (batches[line.id] ?? nil) == batch
        case .status(let status): return line.status == status
        case .unmarked: return line.status == nil
        }
    }
}
