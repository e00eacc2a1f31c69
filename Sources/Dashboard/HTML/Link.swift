/// An address within the dashboard: a path of the program's own and a query, percent-encoded
/// (RFC 3986).
package struct Link: Hashable, Sendable {
    let path: String
    var query: [Item]

    /// A name and its value.
    struct Item: Hashable, Sendable {
        let name: String
        let value: String
    }

    /// An address; what has no value is left out.
    init(_ path: StaticString, _ query: KeyValuePairs<StaticString, String?> = [:]) {
        self.path = "\(path)"
        self.query = query.compactMap { name, value in
            value.map { Item(name: "\(name)", value: $0) }
        }
    }

    /// The address that a form came from; `nil` where it is none of a page.
    ///
    /// - Parameter text: A path and a query, from outside.
    init?(back text: String) {
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let path = parts.first.map(String.init), PagePath(rawValue: path) != nil else {
            return nil
        }
        self.path = path
        let pairs = parts.count > 1 ? FormFields(encoded: parts[1]).pairs : []
        query = pairs.map { Item(name: $0.name, value: $0.value) }
    }

    /// The same with another value under a name, or with none.
    func with(_ name: StaticString, _ value: String?) -> Link {
        var link = self
        link.query.removeAll { $0.name == "\(name)" }
        if let value { link.query.append(Item(name: "\(name)", value: value)) }
        return link
    }

    /// As it stands in a page.
    package var text: String {
        let pairs = query.map { "\(Link.encoded($0.name))=\(Link.encoded($0.value))" }
        return path + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
    }

    private static func encoded(_ text: String) -> String {
        if text.utf8.allSatisfy(isUnreserved) { return text }
        var result = ""
        for byte in text.utf8 {
            if isUnreserved(byte) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                result += "%" + (digits.count < 2 ? "0" : "") + digits
            }
        }
        return result
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }
}

/// The pages that there are.
enum PagePath: String, CaseIterable, Sendable {
    case today = "/"
    case reports = "/reports"
    case explain = "/explain"
    case entries = "/entries"
    case entry = "/entry"
    case tasks = "/tasks"
    case accounts = "/accounts"
    case budget = "/budget"
    case importFile = "/import"
    case people = "/people"
    case reconcile = "/reconcile"
    case compared = "/compared"
    case verified = "/verify"
    case conflicts = "/conflicts"
    case audit = "/audit"

    /// The page of the menu that it belongs to.
    var parent: PagePath {
        switch self {
        case .reconcile: .accounts
        case .compared, .verified, .conflicts: .audit
        case .explain: .reports
        case .entry: .entries
        default: self
        }
    }
}
