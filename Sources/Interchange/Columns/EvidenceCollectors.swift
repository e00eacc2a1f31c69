package import Ledger

/// How the dates of a file are read, and what says so.
package struct DateEvidence: Hashable, Sendable {
    /// The form of the column; `nil` if the file has no rows.
    package let form: DateForm?
    /// Whether the user gave the form.
    package let isGiven: Bool
    /// Rows of this form.
    package let rows: Int
    /// Rows of this form with a time.
    package let timedRows: Int
    /// The first cell that can be read in this form only; `nil` if no cell decides.
    package let decidedBy: CellSample?
}

/// How the amounts of a file are read, and what says so.
package struct AmountEvidence: Hashable, Sendable {
    /// The decimal mark of the column; `nil` if the file has no rows.
    package let decimalMark: MoneyFormat.DecimalMark?
    /// Whether the user gave the mark.
    package let isGiven: Bool
    /// Cells that can be read so.
    package let rows: Int
    /// The first cell that can be read with this mark only; `nil` if no cell decides.
    package let decidedBy: CellSample?

    /// Whether the mark was given, or some cell decides it.
    package var isDecided: Bool { isGiven || decidedBy != nil }
}

/// Collects what the cells of a date column say.
struct DateEvidenceCollector {
    private struct Tally {
        let fitting: UInt32
        var rows = 0
        var timedRows = 0
    }

    private let given: DateForm?
    private let forms: [DateForm]
    private var tallies: [Tally] = []
    private var deciding: [CellSample?]
    private var telling: [CellSample] = []
    private var unread: [CellSample] = []

    init(given: DateForm?) {
        self.given = given
        forms = given.map { [$0] } ?? DateForm.allCases
        deciding = forms.map { _ in nil }
    }

    /// Adds a cell.
    ///
    /// - Returns: Whether something like a date is there.
    mutating func add(_ cell: Cell, line: Int) -> Bool {
        guard let date = DateCell(cell) else {
            unread.add(cell, line: line)
            return false
        }
        var fitting: UInt32 = 0
        var first: Day?
        var isTelling = false
        for (index, form) in forms.enumerated() {
            guard let day = form.day(of: date) else { continue }
            fitting |= 1 << UInt32(index)
            if let first { isTelling = isTelling || day != first } else { first = day }
        }
        guard first != nil else {
            unread.add(cell, line: line)
            return true
        }
        if fitting.nonzeroBitCount == 1 {
            let index = fitting.trailingZeroBitCount
            if deciding[index] == nil { deciding[index] = CellSample(line: line, text: cell.text) }
        } else if isTelling {
            telling.add(cell, line: line)
        }
        let index = tallies.firstIndex { $0.fitting == fitting } ?? tallies.count
        if index == tallies.count { tallies.append(Tally(fitting: fitting)) }
        tallies[index].rows += 1
        if date.time != nil { tallies[index].timedRows += 1 }
        return true
    }

    /// The form that most cells fit.
    func decided() throws(ImportError) -> DateEvidence {
        let counts = forms.indices.map { index in
            tallies.filter { $0.fitting & (1 << UInt32(index)) != 0 }.map(\.rows).reduce(0, +)
        }
        guard let most = counts.max(), most > 0, let chosen = counts.firstIndex(of: most) else {
            if !unread.isEmpty { throw .unknownDates(samples: unread) }
            return DateEvidence(
                form: given, isGiven: given != nil, rows: 0, timedRows: 0, decidedBy: nil)
        }
        let rivals = forms.indices.filter { counts[$0] == most }
        let samples = telling + rivals.compactMap { deciding[$0] }
        if rivals.count > 1, !samples.isEmpty {
            throw .ambiguousDates(rivals.map { forms[$0] }, samples: samples)
        }
        let timedRows = tallies.filter { $0.fitting & (1 << UInt32(chosen)) != 0 }
            .map(\.timedRows).reduce(0, +)
        return DateEvidence(
            form: forms[chosen], isGiven: given != nil, rows: most, timedRows: timedRows,
            decidedBy: given == nil ? deciding[chosen] : nil)
    }
}

/// Collects what the cells of the columns of amounts say about their decimal mark.
struct AmountEvidenceCollector {
    private let given: MoneyFormat.DecimalMark?
    /// Whether cells that can be read in one way only are read so, whatever the others say.
    private let isEither: Bool
    /// Cells by the set of formats that they fit.
    private var tallies = [Int](repeating: 0, count: 64)
    private var deciding: [MoneyFormat.DecimalMark: CellSample] = [:]
    private var telling: [CellSample] = []
    private var unread: [CellSample] = []

    init(given: MoneyFormat.DecimalMark?, isEither: Bool = false) {
        (self.given, self.isEither) = (given, isEither)
    }

    /// Adds a cell; `amount` is what was read of it, `nil` if that was nothing.
    mutating func add(_ amount: AmountCell?, of cell: Cell, line: Int) {
        guard let amount else { return unread.add(cell, line: line) }
        let fitting = NumberFormat.fitting(amount.number)
        tallies[Int(fitting.bits)] += 1
        switch (fitting.contains(.point), fitting.contains(.comma)) {
        case (false, false): unread.add(cell, line: line)
        case (true, false): decide(.point, cell, line: line)
        case (false, true): decide(.comma, cell, line: line)
        case (true, true):
            // A mark that can be either is the decimal mark here and groups thousands there.
            if telling.count < CellSample.countMax,
                amount.number.contains(where: { $0 == 0x2E || $0 == 0x2C })
            {
                telling.add(cell, line: line)
            }
        }
    }

    private mutating func decide(_ mark: MoneyFormat.DecimalMark, _ cell: Cell, line: Int) {
        if let given, given != mark, !isEither { return unread.add(cell, line: line) }
        if deciding[mark] == nil { deciding[mark] = CellSample(line: line, text: cell.text) }
    }

    /// The format that most cells fit.
    func decided() throws(ImportError) -> (format: NumberFormat, evidence: AmountEvidence) {
        // Of cells that decide each for itself only one mark says how the others are read.
        let isMixed = isEither && deciding.count > 1
        let mark = given ?? (isEither && !isMixed ? deciding.keys.first : nil)
        let candidates = NumberFormat.all.filter { mark == nil || $0.decimalMark == mark }
        let counts = candidates.map { format in
            tallies.indices.filter { $0 & (1 << format.index) != 0 }.map { tallies[$0] }
                .reduce(0, +)
        }
        let most = counts.max() ?? 0
        if most == 0, !unread.isEmpty { throw .unknownAmounts(samples: unread) }
        let rivals = candidates.indices.filter { counts[$0] == most }.map { candidates[$0] }
        let samples = telling + MoneyFormat.DecimalMark.allCases.compactMap { deciding[$0] }
        let isOpen = Set(rivals.map(\.decimalMark)).count > 1 && !samples.isEmpty
        if isEither ? mark == nil && !telling.isEmpty : isOpen {
            throw .ambiguousAmounts(samples: samples)
        }
        let format = rivals.first ?? candidates[0]
        let evidence = AmountEvidence(
            decimalMark: most > 0 ? format.decimalMark : given, isGiven: given != nil, rows: most,
            decidedBy: isMixed ? nil : deciding[format.decimalMark])
        return (format, evidence)
    }
}

extension CellSample {
    /// Cells that are kept to be shown, at most.
    static let countMax = 3
}

extension [CellSample] {
    /// Keeps the first few.
    mutating func add(_ cell: Cell, line: Int) {
        if count < CellSample.countMax { append(CellSample(line: line, text: cell.text)) }
    }
}
