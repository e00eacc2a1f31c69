internal import Ledger

/// Words of a title that other programs take for options, and that look like days.
///
/// Only what is unmistakable is asked about. What is in quotes with other words, or behind `--`, is
/// text.
struct TitleWords {
    /// Names before a `:`, and the option of this program for it; an empty one for none.
    private static let lineOptions = [
        "acct": "--account", "account": "--account", "cat": "--category",
        "category": "--category", "cur": "--currency", "currency": "--currency", "date": "--on",
        "day": "--on", "due": "", "note": "--note", "on": "--on", "payee": "--payee",
        "payer": "--payer", "project": "", "split": "--split", "tag": "--tag", "tags": "--tag",
        "time": "--time", "who": "--payer",
        // Accounts of journals.
        "expenses": "--category", "income": "--category", "assets": "--account",
        "liabilities": "--account",
    ]
    /// The same for tasks.
    static let taskOptions = [
        "assignee": "--assignee", "color": "--colour", "colour": "--colour",
        "deadline": "--due", "dep": "--depends", "depends": "--depends", "due": "--due",
        "note": "--note", "parent": "--parent",
        "pri": "--priority", "priority": "--priority", "pro": "--project", "proj": "--project",
        "project": "--project", "recur": "", "sched": "--scheduled", "scheduled": "--scheduled",
        "tag": "--tag", "tags": "--tag",
        "type": "--type", "until": "--until", "wait": "--wait", "who": "--assignee",
    ]

    private let title: [String]
    private let options: [String: String]
    private let isTask: Bool
    /// Whether it is the title of what comes again, which has fewer options.
    private let isRule: Bool
    /// Whether an option says a day, so that a weekday behind the title asks for none.
    private let saysDay: Bool

    /// The options of what comes again.
    private static let ruleOptions: Set = [
        "--account", "--assignee", "--category", "--currency", "--note", "--payee", "--priority",
        "--project", "--tag",
    ]

    private init(
        _ title: [String], isTask: Bool, isRule: Bool = false, saysDay: Bool = false
    ) {
        self.title = title
        (self.isTask, self.isRule, self.saysDay) = (isTask, isRule, saysDay)
        let all = isTask ? TitleWords.taskOptions : TitleWords.lineOptions
        options =
            isRule ? all.mapValues { TitleWords.ruleOptions.contains($0) ? $0 : "" } : all
    }

    /// Refuses what looks like something else in a line.
    ///
    /// - Parameters:
    ///   - saysDay: Whether an option says the day.
    ///   - known: The codes of the currencies that the ledger has.
    static func refuse(
        in line: LineOptions, saysDay: Bool, known: () -> Set<String>
    ) throws(CommandFailure) {
        try refuse(in: AmountWords(line: line), line.title, saysDay: saysDay, known: known)
    }

    /// Refuses what looks like something else beside an amount.
    static func refuse(
        in amount: AmountWords, _ title: [String], isRule: Bool = false, saysDay: Bool = false,
        known: () -> Set<String>
    ) throws(CommandFailure) {
        let words = TitleWords(title, isTask: false, isRule: isRule, saysDay: saysDay)
        let amounts = amount.slips(known: known)
        let taken = Set(amounts.map(\.word))
        let slips = amounts + words.slips.filter { !taken.contains($0.word) }
        if !slips.isEmpty { throw .usage(.wordsAsTitle(slips)) }
    }

    /// Refuses what looks like something else in a task.
    static func refuse(
        task title: [String], isRule: Bool = false, saysDay: Bool = false
    ) throws(CommandFailure) {
        let slips = TitleWords(title, isTask: true, isRule: isRule, saysDay: saysDay).slips
        if !slips.isEmpty { throw .usage(.wordsAsTitle(slips)) }
    }

    /// Refuses names of options among words that are to be found.
    static func refuse(sought words: [String]) throws(CommandFailure) {
        let title = TitleWords(words, isTask: true)
        for word in words where !Arguments.isMarked(word) {
            let option = title.tag(word) ?? title.named(word)?.first
            if let option, !word.hasPrefix("@") { throw .usage(.optionAsTitle(word, option)) }
        }
    }

    /// Refuses `+7d` among words that change a task.
    static func refuse(changing words: [String], saysDay: Bool) throws(CommandFailure) {
        let title = TitleWords(words, isTask: true, saysDay: saysDay)
        for index in words.indices {
            if let meant = title.span(at: index) {
                throw .usage(
                    .wordsAsTitle([
                        TitleSlip(
                            kind: .change, word: words[index], run: [words[index]], meant: meant,
                            beside: nil)
                    ]))
            }
        }
    }

    /// Refuses a time behind a title whose day is said elsewhere: `task add Call due:fri 9:00`.
    ///
    /// - Parameter days: What was typed for days, each with what stands there with a time behind
    ///   it.
    static func refuse(
        task title: [String], timeOf days: [(run: [String], value: String)]
    ) throws(CommandFailure) {
        guard !days.isEmpty, let last = title.last else { return }
        let isApart = ["am", "pm"].contains(last.lowercased()) && title.count > 2
        let run = Array(title.suffix(isApart ? 2 : 1))
        guard title.count > run.count, !run.contains(where: Arguments.isMarked) else { return }
        let time = run.joined(separator: " ")
        guard isMoment(time) || isMoment("today \(time)") else { return }
        let changes = days.filter { isMoment("\($0.value) \(time)") }.map { day in
            TitleSlip(
                kind: .option, word: time, run: day.run,
                meant: [day.run.dropLast() + [(day.run.last ?? "") + " " + time]], beside: nil)
        }
        if changes.isEmpty { return }
        let slip = TitleSlip(
            kind: .option, word: time, run: run, meant: [[]],
            beside: Array(title.suffix(run.count + 1)))
        throw .usage(.wordsAsTitle([slip] + changes))
    }

    /// Whether a text is a deadline with a time: `tomorrow 5pm`, `9:00`.
    private static func isMoment(_ text: String) -> Bool {
        let found = try? DeadlinePhrase.deadline(
            text, now: Timestamp(millisecondsSince1970: 0), zone: .utc, weekStart: .monday)
        if case .instant = found { return true }
        return false
    }

    private var slips: [TitleSlip] {
        if isTask, let whole = TodoLine(title) { return [whole.slip] }
        // A title that is a day as a whole is a title.
        let isDay = title.count > 1 && PhraseTerms.isDay(title.joined(separator: " "))
        if isDay { return title.indices.dropLast().compactMap(slip) }
        guard let days = dayRun else { return title.indices.compactMap(slip) }
        let phrase = title[days].joined(separator: " ")
        // No line is of several days.
        let isMeant = isTask || PhraseTerms.isDay(phrase)
        let said = TitleSlip(
            kind: .option, word: phrase, run: Array(title[days]),
            meant: isMeant ? [[dayOption, phrase]] : [],
            beside: Array(title[(days.lowerBound - 1)...]))
        return title.indices.prefix(days.lowerBound).compactMap(slip) + [said]
    }

    /// Words of a phrase, at most: `march 3 2027`, `in 3 days at 5 pm`.
    private static let phraseMax = 6

    /// Where the last words are a day, two or more behind others: `next friday`, `3 days ago`.
    private var dayRun: Range<Int>? {
        if saysDay { return nil }
        for count in (2...TitleWords.phraseMax).reversed() where count < title.count {
            let start = title.count - count
            let run = title[start...]
            let isPlain = run.allSatisfy { word in
                !Arguments.isMarked(word) && !word.contains(where: \.isWhitespace)
            }
            let phrase = run.joined(separator: " ")
            let isDays = PhraseTerms.isDay(phrase) || isSpan(run) && PhraseTerms.isPhrase(phrase)
            let isTimed = isTask && !isRule && TitleWords.isTimed(run)
            if isPlain, isDays || isTimed { return start..<title.count }
        }
        return nil
    }

    /// Whether words are a day with a time right behind it: `tomorrow 5pm`, `tomorrow at 5pm`. A
    /// time elsewhere is a part of a title: `Call Bo at 9:30`.
    private static func isTimed(_ run: ArraySlice<String>) -> Bool {
        let words = run.map { $0.lowercased() }
        guard let last = words.last, words.first != "at" else { return false }
        // `5 pm` are two words.
        let isApart = ["am", "pm"].contains(last)
        let isClock = last.first?.isNumber == true && ["am", "pm"].contains { last.hasSuffix($0) }
        guard isApart || isClock || last.contains(":"), words.count > (isApart ? 2 : 1) else {
            return false
        }
        let before = words.dropLast(isApart ? 2 : 1)
        let day = (before.last == "at" ? before.dropLast() : before).joined(separator: " ")
        let isDay = PhraseTerms.isDay(day) || !day.contains(where: \.isLetter)
        return (isDay || before.last != "at") && isMoment(words.joined(separator: " "))
    }

    /// Whether words are days around now such as `last week`: `March 2026` is a title.
    private func isSpan(_ run: ArraySlice<String>) -> Bool {
        let marks = ["last", "this", "next", "previous", "past"]
        return !isRule && run.first.map { marks.contains($0.lowercased()) } == true
    }

    private var dayOption: String { isRule ? "--from" : isTask ? "--due" : "--on" }

    private func slip(at index: Int) -> TitleSlip? {
        let word = title[index]
        if Arguments.isMarked(word) { return nil }
        // `5 Tea +3 Milk`
        let rest = String(word.dropFirst())
        let isLine = word.first == "+" && AmountText.isWritten(rest) && index + 1 < title.count
        if isLine, !isTask, !isRule { return slip(.line, at: index, [["+", rest]]) }
        let meant = tag(word).map { [$0] } ?? named(word) ?? span(at: index) ?? day(index)
        return meant.map { slip(.option, at: index, $0) }
    }

    private func slip(_ kind: TitleSlip.Kind, at index: Int, _ meant: [[String]]) -> TitleSlip {
        TitleSlip(
            kind: kind, word: title[index], run: [title[index]], meant: meant,
            beside: TitleWords.beside(index, in: title))
    }

    /// A word with the one behind it, else with the one before.
    static func beside(_ index: Int, in title: [String]) -> [String]? {
        if index + 1 < title.count { return Array(title[index...(index + 1)]) }
        return index > 0 ? Array(title[(index - 1)...index]) : nil
    }

    /// `+home`, `#home`, `@home`
    private func tag(_ word: String) -> [String]? {
        if word.contains(where: \.isWhitespace) { return nil }
        let rest = String(word.dropFirst())
        guard let mark = word.first, "+#@".contains(mark), rest.first?.isLetter == true else {
            return nil
        }
        return [mark == "@" && !isTask ? "--account" : "--tag", rest]
    }

    /// `+7d`, as a deadline or a tag.
    private func span(at index: Int) -> [[String]]? {
        let word = title[index]
        let rest = word.dropFirst()
        guard isTask, word.first == "+", rest.first?.isNumber == true,
            rest.allSatisfy({ $0.isLetter || $0.isNumber || "-_".contains($0) })
        else { return nil }
        // A tag of a number alone is none in Taskwarrior either: `+1`, `+49 30 1234`.
        if rest.allSatisfy(\.isNumber) { return nil }
        let isDeadline = !isRule && !saysDay && TimeSpan(word) != nil
        return (isDeadline ? [["--due", word]] : []) + [["--tag", String(rest)]]
    }

    /// `due:tomorrow`, `due=tomorrow`; a name that no option has means
    /// nothing but in a task.
    private func named(_ word: String) -> [[String]]? {
        guard let mark = word.firstIndex(where: { $0 == ":" || $0 == "=" }) else { return nil }
        let name = word[..<mark].lowercased()
        let value = String(word[word.index(after: mark)...]).trimmed
        if value.isEmpty { return isEmptied(word) ? [] : nil }
        if value.first == "/" { return nil }
        guard let option = options[name] else {
            let isOne = word[mark] == ":" && !word.contains(where: \.isWhitespace)
            return isTask && isOne ? unknown(name, value) : nil
        }
        // In one argument with other words only days are no text: `due: tomorrow`.
        if word.contains(where: \.isWhitespace), !isDay(value, option) { return nil }
        return option.isEmpty ? [] : [[option, value]]
    }

    /// What takes a value away where a task is edited, and says nothing of one that is new.
    private static let emptied: Set = [
        "--due", "--wait", "--scheduled", "--until", "--project", "--priority", "--tag",
        "--depends",
    ]

    /// `due:`
    private func isEmptied(_ word: String) -> Bool {
        guard isTask, word.last == ":", let option = options[word.dropLast().lowercased()] else {
            return false
        }
        return TitleWords.emptied.contains(option)
    }

    /// `projct:home`, `due.before:fri`: what looks like an attribute of a task is one or is meant
    /// as text.
    private func unknown(_ name: String, _ value: String) -> [[String]]? {
        if let dot = name.firstIndex(of: "."), options[String(name[..<dot])] != nil { return [] }
        let isName = name.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
        guard isName, name.utf8.count > 1 else { return nil }
        let known = options.filter { !$0.value.isEmpty }.keys.sorted()
        let near = Spelling.nearest(to: name, among: known).first
        return near.flatMap { options[$0] }.map { [[$0, value]] } ?? []
    }

    private func isDay(_ value: String, _ option: String) -> Bool {
        ["--due", "--on"].contains(option) && PhraseTerms.isPhrase(value)
    }

    /// A day as the last word: `2026-03-04`, `yesterday`.
    private func day(_ index: Int) -> [[String]]? {
        guard index == title.count - 1 else { return nil }
        let word = title[index]
        let weekdays = saysDay ? [] : Weekday.allCases.map(\.name)
        let days = ["yesterday", "today", "tomorrow"] + weekdays
        let option = dayOption
        if let written = TitleWords.written(word) {
            return written.map { [[option, $0.description]] } ?? []
        }
        let isDate = word.utf8.count == 10 && Day(word) != nil
        guard isDate || index > 0 && days.contains(word.lowercased()) else { return nil }
        return [[option, word]]
    }

    /// The day of `20.11.2026`; `nil` in it for `20.11.` and `11/20/2026`, which may be several.
    private static func written(_ word: String) -> Day?? {
        guard let mark = word.first(where: { !$0.isNumber }), mark == "." || mark == "/" else {
            return nil
        }
        let parts = word.split(separator: mark, omittingEmptySubsequences: false).map(String.init)
        let isNumber = parts.allSatisfy { $0.utf8.count < 5 && $0.allSatisfy(\.isNumber) }
        guard parts.count == 3, isNumber, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
        let digits = parts.map { $0.utf8.count == 1 ? "0" + $0 : $0 }
        guard mark == ".", digits[2].utf8.count == 4 else { return .some(nil) }
        return .some(Day("\(digits[2])-\(digits[1])-\(digits[0])"))
    }
}
