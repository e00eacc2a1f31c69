internal import Ledger

/// Finds columns by name and remembers which are taken.
struct ColumnFinder {
    private let header: [String]
    private let names: [String]
    private let foldedNames: [String]
    private let usualNames: [String]
    private var taken: Set<Int> = []

    init(header: [String]) {
        self.header = header
        names = header.map(\.trimmed)
        foldedNames = names.map { $0.lowercased() }
        usualNames = names.map { HeaderName($0).usual }
    }

    /// What an option names.
    mutating func source(
        _ value: String, for role: ImportRole
    ) throws(ImportError) -> CSVColumns.Source {
        let name = value.trimmed
        if name.isEmpty { return .constant("") }
        if let index = try index(name, for: role) { return take(index) }
        let canBeConstant = !role.needsColumn
        if canBeConstant, name.utf8.first == UInt8(ascii: "=") {
            return .constant(String(name.unicodeScalars.dropFirst()))
        }
        let near = Spelling.nearest(to: name, among: names, limit: 1).first
        guard canBeConstant, near == nil || role.isKnown(constant: name) else {
            throw .unknownColumn(role, value: value, near: near, header: header)
        }
        return .constant(name)
    }

    /// The column and the values that an option such as `Status=Denied,Pending` names.
    ///
    /// - Throws: ``ImportError/unknownColumn(_:value:near:header:)``.
    func values(_ text: String) throws(ImportError) -> ColumnValues {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0]).trimmed
        guard parts.count == 2, let index = try index(name, for: .kind) else {
            let near = Spelling.nearest(to: name, among: names, limit: 1).first
            let rest = parts.count == 2 ? String(parts[1]) : ""
            throw .unknownColumn(
                .kind, value: text, near: "\(near ?? names.first ?? name)=\(rest)", header: header)
        }
        return ColumnValues(
            CSVColumns.Column(index: index, name: names[index]), String(parts[1]))
    }

    /// What an option such as `Type=Fee then category=bank:fees` says.
    ///
    /// - Throws: ``ImportError/unknownColumn(_:value:near:header:)``,
    ///   ``ImportError/badColumnRule(_:_:)``.
    func rule(_ text: String) throws(ImportError) -> ColumnRule {
        try ColumnRule(text) { (name) throws(ImportError) in
            guard let index = try index(name, for: .kind) else {
                let near = Spelling.nearest(to: name, among: names, limit: 1).first
                let meant = near ?? names.first ?? name
                throw .unknownColumn(
                    .kind, value: text, near: text.replacing(name, with: meant, maxReplacements: 1),
                    header: header)
            }
            return CSVColumns.Column(index: index, name: names[index])
        }
    }

    /// The source of a role that no option gives; a role of several columns takes several.
    mutating func usual(_ role: ImportRole) throws(ImportError) -> [CSVColumns.Source] {
        // Of the records that may be the header, hardly one has a column of the role.
        guard let usual = ImportRole.usualNames[role],
            usualNames.contains(where: usual.leading.contains)
        else { return [] }
        for names in usual.entries {
            var sources: [CSVColumns.Source] = []
            for name in names {
                guard let index = try usualIndex(name, for: role) else { break }
                sources.append(take(index))
            }
            if !sources.isEmpty { return sources }
        }
        return []
    }

    /// Finds the amounts: a column that was given, else one with a usual name, else a pair for
    /// money out and money in.
    mutating func findAmounts(
        _ found: inout [ImportRole: [CSVColumns.Source]], given: Set<ImportRole>
    ) throws(ImportError) {
        let hasSide = given.contains(.debit) || given.contains(.credit)
        if hasSide {
            guard !given.contains(.amount) else { throw .amountsTwice }
            return
        }
        if given.contains(.amount) { return }
        let amount = try usual(.amount)
        if !amount.isEmpty {
            found[.amount] = amount
            return
        }
        try findSides(&found)
        if found[.debit] == nil, let column = try longAmount() { found[.amount] = [column] }
    }

    /// Finds a pair for money out and money in.
    private mutating func findSides(
        _ found: inout [ImportRole: [CSVColumns.Source]]
    ) throws(ImportError) {
        guard usualNames.contains(where: SideNames.debits.contains) else { return }
        for pair in SideNames.pairs {
            guard let debit = try usualIndex(pair.debit, for: .debit),
                let credit = try usualIndex(pair.credit, for: .credit)
            else { continue }
            found[.debit] = [take(debit)]
            found[.credit] = [take(credit)]
            return
        }
    }

    /// The only column whose name ends with a word for amounts.
    private mutating func longAmount() throws(ImportError) -> CSVColumns.Source? {
        let words: Set = ["amount", "amt", "amt.", "gross", "net", "betrag"]
        let others = ["tax", "vat", "fee", "balance", "refund", "original", "local"]
        let found = usualNames.indices.filter { index in
            let name = HeaderName(names[index]).plain
            return !taken.contains(index)
                && (name.split(separator: " ").last.map { words.contains(String($0)) } ?? false)
        }
        let main = found.filter { index in !others.contains { usualNames[index].contains($0) } }
        let candidates = main.isEmpty ? found.filter { !isPart($0) } : main
        guard let first = candidates.first else { return nil }
        guard candidates.count == 1 else {
            // What is left of the fee is what came.
            let order = candidates.filter { usualNames[$0].hasSuffix("net") }
            let rest = candidates.filter { !order.contains($0) }
            throw .ambiguousColumn(.amount, names: (order + rest).map { names[$0] })
        }
        return take(first)
    }

    /// Whether a column of amounts holds a part of what was paid.
    private func isPart(_ index: Int) -> Bool {
        ["tax", "vat", "fee", "balance"].contains { usualNames[index].contains($0) }
    }

    /// The columns that are called like those of kinds, the likeliest name first; none is taken.
    func kinds() -> [CSVColumns.Column] {
        let usual = ImportRole.usualNames[.kind]?.entries.compactMap(\.first) ?? []
        return usual.flatMap { name in
            usualNames.indices.filter { usualNames[$0] == name && !taken.contains($0) }
        }.map { CSVColumns.Column(index: $0, name: names[$0]) }
    }

    /// What the names of the columns say of amounts in a single column.
    func meaning(of title: CSVColumns.Source?) -> CSVColumns.Meaning {
        if case .column(let column) = title {
            let name = column.name.lowercased()
            if ["vendor", "merchant", "supplier"].contains(where: name.contains) { return .spent }
        }
        let isPaid =
            usualNames.contains { $0 == "fee" || $0 == "fees" }
            && usualNames.contains { $0.hasPrefix("customer") || $0.hasPrefix("payout") }
        return isPaid ? .received : .open
    }

    private mutating func take(_ index: Int) -> CSVColumns.Source {
        taken.insert(index)
        return .column(CSVColumns.Column(index: index, name: names[index]))
    }

    private func usualIndex(_ name: String, for role: ImportRole) throws(ImportError) -> Int? {
        let found = usualNames.indices.filter { usualNames[$0] == name && !taken.contains($0) }
        if found.count > 1 {
            // `Amount (EUR)` beside `Amount (USD)`
            guard Set(found.map { foldedNames[$0] }).count == 1 else {
                throw .ambiguousColumn(role, names: found.map { names[$0] })
            }
            throw .repeatedColumn(role, name: names[found[0]])
        }
        return found.first
    }

    private func index(_ name: String, for role: ImportRole) throws(ImportError) -> Int? {
        let found = indices(name)
        guard found.count <= 1 else { throw .repeatedColumn(role, name: name) }
        if let index = found.first { return index }
        if let mark = name.lastIndex(of: "#"), let number = Int(name[name.index(after: mark)...]) {
            let equal = indices(String(name[..<mark]).trimmed)
            if number >= 1, number <= equal.count { return equal[number - 1] }
        }
        if let number = Int(name), number >= 1, number <= names.count { return number - 1 }
        return nil
    }

    /// The columns of a name: exactly so, else in other letters.
    private func indices(_ name: String) -> [Int] {
        let exact = names.indices.filter { names[$0] == name }
        let folded = name.lowercased()
        return exact.isEmpty ? names.indices.filter { foldedNames[$0] == folded } : exact
    }
}

extension ImportRole {
    /// Whether one value for all rows makes no sense.
    fileprivate var needsColumn: Bool {
        switch self {
        case .date, .time, .amount, .debit, .credit, .externalID, .balance: true
        case .payee, .title, .note, .category, .kind, .currency, .account, .tag: false
        }
    }
}
