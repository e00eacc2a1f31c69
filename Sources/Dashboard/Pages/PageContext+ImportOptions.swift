internal import Application
internal import Interchange
internal import Ledger

extension PageContext {
    /// How the file is to be read otherwise: a form that only asks.
    func options(_ tried: ImportRehearsal, _ asked: ImportQuestion) -> HTML {
        let isJournal = tried.done?.understood.journal != nil
        let isTasks = tried.done?.understood.tasks != nil
        let hasSaid = !asked.said.isEmpty
        return tag("section", .css("card")) {
            HTML.element(
                "details", hasSaid || tried.advice != nil ? [.flag("open")] : [],
                HTML([
                    tag("summary") { "How it is read" },
                    tag("form", .of("method", "get"), .action(Link("/import"))) {
                        secret("file", asked.query["file"] ?? "")
                        tag("div", .css("fields")) {
                            if !isJournal && !isTasks {
                                columnFields(tried, asked)
                                formFields(asked)
                            }
                            choice(
                                "changes", "What changed since, or is missing",
                                [
                                    ("", "leave it"), ("accept", "take it over"),
                                    ("ignore", "record it as new"),
                                ], chosen: asked.query["changes"])
                            choice(
                                "skip-refused", "What cannot be read",
                                [("", "record nothing then"), ("yes", "leave it out")],
                                chosen: asked.query["skip-refused"])
                        }
                        tag("div", .css("actions")) { button("Look again", isPlain: true) }
                    },
                ]))
        }
    }

    private func columnFields(_ tried: ImportRehearsal, _ asked: ImportQuestion) -> HTML {
        var pieces: [HTML] = []
        for (name, label) in ImportQuestion.roles {
            let found = tried.done?.understood.columns[key(of: "\(name)")] ?? []
            pieces.append(
                field(
                    nil, name, label, asked.query["\(name)"] ?? "",
                    .of("placeholder", found.joined(separator: " : ")), list: "columns"))
        }
        pieces.append(suggestions("columns", tried.header))
        return HTML(pieces)
    }

    private func key(of option: String) -> String {
        option == "external-id" ? ImportRole.externalID.rawValue : option
    }

    private func formFields(_ asked: ImportQuestion) -> HTML {
        func words(_ texts: [String]) -> [(value: String, text: Phrase)] {
            [("", "found out")] + texts.map { ($0, Phrase(plain: $0)) }
        }
        return HTML([
            choice(
                "sign", "A minus is",
                [("", "found out"), ("account", "money spent"), ("spend", "a refund")],
                chosen: asked.query["sign"]),
            choice(
                "date-form", "Dates", words(DateForm.allCases.map(\.rawValue)),
                chosen: asked.query["date-form"]),
            choice(
                "decimal-mark", "Decimals behind", words([".", ","]),
                chosen: asked.query["decimal-mark"]),
            choice(
                "separator", "Between fields", words([",", ";", "tab", "|"]),
                chosen: asked.query["separator"]),
            choice(
                "encoding", "Encoding", words(TextEncoding.allCases.map(\.rawValue)),
                chosen: asked.query["encoding"]),
            field(
                nil, "skip", "Lines before the header", asked.query["skip"] ?? "",
                .of("inputmode", "numeric")),
            field(
                nil, "in", "Rows that came in", asked.query["in"] ?? "",
                .of("placeholder", "column=values")),
            field(
                nil, "leave-out", "Rows to leave out", asked.query["leave-out"] ?? "",
                .of("placeholder", "column=values")),
            field(
                nil, "when", "What rows become", asked.query["when"] ?? "",
                .of("placeholder", "column=value then category=text")),
            field(nil, "profile", "Profile", asked.query["profile"] ?? "", list: "profiles"),
            field(nil, "save-profile", "Save as profile", asked.query["save-profile"] ?? ""),
        ])
    }
}
