/// The house rules: pure functions from a path and a text to what breaks them.
enum Rules {}

extension Rules {
    /// Lines of at most ``House/columnsMax`` characters.
    static func lineLength(_ path: String, _ text: String) -> [Violation] {
        eachLine(SwiftText.lines(text.utf8), of: path) { line in
            line.utf8.count > House.columnsMax && line.count > House.columnsMax
                ? "\(line.count) columns; at most \(House.columnsMax)" : nil
        }
    }

    /// Files of at most ``House/fileLinesMax`` lines, tables apart.
    static func fileLength(_ path: String, _ text: String) -> [Violation] {
        let count = SwiftText.lines(text.utf8).count
        return unless(
            count <= House.fileLinesMax || House.isTable(path),
            path,
            "\(count) lines; at most \(House.fileLinesMax): split it by facet, Type+Facet.swift"
        )
    }

    /// Functions of at most ``House/functionLinesMax`` lines, from the keyword to the last brace.
    static func functionLength(_ text: SwiftText) -> [Violation] {
        guard !House.isTable(text.path) else { return [] }
        return functions(in: text.code.joined(separator: "\n")).compactMap { function in
            let count = function.count
            guard count > House.functionLinesMax else { return nil }
            let message = "\(count) lines in a function; at most \(House.functionLinesMax)"
            return Violation(path: text.path, line: function.lowerBound, message: message)
        }
    }

    /// The lines of every function that has a body, in code without comments and strings.
    private static func functions(in code: String) -> [ClosedRange<Int>] {
        var finder = FunctionFinder()
        for byte in code.utf8 { finder.take(byte) }
        return finder.found
    }
}

/// Finds functions byte by byte, by their keyword and by counting braces.
private struct FunctionFinder {
    private static let keywords: Set<[UInt8]> = Set(
        ["func", "init", "deinit", "subscript"].map { Array($0.utf8) }
    )
    /// What may follow a declaration without a body, as in a protocol.
    private static let otherKeywords: Set<[UInt8]> = Set(
        ["associatedtype", "case", "let", "static", "typealias", "var"].map { Array($0.utf8) }
    )

    private(set) var found: [ClosedRange<Int>] = []
    private var line = 1
    private var word: [UInt8] = []
    private var byteBeforeWord = UInt8(ascii: "\n")
    private var byteBefore = UInt8(ascii: "\n")
    private var parentheses = 0
    /// The line of a keyword whose body has not begun yet.
    private var pending: (line: Int, parentheses: Int)?
    /// For every open brace the line of the function whose body it begins.
    private var open: [Int?] = []

    mutating func take(_ byte: UInt8) {
        if isWordByte(byte) {
            if word.isEmpty { byteBeforeWord = byteBefore }
            word.append(byte)
        } else {
            endWord()
            takeMark(byte)
        }
        byteBefore = byte
    }

    private mutating func endWord() {
        defer { word = [] }
        guard ![UInt8(ascii: "."), UInt8(ascii: "`")].contains(byteBeforeWord) else { return }
        if Self.keywords.contains(word) {
            pending = (line, parentheses)
        } else if Self.otherKeywords.contains(word), pending?.parentheses == parentheses {
            pending = nil
        }
    }

    private mutating func takeMark(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\n"): line += 1
        case UInt8(ascii: "("), UInt8(ascii: "["): parentheses += 1
        case UInt8(ascii: ")"), UInt8(ascii: "]"): parentheses -= 1
        case UInt8(ascii: "{"): openBrace()
        case UInt8(ascii: "}"): closeBrace()
        default: break
        }
    }

    private mutating func openBrace() {
        let beginsBody = pending?.parentheses == parentheses
        open.append(beginsBody ? pending?.line : nil)
        if beginsBody { pending = nil }
    }

    private mutating func closeBrace() {
        if pending?.parentheses == parentheses { pending = nil }
        if let first = open.popLast() ?? nil { found.append(first...line) }
    }
}
