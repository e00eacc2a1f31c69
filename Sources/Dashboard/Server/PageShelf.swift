internal import Application
internal import EventLog
internal import Ledger
internal import Synchronization

/// Pages that were made a moment ago, as long as the log stands still: one that many look at is
/// written once. Each gets a copy with the token and the keys of its own forms.
final class PageShelf: Sendable {
    /// What a page holds for.
    struct Key: Hashable, Sendable {
        let figures: TodayShelf.Key
        let language: Language
        /// The address: the path, and names and values of the query.
        let target: [String]
    }

    private static let countMax = 48

    private struct Kept {
        let key: Key
        let time: Duration
        let mould: PageMould
    }

    private let kept = Mutex<[Kept]>([])
    private let uptime: @Sendable () -> Duration

    init(uptime: @escaping @Sendable () -> Duration) { self.uptime = uptime }

    /// What is known; `nil` for nothing.
    func mould(_ key: Key) -> PageMould? {
        let now = uptime()
        return kept.withLock { kept in
            kept.removeAll { now - $0.time > TodayShelf.life }
            return kept.first { $0.key == key }?.mould
        }
    }

    /// Keeps a page, and nothing older for who looks at it.
    func keep(_ mould: PageMould, for key: Key) {
        let now = uptime()
        kept.withLock { kept in
            kept.removeAll {
                $0.key.figures.person == key.figures.person && $0.key.figures != key.figures
                    || $0.key == key
            }
            kept.append(Kept(key: key, time: now, mould: mould))
            if kept.count > PageShelf.countMax { kept.removeFirst() }
        }
    }
}

/// A page without what each copy has of its own: the token and the keys of its forms.
///
/// They are found by the markup before them, which no text can have: quotes in texts are escaped.
struct PageMould: Sendable {
    private enum Gap { case form, key }

    /// A gap is behind each piece but the last.
    private let pieces: [String]
    private let gaps: [Gap]

    init(_ html: HTML) {
        let bytes = Array(html.markup.utf8)
        let marks: [(gap: Gap, text: [UInt8])] = [
            (.form, Array("name=\"form\" value=\"".utf8)),
            (.key, Array("name=\"key\" value=\"".utf8)),
        ]
        var pieces: [String] = []
        var gaps: [Gap] = []
        var start = 0
        var index = 0
        while index < bytes.count {
            // Both marks have their first quote there; most of a page has none.
            guard bytes[index] == UInt8(ascii: "n"), index + 5 < bytes.count,
                bytes[index + 5] == UInt8(ascii: "\""),
                let mark = marks.first(where: { bytes[index...].starts(with: $0.text) })
            else {
                index += 1
                continue
            }
            index += mark.text.count
            pieces.append(String(decoding: bytes[start..<index], as: UTF8.self))
            gaps.append(mark.gap)
            // What stands behind the token says of which log the page is: the same for all.
            index =
                bytes[index...].firstIndex {
                    $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: ".")
                } ?? bytes.endIndex
            start = index
        }
        pieces.append(String(decoding: bytes[start...], as: UTF8.self))
        self.pieces = pieces
        self.gaps = gaps
    }

    /// The page for one more who looks at it.
    ///
    /// - Parameters:
    ///   - form: What forms show.
    ///   - randomBytes: Makes this many random bytes.
    func copy(form: String, randomBytes: (Int) -> [UInt8]) -> String {
        var text = ""
        text.reserveCapacity(pieces.reduce(0) { $0 + $1.utf8.count } + gaps.count * 64)
        for (index, piece) in pieces.enumerated() {
            text += piece
            guard index < gaps.count else { continue }
            text += gaps[index] == .form ? form : Gate.hex(randomBytes(PageContext.keyBytes))
        }
        return text
    }
}

extension Dashboard {
    /// What *Today* holds for as the ledger is now; `nil` where that cannot be told, as within
    /// seconds of a change of its files.
    func todayKey() throws(ApplicationError) -> TodayShelf.Key? {
        let store = try env.store()
        // Before the head: text that is erased meanwhile makes it another one.
        guard let mark = store.textMark() else { return nil }
        return TodayShelf.Key(
            head: try mappingError(ApplicationError.store, store.head()), mark: mark,
            person: env.user, minute: env.now().millisecondsSince1970 / 60_000)
    }

    /// Whether nothing but the log, who looks and the address make a page: no file, no other
    /// moment, and nothing that was done just now.
    static func isPlain(_ page: PagePath, _ query: FormFields) -> Bool {
        switch page {
        case .today: query.pairs.isEmpty
        case .reports, .explain, .entries, .tasks, .accounts, .budget, .people:
            !query.pairs.contains { ["at", "done", "undone"].contains($0.name) }
        case .entry, .importFile, .reconcile, .compared, .verified, .conflicts, .audit: false
        }
    }

    /// A page without anything beside it, copied from what was made a moment ago where nothing was
    /// recorded since: rights are recorded, too.
    func plain(_ page: PagePath, _ request: WebRequest) throws(ApplicationError) -> WebResponse {
        let target = [request.path] + request.query.pairs.flatMap { [$0.name, $0.value] }
        let key = try todayKey().map {
            PageShelf.Key(figures: $0, language: .current, target: target)
        }
        if let key, let mould = pages.mould(key) {
            return WebResponse(
                200, html: mould.copy(form: formToken, randomBytes: env.randomBytes))
        }
        let context = try PageContext(self, request)
        let page = try context.page(page)
        if let key, page.status == 200 {
            let head = key.figures.head
            // Neither recorded nor merged meanwhile.
            if context.seen == SeenLog(head.count, head.root) {
                pages.keep(PageMould(page.html), for: key)
            }
        }
        return .page(page)
    }
}
