internal import Application
internal import Ledger

/// Chooses persons from a numbered list, line by line.
struct PersonPicker {
    /// What a line comes to.
    enum Step: Equatable {
        /// The list is shown again, with a remark where there is one.
        case again(String)
        /// The persons were chosen.
        case done([UInt64])
        /// Nobody is to be chosen.
        case cancelled
    }

    /// Everyone, in the order of the list; the number of a person never changes.
    let people: [ContactRow]
    /// How many can be chosen; `nil` for all.
    let limit: Int?
    /// The ids that are chosen, in the order in which they were.
    private(set) var chosen: [UInt64] = []
    /// Words of which all have to occur.
    private(set) var search = ""

    /// How many are shown at once.
    static let shownMax = 20

    init(people: [ContactRow], limit: Int?) {
        self.people = people
        self.limit = limit
    }

    /// What can be typed.
    static let help = """
        numbers (1 3-5) choose or leave out · /words search · all · none · \
        empty line: done · q: cancel
        """

    /// The persons who are shown, with their numbers from 1.
    var shown: [(number: Int, row: ContactRow)] {
        let words = search.lowercased().split(separator: " ")
        return people.enumerated().map { ($0.offset + 1, $0.element) }.filter { _, row in
            let text = [row.name, row.unit, row.post, row.contact].joined(separator: "\n")
                .lowercased()
            return words.allSatisfy(text.contains)
        }
    }

    /// Takes in a line; `nil` where there will be no more.
    mutating func take(_ line: String?) -> Step {
        guard let line = line?.trimmed else { return .cancelled }
        switch line.lowercased() {
        case "": return chosen.isEmpty ? .again("Nobody is chosen; q cancels.") : .done(chosen)
        case "q", "quit", "cancel": return .cancelled
        case "all": return choose(shown.map(\.row.id))
        case "none":
            chosen = []
            return .again("")
        default: break
        }
        if line.hasPrefix("/") {
            search = String(line.dropFirst()).trimmed
            return .again(shown.isEmpty ? "Nobody is found; / shows everyone again." : "")
        }
        var ids: [UInt64] = []
        for word in line.split(whereSeparator: { $0 == " " || $0 == "," }) {
            guard let range = PersonPicker.range(word), range.upperBound <= people.count else {
                return .again("“\(Screen.plain(String(word)))” is no number of the list.")
            }
            ids += range.map { people[$0 - 1].id }
        }
        let isNew = ids.contains { !chosen.contains($0) }
        if isNew { return choose(ids) }
        chosen.removeAll(where: ids.contains)
        return .again("")
    }

    private mutating func choose(_ ids: [UInt64]) -> Step {
        let known = Set(chosen)
        var new: [UInt64] = []
        for id in ids where !known.contains(id) && !new.contains(id) { new.append(id) }
        if let limit, chosen.count + new.count > limit {
            // Of one, the last word holds.
            if limit == 1, new.count == 1 {
                chosen = new
                return .again("")
            }
            return .again("No more than \(limit) can be chosen.")
        }
        chosen += new
        return .again("")
    }

    /// `3` or `3-5`, from 1.
    private static func range(_ word: some StringProtocol) -> ClosedRange<Int>? {
        let ends = word.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2,
            first >= 1, first <= last
        else { return nil }
        return first...last
    }
}

extension CommandContext {
    /// What stands for persons who are to be picked.
    static let pickMark = "-"

    /// The persons that texts mean, as texts again: a lone `-` is picked on a terminal, else read
    /// from the standard input, line by line.
    ///
    /// - Parameter limit: How many can be picked; `nil` for all.
    func people(_ texts: [String], limit: Int? = nil) throws(CommandFailure) -> [String] {
        guard texts == [CommandContext.pickMark] else { return texts }
        return try pick(ListPeople.Input(), limit: limit).map { "\($0.id)" }
    }

    /// Who is to do a task; a lone `-` is picked.
    func assignee(_ text: String?) throws(CommandFailure) -> String? {
        guard let text else { return nil }
        return try people([text], limit: 1).first
    }

    /// Lets someone choose persons.
    ///
    /// - Throws: ``CommandFailure/finished(exitCode:)`` with 1 when that is cancelled.
    func pick(_ input: ListPeople.Input, limit: Int?) throws(CommandFailure) -> [ContactRow] {
        guard Terminal.isTerminal(.input), Terminal.isTerminal(.error) else {
            return try picked(limit)
        }
        let people = try call(ListPeople.self, input).rows
        var picker = PersonPicker(people: people, limit: limit)
        var remark = PersonPicker.help
        while true {
            let text = PersonText(output).choice(picker, remark)
            do throws(Terminal.Failure) { try Terminal.put(text, on: .error) } catch {
                throw .file(error)
            }
            switch picker.take(readLine()) {
            case .again(let words): remark = words.isEmpty ? PersonPicker.help : words
            case .cancelled: throw .finished(exitCode: 1)
            case .done(let ids):
                return ids.compactMap { id in people.first { $0.id == id } }
            }
        }
    }

    /// Those who are named on the standard input.
    private func picked(_ limit: Int?) throws(CommandFailure) -> [ContactRow] {
        let bytes: [UInt8]
        do throws(Terminal.Failure) { bytes = try Terminal.load("-") } catch {
            throw .file(error)
        }
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        return try named(lines.map { String($0).trimmed }.filter { !$0.isEmpty }, limit)
    }

    /// The persons that texts mean.
    func named(_ texts: [String], _ limit: Int?) throws(CommandFailure) -> [ContactRow] {
        if texts.isEmpty { throw .usage(.nobody) }
        let rows = try call(ListPeople.self, ListPeople.Input(people: texts)).rows
        if let limit, rows.count > limit { throw .usage(.tooMany(rows.count, limit: limit)) }
        return rows
    }
}
