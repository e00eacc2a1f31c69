internal import Application
internal import EventLog
internal import Ledger

/// Forms of pages that were made before another copy of the ledger was merged: their numbers may be
/// those of other entries now.
extension Dashboard {
    /// The first events of the log as a page shows them.
    func seen(_ count: UInt64, in store: any EventStore) throws(ApplicationError) -> SeenLog {
        SeenLog(
            count,
            try mappingError(ApplicationError.store) { () throws(StoreError) in
                try roots.root(at: count, in: store)
            })
    }

    /// The log as it is; `nil` where that cannot be told.
    var seenNow: SeenLog? {
        guard let store = try? env.store(), let head = try? store.head() else { return nil }
        return try? seen(head.count, in: store)
    }

    /// Whether the log still has one of these at its place.
    func stands(_ seen: [SeenLog]) throws(ApplicationError) -> Bool {
        let store = try env.store()
        return try mappingError(ApplicationError.store) { () throws(StoreError) in
            for one in seen where try roots.stands(one, in: store) { return true }
            return false
        }
    }

    /// An environment in which nothing is recorded but where one of these stands, whatever is
    /// merged meanwhile.
    func holding(_ seen: [SeenLog], _ env: Environment) -> Environment {
        let roots = roots
        return env.with {
            $0.mayAppend = { store in
                // A draft goes nowhere, and would be read whole.
                guard store is FileEventStore else { return true }
                return seen.contains { one in (try? roots.stands(one, in: store)) ?? false }
            }
        }
    }

    /// What is said to a form of a log that does not stand any more; nothing was done.
    func merged(_ action: FormAction, _ form: FormFields, _ back: Link) -> WebResponse {
        let retry = FormRetry(action: action, fields: form, error: nil)
        if !action.namesID, let html = page(of: retry, back) { return .page(409, html) }
        return .page(409, Shell.document(title: "The ledger was merged") { look(action, form) })
    }

    /// What was typed, and where to look for what it is about.
    private func look(_ action: FormAction, _ form: FormFields) -> HTML {
        let title = form["was-title"] ?? ""
        return tag("main", .css("alone")) {
            tag("h1") { "The ledger was merged" }
            tag("p", .css("alert"), .of("role", "alert")) {
                """
                ! Another copy of the ledger was merged meanwhile, and entries may have other \
                numbers now. Nothing was done. Look for the entry first, then do it there.
                """
            }
            if action == .attach { tag("p") { "Choose the file there once more." } }
            typed(action, form)
            tag("form", .of("method", "get"), .action(Link("/entries")), .css("row")) {
                tag(
                    "input", .of("name", "q"), .of("value", title), .label("Search"))
                tag("button", .css("main")) { "Search" }
            }
            tag("p") {
                for (name, link) in Dashboard.lists {
                    tag("a", .href(link)) { name }
                    " "
                }
            }
            logOutForm
        }
    }

    private static var lists: [(Phrase, Link)] {
        [
            ("Entries", Link("/entries")), ("Tasks", Link("/tasks")), ("People", Link("/people")),
            ("Audit", Link("/audit")),
        ]
    }
}
