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
    /// Rows that can be read so.
    package let rows: Int
    /// The first cell that can be read with this mark only; `nil` if no cell decides.
    package let decidedBy: CellSample?
}

/// Collects what the cells of a date column say.
struct DateEvidenceCollector {
    private let given: DateForm?
    private var counts: [Int]
    private var timedCounts: [Int]
    private var deciding: [CellSample?]
    private var telling: [CellSample] = []
    private var unread: [CellSample] = []

    init(given: DateForm?) {
        self.given = given
        counts = DateForm.allCases.map { _ in 0 }
        timedCounts = counts
        deciding = DateForm.allCases.map { _ in nil }
    }

    mutating func add(_ sample: CellSample) {
        guard let cell = DateCell(sample.text) else { return unread.add(sample) }
        var fitting: [(index: Int, day: Day)] = []
        var isOfGivenForm = given == nil
        for (index, form) in DateForm.allCases.enumerated() {
            guard let day = form.day(of: cell) else { continue }
            fitting.append((index, day))
            counts[index] += 1
            if cell.time != nil { timedCounts[index] += 1 }
            if form == given { isOfGivenForm = true }
        }
        guard let first = fitting.first, isOfGivenForm else { return unread.add(sample) }
        if fitting.count == 1 {
            deciding[first.index] = deciding[first.index] ?? sample
        } else if fitting.contains(where: { $0.day != first.day }) {
            telling.add(sample)
        }
    }

    /// The form that most cells fit.
    func decided() throws(ImportError) -> DateEvidence {
        let forms = DateForm.allCases
        let candidates = forms.indices.filter { given == nil || forms[$0] == given }
        guard let most = candidates.map({ counts[$0] }).max(), most > 0,
            let chosen = candidates.first(where: { counts[$0] == most })
        else {
            if !unread.isEmpty { throw .unknownDates(samples: unread) }
            return DateEvidence(
                form: given, isGiven: given != nil, rows: 0, timedRows: 0, decidedBy: nil)
        }
        let rivals = candidates.filter { counts[$0] == most }
        let samples = telling + rivals.compactMap { deciding[$0] }
        if rivals.count > 1, !samples.isEmpty {
            throw .ambiguousDates(rivals.map { forms[$0] }, samples: samples)
        }
        return DateEvidence(
            form: forms[chosen], isGiven: given != nil, rows: most,
            timedRows: timedCounts[chosen], decidedBy: deciding[chosen])
    }
}

/// Collects what the cells of an amount column say.
struct AmountEvidenceCollector {
    private let given: MoneyFormat.DecimalMark?
    private var counts: [Int]
    private var deciding: [MoneyFormat.DecimalMark: CellSample] = [:]
    private var telling: [CellSample] = []
    private var unread: [CellSample] = []

    init(given: MoneyFormat.DecimalMark?) {
        self.given = given
        counts = MoneyFormat.ofColumns.map { _ in 0 }
    }

    mutating func add(_ sample: CellSample) {
        let text = sample.text.trimmed
        let isPlain = text.utf8.isPlainNumber
        var (fitsPoint, fitsComma) = (false, false)
        for (index, format) in MoneyFormat.ofColumns.enumerated()
        where isPlain || format.fits(text) {
            counts[index] += 1
            switch format.decimalMark {
            case .point: fitsPoint = true
            case .comma: fitsComma = true
            }
        }
        switch (fitsPoint, fitsComma) {
        case (false, false): unread.add(sample)
        case (true, false): add(sample, fitting: .point)
        case (false, true): add(sample, fitting: .comma)
        case (true, true):
            // A mark that can be either is the decimal mark here and groups thousands there.
            if text.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }) {
                telling.add(sample)
            }
        }
    }

    private mutating func add(_ sample: CellSample, fitting mark: MoneyFormat.DecimalMark) {
        if let given, given != mark { return unread.add(sample) }
        if deciding[mark] == nil { deciding[mark] = sample }
    }

    /// The format that most cells fit.
    func decided() throws(ImportError) -> (format: MoneyFormat, evidence: AmountEvidence) {
        let formats = MoneyFormat.ofColumns
        let candidates = formats.indices.filter {
            given == nil || formats[$0].decimalMark == given
        }
        let most = candidates.map { counts[$0] }.max() ?? 0
        if most == 0, !unread.isEmpty { throw .unknownAmounts(samples: unread) }
        let rivals = candidates.filter { counts[$0] == most }.map { formats[$0] }
        let samples = telling + MoneyFormat.DecimalMark.allCases.compactMap { deciding[$0] }
        if Set(rivals.map(\.decimalMark)).count > 1, !samples.isEmpty {
            throw .ambiguousAmounts(samples: samples)
        }
        let format = rivals.first ?? MoneyFormat(decimalMark: given ?? .point)
        let evidence = AmountEvidence(
            decimalMark: most > 0 ? format.decimalMark : given, isGiven: given != nil, rows: most,
            decidedBy: deciding[format.decimalMark])
        return (format, evidence)
    }
}

extension [CellSample] {
    /// Keeps the first few.
    fileprivate mutating func add(_ sample: CellSample) {
        if count < 3 { append(sample) }
    }
}

extension String.UTF8View {
    /// Whether it has digits only, after a sign or none.
    fileprivate var isPlainNumber: Bool {
        let digits = first == UInt8(ascii: "-") ? dropFirst() : self[...]
        return !digits.isEmpty && digits.allSatisfy { (0x30...0x39).contains($0) }
    }
}
