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
    }

    /// Those of each line of an entry; of other commands of the whole.
    private let lines: [[Option]]

    /// - Parameter typed: What somebody typed, without what they have set for themselves, which
    ///   makes way for it.
    init(_ typed: [String]) {
        let words = typed.prefix { $0 != "--" }
        let parts = words.split(separator: "+", omittingEmptySubsequences: false)
        lines = parts.map { part in
            part.indices.compactMap { index in
                let word = part[index]
                guard word.hasPrefix("-"), word.dropFirst().first?.isNumber != true else {
                    return nil
                }
                let name = String(word.prefix { $0 != "=" })
                guard name.count == 2 || name.hasPrefix("--") else { return nil }
                let hasValue = name == word && index + 1 < part.endIndex
                return Option(name: name, words: hasValue ? [word, part[index + 1]] : [word])
            }
        }
    }

    /// Whether any of them may be the same as another one: `-c` may be `--category`.
    private var isDoubtful: Bool {
        lines.contains { options in
            let names = options.map(\.name)
            let letters = Set(names.filter { $0.count == 2 }.map { $0.dropFirst().lowercased() })
            return Set(names).count < names.count
                || names.contains {
                    $0.count > 2 && letters.contains("\($0.dropFirst(2).prefix(1))")
                }
        }
    }

    /// Refuses an option that the command takes once, and all commands do not: these stand in the
    /// aliases of shells, and what is typed behind them goes first.
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
            if !names.isDisjoint(with: Preferences.sharedNames) { continue }
            for options in lines {
                let same = options.filter { names.contains($0.name) }
                if same.count > 1 { throw .usage(.repeated(same[1].name, first: same[0].words)) }
            }
        }
    }
}
