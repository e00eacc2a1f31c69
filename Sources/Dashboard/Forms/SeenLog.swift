internal import EventLog
internal import Ledger
internal import Synchronization

/// The log as a page showed it: how many events, and the root over them. Ids and versions are
/// positions, and what was merged since may have given them to others.
struct SeenLog: Hashable, Sendable {
    /// How many digits of a root are told.
    private static let digits = 16

    let count: UInt64
    /// The first digits of the root; empty for one that no log has.
    let root: String

    /// The first events of a log; without a root it stands nowhere.
    init(_ count: UInt64, _ root: Digest?) {
        self.count = count
        self.root = root.map { String($0.hex.prefix(SeenLog.digits)) } ?? ""
    }

    /// What ``text`` says, also with more behind a full stop, as in the tag of an answer.
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count >= 2, let count = UInt64(parts[0]) else { return nil }
        let digits = "0123456789abcdef"
        guard parts[1].utf8.count == SeenLog.digits,
            parts[1].allSatisfy({ digits.contains($0) })
        else { return nil }
        self.count = count
        root = String(parts[1])
    }

    /// What stands behind the token of a form.
    init?(form: String?) {
        guard let form, let stop = form.firstIndex(of: ".") else { return nil }
        self.init(form[form.index(after: stop)...])
    }

    /// Each of the tags of a header, strong or weak.
    static func all(in header: String) -> [SeenLog] {
        header.split(separator: ",").compactMap { part in
            let tag = part.drop { $0 == " " }
            let strong = tag.hasPrefix("W/") ? tag.dropFirst(2) : tag
            guard strong.first == "\"" else { return nil }
            return SeenLog(strong.dropFirst().prefix { $0 != "\"" })
        }
    }

    /// The token of a form, without what stands behind it.
    static func token(of form: String?) -> String {
        String((form ?? "").prefix { $0 != "." })
    }

    /// As it is sent.
    var text: String { "\(count).\(root)" }
}

/// Roots of the log that pages told: what is asked about a form is known then, as long as the log
/// only grew.
final class SeenRoots: Sendable {
    private static let countMax = 256

    private struct Known {
        /// What stands in the place of another log is another store.
        weak var store: FileEventStore?
        var roots: [UInt64: Digest] = [:]
        /// The oldest first.
        var order: [UInt64] = []
    }

    private let known = Mutex(Known())

    /// The root over the first events; `nil` where there are fewer.
    ///
    /// - Complexity: O(1) for what was asked before, and for all events; else as
    ///   ``EventStore/root(at:)``.
    func root(at count: UInt64, in store: any EventStore) throws(StoreError) -> Digest? {
        let head = try store.head()
        guard let files = store as? FileEventStore, count <= head.count else {
            return try store.root(at: count)
        }
        let before = known.withLock { $0.store === files ? $0.roots[count] : nil }
        if let before { return before }
        guard let root = try store.root(at: count) else { return nil }
        known.withLock { known in
            if known.store !== files { known = Known(store: files) }
            if known.roots.updateValue(root, forKey: count) == nil { known.order.append(count) }
            guard known.order.count > SeenRoots.countMax else { return }
            known.roots[known.order.removeFirst()] = nil
        }
        return root
    }

    /// Whether a log still has what was seen at its place.
    func stands(_ seen: SeenLog, in store: any EventStore) throws(StoreError) -> Bool {
        SeenLog(seen.count, try root(at: seen.count, in: store)) == seen && !seen.root.isEmpty
    }
}
