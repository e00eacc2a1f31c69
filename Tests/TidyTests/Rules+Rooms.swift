extension Rules {
    /// At most ``House/roomFilesMax`` Swift files in a folder.
    static func rooms(_ paths: [String]) -> [Violation] {
        let folders = Dictionary(grouping: paths) { path in
            path.split(separator: "/").dropLast().joined(separator: "/")
        }
        return folders.flatMap { folder, files in
            unless(
                files.count <= House.roomFilesMax, folder,
                "\(files.count) files; at most \(House.roomFilesMax): divide them by what they do"
            )
        }
    }

    /// A file begins with the type that it is named after. A name in the plural stands for a
    /// family of types; a file of a facet, `Type+Facet.swift`, extends the type; one of functions
    /// alone may be named freely.
    static func firstType(_ text: SwiftText) -> [Violation] {
        guard let file = text.path.split(separator: "/").last?.dropLast(".swift".count) else {
            return []
        }
        let parts = file.split(separator: "+")
        guard let stem = parts.first, !isFamily(stem), parts.last != "Platform" else { return [] }
        let types = text.code.compactMap(declaredType)
        guard !types.isEmpty else { return [] }
        if parts.count > 1 {
            return unless(
                types.contains { isNamed($0, stem) }, text.path,
                "holds no \(stem), the type that the file is named after")
        }
        return unless(
            isNamed(types[0], stem), text.path,
            "begins with \(types[0]), not with \(stem), the type that the file is named after")
    }

    private static func isFamily(_ stem: Substring) -> Bool {
        stem.hasSuffix("s") && !stem.hasSuffix("ss")
    }

    private static func isNamed(_ type: String, _ stem: Substring) -> Bool {
        let parts = type.split(separator: ".")
        return parts.first == stem || parts.last == stem
    }

    /// The type that a line at the margin declares or extends.
    private static func declaredType(_ line: String) -> String? {
        guard line.first?.isWhitespace == false else { return nil }
        let words = line.split { $0 == " " || $0 == "{" || $0 == ":" || $0 == "<" || $0 == "=" }
        let keywords: Set<Substring> = [
            "struct", "class", "enum", "protocol", "actor", "extension", "typealias",
        ]
        guard let index = words.firstIndex(where: keywords.contains), index + 1 < words.count,
            words[..<index].allSatisfy({ isModifier($0) })
        else { return nil }
        return String(words[index + 1])
    }

    private static func isModifier(_ word: Substring) -> Bool {
        word.hasPrefix("@")
            || [
                "public", "package", "private", "fileprivate", "internal", "final", "indirect",
                "nonisolated",
            ].contains(word)
    }
}
