public import EventLog

/// How far a reader came in a log: behind how many events, and the root over these, by which it is
/// told whether the log is still the one that was read.
public struct ReaderPlace: Hashable, Sendable {
    /// How many events the reader has had.
    public let count: UInt64
    /// The root over them.
    public let root: Digest

    /// A place behind some events.
    public init(count: UInt64, root: Digest) {
        self.count = count
        self.root = root
    }

    /// Before the first event of any log.
    public static var start: ReaderPlace { ReaderPlace(count: 0, root: MerkleFrontier().root) }

    /// What the first line of a kept place says; another version would have another one.
    private static let heading = "place of a reader, version 1"

    /// A place as it was kept; `nil` for any other bytes.
    public init?(parsing bytes: [UInt8]) {
        guard let text = String(validating: bytes, as: UTF8.self),
            let kept = try? Checkpoint(parsing: text), kept.origin == ReaderPlace.heading,
            kept.rest.isEmpty, let root = kept.root
        else { return nil }
        self.init(count: kept.size, root: root)
    }

    /// The place as a file has it: three lines, as of a checkpoint (c2sp.org/tlog-checkpoint).
    public var bytes: [UInt8] {
        Array((Checkpoint(origin: ReaderPlace.heading, size: count, root: root)?.text ?? "").utf8)
    }
}

extension EventStore {
    /// The place behind the first events; `nil` where there are not so many.
    ///
    /// - Complexity: O(*n*) in the events of one segment for a store of files, else in all events.
    public func place(behind count: UInt64) throws(StoreError) -> ReaderPlace? {
        if count == 0 { return .start }
        return try root(at: count).map { ReaderPlace(count: count, root: $0) }
    }

    /// Holds a place against the log.
    ///
    /// - Throws: ``ReaderError/cut(events:read:)`` where the log has fewer events,
    ///   ``ReaderError/replaced(read:)`` where its first events are others, and
    ///   ``ReaderError/store(_:)``.
    public func hold(_ place: ReaderPlace) throws(ReaderError) {
        let (now, events) = try mappingError(ReaderError.store) { () throws(StoreError) in
            (try self.place(behind: place.count), try head().count)
        }
        guard let now else { throw .cut(events: events, read: place.count) }
        if now.root != place.root { throw .replaced(read: place.count) }
    }
}

/// Why a reader does not go on.
public enum ReaderError: Error, Hashable, Sendable {
    /// The log cannot be read.
    case store(StoreError)
    /// The log has fewer events than the reader has had.
    case cut(events: UInt64, read: UInt64)
    /// The first events of the log, so many, are not those that the reader has had: the log was
    /// replaced, or another copy was merged into it.
    case replaced(read: UInt64)
    /// The kept place is no longer the one from which was read: somebody else reads under the same
    /// name. How many events there were before, and are now.
    case moved(from: UInt64, now: UInt64)
    /// A file holds no place.
    case notAPlace(path: String)
    /// A file cannot be read or written; the code is the system's `errno`.
    case file(path: String, code: Int32)
}
