internal import Ledger

/// Collects what has to be asked before rows are recorded: values of columns that are not imported
/// and would change a figure, rows that are called like balances, and amounts whose balances say
/// that some of them came in.
struct RowQuestions {
    /// The few values of a column.
    private struct Tally {
        let column: CSVColumns.Column
        var values: [(bytes: [UInt8], line: Int)] = []
        var isOpen = true

        mutating func add(_ cell: Cell, line: Int) {
            if cell.isEmpty || values.contains(where: { $0.bytes.elementsEqual(cell) }) { return }
            isOpen = values.count < RowQuestions.valuesMax && cell.count <= 40
            if isOpen { values.append((Array(cell), line)) }
        }

        var texts: [String] { values.map { String(decoding: $0.bytes, as: UTF8.self) } }
    }

    /// Values of a column that is asked about, at most.
    private static let valuesMax = 16
    private static let columnsMax = 64

    private let columns: CSVColumns
    private let title: CSVColumns.Column?
    private var tallies: [Tally] = []
    private var titles = CellCache<Bool>()
    private var balances: Tally?
    private var steps: BalanceSteps?

    init(_ columns: CSVColumns) {
        self.columns = columns
        if case .column(let column) = columns.title { title = column } else { title = nil }
        if columns.own != nil { return }
        var asked = columns.unused
        for column in columns.kindColumns where !asked.contains(column) { asked.append(column) }
        tallies = asked.prefix(RowQuestions.columnsMax).map { Tally(column: $0) }
        if let title, !columns.leftOut.contains(where: { $0.column == title }) {
            balances = Tally(column: title)
        }
        if columns.amount != nil, columns.balance != nil, columns.account == nil {
            steps = BalanceSteps()
        }
    }

    /// Adds a row and its amount, if it can be read.
    mutating func add(_ record: CSVRecord, _ amount: AmountCell?) {
        for index in tallies.indices where tallies[index].isOpen {
            let column = tallies[index].column.index
            if column < record.count {
                tallies[index].add(record.bytes(column).trimmedCell, line: record.line)
            }
        }
        if let title, balances?.isOpen == true, amount?.isZero == false {
            let cell = record.bytes(title.index)
            if titles.value(cell, make: { RowWords.isBalance($0.text) }) {
                balances?.add(cell.trimmedCell, line: record.line)
            }
        }
        if let column = columns.balance, steps != nil {
            steps?.add(
                amount, balance: record.bytes(column.index),
                title: title.map { record[$0.index].trimmed } ?? "", line: record.line)
        }
    }

    /// Asks what is open.
    ///
    /// - Parameter found: How the file would be read.
    /// - Throws: ``ImportError/ambiguousRows(_:column:values:samples:)``,
    ///   ``ImportError/ambiguousDirection(_:)``,
    ///   ``ImportError/contradictedBalance(line:readings:)``.
    func check(_ found: RowEvidence) throws(ImportError) {
        if let balances, !balances.values.isEmpty {
            throw RowQuestions.rows(.balance, balances) { _ in true }
        }
        let unused = Set(found.columns.unused.map(\.index))
        for tally in tallies where tally.isOpen && unused.contains(tally.column.index) {
            // Of a column that is called so every value counts that is not known as booked.
            let isStatus = StatusWords.isStatus(tally.column.name, tally.texts)
            let isOpen = { (text: String) in
                isStatus ? !StatusWords.isBooked(text) : RowWords.isUnsettled(text)
            }
            if tally.texts.contains(where: isOpen) {
                throw RowQuestions.rows(.state, tally, isOpen)
            }
        }
        guard found.signs.areAloneUnsigned, found.columns.amount != nil else { return }
        if found.columns.kind == nil, !columns.given.contains(.kind) {
            for tally in tallies where tally.isOpen && unused.contains(tally.column.index) {
                if let words = direction(tally) { throw .ambiguousDirection(words) }
            }
        }
        guard let balance = found.balance, found.columns.kind == nil, columns.incoming == nil,
            !balance.provenSigns.contains(found.signs.sign)
        else { return }
        throw .contradictedBalance(
            line: balance.firstBreak ?? steps?.firstLine ?? 1,
            readings: readings(with: found.format.decimalMark))
    }

    private static func rows(
        _ hint: RowHint, _ tally: Tally, _ isMeant: (String) -> Bool
    ) -> ImportError {
        let meant = tally.values.filter { isMeant(String(decoding: $0.bytes, as: UTF8.self)) }
        let samples = meant.prefix(CellSample.countMax).map {
            CellSample(line: $0.line, text: String(decoding: $0.bytes, as: UTF8.self))
        }
        return .ambiguousRows(
            hint, column: tally.column.name,
            values: meant.map { String(decoding: $0.bytes, as: UTF8.self) }, samples: samples)
    }

    /// What a column says of the direction of rows; `nil` if it does not look so.
    private func direction(_ tally: Tally) -> DirectionWords? {
        let incoming = tally.texts.filter(RowWords.isIncoming)
        let rest = tally.texts.filter { !RowWords.isIncoming($0) }
        let open = rest.filter(RowWords.isPayment)
        let outgoing = rest.filter { !RowWords.isPayment($0) }
        let isCalledSo = columns.kindColumns.contains(tally.column)
        let isMixed = isCalledSo && !open.isEmpty && !outgoing.isEmpty
        if incoming.isEmpty, !isMixed { return nil }
        return DirectionWords(
            column: tally.column.name, incoming: incoming, open: open, outgoing: outgoing)
    }

    /// The directions with which the balances agree.
    private func readings(with mark: MoneyFormat.DecimalMark) -> [DirectionWords] {
        guard let title, let steps else { return [] }
        return steps.directions(isComma: mark == .comma).compactMap { isIncoming in
            let titles = steps.titles
            var (incoming, outgoing) = ([String](), [String]())
            for (name, isIn) in zip(titles, isIncoming) {
                if isIn {
                    if !incoming.contains(name) { incoming.append(name) }
                } else if !outgoing.contains(name) {
                    outgoing.append(name)
                }
            }
            let isClear =
                !incoming.contains("") && Set(incoming).isDisjoint(with: outgoing)
                && incoming.count <= RowQuestions.valuesMax
            guard isClear else { return nil }
            return DirectionWords(column: title.name, incoming: incoming, outgoing: outgoing)
        }
    }
}
