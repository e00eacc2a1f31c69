internal import Application
internal import LedgerCLI

/// What is around every page.
enum Shell {
    /// A document with a title.
    ///
    /// - Parameters:
    ///   - live: The position that it is of, where it is to show what is recorded later.
    ///   - hasScript: Whether keys and sliders work, too.
    static func document(
        title: Phrase, live: UInt64? = nil, hasScript: Bool = false, @HTMLBuilder _ body: () -> HTML
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
                        tag("script", .of("src", PageScript.path), .flag("defer"))
                    }
                }
                HTML.element(
                    "body",
                    live.map { [.of("data-live", "yes"), .of("data-position", "\($0)")] } ?? [],
                    body())
            })
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
    func document(
        _ page: PagePath, _ title: Phrase, root: String, @HTMLBuilder _ content: () -> HTML
    ) -> HTML {
        let content = content()
        return Shell.document(title: title, live: at == nil ? position : nil, hasScript: true) {
            tag("a", .css("skip"), .of("href", "#content")) { "To the content" }
            tag("div", .css("frame")) {
                tag("header", .css("side")) {
                    tag("a", .css("brand"), .href(link("/"))) { "ledger" }
                    tag("nav", .of("aria-label", "Pages")) {
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
            Shell.keys
        }
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
    private var done: HTML {
        if let id = request.query["undone"].flatMap({ UInt64($0) }) {
            return tag("div", .css("note"), .of("role", "status")) {
                tag("span") { "Undone." }
                form(.redo, hidden: ["id": "\(id)"]) {
                    button("Redo", isSmall: true)
                }
            }
        }
        guard let id = request.query["done"].flatMap({ UInt64($0) }), at == nil else {
            return .empty
        }
        return tag("div", .css("note"), .of("role", "status")) {
            tag("span") { "Recorded, event \(Figure.grouped("\(id)"))." }
            if canWrite {
                form(.undo, hidden: ["id": "\(id)"]) { button("Undo", isSmall: true) }
            }
        }
    }

    private func footer(_ root: String) -> HTML {
        tag("footer") {
            "As of event "
            tag("a", .href(own.with("at", "\(position)"))) { Figure.grouped("\(position)") }
            " · root "
            tag("span", .of("title", root)) { "\(root.prefix(12))…" }
            canWrite ? "" : " · nothing can be recorded here"
            " · ? lists the keys"
            for language in Language.allCases where language != Language.current {
                " · "
                tag(
                    "a", .of("lang", language.rawValue), .of("hreflang", language.rawValue),
                    .href(Link("/language", ["to": language.rawValue, "back": own.text]))
                ) { language.name as String }
            }
            if let visitor = present.visitor {
                tag("form", .css("row"), .of("method", "post"), .action(Link("/do/logout"))) {
                    secret("form", formToken)
                    tag("span") { visitor }
                    button("Log out", isSmall: true)
                }
            }
        }
    }
}
