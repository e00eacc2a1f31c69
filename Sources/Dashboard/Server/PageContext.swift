internal import Application
internal import Ledger
internal import LedgerCLI

/// What one page is made of: everything on it is of one position.
struct PageContext {
    /// The ledger as it is, and what else there is beside it.
    let present: Dashboard
    let env: Environment
    let request: WebRequest
    /// The log as the page shows it; `nil` of the past, which has no forms.
    let seen: SeenLog?
    /// What forms show: the token, and the log as the page shows it.
    let formToken: String
    /// What the script keeps text under that was typed: the ledger, by its first event, and who
    /// looks; `nil` of the past.
    let keeps: String?
    /// The last position that was taken in.
    let position: UInt64
    /// What the page was asked to go back to; `nil` for the present.
    let at: String?
    /// What who looks at it may do in the ledger as it is now.
    let permissions: Set<Permission>
    /// What was typed into a form that was not taken.
    var retry: FormRetry?
    /// Whether it is shown to somebody who has a link to it and may see nothing else.
    var isShared = false
    /// What was wrong with a file that was sent.
    var importProblem: Phrase?

    /// The ledger as it is when the request comes, or as it was.
    init(_ dashboard: Dashboard, _ request: WebRequest) throws(ApplicationError) {
        self.request = request
        present = dashboard
        at = request.query["at"]
        // Before anything is read: what is merged meanwhile makes its forms void.
        let store = try dashboard.env.store()
        var past = dashboard.env
        if let at { past = try past.travelling(to: at) }
        past.memo = PageMemo()
        let count = try past.snapshot().count
        position = count > 0 ? count - 1 : 0
        let last = position
        env = past.with { $0.asOf = .position(last) }
        seen = at == nil ? try dashboard.seen(count, in: store) : nil
        formToken = dashboard.formToken + (seen.map { "." + $0.text } ?? "")
        let first = at == nil ? try dashboard.seen(1, in: store) : nil
        keeps = first.map { "\($0.root)-\(dashboard.env.user ?? 0)" }
        permissions = try dashboard.env.permissions()
    }

    /// Calls an endpoint.
    func call<E: Endpoint>(
        _ endpoint: E.Type, _ input: E.Input
    ) throws(ApplicationError) -> E.Output {
        try Router.call(endpoint, input, in: env)
    }

    /// An address that stays in the past where the page is of the past.
    func link(_ path: StaticString, _ query: KeyValuePairs<StaticString, String?> = [:]) -> Link {
        let link = Link(path, query)
        return at == nil ? link : link.with("at", at)
    }

    /// The address of this page.
    var own: Link {
        (Link(back: request.path) ?? Link("/")).with(request.query)
            .with("done", nil).with("undone", nil)
    }

    /// Whether a form is shown: who looks may do what it does, and the page is of the present.
    func may(_ action: FormAction) -> Bool {
        at == nil && action.needs.isSubset(of: permissions)
    }

    /// A page.
    func page(_ path: PagePath) throws(ApplicationError) -> WebPage {
        switch path {
        case .today: try today()
        case .reports: try reports()
        case .explain: try explain()
        case .entries: try entries()
        case .entry: try entry()
        case .tasks: try tasks()
        case .accounts: try accounts()
        case .budget: try budget()
        case .importFile: try importPage()
        case .people: try people()
        case .reconcile: try reconcile()
        case .compared: try compared()
        case .verified: try verified()
        case .conflicts: try conflicts()
        case .audit: try audit()
        }
    }

    /// The root that a page says: that of what it shows, or of its position.
    func root(_ known: String?) throws(ApplicationError) -> String {
        if let known { return known }
        return try call(ShowConfig.self, NoInput()).root
    }

    /// The words of a failure that a part of a page has, where the rest can be shown.
    func words(_ error: ApplicationError) -> String { present.words(of: error) }
}

/// A page with its status: 422 where the address asks for what cannot be, and the page says so.
struct WebPage {
    let status: Int
    let html: HTML
}

extension WebResponse {
    /// A page.
    static func page(_ page: WebPage) -> WebResponse { .page(page.status, page.html) }
}

extension Link {
    /// The same with all fields of a query.
    func with(_ fields: FormFields) -> Link {
        var link = self
        link.query = fields.pairs.map { Item(name: $0.name, value: $0.value) }
        return link
    }
}
