internal import EventLog
internal import Ledger

extension Environment {
    /// Asks the hook that may refuse what is about to be recorded, in a draft of it.
    ///
    /// - Parameters:
    ///   - expecting: How many events there are; `nil` for a repeat, of which nobody is asked.
    ///   - append: Records the same in the draft.
    /// - Throws: ``ApplicationError/hook(_:)`` where it refuses, and where a hook cannot be used.
    func askHooks(
        over store: any EventStore, expecting: UInt64?,
        _ append: (OverlayEventStore) throws(StoreError) -> Appended
    ) throws(ApplicationError) {
        guard let hooks, expecting != nil else { return }
        let ledger = home.saved.folder
        // One that could not be told is found while nothing is recorded yet.
        _ = try hooks.program(of: .after, ledger: ledger)
        guard let program = try hooks.program(of: .before, ledger: ledger) else { return }
        let pages = try mappingError(ApplicationError.store) { () throws(StoreError) in
            let draft = try OverlayEventStore(over: store, makeSeed: makeSeed)
            let appended = try append(draft)
            return try HookPages(of: appended, in: draft, isRecorded: false)
        }
        // What was recorded under the same key is there already.
        guard var pages else { return }
        try hooks.run(.before, program, ledger: ledger, isDryRun: isDryRun) {
            () throws(ApplicationError) in
            try pages.next()
        }
    }

    /// Tells the hook that is told what was recorded; whatever it does, it is recorded.
    func tellHooks(_ appended: Appended, in store: any EventStore) {
        guard let hooks, !isDryRun else { return }
        let ledger = home.saved.folder
        do throws(ApplicationError) {
            guard let program = try hooks.program(of: .after, ledger: ledger) else { return }
            let pages = try mappingError(ApplicationError.store) { () throws(StoreError) in
                try HookPages(of: appended, in: store, isRecorded: true)
            }
            guard var pages else { return }
            try hooks.run(.after, program, ledger: ledger, isDryRun: false) {
                () throws(ApplicationError) in
                try pages.next()
            }
        } catch {
            hooks.told(.after, .failed(error))
        }
    }
}

/// What a hook reads: the events of a commit as the log lists them, oldest first, an object a line.
private struct HookPages {
    /// A line.
    private struct Line: Encodable {
        /// The events.
        let rows: [LogRow]
        /// Whether another line follows.
        let more: Bool
        /// The position of the last event of the commit.
        let position: UInt64
        /// The root up to there; nobody knows it before it is recorded.
        let root: String?
    }

    /// How many events a line has at most.
    private static let rowsMax: UInt64 = 500

    private let snapshot: LedgerSnapshot
    private let positions: Range<UInt64>
    private let root: String?
    private var start: UInt64

    /// - Returns: `nil` for what was recorded before.
    init?(
        of appended: Appended, in store: any EventStore, isRecorded: Bool
    ) throws(StoreError) {
        if appended.isRepeat { return nil }
        positions = appended.positions
        snapshot = try LedgerSnapshot(store: store, upTo: positions.upperBound)
        root = isRecorded ? appended.root.hex : nil
        start = positions.lowerBound
    }

    /// The next line; `nil` at the end.
    mutating func next() throws(ApplicationError) -> [UInt8]? {
        if start == positions.upperBound { return nil }
        let end = min(start + HookPages.rowsMax, positions.upperBound)
        var filter = LogFilter()
        filter.positions = start..<end
        let page = try mappingError(
            ApplicationError.store, snapshot.log(filter, skip: 0, limit: nil))
        start = end
        let line = Line(
            rows: page.rows.reversed(), more: end < positions.upperBound,
            position: positions.upperBound - 1, root: root)
        return JSONCoding.encode(line)
    }
}
