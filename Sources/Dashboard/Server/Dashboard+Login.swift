internal import Application
internal import Ledger

extension Dashboard {
    /// Where persons log in, with ``ServeOptions/isLogin``.
    static let loginPath = "/login"
    /// Where they log out.
    static let logoutPath = "/do/logout"
    /// Where programs log in.
    static let sessionPath = "/api/session"

    /// The dashboard of who shows a request; `nil` for a stranger.
    ///
    /// - Parameter isUse: Whether the session lives on by it.
    func entered(by request: WebRequest, isUse: Bool = true) -> Dashboard? {
        guard let logins else { return gate.knows(request) ? self : nil }
        guard let session = logins.session(gate.cookie(of: request) ?? "", isUse: isUse) else {
            return nil
        }
        return acting(as: session)
    }

    /// The dashboard as a person has it: the ledger's rights hold on every route.
    func acting(as session: Logins.Session) -> Dashboard {
        var copy = self
        copy.env = env.with {
            $0.user = session.person
            $0.lastList = []
        }
        copy.formToken = session.formToken
        copy.visitor = name(of: session.person)
        return copy
    }

    private func name(of person: UInt64) -> String {
        let data = try? env.snapshot().referenceData
        return data?.person(at: person)?.name ?? "\(person)"
    }

    // MARK: Browsers

    /// The page with the form; or what is sent with it.
    func loginPage(_ request: WebRequest, _ logins: Logins) -> WebResponse {
        guard request.method == "POST" else {
            let back = request.query["back"].flatMap { Link(back: $0) }
            return loginForm(200, back: back, name: "", problem: nil)
        }
        let fields = FormFields(encoded: String(decoding: request.body, as: UTF8.self))
        let back = fields["back"].flatMap { Link(back: $0) }
        let name = fields["name"] ?? ""
        let sent = sent(along: fields)
        guard gate.takes(form: fields["form"]) else {
            return loginForm(
                403, back: back, name: name,
                problem: "The server was started again. Type your password once more.", sent: sent)
        }
        do throws(Logins.Fault) {
            let id = try logins.logIn(
                name, person(name), password: fields.exact("password") ?? "",
                old: gate.cookie(of: request))
            let own = sent == nil ? nil : logins.session(id).map { acting(as: $0) }
            var response =
                sent.flatMap { own?.outdated($0.action, $0.form, status: 200) }
                ?? .seeOther(back ?? Link("/"))
            response.headers.append(gate.setCookie(id, for: request))
            return response
        } catch {
            switch error {
            case .wrong:
                return loginForm(
                    401, back: back, name: name, problem: "The name or the password is wrong.",
                    sent: sent)
            case .tooMany:
                return loginForm(
                    429, back: back, name: name,
                    problem: "Too many tries. Wait half a minute, then try it again.", sent: sent)
            }
        }
    }

    /// What is said to a form of somebody whose session is over.
    var loginEnded: WebResponse {
        .page(
            401,
            Shell.document(title: "Not logged in") {
                tag("main", .css("alone")) {
                    tag("h1") { "Not logged in" }
                    tag("p") {
                        """
                        Nothing was done: you are not logged in any more. Log in, then do it again \
                        on its page.
                        """
                    }
                    tag("p") { tag("a", .href(Link(login: nil))) { "Log in" } }
                }
            })
    }

    /// Ends the session of a browser.
    func logOut(_ request: WebRequest, _ logins: Logins) -> WebResponse {
        let form = FormFields(encoded: String(decoding: request.body, as: UTF8.self))
        guard let id = gate.cookie(of: request), let session = logins.session(id),
            Gate.isSame(SeenLog.token(of: form["form"]), session.formToken)
        else { return refused(.noToken) }
        logins.logOut(id)
        var response = WebResponse.seeOther(Link(login: nil))
        response.headers.append(gate.setCookie("", for: request, lives: false))
        return response
    }

    /// Whose name it is, in any case; an id is none, and neither is `me`, so that nobody has more
    /// names to try than one.
    private func person(_ typed: String) -> UInt64? {
        let isID = typed.allSatisfy(\.isNumber) || typed.hasPrefix("#")
        guard !typed.isEmpty, !isID,
            let person = (try? env.with { $0.user = nil }.acting(as: typed).user) ?? nil
        else { return nil }
        return name(of: person).lowercased() == typed.lowercased() ? person : nil
    }

    /// - Parameter sent: What was typed into another form, to be kept.
    func loginForm(
        _ status: Int, back: Link?, name: String, problem: Phrase?, sent: Sent? = nil
    ) -> WebResponse {
        .page(
            status,
            Shell.document(title: "Log in") {
                tag("main", .css("alone")) {
                    tag("h1") { "ledger" }
                    if let problem {
                        tag("p", .css("alert"), .of("role", "alert")) { "! \(problem)" }
                    }
                    tag(
                        "form", .css("card"), .of("method", "post"), .action(Link(login: nil))
                    ) {
                        tag(
                            "input", .of("type", "hidden"), .of("name", "form"),
                            .of("value", gate.formToken))
                        if let back {
                            tag(
                                "input", .of("type", "hidden"), .of("name", "back"),
                                .of("value", back.text))
                        }
                        if let sent { carried(sent) }
                        tag("div", .css("fields")) {
                            tag("label") {
                                tag("span") { "Name" }
                                tag(
                                    "input", .of("name", "name"), .of("value", name),
                                    .of("autocomplete", "username"), .flag("required"))
                            }
                            tag("label") {
                                tag("span") { "Password" }
                                tag(
                                    "input", .of("name", "password"), .of("type", "password"),
                                    .of("autocomplete", "current-password"), .flag("required"))
                            }
                        }
                        tag("div", .css("actions")) { tag("button", .css("main")) { "Log in" } }
                    }
                    if let sent { typed(sent.action, sent.form) }
                }
            })
    }

    // MARK: Programs

    /// `POST /api/session` with a name and a password gives a token that is good as the one in the
    /// header `Authorization`.
    func session(_ request: WebRequest, _ logins: Logins) -> WebResponse {
        guard request.method == "POST" else { return Problem(.unknownMethod).response }
        guard let members = AnyJSON(request.body)?.object,
            let name = members["name"]?.string, let password = members["password"]?.string
        else {
            return Problem(
                400, code: "session", "the body is an object with the texts name and password"
            ).response
        }
        do throws(Logins.Fault) {
            let id = try logins.logIn(name, person(name), password: password, old: nil)
            let answer = JSONCoding.encode(AnyJSON.object(["token": .string(id)]))
            return WebResponse(
                200, type: "application/json", String(decoding: answer, as: UTF8.self))
        } catch {
            switch error {
            case .wrong:
                return Problem(401, code: "login", "the name or the password is wrong").response
            case .tooMany: return Problem(429, code: "tooMany", "too many tries").response
            }
        }
    }

    /// The dashboard of the program that shows a token.
    func entered(byProgram request: WebRequest) throws(Gate.Refusal) -> Dashboard {
        guard let logins else {
            if let refusal = gate.admits(request) { throw refusal }
            return self
        }
        guard let session = logins.session(request.bearer ?? "") else { throw gate.wrongGuess() }
        return acting(as: session)
    }
}

extension Link {
    /// The page with the form, which leads back to another one.
    init(login back: Link?) { self = Link("/login", ["back": back?.text]) }
}
