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

    /// What amounts in a single column are.
    enum Meaning: Hashable, Sendable {
        case open
        /// What was spent: the rows name shops or suppliers.
        case spent
        /// What was paid to the owner, with the fee for it.
        case received
        /// What came in: a column of credits without one of debits.
        case credits
    }

    /// Where the value of a role comes from.
    package enum Source: Hashable, Sendable {
        case column(Column)
        case constant(String)
    }

    /// The days, with or without times.
    package let date: Column
    /// The times of day, where they have a column of their own; `nil` for none.
    package internal(set) var time: Column?
    /// The amounts; `nil` where ``debit`` or ``credit`` have them.
    package let amount: Column?
    /// The amounts that went out; `nil` for none.
    package let debit: Column?
    /// The amounts that came in; `nil` for none.
    package let credit: Column?
    /// Titles or payees; `nil` for none.
    package let title: Source?
    /// Whether these are payees.
    let hasPayees: Bool
    /// Notes; `nil` for none.
    package let note: Source?
    /// Categories, the upper level first; empty for none.
    package let category: [Source]
    /// Words for kinds; `nil` if none are looked at.
    package internal(set) var kind: Source?
    /// Currency codes; `nil` for the base currency.
    package internal(set) var currency: Source?
    /// The currency in the names of the columns of amounts, where nothing else says one; `nil` for
    /// none.
    let unit: HeaderUnit?
    /// Accounts; `nil` for none.
    package let account: Source?
    /// Tags; empty for none.
    package let tags: [Source]
    /// Ids that the bank or program gave; `nil` for none.
    package let externalID: Source?
    /// The balances after each row; `nil` for none.
    package let balance: Column?
    /// Columns of the header that are not imported, in their order.
    package internal(set) var unused: [Column]
    /// What else there is in this program's own list; `nil` for other files.
    package let own: OwnColumns?
    /// The roles that the user gave.
    let given: Set<ImportRole>
    /// What the names of the columns say of amounts in a single column.
    let meaning: Meaning
    /// Columns that are called like those of kinds.
    private(set) var kindColumns: [Column]
    /// The column, and its values, of rows that came in; `nil` where none was given.
    let incoming: ColumnValues?
    /// The columns, and their values, of rows that are left out.
    let leftOut: [ColumnValues]
    /// What rows become by what is in their columns.
    let rules: [ColumnRule]

    /// Finds the columns in a header.
    ///
    /// - Parameters:
    ///   - header: Names, in the order of the file; spaces around them do not count. A file without
    ///     a header has the numbers from 1 as names.
    ///   - options: What was given; a role without an option is found by its usual names among the
    ///     columns that no option names.
    /// - Throws: ``ImportError/missingColumn(_:header:)``,
    ///   ``ImportError/unknownColumn(_:value:near:header:)``,
    ///   ``ImportError/repeatedColumn(_:name:)``, ``ImportError/amountsTwice``,
    ///   ``ImportError/badColumnRule(_:_:)``.
    package init(header: [String], options: CSVImportOptions) throws(ImportError) {
        var finder = ColumnFinder(header: header)
        // What is given first, so that no usual name takes a column that was given.
        var found: [ImportRole: [Source]] = [:]
        for (role, values) in options.given {
            for value in values {
                found[role, default: []].append(try finder.source(value, for: role))
            }
        }
        given = Set(found.keys)
        try finder.findAmounts(&found, given: given)
        let amounts: Set<ImportRole> = [.amount, .debit, .credit]
        // The cells decide between several columns of kinds.
        let hasIncoming = options.incoming != nil
        kindColumns = given.contains(.kind) || hasIncoming ? [] : finder.kinds()
        for role in ImportRole.allCases where found[role] == nil && !amounts.contains(role) {
            // A title that was given is not to become a note.
            if role == .kind || (role == .payee && given.contains(.title)) { continue }
            found[role] = try finder.usual(role)
        }
        func first(_ role: ImportRole) -> Source? {
            found[role]?.first { $0 != .constant("") }
        }
        func column(_ role: ImportRole) -> Column? {
            if case .column(let column) = first(role) { column } else { nil }
        }
        guard let date = column(.date) else { throw .missingColumn(.date, header: header) }
        // Credits alone are the amounts of an account, unless they are said to be refunds.
        let isLone = found[.credit] != nil && found[.debit] == nil && options.sign != .spend
        amount = isLone ? column(.credit) : column(.amount)
        (debit, credit) = (column(.debit), isLone ? nil : column(.credit))
        if amount == nil, debit == nil, credit == nil {
            throw .missingColumn(.amount, header: header)
        }
        self.date = date
        time = column(.time)
        let payee = first(.payee)
        title = payee ?? first(.title)
        hasPayees = payee != nil
        meaning = isLone && column(.credit) != nil ? .credits : finder.meaning(of: title)
        note = first(.note) ?? (payee == nil || given.contains(.note) ? nil : first(.title))
        category = (found[.category] ?? []).filter { $0 != .constant("") }
        kind = kindColumns.first.map { .column($0) } ?? (hasIncoming ? nil : first(.kind))
        incoming = try options.incoming.map { text throws(ImportError) in
            try finder.values(text)
        }
        var leftOut: [ColumnValues] = []
        for text in options.leftOut { leftOut.append(try finder.values(text)) }
        self.leftOut = leftOut
        var rules: [ColumnRule] = []
        for text in options.when { rules.append(try finder.rule(text)) }
        self.rules = rules
        // `Amount (EUR)` says more of the amounts than a column that is only called currency.
        let unit = HeaderUnit(of: [amount, debit, credit])
        let code = given.contains(.currency) ? nil : unit?.code
        currency = code.map { .constant($0) } ?? first(.currency)
        let isOpen = currency == nil && !given.contains(.currency)
        self.unit = isOpen ? unit ?? HeaderUnit(of: [column(.balance)]) : nil
        account = first(.account)
        tags = (found[.tag] ?? []).filter { $0 != .constant("") }
        externalID = first(.externalID)
        balance = column(.balance)
        own = OwnColumns(header: header)
        unused = []
        if own != nil { return }
        unused = header.indices.filter { index in !used.contains(index) }
            .map { Column(index: $0, name: header[$0].trimmed) }.filter { !$0.name.isEmpty }
    }

    /// The columns without which a row cannot be read.
    var needed: [Column] {
        let sides = [debit, credit].compactMap { $0 }.min { $0.index < $1.index }
        return [date] + [amount, sides].compactMap { $0 }
            + [kind, currency, account].compactMap {
                if case .column(let column) = $0 { column } else { nil }
            }
    }

    /// Takes another column of kinds than the one with the likeliest name.
    mutating func take(kind column: Column) {
        guard kind != .column(column) else { return }
        leaveOut(.kind)
        kind = .column(column)
        unused.removeAll { $0.index == column.index }
    }

    /// Columns that may be those of kinds by their cells, where none is called so.
    mutating func add(kinds columns: [Column]) {
        guard !given.contains(.kind), incoming == nil, own == nil, amount != nil else { return }
        let free = columns.filter { column in unused.contains { $0.index == column.index } }
        if kind == nil, let first = free.first { take(kind: first) }
        kindColumns += free
    }

    /// Whether a row is one of those that are left out.
    func leavesOut(_ record: CSVRecord) -> Bool {
        leftOut.contains { $0.has(record) }
    }

    /// Leaves out a role that was not given and turned out not to hold what its name promised.
    mutating func leaveOut(_ role: ImportRole) {
        let column: Column?
        switch role {
        case .kind:
            if case .column(let found) = kind { column = found } else { column = nil }
            kind = nil
        case .time: (column, time) = (time, nil)
        default: return
        }
        guard let column, !used.contains(column.index) else { return }
        unused.append(column)
        unused.sort { $0.index < $1.index }
    }

    private var used: Set<Int> {
        let sources = [title, note, kind, currency, account, externalID] + category + tags
        let columns = sources.compactMap { (source: Source?) -> Column? in
            if case .column(let column) = source { column } else { nil }
        }
        return Set(
            (columns + [date, time, amount, debit, credit, balance].compactMap { $0 }
                + [incoming].compactMap { $0?.column } + leftOut.map(\.column)
                + rules.flatMap(\.conditions).map(\.column))
                .map(\.index))
    }
}

extension CSVImportOptions {
    /// The roles that the user gave, with what was given.
    fileprivate var given: [(ImportRole, [String])] {
        let single: [(ImportRole, String?)] = [
            (.date, date), (.time, time), (.amount, amount), (.debit, debit), (.credit, credit),
            (.title, title), (.payee, payee), (.note, note), (.kind, kind), (.currency, currency),
            (.account, account), (.externalID, externalID), (.balance, balance),
        ]
        return single.compactMap { role, value in value.map { (role, [$0]) } }
            + [(.category, category), (.tag, tag)].filter { !$0.1.isEmpty }
    }
}
