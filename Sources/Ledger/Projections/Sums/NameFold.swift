internal import EventLog

/// Takes the lines of a part of the log into a table of names.
///
/// Lines that no later event of the part speaks of are added as they come; of the others it is
/// known from their links what they are at last.
struct NameFold {
    /// The table, of which the lines of the part are missing.
    private var table: NameTable
    /// How many names there are.
    var nameCount: Int { table.nameCount }
    /// Whether an event follows no version that is there, or takes back what no line states: then
    /// figures are a matter of how one counts, and sums of names say nothing.
    private(set) var isOdd = false

    /// A line that later events speak of.
    private struct Open {
        var line: NameTable.Line
        var version: UInt64
        var isVoided: Bool
    }

    /// What an event does to a line.
    private enum Deed: UInt8 {
        case none, add, amend, void, restore

        init(_ type: EventType?) {
            self =
                switch type {
                case .lineAdded: .add
                case .lineAmended: .amend
                case .lineVoided: .void
                case .lineRestored: .restore
                default: .none
                }
        }

        var states: Bool { self == .add || self == .amend || self == .restore }
        var retracts: Bool { self == .amend || self == .void }
    }

    private var open: [UInt64: Open] = [:]
    /// Lines that are on their way into the table.
    private var runs: NameRuns
    /// By what alone lines are added up; `nil` for every sort.
    private let only: NameTable.Sort?
    /// Where the part begins.
    private let start: UInt64
    /// The lines of the part of which later events speak, counted from there.
    private let touched: PositionSet
    /// The number of a line without payee, title or tags, by sort.
    private let empty: InlineArray<2, Int32>

    /// - Parameters:
    ///   - start: Where the part begins.
    ///   - touched: What events of the part speak of, counted from there.
    ///   - only: By what alone lines are added up: of other sorts the table says nothing then.
    init(
        _ table: NameTable, from start: UInt64, touched: PositionSet, only: NameTable.Sort? = nil
    ) {
        var table = table
        empty = [table.number(of: [""], .payee), table.number(of: [], .tags)]
        self.table = table
        self.start = start
        self.touched = touched
        self.only = only
        runs = NameRuns(only: only)
    }

    /// The sections that it reads.
    static let sections: Sections = [.hot, .links, .facts, .text]
    /// The types that it takes in.
    static let types: Set<EventType> = [.lineAdded, .lineAmended, .lineVoided, .lineRestored]

    /// Takes a line out that was there before the part, because events of the part speak of it.
    mutating func reopen(_ state: LineState) {
        let line = table.line(state)
        if !state.isVoided { table.remove(line) }
        open[state.id] = Open(line: line, version: state.version, isVoided: state.isVoided)
    }

    /// Puts back what is open, as it is at last.
    mutating func finish() -> NameTable? {
        runs.finish(in: &table)
        for open in open.values where !open.isVoided { table.add(open.line) }
        open.removeAll()
        return isOdd || !table.isClear ? nil : table
    }

    /// Takes in the events that follow.
    mutating func apply(_ batch: ColumnBatch) throws(StoreError) {
        let deeds = try batch.knownTypes().map(Deed.init)
        guard deeds.contains(where: { $0 != .none }) else { return }
        var columns = try Columns(batch, deeds.map(\.states), &table)
        for index in 0..<batch.count {
            let deed = deeds[Int(batch.keyCodes[index])]
            if deed == .none { continue }
            let position = batch.firstPosition &+ UInt64(index)
            if deed == .add {
                var line = columns.facts(at: index)
                line.names = empty
                if only != .tags, let payee = try columns.payee(at: index, &table) {
                    line.names[0] = payee
                }
                if only != .payee, let tags = try columns.tags(at: index, &table) {
                    line.names[1] = tags
                }
                if position >= start, touched.contains(position - start) {
                    open[position] = Open(line: line, version: position, isVoided: false)
                } else {
                    runs.add(line, to: &table)
                }
                continue
            }
            guard let target = columns.target[index].flatMap(UInt64.init(exactly:)),
                var found = open[target],
                columns.previous[index].flatMap(UInt64.init(exactly:)) == found.version,
                found.isVoided == (deed == .restore),
                !deed.retracts || columns.retracts(found.line, at: index)
            else {
                isOdd = true
                continue
            }
            found.version = position
            found.isVoided = deed == .void
            if deed.states {
                let (names, changes) = (found.line.names, columns.changes(at: index))
                found.line = columns.facts(at: index)
                found.line.names = names
                if deed == .amend, changes.contains(.title) {
                    found.line.names[0] = try columns.payee(at: index, &table) ?? empty[0]
                }
                if deed == .amend, changes.contains(.tags) {
                    found.line.names[1] = try columns.tags(at: index, &table) ?? empty[1]
                }
            }
            open[target] = found
        }
    }
}

extension NameFold {
    /// The columns of a batch that matter here.
    private struct Columns {
        let target: SparseIntegers
        let previous: SparseIntegers
        private let batch: ColumnBatch
        private let mask: SparseIntegers
        /// The number of the pair of every key.
        private let pairs: [Int32]
        private let retractedPairs: [Int32]
        private let retractions: Places
        private let days: [Int64]
        private let amounts: [Int64]
        private var titles: Texts
        private var payees: Texts
        private var tagLists: Texts

        init(
            _ batch: ColumnBatch, _ states: [Bool], _ table: inout NameTable
        ) throws(StoreError) {
            self.batch = batch
            target = SparseIntegers(batch.links[.target], of: batch.count)
            previous = SparseIntegers(batch.links[.previous], of: batch.count)
            mask = SparseIntegers(batch.integers[.changes], of: batch.count)
            days = batch.numbers[.day] ?? []
            amounts = batch.numbers[.amount] ?? []
            var pairs: [Int32] = []
            for (code, key) in batch.keys.enumerated() {
                guard states[code] else {
                    pairs.append(-1)
                    continue
                }
                guard key.has(.day), key.has(.amount) else {
                    throw .undecodable(
                        position: batch.position(ofKey: code),
                        column: key.has(.day) ? .amount : .day)
                }
                pairs.append(try key.pair(at: batch.position(ofKey: code), &table))
            }
            self.pairs = pairs
            var retracted: [Int32] = []
            for key in batch.retractedKeys {
                retracted.append(try key.pair(at: batch.firstPosition, &table))
            }
            retractedPairs = retracted
            retractions = Places(batch.retractions.rows, of: batch.count)
            titles = Texts(batch, .title)
            payees = Texts(batch, .payee)
            tagLists = Texts(batch, .tags)
        }

        /// What an event states, without names.
        func facts(at index: Int) -> NameTable.Line {
            NameTable.Line(
                pair: pairs[Int(batch.keyCodes[index])], day: Int32(clamping: days[index]),
                amount: amounts[index], names: [0, 0])
        }

        func changes(at index: Int) -> FieldMask {
            FieldMask(rawValue: mask[index].map { UInt16(truncatingIfNeeded: $0) } ?? 0)
        }

        /// Whether an event takes back what a line states.
        func retracts(_ line: NameTable.Line, at index: Int) -> Bool {
            guard let place = retractions[index],
                let days = batch.retractedNumbers[.day],
                let amounts = batch.retractedNumbers[.amount]
            else { return false }
            let code = Int(batch.retractions.values[place])
            return retractedPairs[code] == line.pair && days[place] == Int64(line.day)
                && amounts[place] == line.amount
        }

        /// The name of who was paid; `nil` where nothing is said.
        mutating func payee(
            at index: Int, _ table: inout NameTable
        ) throws(StoreError) -> Int32? {
            if payees.isSaid(at: index) {
                return try payees.number(at: index) { bytes, isASCII in
                    String(bytes, isASCII: isASCII).map { table.number(of: [$0], .payee) }
                }
            }
            return try titles.number(at: index) { bytes, isASCII in
                String(bytes, isASCII: isASCII).map { table.number(of: [$0], .payee) }
            }
        }

        mutating func tags(
            at index: Int, _ table: inout NameTable
        ) throws(StoreError) -> Int32? {
            try tagLists.number(at: index) { bytes, isASCII in
                [String](bytes, isASCII: isASCII).map { table.number(of: $0, .tags) }
            }
        }
    }

    /// A column of text, of which every distinct value is looked up once.
    private struct Texts {
        private let column: ColumnID
        private let firstPosition: UInt64
        private let places: Places
        private let codes: [UInt32]
        private let dictionary: ByteStrings
        private let isASCII: Bool
        /// The number of each value; -1 while it is not known.
        private var numbers: [Int32]

        init(_ batch: ColumnBatch, _ column: ColumnID) {
            self.column = column
            firstPosition = batch.firstPosition
            let found = batch.bytes[column]
            places = Places(found?.rows ?? [], of: batch.count)
            codes = found?.codes ?? []
            dictionary = found?.dictionary ?? ByteStrings()
            isASCII = dictionary.isASCII
            numbers = Array(repeating: -1, count: dictionary.count)
        }

        /// Whether an event has a text that is not empty.
        func isSaid(at index: Int) -> Bool {
            places[index].map { !dictionary[Int(codes[$0])].isEmpty } ?? false
        }

        /// The number of an event's text; `nil` where it has none.
        mutating func number(
            at index: Int, _ find: (ArraySlice<UInt8>, Bool) -> Int32?
        ) throws(StoreError) -> Int32? {
            guard let place = places[index] else { return nil }
            let code = Int(codes[place])
            if numbers[code] >= 0 { return numbers[code] }
            guard let number = find(dictionary[code], isASCII) else {
                throw .undecodable(position: firstPosition + UInt64(index), column: column)
            }
            numbers[code] = number
            return number
        }
    }
}

extension GroupKey {
    /// The number of the pair of lines that have the key; below 0 where they do not count.
    fileprivate func pair(
        at position: UInt64, _ table: inout NameTable
    ) throws(StoreError) -> Int32 {
        let reader = reader(at: position)
        let flags: LineFlags = try reader.value(.flags) ?? []
        if flags.contains(.counterpart) { return -1 }
        return table.number(
            of: NameTable.Pair(
                kind: try reader.required(.kind, reader.value),
                currency: try reader.required(.currency, reader.currency)))
    }
}
