internal import Ledger

extension LineQueryError: AdvisedError {
    var tries: [Try] {
        if fault == .notRecordedYet { return [.without("--forecast", values: 0)] }
        let missing = query.count { $0 == "(" } - query.count { $0 == ")" }
        if fault == .bracket, missing > 0, !query.contains("\"") {
            return [.replacing(query, query + String(repeating: ")", count: missing))]
        }
        let right = isOfTasks ? taskTerms : LineQueryError.right(fault, term)
        if right.isEmpty { return [isOfTasks ? "ledger task list --help" : "ledger find --help"] }
        return right.map { .term(term, $0, query: query) }
    }

    /// Terms of tasks in the right form, the likeliest first.
    private var taskTerms: [String] {
        let name = String(term.prefix { $0 != ":" })
        switch fault {
        case .unknownPrefix(let name, let near):
            let others = near.prefix(1).map {
                term.replacing(name + ":", with: $0 + ":", maxReplacements: 1)
            }
            return others.filter { !$0.hasSuffix(":") } + [LineQueryError.asText(term)]
        case .date: return ["\(name):2026-03"]
        case .noValue: return name.contains(".") ? [] : ["\(name):2026-03"]
        case .category: return ["project:home"]
        case .amount, .kind, .currency, .account, .notAKey, .notRecordedYet: return []
        default: return LineQueryError.right(fault, term)
        }
    }

    /// `expenses:food`, an account of a journal, as it is called here, with what stands before it;
    /// any other word is a category.
    private static func account(_ term: String, below root: String) -> String? {
        guard let range = term.firstRange(of: root + ":") else { return "cat:\(term)" }
        let (head, rest) = (term[..<range.lowerBound], term[range.upperBound...])
        if rest.isEmpty { return nil }
        switch root.lowercased() {
        case "expenses", "income", "revenues": return "\(head)cat:\(rest)"
        case "assets", "liabilities": return "\(head)acct:\(rest)"
        default: return "\(head)cat:\(term[range.lowerBound...])"
        }
    }

    /// Terms in the right form, the likeliest first.
    private static func right(_ fault: Fault, _ term: String) -> [String] {
        switch fault {
        case .unclosedQuote:
            let head = term.prefix { $0 != "\"" && $0 != "'" }
            return [head + asText(String(term.dropFirst(head.count + 1)))]
        case .unknownPrefix(let name, let suggestions):
            // An id is a number.
            let isNumber = term.dropFirst(name.count + 1).allSatisfy(\.isNumber)
            let right =
                suggestions.isEmpty
                ? [account(term, below: name)].compactMap(\.self)
                : suggestions.prefix(1).filter { $0 != "id" || isNumber }.map {
                    term.replacing(name + ":", with: $0 + ":", maxReplacements: 1)
                }
            return right + [asText(term)]
        case .noValue(let prefix): return [term + (prefix == "by" ? "Ada" : "lunch")]
        case .category: return ["cat:food"]
        case .amount(let text):
            let right = AmountText.filters(text).map { range, unit in
                let code = unit.map { CurrencySymbol.codes(of: $0).first ?? $0 }
                return "amt:\(range)" + (code.map { " cur:\($0)" } ?? "")
            }
            return right.isEmpty ? ["amt:12.50", "amt:>20", "amt:10..20"] : right
        case .date(_, .dayOrMonthFirst(let word, let readings)) where !readings.isEmpty:
            return readings.map { term.replacing(word, with: $0.description) }
        case .date: return ["date:2026-03", "date:\"last month\""]
        case .id: return ["id:1042"]
        case .kind(let text):
            let near = Spelling.nearest(to: text, among: EntryKind.allCases.map(\.name))
            return ["kind:\(near.first ?? "expense")"]
        case .status(let text):
            let near = Spelling.nearest(to: text, among: ["pending", "cleared", "unmarked"])
            return ["status:\(near.first ?? "pending")"]
        case .account(_, let near): return near.map { "acct:\(value($0))" }
        case .person(_, let near):
            let prefix = term.prefix { $0 != ":" }
            return near.map { "\(prefix):\(value($0))" }
        case .currency(_, let near): return near.prefix(1).map { "cur:\($0)" }
        case .choice(let text, let prefix, let allowed):
            let near = Spelling.nearest(to: text, among: allowed).first ?? allowed.first
            return near.map { ["\(prefix):\($0)"] } ?? []
        case .noSuchSyntax(let right): return right
        case .pattern: return [asText(term)]
        case .noPattern: return [term.replacing("/", with: "")]
        case .notAKey: return ["cat:food"]
        case .attribute, .bracket, .tooMany, .tooManyChoices, .notRecordedYet: return []
        }
    }

    /// In quotes, so that it is looked for as it is.
    private static func asText(_ term: String) -> String {
        "\"" + term.filter { $0 != "\"" } + "\""
    }

    /// A value with quotes around it where it needs them.
    private static func value(_ text: String) -> String {
        text.contains(where: \.isWhitespace) ? "\"\(text)\"" : text
    }
}
