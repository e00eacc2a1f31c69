internal import Application

extension PageContext {
    /// A form that is sent once however often it is: with the token of the server and the log
    /// that the page shows, a key of its own, and the way back.
    ///
    /// - Parameter hasFile: Whether a file is sent with it.
    func form(
        _ action: FormAction, hidden: KeyValuePairs<StaticString, String> = [:],
        hasFile: Bool = false, @HTMLBuilder content: () -> HTML
    ) -> HTML {
        // A key that stands for something else already would be refused for ever.
        let kept = retry?.action == action ? retry?.key : nil
        let version = retry?.action == action ? retry?.version : nil
        let content = content()
        var attributes: [Attribute] = [.of("method", "post"), .action(action.link)]
        if retry?.action == action { attributes.append(.flag(PageContext.retryMark)) }
        if hasFile { attributes.append(.of("enctype", "multipart/form-data")) }
        let secrets = HTML(
            [
                secret("form", formToken), secret("key", kept ?? newKey), secret("back", own.text),
            ]
                + hidden.map { name, value in
                    secret(name, "\(name)" == "version" ? version ?? value : value)
                })
        return .element("form", attributes, HTML([secrets, content]))
    }

    /// What a form has that shows again what was typed into it.
    private static let retryMark: StaticString = "data-retry"

    /// Whether a page has such a form; text of a page has no quotes.
    static func hasRetry(_ page: HTML) -> Bool { page.markup.contains("\" \(retryMark)") }

    /// The same page for one of several forms of an action, which is told by what it carries along:
    /// what was typed into another one stays there.
    func narrowed(
        to action: FormAction, _ hidden: KeyValuePairs<StaticString, String?>
    ) -> PageContext {
        guard let retry, retry.action == action else { return self }
        var own = self
        if hidden.contains(where: { retry.fields["\($0.key)"] != $0.value }) { own.retry = nil }
        return own
    }

    /// A form that only asks.
    func search(_ link: Link, @HTMLBuilder content: () -> HTML) -> HTML {
        let content = content()
        return tag("form", .of("method", "get"), .action(link), .css("row")) {
            content
            if let at { secret("at", at) }
        }
    }

    func secret(_ name: StaticString, _ value: String) -> HTML {
        tag("input", .of("type", "hidden"), .of("name", "\(name)"), .of("value", value))
    }

    func button(_ text: Phrase, isPlain: Bool = false, isSmall: Bool = false) -> HTML {
        let css: Attribute =
            isSmall ? .css("plain small") : isPlain ? .css("plain") : .css("main")
        return tag("button", css) { text }
    }

    /// A field with its name above, and what is wrong with it below; what was typed before stands
    /// in it again.
    ///
    /// - Parameter isWide: Whether it takes more room than others, for a long name.
    func field(
        _ action: FormAction?, _ name: StaticString, _ label: Phrase, _ value: String = "",
        _ more: Attribute..., list: StaticString? = nil, isWide: Bool = false
    ) -> HTML {
        let retry = action != nil && retry?.action == action ? retry : nil
        let typed = retry?.fields.raw("\(name)") ?? value
        let isWrong = retry?.field == "\(name)"
        var attributes: [Attribute] = [.of("name", "\(name)"), .of("value", typed)] + more
        if isWrong { attributes += [.of("aria-invalid", "true"), .flag("autofocus")] }
        if let list { attributes.append(.of("list", "\(list)")) }
        let wrong = isWrong ? tag("p", .css("wrong")) { "! \(retry?.words ?? "")" } : .empty
        return .element(
            "label", isWide ? [.css("wide")] : [],
            HTML([tag("span") { label }, .element("input", attributes), wrong]))
    }

    /// A field of several lines.
    func area(
        _ action: FormAction, _ name: StaticString, _ label: Phrase, _ value: String = ""
    ) -> HTML {
        let typed = retry?.action == action ? retry?.fields.exact("\(name)") : nil
        // A browser takes CR for a line end, and drops the first line end of an area.
        let text = FormText.lines(typed ?? value)
        return tag("label", .css("wide")) {
            tag("span") { label }
            tag("textarea", .of("name", "\(name)"), .of("rows", "2")) { "\n" + text as String }
        }
    }

    /// What is wrong with a form as a whole.
    func alert(_ action: FormAction) -> HTML {
        guard let retry, retry.action == action, retry.field == nil else { return .empty }
        return tag("p", .css("alert"), .of("role", "alert")) {
            if let event = retry.recorded {
                "! This form was recorded before, and then changed: "
                tag("a", .href(link("/entry", ["id": "\(event)"]))) { "event \(event)" }
                ". Sent again, it is recorded once more, as it stands here."
            } else if retry.isOutdated {
                """
                ! You were logged out, or the server was started again, after the form was made. \
                Nothing was recorded: look at what you typed, and send it again.
                """
            } else if retry.error == nil {
                """
                ! Another copy of the ledger was merged meanwhile. Nothing was recorded: look at \
                what you typed, and send it again.
                """
            } else {
                "! \(retry.words)"
            }
        }
    }

    /// A choice of some words.
    ///
    /// - Parameter isWide: Whether it takes more room than others, for long words.
    func choice(
        _ name: StaticString, _ label: Phrase, _ values: [(value: String, text: Phrase)],
        chosen: String?, isWide: Bool = false
    ) -> HTML {
        .element(
            "label", isWide ? [.css("wide")] : [],
            HTML([
                tag("span") { label },
                tag("select", .of("name", "\(name)")) {
                    for item in values {
                        option(item, isChosen: item.value == chosen ?? "")
                    }
                },
            ]))
    }

    private func option(_ item: (value: String, text: Phrase), isChosen: Bool) -> HTML {
        .element(
            "option", [.of("value", item.value)] + (isChosen ? [.flag("selected")] : []),
            .text(item.text.text))
    }

    /// What may be meant by a field.
    func suggestions(_ id: StaticString, _ values: [String]) -> HTML {
        tag("datalist", .of("id", "\(id)")) {
            for value in values.prefix(200) { tag("option", .of("value", value)) }
        }
    }

    /// How long the key of a form is.
    static let keyBytes = 12

    private var newKey: String { Gate.hex(env.randomBytes(PageContext.keyBytes)) }
}
