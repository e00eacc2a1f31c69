internal import Application
internal import EventLog
internal import Ledger

extension Explanation {
    init(_ error: ApplicationError) {
        switch error {
        case .unknownPath, .duplicatePath, .badInput, .denied, .loginNeeded, .unknownField,
            .timedOut, .cancelled:
            self = Explanation.routing(error)
        case .keyOfAnother, .ownKey: self = Explanation.key(error)
        case .forbidden(let refusal): self = Explanation.forbidden(refusal)
        case .badSplit(let fault): self = Explanation.split(fault)
        case .ambiguousPerson, .unknownUnit, .ambiguousUnit:
            self = Explanation.nameOfPeople(error)
        case .unknownID, .ambiguousID, .noSuchRow, .badAmount, .badDate, .badTime, .badCategory,
            .badAmountFilter, .badChoice, .outOfRange, .badCurrencyCode, .unknownCurrency,
            .ambiguousCurrency, .emptyRange, .unknownPerson, .unknownPersons, .severalCurrencies,
            .notOlder,
            .notClosed, .nothingToErase, .badSpan, .badRepeat:
            self = Explanation.typed(error)
        case .noLedger, .ledgerExists, .readOnlyPast, .changedSince, .beyondEnd, .busy,
            .noSystemZone, .noHome,
            .settings, .file, .report(.notOpened):
            self = Explanation.place(error)
        case .badQuery(let error): self.init(error)
        case .importedBefore(let batch, let rows):
            self.init(
                "import \(batch) brought the same \(counted(rows, "row")) read in another way: "
                    + "other days or signs, another account or currency; both would count",
                .behind("ledger undo \(batch)"), .options(["--changes": "ignore"]))
        case .importedAgain(let batch, let rows):
            self.init(
                "import \(batch) brought \(counted(rows, "row")) again that this would "
                    + "restore; both would count",
                .words("ledger show \(batch)"), .behind("ledger undo \(batch)"))
        case .tasksGone(let count, let open): self = Explanation.lacking(count, of: open)
        case .neverImported(let count): self = Explanation.unread(count)
        case .clockAhead(let now, let last):
            self = Explanation.clock(now, "more than a year after", last)
        case .decision(let error): self.init(error)
        case .store(let error): self.init(error)
        case .csv(let error, let profiles):
            self.init(error, path: "FILE.csv", profiles: profiles)
        case .unknownProfile(let name, let known):
            self = Explanation.unknownProfile(name, known)
        case .rule(let error): self.init(error)
        case .events(let error): self.init(error, path: "FILE.jsonl")
        case .unknownSchema(let name, let near): self = Explanation.unknownSchema(name, near)
        case .newerEvent(let position, let type, let schema, let name):
            self.init(
                StoreError.words(newerEvent: position, type, schema, name: name),
                tries: StoreError.newerProgram)
        case .zone(let error): self.init(error)
        case .models(let error): self.init(error)
        case .attachment(let error): self.init(error)
        case .hook(let fault): self.init(fault)
        case .device(let error): self.init(error)
        case .reader(let name, let fault): self.init(reader: name, fault)
        case .backup(let path, let error): self.init(backup: path, error)
        case .rescue(let path, let error): self.init(rescue: path, error)
        case .merge(let path, let error): self.init(merge: path, error)
        case .rewritten(let events, let known): self.init(rewritten: events, known)
        case .proof(let error): self.init(error)
        case .repeatsErased(let field):
            self.init(
                "the \(field) has the text that is to go, and would bring it back",
                .without("--\(field)", values: 1))
        }
    }

    private static func routing(_ error: ApplicationError) -> Explanation {
        switch error {
        case .unknownPath(let path, let suggestions):
            Explanation(
                "there is no request \(quoted(path))\(meant(suggestions))",
                tries: suggestions.prefix(1).map { .replacing(path, $0) } + ["ledger routes"])
        case .duplicatePath(let path):
            Explanation("two requests are called \(quoted(path))", "ledger routes")
        case .badInput(let path, let field, let fault):
            badInput(path, field, fault)
        case .denied(let path, let missing):
            Explanation(
                "\(quoted(path)) needs the permission to "
                    + missing.map(\.rawValue).joined(separator: " and to "),
                "ask the owner of the ledger")
        case .loginNeeded(let path):
            Explanation("\(quoted(path)) needs someone who has logged in", "ledger login NAME")
        case .unknownField(let path, let field, let suggestions):
            Explanation(
                "\(quoted(path)) has no field \(quoted(field))\(meant(suggestions))",
                .words("ledger routes \(path)"))
        case .timedOut(let path):
            Explanation(
                "\(quoted(path)) gave no answer in time; nothing was recorded",
                .without("--timeout", values: 1))
        case .cancelled(let path):
            Explanation("\(quoted(path)) was cancelled; nothing was recorded", .again)
        default: Explanation(error.code)
        }
    }

    private static func badInput(
        _ path: String, _ field: String, _ fault: InputFault
    ) -> Explanation {
        let place = field.isEmpty ? quoted(path) : "\(quoted(path)), field \(quoted(field)),"
        let what =
            switch fault {
            case .notJSON: "got something that is no JSON object"
            case .missing: "is missing"
            case .wrongType: "is of another type"
            case .badValue: "does not say what it should"
            case .doubled: "is there twice"
            }
        return Explanation("\(place) \(what)", .words("ledger routes \(path)"))
    }

    private static func typed(_ error: ApplicationError) -> Explanation {
        switch error {
        case .unknownID(let text):
            return unknown(text)
        case .ambiguousID(let text, let candidates): return ambiguous(text, candidates)
        case .noSuchRow(let text, let count): return noSuchRow(text, count)
        case .badAmount(let text, let fault): return amount(text, fault)
        case .badDate(let text, let fault): return date(text, fault)
        case .badRepeat(_, let fault): return recurrence(fault)
        case .badTime(let text):
            return Explanation(
                "\(quoted(text)) is no time of day: hours and minutes, 00:00 to 23:59",
                .options(["--time": "12:30"]))
        case .badCategory(_, let fault): return Explanation(fault)
        case .badAmountFilter(let text):
            return amountFilter(text)
        case .badChoice(let field, let text, let allowed):
            let name = argument(field) ?? "--\(optionName(field))"
            return Explanation(
                "\(name) cannot be \(quoted(text)); it is one of"
                    + Screen.wrapped(allowed.joined(separator: ", "), to: 76)
                    .map { "\n    \($0)" }.joined(),
                tries: (field == "by" ? bucket(text) : [])
                    + (choice(text, allowed).map { [.replacing(text, $0)] } ?? []))
        case .outOfRange(let field, let number):
            return Explanation(
                "--\(optionName(field)) cannot be \(number)",
                .options(["--\(optionName(field))": "1"]))
        case .badCurrencyCode(let code): return currencyCode(code)
        case .unknownCurrency(let code, let suggestions):
            return Explanation(
                Currency.words(unknown: code, suggestions),
                .numberLast(code, otherwise: suggestions.first ?? "EUR"))
        case .ambiguousCurrency(let symbol, let codes):
            return ambiguousCurrency(symbol, codes)
        case .unknownPerson(let name, let suggestions):
            return unknownPerson(name, suggestions)
        case .unknownPersons(let names): return unknownPersons(names)
        case .severalCurrencies(let codes):
            return Explanation(
                "the figure would be in \(codes.joined(separator: " and ")); choose a currency",
                tries: codes.map { .options(["--currency": $0]) })
        case .notOlder(let from, let to):
            return Explanation(
                "event \(from) is not older than event \(to), with which it is compared",
                .options(["--from": "\(to)", "--to": "\(from)"]))
        case .notClosed(let days):
            return Explanation(
                "the books of \(PeriodLabel.days(days.start, days.end)) were never closed",
                "ledger closings")
        case .nothingToErase(let ids, let stays, let names):
            return Explanation(unerasable: ids, stays, names)
        case .badSpan(let text):
            return Explanation(
                "\(quoted(text)) is no length of time; understood are "
                    + TimeSpan.examples.joined(separator: ", "), .replacing(text, "2d"))
        case .emptyRange(let begin, let end):
            return emptyRange(begin, end)
        default: return Explanation(error.code)
        }
    }

    private static func emptyRange(_ begin: Day, _ end: Day) -> Explanation {
        Explanation(
            "the range from \(begin) to before \(end) has no day",
            .when(
                Try.repeats, .options(["--until": "\(begin)"]),
                otherwise: begin == end
                    ? .inclusive(["-e": "\(begin.adding(days: 1))"])
                    : .options(["-b": "\(end)", "-e": "\(begin)"])))
    }

    private static func noSuchRow(_ text: String, _ count: Int) -> Explanation {
        if text.hasPrefix(":") {
            return Explanation(
                "\(quoted(text)): "
                    + (count == 0
                        ? "no task has a number today" : "today's numbers end with :\(count)"),
                "ledger task list --columns short,due,title")
        }
        let what =
            count == 0
            ? "the last list was empty, or none was shown yet"
            : "the last list had \(counted(count, "row"))"
        return Explanation(
            "\(quoted(text)): \(what)",
            .when(
                Try.tasks, "ledger task list",
                otherwise: .when(Try.repeats, "ledger repeat", otherwise: "ledger list")))
    }

    private static func recurrence(_ fault: RecurrenceError) -> Explanation {
        Explanation(
            "\(fault); understood are"
                + PlainText.wrapped(Recurrence.examples.joined(separator: ", "), to: 76)
                .map { "\n    \($0)" }.joined(), .options(["--every": fault.example]))
    }

    /// A number is nothing that could be looked for.
    private static func unknown(_ text: String) -> Explanation {
        let isNumber = text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x23 }
        let word = shellWord(text)
        let what = "nothing in the ledger is meant by \(quoted(text))"
        // The folder of a backup.
        let backup = Try.when(
            ["restore"], isNumber ? "" : .options(["--into": "restored"]), otherwise: "")
        return Explanation(
            what, text.contains("/") ? backup : "",
            .when(
                Try.tasks, isNumber ? "ledger task list --all" : "ledger task find \(word)",
                otherwise: .when(
                    ["undo", "redo"], "ledger undo --list",
                    otherwise: .when(
                        Try.repeats, "ledger repeat",
                        otherwise: isNumber ? "ledger list" : "ledger list \(word)"))))
    }

    /// Whether a folder is called like the file of a journal.
    static func isJournal(_ home: String) -> Bool {
        [".journal", ".hledger", ".ledger", ".beancount", ".j"].contains(where: home.hasSuffix)
    }

    /// What is meant by a folder that is none: a journal to take over, or where to restore to.
    private static func journal(_ home: String) -> [Try] {
        if isJournal(home) {
            return [.words("ledger import \(shellWord(home))")]
        }
        let into = Try.replacingRun(["--ledger", home], ["--into", home])
        return [.when(["restore"], into, otherwise: "")]
    }

    /// A field of a request as its option is called.
    private static func currencyCode(_ code: String) -> Explanation {
        Explanation(
            "\(quoted(code)) cannot be the code of a currency: at most 24 letters and digits, "
                + "a letter first, and . _ - ' between them",
            .swapping(code, "HOURS"))
    }

    private static func optionName(_ field: String) -> String {
        field == "weekStart" ? "week-start" : field
    }

    private static func ambiguous(_ text: String, _ candidates: [Candidate]) -> Explanation {
        let shownMax = 10
        let types = Set(candidates.map(\.type))
        let noun = types.count == 1 ? candidates.first?.type : nil
        let isEntry = noun == nil || noun == "line"
        let number =
            isEntry
            ? counted(candidates.count, "entry", "entries")
            : counted(candidates.count, noun ?? "entry")
        var what = "\(quoted(text)) may mean \(number)"
        for candidate in candidates.prefix(shownMax) {
            let isVoided = !["task", "account"].contains(candidate.type)
            let mark = candidate.live ? "" : isVoided ? " (voided)" : " (closed)"
            what += "\n    \(candidate.id)  \(Screen.plain(candidate.title))\(mark)"
        }
        let rest = candidates.count - shownMax
        if rest > 0 { what += "\n    and \(grouped(rest)) more" }
        let tries: [Try] = candidates.first.map { [.replacingRun([text], ["\($0.id)"])] } ?? []
        let find = Try.words("ledger task find \(shellWord(text))")
        return Explanation(what, tries: noun == "task" ? tries + [find] : tries)
    }

    private static func place(_ error: ApplicationError) -> Explanation {
        switch error {
        case .noLedger(let home):
            Explanation(
                "there is no ledger in \(Screen.plain(home))",
                tries: journal(home) + [
                    .when(["restore"], .options(["--into": "FOLDER"]), otherwise: ""),
                    "ledger init", .when(["restore"], "", otherwise: "ledger demo"),
                ])
        case .ledgerExists(let home, let events):
            Explanation(
                "there is a ledger in \(Screen.plain(home)) already, of "
                    + counted(events, "event"),
                "ledger info", "ledger init --ledger ANOTHER-FOLDER")
        case .readOnlyPast:
            Explanation(
                "nothing can be recorded in the past", .without("--as-of", values: 1))
        case .changedSince(let name, let kind, let version, let expected):
            Explanation(
                (kind.map { "the \($0) \(Prose.quoted(name))" } ?? name)
                    + " was changed since: its version is \(version), not \(expected); nothing was "
                    + "written",
                .words(kind.map { "ledger log --kind \($0)" } ?? "ledger history \(name)"))
        case .beyondEnd(let position, let last):
            Explanation(
                "there is no event \(grouped(position)); the last one is \(grouped(last))",
                .replacing("\(position)", "\(last)"))
        case .busy(let tries):
            Explanation(
                "others recorded something each of \(tries) times; nothing was written",
                .again)
        case .report(let error):
            Explanation(error.description, "ledger info", "ledger report")
        case .noSystemZone:
            Explanation(
                "the system does not say in which time zone it is",
                "ledger init --zone Europe/Berlin")
        case .noHome:
            Explanation(
                "neither LEDGER_HOME nor HOME says where the ledger is",
                .options(["--ledger": "FOLDER"]), "export LEDGER_HOME=FOLDER")
        case .settings(let fault): settings(fault)
        case .file(let path, let code): file(path, code)
        default: Explanation(error.code)
        }
    }

    private static func clock(
        _ now: Timestamp, _ distance: String, _ last: Timestamp
    ) -> Explanation {
        Explanation(
            "the clock says \(now.minute), \(distance) the last event, of "
                + "\(last.minute); if it is right, accept it; nothing was written",
            .adding("--accept-clock"))
    }

    private static func settings(_ fault: SettingsError) -> Explanation {
        switch fault {
        case .newerVersion(let path, let found, let supported):
            Explanation(
                "\(Screen.plain(path)) has version \(found); this program knows \(supported)",
                "install the newest ledger")
        case .damaged(let path, let field):
            Explanation(
                "\(Screen.plain(path)) cannot be read"
                    + (field.isEmpty ? "" : ": its field \(quoted(field))")
                    + "; the log does not depend on it",
                "mv \(shellWord(path)) \(shellWord(path + ".bad"))")
        }
    }

    private static func amount(_ text: String, _ fault: AmountError) -> Explanation {
        let plain = Arguments.plain(text)
        // What is an amount, and no price.
        let parts = plain.drop { $0 == "-" }.split(
            separator: ".", omittingEmptySubsequences: false)
        let isNumber =
            parts.count < 3
            && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } }
        if case .malformed = fault, isNumber {
            return Explanation(
                "\(quoted(plain)) is no price: a price is above zero",
                "ledger price EUR USD 1.08")
        }
        return Explanation(
            fault.description(of: Arguments.plain(text)), tries: fault.tries(for: text))
    }

    private static func date(_ text: String, _ fault: DatePhraseError) -> Explanation {
        Explanation(fault.description(of: Arguments.plain(text)), tries: fault.tries(for: text))
    }

    private static func amountFilter(_ text: String) -> Explanation {
        let what = "\(quoted(text)) is no amount and no range of amounts"
        let right = AmountText.filters(text)
        if right.isEmpty {
            return Explanation(
                what, "ledger list --amount 12.50", "ledger list --amount \">100\"",
                "ledger list --amount 10..20")
        }
        return Explanation(
            what,
            tries: right.map { range, unit in
                unit.map { .options(["--amount": range], adding: "cur:\($0)") }
                    ?? .options(["--amount": range])
            })
    }

    private static func ambiguousCurrency(_ symbol: String, _ codes: [String]) -> Explanation {
        let shown = codes.prefix(3)
        let many = codes.count > shown.count ? "one of \(codes.count) currencies, such as " : ""
        return Explanation(
            "\(quoted(symbol)) can be \(many)" + shown.dropLast().joined(separator: ", ") + " or "
                + (shown.last ?? ""), tries: shown.map { .swapping(symbol, $0) })
    }
}
