internal import Application
internal import ArgumentParser

/// Options that were typed more than once though one value counts: the parser would take the last.
struct RepeatedOptions {
    /// An option as it was typed.
    private struct Option {
        /// `--category`, `-c`
        let name: String
        /// With its value.
        let words: [String]

        var value: String {
            words.count > 1 ? words[1] : String(words[0].dropFirst(name.count + 1))
        }
    }

    /// Those before the command, where the aliases of shells put them: what is typed behind it
    /// goes first.
    private let before: [Option]
    /// Those behind it, of each line of an entry; of other commands of the whole.
    private let lines: [[Option]]

    /// - Parameter typed: What somebody typed, without what they have set for themselves, which
    ///   makes way for it.
    init(_ typed: [String]) {
        let words = typed[..<(typed.firstIndex(of: "--") ?? typed.endIndex)]
        let count = Arguments.countBefore(words)
        before = RepeatedOptions.options(words.prefix(count))
        var lines: [[Option]] = []
        var rest = words.dropFirst(count)
        while let end = rest.firstIndex(of: "+") {
            lines.append(RepeatedOptions.options(rest[..<end]))
            rest = rest[(end + 1)...]
        }
        self.lines = lines + [RepeatedOptions.options(rest)]
    }

    private static func options(_ words: ArraySlice<String>) -> [Option] {
        var options: [Option] = []
        var rest = words
        while let word = rest.popFirst() {
            guard word.hasPrefix("-"), word.dropFirst().first?.isNumber != true else { continue }
            let name = String(word.prefix { $0 != "=" })
            guard name.count == 2 || name.hasPrefix("--") else { continue }
            let value = name == word ? rest.first : nil
            let option = Option(name: name, words: [word] + (value.map { [$0] } ?? []))
            // When letters are coloured is no colour of a task.
            let isWhen = name == "--color" && ["always", "auto", "never"].contains(option.value)
            if !isWhen { options.append(option) }
        }
        return options
    }

    /// Letters of options that begin otherwise in full.
    private static let letters = [
        "-O": "--format", "-X": "--exchange", "-d": "--on", "-n": "--limit",
    ]

    /// Whether any of them may be the same as another one: `-c` may be `--category`.
    private var isDoubtful: Bool {
        if before.isEmpty, lines.count == 1, lines[0].count < 2 { return false }
        return (lines + [before, lines.flatMap { $0 }]).contains { options in
            let names = options.map(\.name)
            let short = Set(names.filter { $0.count == 2 })
            let letters = Set(short.map { $0.dropFirst().lowercased() })
            let whole = Set(short.compactMap { RepeatedOptions.letters[$0] })
            return Set(names).count < names.count
                || names.contains {
                    $0.count > 2
                        && (whole.contains($0)
                            || letters.contains("\($0.dropFirst(2).prefix(1))"))
                }
        }
    }

    /// Refuses an option that the command takes once; one of all commands, once before the command
    /// and once behind it, and the same value as often as somebody likes.
    func refuse(in command: any ParsableCommand.Type) throws(CommandFailure) {
        guard isDoubtful else { return }
        let page = JSONCoding.value(Array(command._dumpHelp().utf8))
        for argument in page?.object?["command"]?.object?["arguments"]?.array ?? [] {
            guard let argument = argument.object, argument["kind"]?.string == "option",
                argument["isRepeating"] == .bool(false)
            else { continue }
            let names = Set(
                (argument["names"]?.array ?? []).compactMap { name -> String? in
                    guard let text = name.object?["name"]?.string else { return nil }
                    return name.object?["kind"]?.string == "long" ? "--\(text)" : "-\(text)"
                })
            let isShared = !names.isDisjoint(with: Preferences.sharedNames)
            for options in isShared ? [before, lines.flatMap(\.self)] : lines {
                let same = options.filter { names.contains($0.name) }
                guard let first = same.first,
                    let other = same.dropFirst().first(where: {
                        !isShared || $0.value != first.value
                    })
                else { continue }
                throw .usage(.repeated(other.name, first: first.words))
            }
        }
    }
}
