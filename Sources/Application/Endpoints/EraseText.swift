internal import EventLog
internal import Ledger

/// Erases text for good: titles, notes, tags, payees, reasons and names, from every version of some
/// things. Amounts, days, categories and every root stay.
package enum EraseText: Endpoint {
    /// Of what.
    package struct Input: Codable, Hashable, Sendable {
        /// `1042`, `#1042`, `.3` or a word of a title: lines, tasks, batches or other events.
        package var ids: [String]
        /// Terms such as `lunch cat:food amt:>20`; live lines only.
        package var query: String?
        /// The name of a person: the name goes, and the text of everything that the person
        /// recorded.
        package var person: String?
        /// Whether nothing is to be written.
        package var preview: Bool?
        /// How many events there were when someone said yes; with more than these nothing is
        /// written.
        package var seen: UInt64?
        /// Why.
        package var reason: String?
        /// The same key with the same content writes once.
        package var key: String?

        /// A request.
        package init(
            ids: [String] = [], query: String? = nil, person: String? = nil,
            reason: String? = nil, key: String? = nil
        ) {
            self.ids = ids
            self.query = query
            self.person = person
            self.reason = reason
            self.key = key
        }
    }

    /// What was erased, or would be.
    package struct Output: Codable, Hashable, Sendable {
        /// The things.
        package let ids: [UInt64]
        /// How many events lost their text: versions of these things, and what was interrupted
        /// before.
        package let texts: UInt64
        /// How many files of the log were written anew.
        package let segments: UInt64
        /// How many files went that an interrupted writer had left behind.
        package let tails: UInt64
        /// The position of the first event that says so: what can be proved to others; `nil` when
        /// nothing was written, and then left out of JSON.
        package let id: UInt64?
        /// The position of the last event of the ledger.
        package let position: UInt64
        /// The root over all events up to and including it, lower-case hex.
        package let root: String
        /// `true` when nothing was erased; else left out.
        package let dryRun: Bool?
    }

    package static let path = "erase"
    package static let summary = "erase text for good"
    package static let needs: Set<Permission> = [.write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        if input.preview == true {
            let books = try env.books()
            let (texts, found) = try wanted(input, books, env)
            let head = try lift { () throws(StoreError) in try books.head() }
            return Output(
                ids: texts.ids, texts: UInt64(found.count), segments: 0, tails: 0, id: nil,
                position: books.count - 1, root: head.root.hex, dryRun: true)
        }
        var texts = EraseTexts(ids: [])
        let recorded = try env.record(key: input.key) { books, env throws(ApplicationError) in
            if let seen = input.seen, seen != books.count {
                throw .store(.conflict(expected: seen, actual: books.count))
            }
            texts = try wanted(input, books, env).texts
            return .eraseTexts(texts)
        }
        let done = try env.finishErasures()
        return Output(
            ids: texts.ids, texts: done.texts, segments: done.segments, tails: done.tails,
            id: recorded.appended.positions.lowerBound,
            position: recorded.appended.positions.upperBound - 1,
            root: recorded.appended.root.hex, dryRun: env.isDryRun ? true : nil)
    }

    /// What is to be erased, and the events that have any of it.
    private static func wanted(
        _ input: Input, _ books: Books, _ env: Environment
    ) throws(ApplicationError) -> (texts: EraseTexts, found: [UInt64]) {
        var texts = EraseTexts(ids: [], reason: input.reason ?? "")
        for id in input.ids { texts.ids.append(try env.id(id, in: books, type: nil)) }
        if let query = input.query {
            let reader = try env.lineReader(books)
            let terms = try reader.today.query(query, books.chart)
            texts.ids += try lift { () throws(StoreError) in try books.ids(of: terms) }
        }
        if let person = input.person {
            texts.ids = [try env.person(person, in: books)]
            texts.isRecorder = true
        }
        let decision = try books.decision(.eraseTexts(texts))
        let erasures = decision.events.compactMap { event in
            if case .textErased(let erased) = event, let target = erased.target.position {
                Erasure(position: books.count, target: target, isRecorder: erased.isRecorder)
            } else {
                nil
            }
        }
        let found = try lift { () throws(StoreError) in
            try books.withText(books.events(of: erasures))
        }
        if found.isEmpty { throw .nothingToErase(texts.ids) }
        return (texts, found)
    }
}

/// Goes on with erasures that were interrupted.
package enum FinishErasures: Endpoint {
    package typealias Input = NoInput
    package typealias Output = EraseText.Output

    package static let path = "erase/finish"
    package static let summary = "go on with an erasure that was interrupted"
    package static let needs: Set<Permission> = [.write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        if env.asOf != nil { throw .readOnlyPast }
        let done = try env.finishErasures()
        let store = try env.store()
        let head = try lift { () throws(StoreError) in try store.head() }
        return Output(
            ids: [], texts: done.texts, segments: done.segments, tails: done.tails, id: nil,
            position: head.count - 1, root: head.root.hex, dryRun: env.isDryRun ? true : nil)
    }
}

extension Environment {
    /// Does what the log says was to be erased; the tables beside the log are made anew when
    /// somebody asks for them.
    fileprivate func finishErasures() throws(ApplicationError) -> TextsErased {
        let store = try store()
        let books = try books(of: store, upTo: nil)
        let done = try lift { () throws(StoreError) in
            let all = try books.events(of: books.erasures())
            return try store.eraseText(at: all)
        }
        if !isDryRun { try removeModels() }
        return done
    }
}
