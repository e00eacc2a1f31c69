internal import Application
internal import Ledger
internal import LedgerCLI

/// What is around every page.
enum Shell {
    /// A document with a title.
    ///
    /// - Parameters:
    ///   - live: The position that it is of, where it is to show what is recorded later.
    ///   - keeps: Whose text the script keeps until it is recorded; `nil` for a page without forms.
    ///   - hasScript: Whether keys and sliders work, too.
    static func document(
        title: Phrase, live: UInt64? = nil, keeps: String? = nil, hasScript: Bool = false,
        @HTMLBuilder _ body: () -> HTML
    ) -> HTML {
        .document(
            tag("html", .of("lang", Language.current.rawValue)) {
                tag("head") {
                    tag("meta", .of("charset", "utf-8"))
                    tag(
                        "meta", .of("name", "viewport"),
                        .of("content", "width=device-width, initial-scale=1"))
                    tag("title") { "\(title.text) · ledger" }
                    tag("link", .of("rel", "stylesheet"), .href(Stylesheet.link))
                    tag("link", .of("rel", "icon"), .href(Stylesheet.icon))
                    tag(
                        "link", .of("rel", "manifest"), .href(WebManifest.link),
                        .of("crossorigin", "use-credentials"))
                    if hasScript {
                        // What was typed before is there when the page is first seen.
                        tag(
                            "script", .of("src", PageScript.path), .flag("defer"),
                            .of("blocking", "render"))
                    }
                }
                HTML.element(
                    "body", (live.map(news) ?? []) + (keeps.map(drafts) ?? []), body())
            })
    }

    /// What the script is told of a page that follows the log, and the words it says.
    private static func news(_ position: UInt64) -> [Attribute] {
        let news: Phrase = "Something was recorded meanwhile."
        let show: Phrase = "Show it"
        return [
            .of("data-live", "yes"), .of("data-position", "\(position)"),
            .of("data-news", news.text), .of("data-show", show.text),
        ]
    }

    /// What the script is told of a page with forms, and the words it says of what was typed.
    private static func drafts(_ owner: String) -> [Attribute] {
        let kept: Phrase = "Typed here at % and not recorded so far: it is in the form again."
        let changed: Phrase = "Typed here at % and not recorded; what it is about has changed:"
        let elsewhere: Phrase = "Typed and sent, and not recorded so far:"
        let (file, discard) = ("Choose the file again." as Phrase, "Discard" as Phrase)
        return [
            .of("data-keeps", owner), .of("data-kept", kept.text),
            .of("data-changed", changed.text), .of("data-elsewhere", elsewhere.text),
            .of("data-file", file.text), .of("data-discard", discard.text),
        ]
    }

    /// What can be chosen everywhere.
    static let menu: [(page: PagePath, name: Phrase, link: Link)] = [
        (.today, "Today", Link("/")), (.reports, "Reports", Link("/reports")),
        (.entries, "Entries", Link("/entries")), (.tasks, "Tasks", Link("/tasks")),
        (.accounts, "Accounts", Link("/accounts")), (.budget, "Budget", Link("/budget")),
        (.importFile, "Import", Link("/import")),
        (.people, "People", Link("/people")),
        (.audit, "Audit", Link("/audit")),
    ]
}

extension PageContext {
    /// A page with the menu, what was done before it, and the position it is of.
    ///
    /// - Parameter problem: What is wrong with the address, where the page says so.
    func document(
        _ page: PagePath, _ title: Phrase, root: String, problem: ApplicationError? = nil,
        @HTMLBuilder _ content: () -> HTML
    ) -> WebPage {
        let content = content()
        if isShared { return alone(title, root, problem, content) }
        // A form that came back has what was typed: nothing takes its place.
        let live = at == nil && retry == nil ? position : nil
        let html = Shell.document(title: title, live: live, keeps: keeps, hasScript: true) {
            tag("a", .css("skip"), .of("href", "#content")) { "To the content" }
            tag("div", .css("frame")) {
                tag("header", .css("side")) {
                    tag("a", .css("brand"), .href(link("/"))) { "ledger" }
                    tag("nav", .label("Pages")) {
                        for item in Shell.menu {
                            menuItem(item, isHere: item.page == page.parent)
                        }
                    }
                }
                tag("main", .of("id", "content")) {
                    past
                    tag("h1") { title }
                    done
                    content
                    footer(root)
                }
            }
        }
        return WebPage(status: problem.map(Dashboard.status(of:)) ?? 200, html: html)
    }

    /// A page from which nothing leads on.
    private func alone(
        _ title: Phrase, _ root: String, _ problem: ApplicationError?, _ content: HTML
    ) -> WebPage {
        let html = Shell.document(title: title) {
            tag("main", .of("id", "content")) {
                tag("h1") { title }
                content
                tag("footer") {
                    "As of event "
                    Figure.grouped("\(position)")
                    " · root "
                    tag("span", .of("title", root)) { "\(root.prefix(12))…" }
                    " · nothing can be recorded here"
                }
            }
        }
        return WebPage(status: problem.map(Dashboard.status(of:)) ?? 200, html: html)
    }

    /// What is wrong with the address, in words; nothing where nothing is.
    func alert(_ problem: ApplicationError?) -> HTML {
        guard let problem else { return .empty }
        return tag("p", .css("alert"), .of("role", "alert")) { "! \(words(problem))" }
    }

    private func menuItem(
        _ item: (page: PagePath, name: Phrase, link: Link), isHere: Bool
    ) -> HTML {
        let link = at == nil ? item.link : item.link.with("at", at)
        let here: [Attribute] = isHere ? [.of("aria-current", "page")] : []
        return .element("a", [.href(link)] + here, .text(item.name.text))
    }

    private var past: HTML {
        guard let at else { return .empty }
        return tag("div", .css("note"), .of("role", "status")) {
            "As it was: \(at), up to event \(Figure.grouped("\(position)")). "
            tag("a", .href(own.with("at", nil))) { "Back to now" }
            slider(on: own)
        }
    }

    /// What was recorded just before, and how to take it back.
    var done: HTML {
        func receipt(of name: Link) -> ReceiptShelf.Receipt? {
            present.receipts.receipt(of: name, for: present.env.user) { seen in
                (try? present.stands([seen])) ?? false
            }
        }
        if let id = request.query["undone"].flatMap({ UInt64($0) }),
            let receipt = receipt(of: Link("/", ["undone": "\(id)"]))
        {
            return tag("div", .css("note"), .of("role", "status")) {
                tag("span") { "Undone." }
                if may(.redo) {
                    form(.redo, hidden: ["id": "\(id)"]) { button("Redo", isSmall: true) }
                }
                receiptNotes(receipt.notes)
            }
        }
        guard let id = request.query["done"].flatMap({ UInt64($0) }), at == nil,
            let receipt = receipt(of: Link("/", ["done": "\(id)"]))
        else { return .empty }
        // The script keeps what was typed until it hears this.
        return tag(
            "div", .css("note"), .of("role", "status"), .of("data-taken", receipt.key)
        ) {
            tag("span") { "Recorded, event \(Figure.grouped("\(id)"))." }
            if may(.undo) {
                form(.undo, hidden: ["id": "\(id)"]) {
                    if let also = receipt.also { secret("also", "\(also)") }
                    button("Undo", isSmall: true)
                }
            }
            receiptNotes(receipt.notes)
        }
    }

    private func footer(_ root: String) -> HTML {
        tag("footer") {
            "As of event "
            tag("a", .href(own.with("at", "\(position)"))) { Figure.grouped("\(position)") }
            " · root "
            tag("span", .of("title", root)) { "\(root.prefix(12))…" }
            at != nil || permissions.isDisjoint(with: [.create, .write])
                ? " · nothing can be recorded here" : ""
            " · ? lists the keys"
            for language in Language.allCases where language != Language.current {
                " · "
                tag(
                    "a", .of("lang", language.rawValue), .of("hreflang", language.rawValue),
                    .href(Link("/language", ["to": language.rawValue, "back": own.text]))
                ) { language.name as String }
            }
            present.logOutForm
        }
    }
}

extension Dashboard {
    /// Who is logged in, and the way out; nothing where nobody logs in.
    var logOutForm: HTML {
        guard let visitor else { return .empty }
        return tag("form", .css("row"), .of("method", "post"), .action(Link("/do/logout"))) {
            tag(
                "input", .of("type", "hidden"), .of("name", "form"), .of("value", formToken))
            tag("span") { visitor }
            tag("button", .css("plain small")) { "Log out" }
        }
    }
}
