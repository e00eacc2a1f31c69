internal import Application
internal import Ledger

/// What is said of a task among its words, as Taskwarrior has it: `due:fri`, `project:home`,
/// `+shop`.
///
/// What is in quotes with other words, or behind `--`, is text.
struct TaskWords {
    /// The words that say nothing of the kind, in their order.
    private(set) var rest: [String] = []
    /// Tags to add.
    private(set) var tags: [String] = []
    /// Tasks that have to be done before.
    private(set) var depends: [String] = []
    /// What it has of attributes, by their names.
    private(set) var attributes: [String: String] = [:]
    /// Values by the option that is the same.
    private var values: [String: String] = [:]
    /// What was typed, by the option that is the same.
    private var said: [String: String] = [:]

    /// Takes words apart.
    ///
    /// - Parameters:
    ///   - clears: Whether `due:` alone takes a value away; else it is a word.
    ///   - attributes: The names of the attributes that tasks may have.
    init(
        _ words: [String], clears: Bool, attributes: Set<String> = []
    ) throws(CommandFailure) {
        for word in words {
            if let tag = TaskWords.tag(word) {
                tags += tag.split(separator: ",").map(String.init)
                continue
            }
            if let (name, value) = TaskWords.own(word, attributes), clears || !value.isEmpty {
                if let earlier = self.attributes[name] {
                    throw .usage(.exclusive("\(name):\(earlier)", word, values: 0))
                }
                self.attributes[name] = value
                continue
            }
            guard let (option, value) = TaskWords.attribute(word), clears || !value.isEmpty else {
                rest.append(word)
                continue
            }
            if option == "--tag", !value.isEmpty {
                tags += value.split(separator: ",").map(String.init)
                continue
            }
            if option == "--depends", !value.isEmpty {
                depends += value.split(separator: ",").map(String.init)
                said[option] = word
                continue
            }
            if let earlier = said[option] { throw .usage(.exclusive(earlier, word, values: 0)) }
            said[option] = word
            values[option] = value
        }
    }

    /// Whether a word says something of a task and is none of its title.
    static func isAttribute(_ word: String) -> Bool {
        tag(word) != nil || attribute(word)?.value.isEmpty == false
    }

    /// The words where nothing is said but what a list finds by its columns: a project, tags, type
    /// and colour; `nil` for other terms.
    static func plain(_ words: [String]) -> TaskWords? {
        if words.contains(where: isJoined) { return nil }
        guard let words = try? TaskWords(words, clears: false), words.rest.isEmpty,
            words.attributes.isEmpty, words.depends.isEmpty,
            words.said.keys.allSatisfy({ ["--project", "--type", "--colour"].contains($0) }),
            words.values["--project"]?.hasPrefix("=") != true,
            !words.tags.contains(where: { $0 == $0.uppercased() })
        else { return nil }
        return words
    }

    /// Whether a word joins others, or is several.
    static func isJoined(_ word: String) -> Bool {
        if Arguments.isMarked(word) { return false }
        return ["or", "and", "not", "(", ")"].contains(word.lowercased())
            || word.hasPrefix("(") || word.hasPrefix("not:") || word.contains(where: \.isWhitespace)
    }

    /// Whether all tags are to be taken away.
    var clearsTags: Bool { values["--tag"] != nil }

    /// What was typed for one of some options; `nil` where there is nothing.
    func word(for options: [String]) -> String? { options.compactMap { said[$0] }.first }

    /// The days that are said, and those of an option, with what was typed for them.
    ///
    /// - Parameter due: The value of the option for a deadline.
    func days(due: String?) -> [(run: [String], value: String)] {
        let options = ["--due", "--scheduled", "--wait", "--until"]
        let words = options.compactMap { option in
            said[option].flatMap { word in values[option].map { (run: [word], value: $0) } }
        }
        guard let due else { return words }
        // Only one of these was typed.
        return words + [(["--due", due], due), (["--due=\(due)"], due)]
    }

    /// Adds what is said to what options say.
    ///
    /// - Throws: Where both say the same thing.
    func put(into input: inout TaskInput) throws(CommandFailure) {
        for (option, field) in TaskWords.fields {
            guard let value = values[option] else { continue }
            if input[keyPath: field] != nil {
                throw .usage(.exclusive(said[option] ?? option, option, values: 1))
            }
            input[keyPath: field] = value
        }
        if !attributes.isEmpty {
            input.attributes = (input.attributes ?? [:]).merging(attributes) { $1 }
        }
        let depends = values["--depends"] == nil ? depends : ["none"] + depends
        if !depends.isEmpty { input.depends = (input.depends ?? []) + depends }
    }

    private static var fields: [(option: String, field: WritableKeyPath<TaskInput, String?>)] {
        [
            ("--due", \.due), ("--priority", \.priority), ("--project", \.project),
            ("--note", \.note), ("--type", \.type), ("--colour", \.colour),
            ("--assignee", \.assignee), ("--wait", \.wait), ("--scheduled", \.scheduled),
            ("--until", \.until), ("--parent", \.parent),
        ]
    }

    /// `estimate` and `2h` of `estimate:2h`.
    private static func own(
        _ word: String, _ names: Set<String>
    ) -> (name: String, value: String)? {
        guard !names.isEmpty, !Arguments.isMarked(word), let mark = word.firstIndex(of: ":") else {
            return nil
        }
        let name = word[..<mark].lowercased()
        return names.contains(name) ? (name, String(word[word.index(after: mark)...])) : nil
    }

    /// `shop` of `+shop`.
    private static func tag(_ word: String) -> String? {
        if Arguments.isMarked(word) || word.contains(where: \.isWhitespace) { return nil }
        let rest = word.dropFirst()
        return word.first == "+" && rest.first?.isLetter == true ? String(rest) : nil
    }

    /// `--due` and `fri` of `due:fri`; quotes come along as far as a shell leaves them.
    private static func attribute(_ word: String) -> (option: String, value: String)? {
        guard !Arguments.isMarked(word), let mark = word.firstIndex(of: ":"),
            let option = TitleWords.taskOptions[word[..<mark].lowercased()], !option.isEmpty
        else { return nil }
        let value = String(word[word.index(after: mark)...])
        // `due:"fri 9:00"` is one word with a space, `note: call Bo` a text.
        return value.first?.isWhitespace == true || value.hasPrefix("//") ? nil : (option, value)
    }
}
