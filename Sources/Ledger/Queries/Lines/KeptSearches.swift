internal import Synchronization

/// What was searched for last among the lines of one log, and found: of what was recorded since
/// the lines are all that has to be looked at. For who answers many questions about one log.
final class KeptSearches: Sendable {
    /// What was searched for.
    struct Question: Hashable, Sendable {
        let query: LineQuery
        let order: LineFilter.Order
        /// What categories are called by now.
        let renames: [ReferenceData.Rename]
    }

    /// What was found among the lines of the first events.
    struct Found: Sendable {
        /// How many events that are.
        let end: UInt64
        /// How many of the first lines are here, or all.
        let limit: Int
        let count: UInt64
        let sums: [LineSum.Key: SpendingTable.Cell]
        let hits: [LineSearch.Hit]
        /// No line that is not here ranks so high.
        let least: Int128
        /// Whether lines of that rank are missing, which would come behind the limit.
        let lacksTies: Bool
    }

    private struct Kept {
        /// What stands in the place of another log is another store.
        weak var store: FileEventStore?
        /// The files when nothing of the lines was read yet: text may go.
        let files: LogFiles
        let question: Question
        let found: Found
    }

    /// The last ones come last.
    private let kept = Mutex<[Kept]>([])

    private static let countMax = 16
    /// Of a question of more terms nothing is kept.
    private static let termsMax = 64
    /// Neither is where more lines share a rank.
    private static let hitsMax = 4_096

    /// Of how many questions something is kept.
    var count: Int { kept.withLock { $0.count } }

    /// What is kept of no more than the first events.
    func found(
        _ question: Question, upTo count: UInt64, in store: FileEventStore, _ files: LogFiles
    ) -> Found? {
        kept.withLock { kept in
            kept.removeAll { $0.store == nil }
            let known = kept.first { $0.store === store && $0.question == question }
            guard let known, known.found.end <= count,
                files.hold(known.found.end, as: known.files)
            else { return nil }
            return known.found
        }
    }

    /// Keeps what was found, unless what was found among more events is.
    ///
    /// - Parameter files: As they were when nothing of the lines was read yet.
    func keep(
        _ found: Found, of question: Question, in store: FileEventStore, _ files: LogFiles
    ) {
        let terms = question.query.clauses.reduce(0) { $0 + $1.count }
        guard terms <= KeptSearches.termsMax, found.hits.count <= KeptSearches.hitsMax else {
            return
        }
        kept.withLock { kept in
            if let index = kept.firstIndex(where: {
                $0.store === store && $0.question == question
            }) {
                if kept[index].found.end > found.end { return }
                kept.remove(at: index)
            }
            kept.append(Kept(store: store, files: files, question: question, found: found))
            if kept.count > KeptSearches.countMax { kept.removeFirst() }
        }
    }
}
