internal import EventLog
internal import Synchronization

/// What the events of a log come to, kept from one answer to the next: what was appended since is
/// all that has to be added. For who answers many questions about one log.
///
/// Nothing is believed that was not added up here, and no figure depends on whether it was kept.
/// What is seen before it is durable is not kept: it may be taken back.
package final class KeptFolds: Sendable {
    let spending = KeptFold<SpendingTable>()
    let kinds = KeptFold<KindTable>()
    let lines = KeptFold<LineTotals>()
    let accounts = KeptFold<AccountTable>()
    /// Of the events behind those that have sums beside the log.
    let spendingBehindSums = KeptFold<SpendingTable>()
    let kindsBehindSums = KeptFold<KindTable>()
    let linesBehindSums = KeptFold<LineTotals>()
    let recentPeople = KeptFold<RecentPeople>()
    let money = KeptAnswers<KeptMoney>()
    let figures = KeptAnswers<KeptFigure>()
    let tasks = KeptAnswers<KeptTasks>()
    let searches = KeptAnswers<KeptSearch>()
    /// Events between two marks of a figure, at least.
    let figureStep: UInt64

    /// Nothing yet.
    ///
    /// - Parameter figureStep: Events between two marks of a figure, at least; `nil` for as many as
    ///   are read at once.
    package init(figureStep: UInt64? = nil) {
        self.figureStep = figureStep ?? FigureMarks.step
    }

    /// Of how many of the first events is kept what was spent.
    package var keptEvents: UInt64 { spending.end ?? 0 }

    /// From how many positions on the events behind figures can be read.
    package var keptMarks: Int { figures.all.reduce(0) { $0 + $1.marks.marks.count } }

    /// Of how many questions is kept what was found.
    package var keptSearches: Int { searches.all.count }
}

/// A table that knows how much memory it takes.
protocol SizedProjection: Projection {
    /// Bytes of its cells.
    var bytes: Int { get }
}

extension SpendingTable: SizedProjection {}
extension KindTable: SizedProjection {}
extension LineTotals: SizedProjection {}
extension AccountTable: SizedProjection {}
extension RecentPeople: SizedProjection {}

/// A table of one log that is carried on: that of neighbouring ranges, merged in order, equals that
/// of both; see ``Projection``.
final class KeptFold<Fold: SizedProjection>: Sendable {
    private struct Kept {
        /// What stands in the place of another log is another store.
        weak var store: FileEventStore?
        let start: UInt64
        var end: UInt64
        var fold: Fold
    }

    private let kept = Mutex<Kept?>(nil)

    /// A larger one is made anew each time.
    private static var bytesMax: Int { 8 << 20 }

    /// The end of the events whose table is kept; `nil` where none is.
    var end: UInt64? { kept.withLock { $0?.end } }

    /// The table of some events. Others wait meanwhile, and make none of their own.
    ///
    /// - Complexity: O(*n*) in the events behind those that were asked for before; in all of them
    ///   for a past before that.
    func fold(_ events: Range<UInt64>, of store: FileEventStore) throws(StoreError) -> Fold {
        // Asked before they are read: others may stand there by then.
        let durable = try mappingError(StoreError.ofLog, store.log.durableCount())
        let isForGood = durable >= events.upperBound
        let found = try kept.withLock { (kept) throws(StoreError) -> Fold? in
            var next = Kept(
                store: store, start: events.lowerBound, end: events.lowerBound, fold: Fold())
            if let known = kept, known.store === store {
                if known.end > events.upperBound { return nil }
                if known.start == next.start { next = known }
            }
            // It grows where it is, because nobody else holds it; and what fails leaves none.
            if isForGood { kept = nil }
            let rest = next.end..<events.upperBound
            if !rest.isEmpty {
                let table = try KeptFold.made(of: rest, store)
                if next.end == next.start { next.fold = table } else { next.fold.merge(table) }
                next.end = rest.upperBound
            }
            if isForGood && next.fold.bytes <= KeptFold.bytesMax { kept = next }
            return next.fold
        }
        if let found { return found }
        return try KeptFold.made(of: events, store)
    }

    private static func made(
        of events: Range<UInt64>, _ store: FileEventStore
    ) throws(StoreError) -> Fold {
        try store.project(
            events, threads: LedgerSnapshot.threads(for: UInt64(events.count)))
    }
}

extension LedgerSnapshot {
    /// The table of all events from a position on, carried on where tables are kept.
    func fold<Fold: SizedProjection>(
        _ kept: (KeptFolds) -> KeptFold<Fold>, from start: UInt64 = 0
    ) throws(StoreError) -> Fold {
        let events = start..<count
        if let folds, let store = store as? FileEventStore {
            return try kept(folds).fold(events, of: store)
        }
        return try store.project(
            events, threads: LedgerSnapshot.threads(for: UInt64(events.count)))
    }
}
