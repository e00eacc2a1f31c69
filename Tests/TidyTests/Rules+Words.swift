extension Rules {
    /// None of ``House/bans``.
    static func bannedWords(_ text: SwiftText) -> [Violation] {
        let bans = House.bans.filter { ban in ban.folders.contains { text.path.hasPrefix($0) } }
        return bans.flatMap { ban in
            eachLine(text[ban.layer], of: text.path) { line in
                line.hasWord(ban.word) ? "\(ban.word) is not used; use \(ban.replacement)" : nil
            }
        }
    }

    /// None of the names of ``House/retired``, in code or comments.
    static func retiredWords(_ text: SwiftText) -> [Violation] {
        guard text.path != "Tests/TidyTests/House.swift" else { return [] }
        return [(text.code, true), (text.comments, false)].flatMap { lines, isCode in
            eachLine(lines, of: text.path) { line in
                let words = line.split { !$0.isLetter && !$0.isNumber }.map(String.init)
                let word = words.first { word in
                    House.retired[word] != nil && (isCode || !House.plainWords.contains(word))
                }
                return word.map { "\($0) was given up; the term is \(House.retired[$0] ?? "")" }
            }
        }
    }

    /// The word `unsafe` only behind ``House/isFenced(_:)``.
    static func fencedUnsafe(_ text: SwiftText) -> [Violation] {
        guard !House.isFenced(text.path) else { return [] }
        return eachLine(text.code, of: text.path) { line in
            line.hasWord("unsafe")
                ? "unsafe outside the fence; call what a fenced file offers" : nil
        }
    }

    /// No path of one machine and no registry's host, in any text.
    static func machineWords(_ path: String, _ text: String) -> [Violation] {
        eachLine(SwiftText.lines(text.utf8), of: path) { line in
            if let folder = House.machineFolders.first(where: { hasPath(line, below: $0) }) {
                return "a path below /\(folder); use a relative one or ask the system"
            }
            return House.registryWords.first { line.hasWord($0) }
                .map { "\($0) is a registry; name the package only" }
        }
    }

    /// Whether an absolute path begins with the folder.
    private static func hasPath(_ line: String, below folder: String) -> Bool {
        guard line.contains("/\(folder)/") else { return false }
        let text = Array(line.utf8)
        let path = Array("/\(folder)/".utf8)
        let joins = Array(".$}~)-/".utf8)
        return text.indices.contains { start in
            guard text[start...].starts(with: path) else { return false }
            guard start > 0 else { return true }
            return !isWordByte(text[start - 1]) && !joins.contains(text[start - 1])
        }
    }
}
