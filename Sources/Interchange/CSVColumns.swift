internal import Ledger

/// Which column, or which constant, stands for what.
package struct CSVColumns: Hashable, Sendable {
    /// A column of the header.
    package struct Column: Hashable, Sendable {
        /// Its index, from 0.
        package let index: Int
        /// Its name, as in the header.
        package let name: String

        package init(index: Int, name: String) {
            self.index = index
            self.name = name
        }
    }

    /// Where the value of a role comes from.
    package enum Source: Hashable, Sendable {
        case column(Column)
        case constant(String)
    }

    /// The days, with or without times.
    package let date: Column
    /// The amounts.
    package let amount: Column
    /// Titles; `nil` for none.
    package let title: Source?
    /// Notes; `nil` for none.
    package let note: Source?
    /// Categories, the upper level first; empty for none.
    package let category: [Source]
    /// Words for kinds; `nil` if all rows are expenses.
    package let kind: Source?
    /// Currency codes; `nil` for the base currency.
    package let currency: Source?
    /// Accounts; `nil` for none.
    package let account: Source?
    /// Tags; empty for none.
    package let tags: [Source]
    /// Columns of the header that are not imported, in their order.
    package let unused: [Column]

    /// Finds the columns in a header.
    ///
    /// - Parameters:
    ///   - header: Names, in the order of the file; spaces around them do not count.
    ///   - options: What was given; a role without an option is found by its usual names among the
    ///     columns that no option names.
    /// - Throws: ``ImportError/missingColumn(_:header:)``,
    ///   ``ImportError/unknownColumn(_:value:near:header:)``,
    ///   ``ImportError/repeatedColumn(_:name:)``.
    package init(header: [String], options: CSVImportOptions) throws(ImportError) {
        var finder = ColumnFinder(header: header)
        // What is given first, so that no usual name takes a column that was given.
        var given: [ImportRole: [Source]] = [:]
        for (role, values) in options.given {
            for value in values {
                given[role, default: []].append(try finder.source(value, for: role))
            }
        }
        var found: [ImportRole: [Source]] = given
        for role in ImportRole.allCases where given[role] == nil {
            found[role] = try finder.usual(role)
        }
        func first(_ role: ImportRole) -> Source? {
            found[role]?.first { $0 != .constant("") }
        }
        guard case .column(let date) = first(.date) else {
            throw .missingColumn(.date, header: header)
        }
        guard case .column(let amount) = first(.amount) else {
            throw .missingColumn(.amount, header: header)
        }
        self.date = date
        self.amount = amount
        title = first(.title)
        note = first(.note)
        category = (found[.category] ?? []).filter { $0 != .constant("") }
        kind = first(.kind)
        currency = first(.currency)
        account = first(.account)
        tags = (found[.tag] ?? []).filter { $0 != .constant("") }
        unused = finder.unused
    }

    /// The columns without which a row cannot be read.
    var needed: [Column] {
        [date, amount]
            + [kind, currency, account].compactMap {
                if case .column(let column) = $0 { column } else { nil }
            }
    }
}

extension CSVImportOptions {
    /// The roles that the user gave, with what was given.
    fileprivate var given: [(ImportRole, [String])] {
        let single: [(ImportRole, String?)] = [
            (.date, date), (.amount, amount), (.title, title), (.note, note), (.kind, kind),
            (.currency, currency), (.account, account),
        ]
        return single.compactMap { role, value in value.map { (role, [$0]) } }
            + [(.category, category), (.tag, tag)].filter { !$0.1.isEmpty }
    }
}

/// Finds columns by name and remembers which are taken.
private struct ColumnFinder {
    private let header: [String]
    private let names: [String]
    private let foldedNames: [String]
    private var taken: Set<Int> = []

    init(header: [String]) {
        self.header = header
        names = header.map(\.trimmed)
        foldedNames = names.map { $0.lowercased() }
    }

    var unused: [CSVColumns.Column] {
        header.indices.filter { !taken.contains($0) && !names[$0].isEmpty }.map(column)
    }

    private func column(_ index: Int) -> CSVColumns.Column {
        CSVColumns.Column(index: index, name: names[index])
    }

    mutating func source(
        _ value: String, for role: ImportRole
    ) throws(ImportError) -> CSVColumns.Source {
        let name = value.trimmed
        if name.isEmpty { return .constant("") }
        if let index = try index(name, for: role) { return take(index) }
        let canBeConstant = role != .date && role != .amount
        if canBeConstant, name.utf8.first == UInt8(ascii: "=") {
            return .constant(String(name.unicodeScalars.dropFirst()))
        }
        let near = Spelling.nearest(to: name, among: names, limit: 1).first
        guard canBeConstant, near == nil || role.isKnown(constant: name) else {
            throw .unknownColumn(role, value: value, near: near, header: header)
        }
        return .constant(name)
    }

    /// The source of a role that no option gives; a role of several columns takes several.
    mutating func usual(_ role: ImportRole) throws(ImportError) -> [CSVColumns.Source] {
        for names in role.usualNames {
            var sources: [CSVColumns.Source] = []
            for name in names {
                guard let index = try index(name, for: role), !taken.contains(index) else { break }
                sources.append(take(index))
            }
            if !sources.isEmpty { return sources }
        }
        return []
    }

    private mutating func take(_ index: Int) -> CSVColumns.Source {
        taken.insert(index)
        return .column(column(index))
    }

    private func index(_ name: String, for role: ImportRole) throws(ImportError) -> Int? {
        let exact = names.indices.filter { names[$0] == name }
        let folded = name.lowercased()
        let found = exact.isEmpty ? names.indices.filter { foldedNames[$0] == folded } : exact
        guard found.count <= 1 else { throw .repeatedColumn(role, name: name) }
        return found.first
    }
}
