/// The accounts of a journal: what they are called, and what they are for.
struct JournalAccounts: Sendable {
    /// What an account holds or is for.
    enum Kind: Sendable {
        /// Money that one has.
        case money
        /// Money that one owes.
        case owed
        case expense
        case income
        /// What everything else is taken from.
        case equity

        /// Whether there is money in it that one has or owes.
        var isMoney: Bool { self == .money || self == .owed }
    }

    /// What stands before every name, from outside to inside.
    var parents: [String] = []
    private var aliases: [(old: String, new: String)] = []
    private var declared: [String: Kind] = [:]
    /// How many levels the deepest of them has.
    private var levels = 1
    /// Of this program's own journals what accounts were called.
    private var originals: [String: String] = [:]
    private var known: [String: (kind: Kind, root: String)] = [:]

    /// Whether all of the journal has names as they are written.
    var arePlain: Bool { parents.isEmpty && aliases.isEmpty }

    /// A name as all of the journal has it: below the accounts that apply, under its other name.
    func full(_ name: Substring) -> String {
        let name = String(name.trimming)
        if arePlain { return name }
        var full = (parents + [name]).joined(separator: ":")
        for alias in aliases.reversed() {
            if full == alias.old {
                full = alias.new
            } else if full.hasPrefix(alias.old + ":") {
                full = alias.new + full.dropFirst(alias.old.count)
            }
        }
        return full
    }

    /// `OLD = NEW`; what is between slashes is a regular expression, which is not read.
    mutating func alias(_ text: Substring) throws(JournalFailure) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let names = parts.map { String($0.trimming) }
        guard names.count == 2, !names[0].isEmpty, !names[1].isEmpty, names[0].first != "/" else {
            throw JournalFailure(.unknownDirective("alias \(text)"))
        }
        aliases.append((names[0], names[1]))
    }

    mutating func endAliases() { aliases = [] }

    /// Takes in what stands beside the declaration of an account.
    mutating func declare(_ account: String, comment: Substring, isOwn: Bool) {
        let text = comment.trimming
        if isOwn, text.hasPrefix("name:") {
            let name = String(text.dropFirst("name:".count).trimming)
            call(account, JournalText.undone(name))
        }
        for part in text.split(separator: ",") {
            let part = part.trimming
            guard let range = part.firstRange(of: "type:") else { continue }
            let word = part[range.upperBound...].trimming.lowercased()
            guard let kind = JournalAccounts.words[word] else { continue }
            declared[account] = kind
            levels = max(levels, account.utf8.count { $0 == UInt8(ascii: ":") } + 1)
        }
        known = [:]
    }

    /// Takes in what an account of this program's own journals was called.
    mutating func call(_ account: String, _ name: String) { originals[account] = name }

    private static let words: [String: Kind] = [
        "a": .money, "asset": .money, "c": .money, "cash": .money, "l": .owed,
        "liability": .owed, "e": .equity, "equity": .equity, "v": .equity,
        "conversion": .equity, "r": .income, "revenue": .income, "x": .expense,
        "expense": .expense,
    ]

    /// Roots by their usual English names.
    private static let roots: [String: Kind] = [
        "asset": .money, "assets": .money, "liability": .owed, "liabilities": .owed,
        "debt": .owed, "debts": .owed, "equity": .equity, "income": .income,
        "incomes": .income, "revenue": .income, "revenues": .income, "expense": .expense,
        "expenses": .expense,
    ]

    /// What an account is for, and the account above it that is for the same; `nil` where nothing
    /// says so.
    mutating func kind(of account: String) -> (kind: Kind, root: String)? {
        if let known = known[account] { return known }
        var path = ""
        var found: (kind: Kind, root: String)?
        // Nothing is said of deeper ones; of those there may be very many.
        let parts = account.split(separator: ":", omittingEmptySubsequences: false)
        for part in parts.prefix(levels) {
            let isFirst = path.isEmpty
            path += isFirst ? String(part) : ":" + part
            let usual = isFirst ? JournalAccounts.roots[part.lowercased()] : nil
            guard let kind = declared[path] ?? usual else { continue }
            if let root = found?.root, found?.kind.isMoney == kind.isMoney, kind.isMoney {
                // A card below what one has keeps its name.
                found = (kind, root)
            } else if found?.kind != kind {
                found = (kind, path)
            }
        }
        known[account] = found
        return found
    }

    /// The account of the ledger; `nil` for none.
    func ledgerAccount(_ account: String, root: String) -> String? {
        if let original = originals[account] { return original }
        let rest = account.dropFirst(root.count + 1)
        let isPlain = root.split(separator: ":").last?.lowercased().hasPrefix("asset") ?? false
        if isPlain, rest.lowercased() == "unknown" { return nil }
        return isPlain && !rest.isEmpty ? String(rest) : account
    }

    /// The category of the ledger; empty for none.
    func category(_ account: String, root: String) -> String {
        if let original = originals[account] { return original }
        let rest = account.dropFirst(root.count + 1)
        return rest.lowercased() == "unknown" ? "" : String(rest)
    }
}
