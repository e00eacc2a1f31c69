extension Rules {
    /// Nothing lies in the package's folder but ``House/topLevel`` and dotfiles.
    static func topLevel(_ names: [String]) -> [Violation] {
        names.filter { !$0.hasPrefix(".") && !House.topLevel.contains($0) }
            .flatMap { unless(false, $0, "not a top-level name of the project") }
    }

    /// A text names every one of some things.
    static func mentions(_ path: String, _ text: String, all words: [String]) -> [Violation] {
        words.flatMap { word in unless(text.hasWord(word), path, "does not mention \(word)") }
    }

    /// Files that are run may be run, and say how in a comment; files in `tools` itself are run.
    static func tool(_ path: String, _ text: String, isExecutable: Bool) -> [Violation] {
        let isTool = text.hasPrefix("#!") || !path.dropFirst("tools/".count).contains("/")
        guard isTool else { return [] }
        let head = SwiftText.lines(text.utf8).prefix { $0.hasPrefix("#") || $0.hasPrefix("//") }
        return unless(isExecutable, path, "not executable")
            + unless(text.hasPrefix("#!"), path, "does not begin with #!")
            + unless(
                head.contains { $0.hasWord("Usage: \(path)") },
                path,
                "its first comment has no line `Usage: \(path) …`"
            )
    }

    /// Each folder of sources or tests is one target of the manifest.
    static func targets(_ manifest: String, folders: [String]) -> [Violation] {
        folders.flatMap { folder in
            unless(
                manifest.contains("name: \"\(folder)\""),
                "Package.swift",
                "\(folder) is no target"
            )
        }
    }
}
