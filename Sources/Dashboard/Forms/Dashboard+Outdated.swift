internal import Application
internal import Ledger

/// Forms of a session that is over, or of a server that was started again since: what was typed is
/// kept, and nothing is done before it is sent once more.
extension Dashboard {
    /// What stands before the names of fields that the form of a login carries along.
    private static let mark = "sent-"

    /// What was typed into a form, and what it does.
    typealias Sent = (action: FormAction, form: FormFields)

    /// Whether the body of a form is read though nobody knows who sends it.
    static func keepsInput(_ path: String) -> Bool {
        FormAction(rawValue: path)?.keepsInput ?? false
    }

    /// What is said to a form with the token of another session or server: the form as it is now,
    /// with what was typed.
    func outdated(_ action: FormAction?, _ form: FormFields, status: Int = 403) -> WebResponse {
        let back = form["back"].flatMap { Link(back: $0) }
        let unshown = refused(.noToken, action.map { typed($0, form) } ?? .empty, back: back)
        guard let action, action.keepsInput, may(action) else { return unshown }
        if let seen = SeenLog(form: form["form"]), (try? stands([seen])) == false {
            return merged(action, form, back ?? Link("/"))
        }
        let retry = FormRetry(action: action, fields: form, error: nil, isOutdated: true)
        return page(of: retry, back ?? Link("/")).map { .page(status, $0) } ?? unshown
    }

    /// What is said to a form of somebody who is not let in any more: what was typed, and how to
    /// go on with it.
    func lapsed(_ request: WebRequest) -> WebResponse {
        guard let action = FormAction(rawValue: request.path), action.keepsInput,
            let form = sent(with: request)
        else { return refused(.loggedOut) }
        if logins != nil {
            return loginForm(
                401, back: form["back"].flatMap { Link(back: $0) }, name: "",
                problem: """
                    Nothing was recorded: you are not logged in any more. What you typed is in its \
                    form again once you have logged in.
                    """, sent: (action, form))
        }
        let again = tag("form", .of("method", "post"), .action(action.link)) {
            carried(form, behind: "")
            tag("button", .css("main")) { "Show the form again" }
        }
        return message(
            401, "Not let in",
            """
            Nothing was recorded. Open the address with the token that ledger serve has printed, \
            in this browser; then come back here, and what you typed is in its form again.
            """, HTML([typed(action, form), again]))
    }

    /// The fields of a form of somebody who is not let in; `nil` where it is not whole.
    private func sent(with request: WebRequest) -> FormFields? {
        guard request.hasParts else {
            return FormFields(encoded: String(decoding: request.body, as: UTF8.self))
        }
        let type = request.headers["content-type"] ?? ""
        let (isCut, body) = (isCut(request), request.body.prefix(Gate.Limit.bodyBytes))
        // What was typed is shown whole, or not at all: what is cut is the file.
        guard let form = try? MultipartForm(Array(body), contentType: type, isCut: isCut),
            !isCut || form.parts.last?.fileName != nil
        else { return nil }
        return FormFields(form)
    }

    // MARK: With a login

    /// What a login carries along; `nil` for nothing.
    func sent(along login: FormFields) -> Sent? {
        guard let action = login["to"].flatMap(FormAction.init(rawValue:)), action.keepsInput
        else { return nil }
        return (action, login.carried(behind: Dashboard.mark))
    }

    /// What a login carries along, where nobody sees it.
    func carried(_ sent: Sent) -> HTML {
        HTML([hidden("to", sent.action.rawValue), carried(sent.form, behind: Dashboard.mark)])
    }

    /// Fields of a form, without its token: it is outdated wherever it is sent. Of a file there is
    /// the name.
    private func carried(_ form: FormFields, behind mark: String) -> HTML {
        let seen = SeenLog(form: form["form"]).map { ".\($0.text)" } ?? ""
        let file = form.file?.name ?? ""
        return HTML(
            form.pairs.map { pair in
                hidden(mark + pair.name, pair.name == "form" ? seen : pair.value)
            } + (file.isEmpty ? [] : [hidden(mark + "attached", file)]))
    }

    private func hidden(_ name: String, _ value: String) -> HTML {
        // No text of a page has a carriage return; a browser sends one with each end of a line.
        tag(
            "input", .of("type", "hidden"), .of("name", name),
            .of("value", FormText.lines(value)))
    }
}
