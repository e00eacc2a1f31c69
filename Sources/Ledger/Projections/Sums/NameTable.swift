internal import EventLog

/// What live lines come to by who was paid and by their tags: of every month, or in all, a sum, a
/// count and the last day.
///
/// A line is taken out again with the names that it had, so that a table goes on behind its events
/// from what lines were there and what they are.
struct NameTable: Sendable {
    /// By what lines are told apart.
    enum Sort: Int, CaseIterable, Sendable {
        /// Who was paid, or who paid; of a title that does not distinguish the two, all of it.
        case payee
        /// All tags of a line, as it has them.
        case tags
    }

    /// What lines of a name have in common besides.
    struct Pair: Hashable, Sendable {
        let kind: EntryKind
        let currency: Currency
    }

    /// Where a cell stands.
    struct Key: Hashable, Comparable, Sendable {
        /// Months since January of year 0; 0 where months are not told apart.
        let month: Int32
        /// The number of the name.
        let name: Int32
        /// The number of the pair.
        let pair: Int32

        static func < (left: Key, right: Key) -> Bool {
            (left.month, left.name, left.pair) < (right.month, right.name, right.pair)
        }
    }

    /// What lines of a month, a name and a pair come to.
    struct Cell: Hashable, Sendable {
        var sum: Int128 = 0
        var count: Int64 = 0
        /// No line is of a later day.
        var last: Int32 = .min
        /// How many lines are of that day; where none is, the last day is not known.
        var lastCount: Int64 = 0

        mutating func add(_ amount: Int64, on day: Int32) {
            sum &+= Int128(amount)
            count &+= 1
            if day > last { (last, lastCount) = (day, 0) }
            if day == last { lastCount &+= 1 }
        }

        /// Adds what other lines come to.
        mutating func add(_ other: Cell) {
            sum &+= other.sum
            count &+= other.count
            if other.last > last { (last, lastCount) = (other.last, 0) }
            if other.last == last { lastCount &+= other.lastCount }
        }

        mutating func remove(_ amount: Int64, on day: Int32) {
            sum &-= Int128(amount)
            count &-= 1
            if day == last { lastCount &-= 1 }
        }
    }

    /// A line as far as it counts here.
    struct Line: Sendable {
        /// The number of its pair; below 0 for one that does not count.
        var pair: Int32
        var day: Int32
        var amount: Int64
        /// The numbers of its names, by sort.
        var names: InlineArray<2, Int32>
    }

    /// The distinct names of one sort: a payee is a list of one text.
    struct Names: Sendable {
        private(set) var texts: [[String]] = []
        private var numbers: [[String]: Int32] = [:]
        private var spellings: [String: String] = [:]
        /// Whether texts that differ byte by byte count as the same: then it matters which line
        /// comes first, and that is not known here.
        private(set) var areAmbiguous = false

        /// The number of a name, which may be new.
        mutating func number(of name: [String]) -> Int32 {
            if let known = numbers[name] {
                if !zip(name, texts[Int(known)]).allSatisfy({ $0.isSame(as: $1) }) {
                    areAmbiguous = true
                }
                return known
            }
            for text in name {
                if let known = spellings[text], !known.isSame(as: text) { areAmbiguous = true }
                spellings[text] = text
            }
            let number = Int32(truncatingIfNeeded: texts.count)
            numbers[name] = number
            texts.append(name)
            return number
        }

        /// The number of a name that is there.
        func known(_ name: [String]) -> Int32? { numbers[name] }
    }

    /// Whether months are told apart; else the month of every cell is 0.
    let isByMonth: Bool
    private(set) var pairs: [Pair] = []
    private var pairNumbers: [Pair: Int32] = [:]
    private(set) var names = Sort.allCases.map { _ in Names() }
    /// The cells that are not empty, by sort.
    private(set) var cells: [[Key: Cell]] = Sort.allCases.map { _ in [:] }
    private var month: (day: Int32, number: Int32)?
    private static let sorts = 0..<2

    /// Without lines.
    init(isByMonth: Bool = true) { self.isByMonth = isByMonth }

    /// Whether names are told apart by their bytes.
    var isClear: Bool { !names.contains { $0.areAmbiguous } }

    /// How many names there are, those of lines that are gone as well.
    var nameCount: Int { names.reduce(0) { $0 + $1.texts.count } }

    /// How many cells there are.
    var count: Int { cells.reduce(0) { $0 + $1.count } }

    /// The number of a pair, which may be new.
    mutating func number(of pair: Pair) -> Int32 {
        if let known = pairNumbers[pair] { return known }
        let number = Int32(truncatingIfNeeded: pairs.count)
        pairNumbers[pair] = number
        pairs.append(pair)
        return number
    }

    /// The number of a name, which may be new.
    mutating func number(of name: [String], _ sort: Sort) -> Int32 {
        names[sort.rawValue].number(of: name)
    }

    /// Takes in a line that counts.
    mutating func add(_ line: Line) {
        guard line.pair >= 0 else { return }
        for sort in NameTable.sorts {
            cells[sort][key(of: line, sort), default: Cell()].add(line.amount, on: line.day)
        }
    }

    /// Where a line of a pair counts, by the number of a sort.
    mutating func key(of line: Line, _ sort: Int) -> Key {
        Key(month: month(of: line.day), name: line.names[sort], pair: line.pair)
    }

    /// Takes in what lines come to that count in one place.
    mutating func add(_ cell: Cell, at key: Key, _ sort: Int) {
        cells[sort][key, default: Cell()].add(cell)
    }

    /// Takes out a line that counted.
    mutating func remove(_ line: Line) {
        guard line.pair >= 0 else { return }
        for sort in NameTable.sorts {
            let key = key(of: line, sort)
            cells[sort][key, default: Cell()].remove(line.amount, on: line.day)
            if cells[sort][key]?.count == 0 { cells[sort][key] = nil }
        }
    }

    /// Puts a cell in its place.
    mutating func set(_ cell: Cell, at key: Key, _ sort: Sort) { cells[sort.rawValue][key] = cell }

    /// The texts that lines have of a sort, those of lines that are gone left out.
    func liveTexts(_ sort: Sort) -> Set<String> {
        let live = Set(cells[sort.rawValue].keys.map(\.name))
        return Set(live.flatMap { names[sort.rawValue].texts[Int($0)] })
    }

    /// The same of all months together.
    var totals: NameTable {
        var totals = NameTable(isByMonth: false)
        (totals.pairs, totals.pairNumbers, totals.names) = (pairs, pairNumbers, names)
        for sort in NameTable.sorts {
            for (key, cell) in cells[sort] {
                let whole = Key(month: 0, name: key.name, pair: key.pair)
                totals.cells[sort][whole, default: Cell()].add(cell)
            }
        }
        return totals
    }

    /// The number of a line's name of a sort; `nil` where no line has it.
    func known(_ line: LineState, _ sort: Sort) -> Int32? {
        names[sort.rawValue].known(sort.name(of: line.details))
    }

    /// The number of a line's pair; `nil` where no line has it.
    func knownPair(_ facts: LineFacts) -> Int32? {
        pairNumbers[Pair(kind: facts.kind, currency: facts.amount.currency)]
    }

    private mutating func month(of day: Int32) -> Int32 {
        if !isByMonth { return 0 }
        if let month, month.day == day { return month.number }
        let number = Int32(clamping: Day(daysSince1970: day).monthNumber)
        month = (day, number)
        return number
    }
}

extension NameTable.Sort {
    /// The name that a line has of this sort.
    func name(of details: LineDetails) -> [String] {
        switch self {
        case .payee: [details.payee.isEmpty ? details.title : details.payee]
        case .tags: details.tags
        }
    }
}

extension NameTable {
    /// A line as it is in a state.
    mutating func line(_ state: LineState) -> Line {
        let facts = state.facts
        let isCounted = !facts.flags.contains(.counterpart)
        var line = Line(
            pair: -1, day: facts.day.daysSince1970, amount: facts.amount.minor,
            names: [0, 0])
        if isCounted {
            line.pair = number(of: Pair(kind: facts.kind, currency: facts.amount.currency))
        }
        for sort in Sort.allCases {
            line.names[sort.rawValue] = number(of: sort.name(of: state.details), sort)
        }
        return line
    }

    /// Whether two tables say the same: where a last day is not known in one of them it must be
    /// none that comes too late.
    func agrees(with other: NameTable) -> Bool {
        guard count == other.count else { return false }
        for sort in Sort.allCases {
            let own = texts(sort)
            let others = other.texts(sort)
            guard own.count == others.count else { return false }
            for (key, cell) in own {
                guard let found = others[key], found.sum == cell.sum, found.count == cell.count
                else { return false }
                let isKnown = (cell.lastCount > 0, found.lastCount > 0)
                switch isKnown {
                case (true, true):
                    if cell.last != found.last || cell.lastCount != found.lastCount { return false }
                case (true, false): if found.last <= cell.last { return false }
                case (false, true): if cell.last <= found.last { return false }
                case (false, false): break
                }
            }
        }
        return true
    }

    private struct NamedKey: Hashable {
        let month: Int32
        let name: [String]
        let pair: Pair
    }

    private func texts(_ sort: Sort) -> [NamedKey: Cell] {
        let texts = names[sort.rawValue].texts
        var found: [NamedKey: Cell] = [:]
        found.reserveCapacity(cells[sort.rawValue].count)
        for (key, cell) in cells[sort.rawValue] {
            let named = NamedKey(
                month: key.month, name: texts[Int(key.name)], pair: pairs[Int(key.pair)])
            found[named] = cell
        }
        return found
    }
}
