internal import EventLog
internal import Synchronization

/// A question about the events of a log, the answer to which goes on from fewer of them to more.
protocol KeptQuestion {
    /// What tells it from others of its kind: whose answers go on from each other have the same.
    associatedtype Key: Hashable, Sendable
    /// What it is answered with.
    associatedtype Answer: Sendable

    /// How many answers are kept.
    static var countMax: Int { get }
    /// Whether text of events matters: then nothing is known any more where some was erased.
    static var readsText: Bool { get }
    /// Whether the answer in more events helps with that in fewer.
    static var reachesBack: Bool { get }

    var key: Key { get }

    /// The answer in all events of a snapshot.
    ///
    /// - Parameter known: What is kept of the answer in the first of them, or in more where it
    ///   reaches back, and how many those are; `nil` where nothing is.
    func answer(
        in snapshot: LedgerSnapshot, after known: (answer: Answer, end: UInt64)?
    ) throws(StoreError) -> Answer

    /// What is kept of an answer; `nil` for nothing, and what is there stays.
    func kept(_ answer: Answer) -> Answer?
}

extension KeptQuestion {
    /// It does not.
    static var reachesBack: Bool { false }
}

extension KeptQuestion where Self: Hashable & Sendable {
    /// The question says all.
    var key: Self { self }
}

/// The answers to questions of a kind that were asked for last, kept from one to the next as
/// ``KeptFolds`` are. Nobody waits while another one goes on.
final class KeptAnswers<Question: KeptQuestion>: Sendable {
    private struct Entry: Sendable {
        /// What stands in the place of another log is another store.
        weak var store: FileEventStore?
        /// The files when nothing was read yet: text may go.
        let files: LogFiles
        let key: Question.Key
        let answer: Question.Answer
        /// In how many of the first events.
        let end: UInt64
    }

    /// The last ones come last.
    private let entries = Mutex<[Entry]>([])

    /// What is kept.
    var all: [Question.Answer] { entries.withLock { $0.map(\.answer) } }

    /// The answer in a snapshot of a store.
    func answer(
        to question: Question, in snapshot: LedgerSnapshot, of store: FileEventStore
    ) throws(StoreError) -> Question.Answer {
        // Asked before they are read: others may stand there by then, or less text.
        let durable = try mappingError(StoreError.ofLog, store.log.durableCount())
        let files = try Question.readsText ? store.files(of: snapshot.count) : LogFiles(files: [])
        let key = question.key
        let known = known(key, upTo: snapshot.count, of: store, files)
        let answer = try question.answer(in: snapshot, after: known)
        if durable >= snapshot.count, let kept = question.kept(answer) {
            keep(Entry(store: store, files: files, key: key, answer: kept, end: snapshot.count))
        }
        return answer
    }

    /// What is kept of no more than the first events, unless it reaches back.
    private func known(
        _ key: Question.Key, upTo count: UInt64, of store: FileEventStore, _ files: LogFiles
    ) -> (answer: Question.Answer, end: UInt64)? {
        entries.withLock { entries in
            entries.removeAll { $0.store == nil }
            guard let index = entries.firstIndex(where: { $0.store === store && $0.key == key }),
                entries[index].end <= count || Question.reachesBack,
                files.hold(entries[index].end, as: entries[index].files)
            else { return nil }
            let entry = entries.remove(at: index)
            entries.append(entry)
            return (entry.answer, entry.end)
        }
    }

    /// Keeps an answer, unless one in more events is.
    private func keep(_ entry: Entry) {
        entries.withLock { entries in
            entries.removeAll { $0.store == nil }
            let index = entries.firstIndex { $0.store === entry.store && $0.key == entry.key }
            if let index {
                if entries[index].end > entry.end { return }
                entries.remove(at: index)
            }
            entries.append(entry)
            if entries.count > Question.countMax { entries.removeFirst() }
        }
    }
}

extension LedgerSnapshot {
    /// The answer to a question, which goes on from the one before where answers are kept.
    func answer<Question: KeptQuestion>(
        to question: Question, _ kept: (KeptFolds) -> KeptAnswers<Question>
    ) throws(StoreError) -> Question.Answer {
        guard let folds, let store = store as? FileEventStore else {
            return try question.answer(in: self, after: nil)
        }
        return try kept(folds).answer(to: question, in: self, of: store)
    }
}

/// The files in which the first events of a log are: where text is erased, others take their place.
private struct LogFiles: Sendable {
    /// Where each begins, ascending, and its generation.
    let files: [(first: UInt64, generation: UInt32)]

    /// Whether the files of so many of the first events are the same in others.
    func hold(_ count: UInt64, as others: LogFiles) -> Bool {
        let known = others.files.prefix { $0.first < count }
        return files.prefix { $0.first < count }.elementsEqual(known) { $0 == $1 }
    }
}

extension FileEventStore {
    /// The files in which the first events are.
    fileprivate func files(of count: UInt64) throws(StoreError) -> LogFiles {
        LogFiles(files: try mappingError(StoreError.ofLog, log.generations(of: count)))
    }
}
