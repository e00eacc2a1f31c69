package import Application
internal import EventLog
internal import Ledger
internal import LedgerCLI

/// The ledger in a browser: requests in, pages out, and no server. It calls the endpoints through
/// the router, as commands do.
package struct Dashboard: Sendable {
    var env: Environment
    let router: Router
    let gate: Gate
    /// Files that are looked at before they are recorded.
    let shelf: FileShelf
    /// What *Today* was made of a moment ago.
    let todays: TodayShelf
    /// What pages looked like a moment ago.
    let pages: PageShelf
    /// What receipts noted, for the page that comes next.
    let receipts: ReceiptShelf
    /// What the log was when pages were made.
    let roots = SeenRoots()
    /// What opens the feed and the metrics.
    let tokens: ServeFile
    let metrics = Metrics()
    /// The whole log is read for one at a time.
    let verifying: VerifyDesk
    /// What a file comes to takes memory: for one at a time, too.
    let rehearsing = Turns(count: 1)
    let sums = SumKeeper()
    /// Who is logged in; `nil` where whoever has the token is let in.
    let logins: Logins?
    /// What the forms of the browser show.
    var formToken: String
    /// The name of who is logged in.
    var visitor: String?
    /// Where it is found, by its port.
    private let place: @Sendable (Int) -> String
    /// When the server was started.
    let started: Duration

    /// A dashboard of a ledger, with new tokens.
    ///
    /// - Parameters:
    ///   - env: What pages are made of.
    ///   - isReadOnly: Whether nothing can be recorded.
    ///   - tokens: What opens the feed and the metrics; new ones when left out.
    ///   - passwords: Reads the hashes of the passwords, by person, where persons log in.
    ///   - address: Where the pages are found beside this machine.
    ///   - listen: Where the server listens.
    ///   - rate: How many requests may come each second; the usual number when left out.
    package init(
        _ env: Environment, isReadOnly: Bool = false, tokens: ServeFile? = nil,
        passwords: (@Sendable () -> [UInt64: String])? = nil, address: PublicAddress? = nil,
        listen: ListenAddress = .usual, rate: Int? = nil
    ) throws(ApplicationError) {
        self.env = env.with { env in
            if isReadOnly { env.access = .granted([.read]) }
            env.folds = KeptFolds()
        }
        router = try .standard
        gate = Gate(
            randomBytes: env.randomBytes, uptime: env.uptime, address: address, listen: listen,
            perSecond: rate ?? Gate.Limit.perSecond)
        let origin = address?.origin ?? "http://127.0.0.1"
        place = { port in listen.hostHere.map { "http://\($0):\(port)" } ?? origin }
        formToken = gate.formToken
        logins = passwords.map {
            Logins(passwords: $0, randomBytes: env.randomBytes, uptime: env.uptime)
        }
        self.tokens = tokens ?? ServeFile(randomBytes: env.randomBytes)
        started = env.uptime()
        shelf = FileShelf(randomBytes: env.randomBytes, uptime: env.uptime)
        receipts = ReceiptShelf(uptime: env.uptime)
        todays = TodayShelf(uptime: env.uptime)
        pages = PageShelf(uptime: env.uptime)
        verifying = VerifyDesk(uptime: env.uptime)
    }

    /// Says where it can be reached; nothing is answered before.
    ///
    /// - Returns: The address that lets a browser in, or leads to where persons log in.
    package func open(on port: Int) -> String {
        gate.open(on: port)
        let address = place(port) + "/"
        return logins == nil ? "\(address)?token=\(gate.token)" : address
    }

    /// What a request is answered; it blocks while the ledger is read.
    package func answer(_ request: WebRequest) -> WebResponse {
        answer(request, look(at: request))
    }

    /// The same, of what was looked at before its body came.
    package func answer(_ request: WebRequest, _ look: Look) -> WebResponse {
        if let refusal = look.refusal { return refusal }
        let start = env.uptime()
        let response = Language.$current.withValue(Language.of(request)) {
            self.response(to: request)
        }
        metrics.count(
            Dashboard.label(of: request), response.status, took: env.uptime() - start)
        return response
    }

    private func response(to request: WebRequest) -> WebResponse {
        env.home.refresh()
        if request.path == Language.path { return choose(request) }
        if request.path == Dashboard.feedPath { return feed(request) }
        if request.path == Dashboard.metricsPath { return metrics(request) }
        if request.method != "POST" {
            if request.path == Stylesheet.path {
                return WebResponse(
                    200, type: "text/css; charset=utf-8", Stylesheet.text)
            }
            if request.path == PageScript.path {
                return WebResponse(
                    200, type: "text/javascript; charset=utf-8", PageScript.text)
            }
            if request.path == Stylesheet.icon.path {
                return WebResponse(200, type: "image/svg+xml", Stylesheet.iconText)
            }
            if request.path == OfflineShell.path {
                return .page(OfflineShell.page(isSent: request.query["sent"] != nil))
            }
            if request.path == Shell.keysPath { return .page(200, Shell.keysPage) }
            if request.path == OfflineShell.scriptPath {
                return WebResponse(
                    200, type: "text/javascript; charset=utf-8", OfflineShell.script)
            }
            if request.path == WebManifest.path {
                return WebResponse(200, type: "application/manifest+json", WebManifest.text)
            }
            if request.path == Dashboard.sharedPath { return shared(request) }
            if logins == nil, let typed = request.query["token"] { return letIn(typed, request) }
        }
        if request.path.hasPrefix("/api/") { return api(request) }
        if let logins, request.path == Dashboard.loginPath { return loginPage(request, logins) }
        guard let own = entered(by: request) else {
            if request.method == "POST" { return lapsed(request) }
            if logins == nil { return refused(.loggedOut) }
            let asked = Link(back: request.path).map { $0.with(request.query) }
            return .seeOther(Link(login: asked))
        }
        if let logins, request.path == Dashboard.logoutPath, request.method == "POST" {
            return logOut(request, logins)
        }
        return request.method == "POST" ? own.post(request) : own.get(request)
    }

    static func isOfProgram(_ path: String) -> Bool {
        ["/api/", "/feed/", metricsPath].contains { path.hasPrefix($0) }
    }

    /// What is said to a request with a header twice that can be there once.
    package func doubled(_ path: String) -> WebResponse {
        Dashboard.isOfProgram(path) ? Problem(.doubled).response : refused(.doubled)
    }

    /// Where pages hear of what is recorded: a stream, which whoever serves hands on.
    package static let livePath = "/live"

    /// Why a request for the stream is refused; `nil` where it may listen.
    package func refusesToTell(_ request: WebRequest) -> WebResponse? {
        if let refusal = gate.refusal(of: request, isKnown: knows(request)) {
            return refused(refusal)
        }
        guard let own = entered(by: request) else { return refused(.loggedOut) }
        return own.mayRead ? nil : own.message(403, "Not here", "You may not read this ledger.")
    }

    /// Whether who listens may hear what comes next: asked anew each time, for rights and sessions
    /// end meanwhile. Listening is no sign of life that would keep a session.
    package func mayHearMore(_ request: WebRequest) -> Bool {
        entered(by: request, isUse: false)?.mayRead ?? false
    }

    /// Whether the acting person may read the ledger; not where that cannot be told.
    private var mayRead: Bool { (try? env.permissions())?.contains(.read) ?? false }

    /// What every answer of the stream says.
    package static let streamHead = WebResponse(200, type: "text/event-stream", "")

    /// The position of the last event; `nil` where the ledger cannot be read, or has none.
    package func lastPosition() -> UInt64? {
        env.home.refresh()
        guard let store = try? env.store(), let count = try? store.head().count else { return nil }
        return count > 0 ? count - 1 : nil
    }

    /// What is said where too many files are sent at once, or too many listen.
    package var tooManyAtOnce: WebResponse { refused(.tooMany) }

    /// Sends a browser that shows the token on to the page that it asked for, without the token.
    private func letIn(_ token: String, _ request: WebRequest) -> WebResponse {
        if let refusal = gate.admits(token: token) { return refused(refusal) }
        var page = Link(back: request.path) ?? Link("/")
        page.query = request.query.pairs.filter { $0.name != "token" }
            .map { Link.Item(name: $0.name, value: $0.value) }
        var response = WebResponse.seeOther(page)
        response.headers.append(gate.setCookie)
        return response
    }

    /// Whether a form was made for the browser that sends it.
    func takes(form: String?) -> Bool { Gate.isSame(SeenLog.token(of: form), formToken) }

    private func get(_ request: WebRequest) -> WebResponse {
        if request.path == Dashboard.proofPath { return proof(request) }
        if request.path == Dashboard.filePath { return attachedFile(request) }
        guard let page = PagePath(rawValue: request.path) else {
            return message(
                404, "No such page", "There is no page at this address. Start from Today.")
        }
        do throws(ApplicationError) {
            if Dashboard.isPlain(page, request.query) { return try plain(page, request) }
            let context = try PageContext(self, request)
            return .page(try context.page(page))
        } catch {
            return failed(error)
        }
    }

    private func post(_ request: WebRequest) -> WebResponse {
        if request.path == PagePath.importFile.rawValue { return takeFile(request) }
        var form = FormFields(encoded: "")
        if request.path == FormAction.attach.rawValue
            || request.path == FormAction.add.rawValue && request.hasParts
        {
            let (sent, refusal) = partsForm(request)
            if let refusal { return refusal }
            form = sent ?? form
        } else {
            form = FormFields(encoded: String(decoding: request.body, as: UTF8.self))
        }
        let action = FormAction(rawValue: request.path)
        guard takes(form: form["form"]) else { return outdated(action, form) }
        guard let action else {
            return message(404, "No such form", "Nothing is recorded at this address.")
        }
        if let seen = SeenLog(form: form["form"]) { return run(action, form, seen) }
        if may(action) { return outdated(action, form) }
        return run(action, form, SeenLog(0, nil))
    }

    /// Does what a form says, where its numbers are still those of the page that it came from.
    private func run(_ action: FormAction, _ form: FormFields, _ seen: SeenLog) -> WebResponse {
        let back = form["back"].flatMap { Link(back: $0) } ?? Link("/")
        // Who may not do it is told that, and nothing else.
        let isAllowed = may(action)
        do throws(ApplicationError) {
            if isAllowed, try !stands([seen]) { return merged(action, form, back) }
        } catch {
            return failed(error, back: back, typed(action, form))
        }
        let env = holding([seen], env).with {
            $0.key = form.decision ?? form["key"].map { "page-" + $0.prefix(64) }
        }
        do throws(ApplicationError) {
            let done = try action.run(form, self, env)
            let (id, undone) = (done.id.map { "\($0)" }, done.undone.map { "\($0)" })
            receipts.keep(
                done.notes, of: Link("/", ["done": id, "undone": undone]), with: done.also,
                for: env.user, key: form["key"], seen: seenNow)
            let page = done.page ?? (form.decision == nil ? back : Link("/conflicts"))
            return .seeOther(page.with("done", id).with("undone", undone))
        } catch {
            if isAllowed, (try? stands([seen])) == false { return merged(action, form, back) }
            return retry(action, form, back, error)
        }
    }

    /// The page that a form came from, with what was typed and what is wrong with it; where that
    /// page has the form no more, what was typed alone.
    private func retry(
        _ action: FormAction, _ form: FormFields, _ back: Link, _ error: ApplicationError
    ) -> WebResponse {
        let retry = FormRetry(action: action, fields: form, error: error)
        let html = action.keepsInput ? page(of: retry, back) : nil
        return html.map { .page(Dashboard.status(of: error), $0) }
            ?? failed(error, back: back, typed(action, form))
    }

    /// The page that a form came from, with what was typed; `nil` where it has the form no more.
    func page(of retry: FormRetry, _ back: Link) -> HTML? {
        guard let page = PagePath(rawValue: back.path), may(retry.action) else { return nil }
        let request = WebRequest("GET", back.with("done", nil).with("undone", nil).text)
        do throws(ApplicationError) {
            var context = try PageContext(self, request)
            context.retry = retry
            let html = try context.page(page).html
            return retry.action.isShown(in: html) ? html : nil
        } catch {
            return nil
        }
    }

    /// What went wrong, in words.
    func words(of error: ApplicationError) -> String { ErrorText(error).what }

    static func status(of error: ApplicationError) -> Int {
        switch error {
        case .unknownID, .unknownPath, .beyondEnd, .noSuchRow: 404
        case .denied, .forbidden, .loginNeeded, .readOnlyPast: 403
        case .changedSince, .busy, .store(.conflict): 409
        case .noLedger: 404
        default: error.exitClass == .damage ? 500 : 422
        }
    }

    /// - Parameter typed: What was typed into a form, to be kept.
    private func failed(
        _ error: ApplicationError, back: Link? = nil, _ typed: HTML = .empty
    ) -> WebResponse {
        message(
            Dashboard.status(of: error), "That did not work", Phrase(plain: ErrorText(error).what),
            back: back, typed)
    }

    /// - Parameters:
    ///   - typed: What was typed into a form, to be kept.
    ///   - back: The page that the form came from.
    func refused(
        _ refusal: Gate.Refusal, _ typed: HTML = .empty, back: Link? = nil
    ) -> WebResponse {
        switch refusal {
        case .unknownHost:
            message(421, "Not this address", "Open the address that ledger serve has printed.")
        case .foreignOrigin:
            message(403, "Not from here", "The request came from a page of somebody else.")
        case .unknownMethod:
            message(405, "Not so", "Pages are read with GET, forms are sent with POST.")
        case .onlyRead: message(405, "Not so", "This address is only read, with GET.")
        case .unknownCoding:
            message(
                501, "Not so",
                "A body comes with its length, or in chunks, and in no other way.")
        case .broken: message(400, "That did not arrive", "It did not come whole. Send it again.")
        case .tooSlow: message(408, "Too slow", "It took too long to come. Send it again.")
        case .doubled:
            message(400, "Not so", "A header that can be there once is there twice.")
        case .tooLong: message(414, "Too long", "The address is too long.")
        case .tooLarge:
            message(
                413, "Too large",
                "A form has at most 64 KiB, a file \(FileShelf.fileBytesMax >> 20) MiB.")
        case .tooMany: message(429, "Too many requests", "Wait a moment, then load it again.")
        case .loggedOut:
            logins == nil
                ? message(
                    401, "Not let in",
                    """
                    Open the address with the token that ledger serve has printed. It lasts as \
                    long as the server runs.
                    """) : loginEnded
        case .noToken:
            message(
                403, "The form is too old",
                """
                It was made before you logged in, or before the server was started again. Nothing \
                was recorded: do it again on its page.
                """, back: back, typed)
        }
    }

    func message(
        _ status: Int, _ title: Phrase, _ text: Phrase, back: Link? = nil, _ more: HTML = .empty
    ) -> WebResponse {
        .page(
            status,
            Shell.document(title: title) {
                tag("main", .css("alone")) {
                    tag("h1") { title }
                    tag("p") { text }
                    more
                    tag("p") {
                        tag("a", .href(back ?? Link("/"))) { back == nil ? "Today" : "Back" }
                    }
                    logOutForm
                }
            })
    }
}
