internal import Ledger

/// Commands as other programs have them, in our words.
extension Try {
    /// What is asked of `balance` or of a list elsewhere and is a report here: `bal -M expenses`.
    static func report(for typed: [String]?) -> String {
        guard let typed else { return "ledger report" }
        let words = typed.dropFirst()
        let buckets = ["-M", "-Q", "-Y", "--monthly", "--quarterly", "--yearly"]
        if words.contains(where: { root(of: $0) == "assets" || root(of: $0) == "liabilities" }) {
            return command(["bs"] + words.filter(buckets.contains))
        }
        var (found, isByPayee, hasDepth) = (["report"], false, false)
        var rest = words[...]
        while let word = rest.popFirst() {
            let below = word.drop { $0 != ":" }.dropFirst()
            switch root(of: word) {
            case "expenses": found += below.isEmpty ? [] : ["cat:\(below)"]
            case "income", "revenues":
                found += ["--income"] + (below.isEmpty ? [] : ["cat:\(below)"])
            default:
                switch word {
                case "-H", "--historical", "--flat", "--all": break
                case "--on", "-d":
                    found += ["--to"] + rest.prefix(1)
                    rest = rest.dropFirst()
                case "--pivot":
                    found += ["--by"] + rest.prefix(1)
                    rest = rest.dropFirst()
                    isByPayee = true
                default:
                    hasDepth = hasDepth || word == "--depth" || ["-1", "-2", "-3"].contains(word)
                    found.append(word)
                }
            }
        }
        if hasDepth, !isByPayee { found += ["--by", "category"] }
        return command(found)
    }

    /// The first name of an account of hledger; others are whole.
    static func root(of word: String) -> String {
        let name = word.prefix { $0 != ":" }.lowercased()
        return ["expense": "expenses", "asset": "assets", "liability": "liabilities"][name] ?? name
    }

    /// `this month vs last month` as a comparison with the days before; nothing for other days.
    static func comparison(_ typed: [String]?, _ first: [String], _ other: [String]) -> String {
        let now = first.joined(separator: " ").split(separator: " ")
        let before = other.joined(separator: " ").split(separator: " ")
        guard var changed = typed, now.count == 2, before.count == 2, now[0] == "this",
            before[0] == "last", now[1] == before[1],
            !changed.prefix(1).contains(where: { listing.contains($0) || finding.contains($0) }),
            !changed.contains(where: ["--compare", "-b", "-e", "-p", "--to"].contains),
            let run = changed.firstRange(of: other)
        else { return "" }
        let start = run.lowerBound - 1
        let isJoined = ["vs", "vs.", "versus", "against", "with", "and", "to"]
            .contains(changed[start].lowercased())
        changed.removeSubrange((isJoined ? start : run.lowerBound)..<run.upperBound)
        return command(changed + ["--compare"])
    }

    /// `task add Water plants due:sat recur:weekly` as something that comes again, and what comes
    /// again without saying when.
    static func recurring(_ typed: [String]?) -> String {
        if let typed, typed.first.map(repeats.contains) == true {
            let option = typed.first {
                $0.hasPrefix("--") && periods[String($0.dropFirst(2))] != nil
            }
            let every = option.flatMap { periods[String($0.dropFirst(2))] }
            return command(
                typed.filter { $0 != option } + ["--every", every ?? "month on the 1st"])
        }
        guard let typed, typed.count > 2, tasks.contains(typed[0]), typed[1] == "add" else {
            return "ledger repeat add --help"
        }
        var (title, options): ([String], [String]) = ([], [])
        var (every, due) = ("week", "")
        for word in typed.dropFirst(2) {
            let name = word.prefix { $0 != ":" }.lowercased()
            let value = String(word.dropFirst(name.count + 1))
            switch TitleWords.taskOptions[name] {
            case _ where value.isEmpty && word.first != "+": title.append(word)
            case "" where name == "recur": every = periods[value.lowercased()] ?? value
            case "--due": due = value
            case "--wait", "--scheduled", "--until", "--depends", "--parent", "--type", "--colour":
                break
            case let option? where !option.isEmpty: options += [option, value]
            default:
                if word.first == "+" {
                    options += ["--tag", String(word.dropFirst())]
                } else {
                    title.append(word)
                }
            }
        }
        if every == "week", let day = weekdays.first(where: { due.count > 2 && $0.hasPrefix(due) })
        {
            every = "week on \(day)"
        } else if case .days(let count) = TimeSpan(due) {
            options += ["--from", "in \(count) days"]
        } else if !due.isEmpty {
            options += ["--from", due]
        }
        return command(["repeat", "add", "--task"] + title + ["--every", every] + options)
    }

    /// Periods of Taskwarrior in our words.
    private static let periods = [
        "daily": "day", "day": "day", "weekdays": "weekday", "weekly": "week", "week": "week",
        "biweekly": "2 weeks", "fortnight": "2 weeks", "monthly": "month", "month": "month",
        "bimonthly": "2 months", "quarterly": "3 months", "semiannual": "6 months",
        "annual": "year", "yearly": "year", "year": "year",
        "p1d": "day", "p1w": "week", "p7d": "week", "p2w": "2 weeks", "p14d": "2 weeks",
        "p1m": "month", "p2m": "2 months", "p3m": "3 months", "p6m": "6 months", "p1y": "year",
    ]

    private static let weekdays = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]
}
