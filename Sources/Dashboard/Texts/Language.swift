internal import Synchronization

/// A language of the pages. Another one joins with a case and a table beside that of German.
package enum Language: String, CaseIterable, Sendable {
    case english = "en"
    case german = "de"

    /// That of the page that is made.
    @TaskLocal package static var current = Language.english

    /// Collects what is asked for and not in the table; only tests do.
    @TaskLocal package static var missing: Missing?

    /// Texts without a form in a language.
    package final class Missing: Sendable {
        private let keys = Mutex<Set<String>>([])

        package init() {}

        /// In order.
        package var all: [String] { keys.withLock { $0.sorted() } }

        fileprivate func add(_ key: String) { keys.withLock { _ = $0.insert(key) } }
    }

    /// What it is called in itself.
    var name: String {
        switch self {
        case .english: "English"
        case .german: "Deutsch"
        }
    }

    /// Where a browser keeps its choice.
    static let cookie = "ledger-language"
    /// Where another one is chosen: `/language?to=de&back=/tasks`.
    static let path = "/language"

    private var table: [String: String] {
        switch self {
        case .english: [:]
        case .german: German.texts
        }
    }

    /// The table of German, by what texts are in English.
    package static var formsOfGerman: [String: String] { German.texts }

    /// A text in the language; in English where the table does not have it.
    func form(of key: String) -> String {
        if self == .english { return key }
        if let form = table[key] { return form }
        if key.contains(where: \.isLetter) { Language.missing?.add(key) }
        return key
    }

    /// What a browser asks for: its choice, else the first language of the header that there is a
    /// table for (RFC 9110, Accept-Language).
    static func of(_ request: WebRequest) -> Language {
        if let chosen = request.cookie(cookie).flatMap(Language.init(rawValue:)) {
            return chosen
        }
        var best: (language: Language, weight: Int)?
        for part in (request.headers["accept-language"] ?? "").split(separator: ",").prefix(20) {
            let halves = part.split(separator: ";", maxSplits: 1)
            let tag = halves.first?.drop { $0 == " " }.prefix { $0 != "-" && $0 != " " } ?? ""
            guard let language = Language(rawValue: tag.lowercased()) else { continue }
            let weight = halves.count > 1 ? thousandths(halves[1]) : 1_000
            if weight > best?.weight ?? 0 { best = (language, weight) }
        }
        return best?.language ?? .english
    }

    /// `q=0.75` is 750; 0 for what is none.
    private static func thousandths(_ text: Substring) -> Int {
        let text = text.filter { $0 != " " }
        guard text.hasPrefix("q=") else { return 0 }
        let digits = text.dropFirst(2)
        if digits.first == "1" { return 1_000 }
        guard digits.hasPrefix("0.") else { return 0 }
        let rest = digits.dropFirst(2).prefix(3)
        return Int(rest + String(repeating: "0", count: 3 - rest.count)) ?? 0
    }
}
