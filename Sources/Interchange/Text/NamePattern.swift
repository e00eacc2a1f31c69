/// A name of a file with `*`, `?` and `[a-z]` in it, as shells read it: a dot in front is only
/// found by a dot.
package struct NamePattern: Sendable {
    private enum Piece: Sendable {
        /// Any letters, or none.
        case run
        /// Any letter.
        case any
        case letter(Character)
        /// One of some letters, or none of them.
        case set([ClosedRange<Character>], isOther: Bool)

        func matches(_ letter: Character) -> Bool {
            switch self {
            case .run, .any: true
            case .letter(let own): own == letter
            case .set(let ranges, let isOther):
                ranges.contains { $0.contains(letter) } != isOther
            }
        }
    }

    private let pieces: [Piece]
    private let isHidden: Bool

    /// Whether a text finds more than what is called so.
    static func isPattern(_ text: some StringProtocol) -> Bool {
        text.contains { "*?[".contains($0) }
    }

    /// A pattern; a bracket that is not closed is a letter.
    package init(_ text: String) {
        var (pieces, rest) = ([Piece](), text[...])
        isHidden = text.first == "."
        while let first = rest.popFirst() {
            switch first {
            case "*": pieces.append(.run)
            case "?": pieces.append(.any)
            case "[":
                if let set = NamePattern.set(&rest) {
                    pieces.append(set)
                } else {
                    pieces.append(.letter(first))
                }
            default: pieces.append(.letter(first))
            }
        }
        self.pieces = pieces
    }

    /// What is behind a bracket, up to the one that closes it.
    private static func set(_ rest: inout Substring) -> Piece? {
        let isOther = rest.first == "!" || rest.first == "^"
        let open = isOther ? rest.dropFirst() : rest
        // In front it is a letter.
        guard let end = open.dropFirst().firstIndex(of: "]") else { return nil }
        var (letters, ranges) = (open[..<end], [ClosedRange<Character>]())
        while let first = letters.popFirst() {
            guard letters.first == "-", let last = letters.dropFirst().first else {
                ranges.append(first...first)
                continue
            }
            letters = letters.dropFirst(2)
            if first <= last { ranges.append(first...last) }
        }
        rest = open[open.index(after: end)...]
        return .set(ranges, isOther: isOther)
    }

    /// Whether a name is found.
    ///
    /// - Complexity: O(letters · pieces)
    package func matches(_ name: String) -> Bool {
        if name.first == ".", !isHidden { return false }
        let letters = Array(name)
        var (piece, place) = (0, 0)
        // Where the last run began, and up to where it goes.
        var run: (piece: Int, place: Int)?
        while place < letters.count {
            if piece < pieces.count, case .run = pieces[piece] {
                run = (piece, place)
                piece += 1
            } else if piece < pieces.count, pieces[piece].matches(letters[place]) {
                piece += 1
                place += 1
            } else if let last = run {
                run = (last.piece, last.place + 1)
                (piece, place) = (last.piece + 1, last.place + 1)
            } else {
                return false
            }
        }
        return pieces[piece...].allSatisfy { if case .run = $0 { true } else { false } }
    }
}

/// An `include` of a journal that may name several files.
package struct IncludePattern: Sendable {
    /// Where they are, relative to the folder of the first file; empty for there.
    package let folder: String
    /// What the folders below and the files are called: ``NamePattern``s; `**` is any folders.
    package let parts: [String]
    /// The file that has it; empty for the first.
    package let file: String

    /// `nil` for what names one file.
    ///
    /// - Throws: ``JournalInclude`` for what leaves the folder of the first file.
    init?(_ path: Substring, in file: String) throws(JournalInclude) {
        guard NamePattern.isPattern(path) else { return nil }
        if "/~".contains(path.first ?? "/") { throw JournalInclude(.outside) }
        let all = path.split(separator: "/").map(String.init)
        let first = all.firstIndex { NamePattern.isPattern($0) } ?? 0
        guard let folder = JournalParser.parts(of: all[..<first], beside: file) else {
            throw JournalInclude(.outside)
        }
        (self.folder, self.file) = (folder.joined(separator: "/"), file)
        parts = all[first...].filter { $0 != "." }
    }
}
