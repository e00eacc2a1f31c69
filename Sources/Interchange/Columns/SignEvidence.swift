internal import Ledger

/// How the signs of amounts are read, and what says so.
package struct SignEvidence: Hashable, Sendable {
    /// What the user gave; `nil` for nothing.
    package let given: AmountSign?
    /// How amounts without a side are read.
    package let sign: AmountSign
    /// Rows with an amount above zero, as written; a debit counts as negative, a credit as
    /// positive.
    package internal(set) var positive: Int
    /// Rows with an amount below zero, as written.
    package internal(set) var negative: Int
    /// Why nothing decides between the two, so that the user has to; `nil` where it is certain.
    package let hint: SignHint?
    /// The first rows whose amounts are in a single column: one above zero and one below.
    package let samples: [SignSample]
    /// Whether there are amounts that stand alone, and none of them is negative.
    let areAloneUnsigned: Bool
    /// Whether the amounts themselves decided; those of another file may not.
    package let isFound: Bool
    /// Whether more debits are negative than positive.
    let isDebitNegative: Bool
    /// Whether more credits are negative than positive.
    let isCreditNegative: Bool
}

/// Why the amounts of a file, which are in a single column, may mean either.
package enum SignHint: Hashable, Sendable {
    /// More amounts are negative than positive, but too few to be sure.
    case mostlyNegative
    /// The balances change by the amounts as they are written, and some of these are negative.
    case balances
    /// Some amounts are negative, and this positive one speaks of wages.
    case wages(CellSample)
    /// Some amounts are negative.
    case mixed
    /// None is negative, and the columns are those of payments that came in.
    case received
    /// None is negative, and the balances agree with them read in either way.
    case openBalances
    /// Some amounts of a column of money that came in are negative.
    case negativeCredits
}

/// A row with a single amount.
package struct SignSample: Hashable, Sendable {
    /// The line on which it starts, from 1.
    package let line: Int
    /// Its title, if it has one, and the amount as it is written.
    package let text: String
    /// Whether the amount is below zero.
    package let isNegative: Bool

    package init(line: Int, text: String, isNegative: Bool) {
        self.line = line
        self.text = text
        self.isNegative = isNegative
    }
}

/// Counts the signs of amounts by what else their rows say.
struct SignCollector {
    private enum Group: Int, CaseIterable {
        case alone, debit, credit, expense, income, transfer
    }

    /// Fewer amounts of either sign may all be out of the ordinary.
    private static let sureRowsMin = 10
    private static let wagesRowsMax = 1_000
    static let wages = [
        "salary", "payroll", "wages", "gehalt", "lohn", "salaire", "nómina", "nomina",
        "stipendio", "salaris", "salário", "pension", "pensione", "paycheck",
    ]

    private var positive = Group.allCases.map { _ in 0 }
    private var negative = Group.allCases.map { _ in 0 }
    private var titles = 0
    private var wagesSample: CellSample?
    private var positiveSample: SignSample?
    private var negativeSample: SignSample?

    /// Adds the amount of a row; `side` is that of its column or mark.
    mutating func add(_ amount: AmountCell, side: Side?, word: KindWord?) {
        guard !amount.isZero else { return }
        let group: Group
        switch side ?? word?.side {
        case .debit: group = .debit
        case .credit: group = .credit
        case nil:
            switch word?.kind {
            case .expense: group = .expense
            case .income: group = .income
            case .transfer: group = .transfer
            case nil: group = .alone
            }
        }
        if amount.isNegative {
            negative[group.rawValue] += 1
        } else {
            positive[group.rawValue] += 1
        }
    }

    /// Looks for words of wages in the title of a row with a positive amount.
    mutating func add(title record: CSVRecord, _ column: Int) {
        guard titles < SignCollector.wagesRowsMax, wagesSample == nil else { return }
        titles += 1
        let title = record[column]
        let text = title.lowercased()
        if SignCollector.wages.contains(where: text.contains) {
            wagesSample = CellSample(line: record.line, text: title)
        }
    }

    /// Keeps the first row with an amount of either sign, to show.
    mutating func keep(_ amount: AmountCell, of record: CSVRecord, title: Int?) {
        guard !amount.isZero, (amount.isNegative ? negativeSample : positiveSample) == nil else {
            return
        }
        let written = (amount.isNegative ? "-" : "") + amount.number.text
        let words = title.map { record[$0].trimmed } ?? ""
        let sample = SignSample(
            line: record.line, text: words.isEmpty ? written : "\(words) \(written)",
            isNegative: amount.isNegative)
        if amount.isNegative { negativeSample = sample } else { positiveSample = sample }
    }

    /// - Parameters:
    ///   - given: What the user says.
    ///   - isWordless: Whether the words turned out to be none, so amounts are in a single column.
    ///   - meaning: What the names of the columns say of the amounts.
    func decided(
        given: AmountSign?, balance: BalanceEvidence?, isWordless: Bool,
        meaning: CSVColumns.Meaning = .open
    ) -> SignEvidence {
        let areAloneUnsigned: Bool
        func count(_ counts: [Int], _ group: Group) -> Int { counts[group.rawValue] }
        func isNegative(_ group: Group) -> Bool {
            count(negative, group) > count(positive, group)
        }
        let hasSides = !isWordless
        let debits = count(positive, .debit) + count(negative, .debit)
        let credits = count(positive, .credit) + count(negative, .credit)
        let rest = Group.allCases.filter { !hasSides || ($0 != .debit && $0 != .credit) }
        let areWordsSigned =
            isNegative(.expense) && count(positive, .income) > count(negative, .income)
        let alone: [Group] = isWordless ? Group.allCases : [.alone]
        let (minus, plus) = (
            alone.map { count(negative, $0) }.reduce(0, +),
            alone.map { count(positive, $0) }.reduce(0, +)
        )
        var found = areWordsSigned && !isWordless ? AmountSign.account : nil
        var hint: SignHint?
        areAloneUnsigned = minus == 0 && plus > 0
        if given == nil, found == nil {
            (found, hint) = judged(minus: minus, plus: plus, balance, meaning)
            // Words say what a row is, and not what a minus beside them means.
            if hint == nil, found == nil, !isWordless {
                if isNegative(.expense) {
                    hint = .mostlyNegative
                } else if count(negative, .transfer) > 0 {
                    hint = .mixed
                }
            }
        }
        return SignEvidence(
            given: given, sign: given ?? found ?? .spend,
            positive: (hasSides ? credits : 0) + rest.map { count(positive, $0) }.reduce(0, +),
            negative: (hasSides ? debits : 0) + rest.map { count(negative, $0) }.reduce(0, +),
            hint: hint, samples: [positiveSample, negativeSample].compactMap { $0 },
            areAloneUnsigned: areAloneUnsigned,
            isFound: given == nil && hint == nil && minus > 0 && found != nil,
            isDebitNegative: isNegative(.debit), isCreditNegative: isNegative(.credit))
    }

    /// What amounts in a single column mean, or why nothing says it.
    ///
    /// Nobody gets back more often than he spends: where all of at least three amounts, or two of
    /// three of at least ten, are negative, a minus is money that went out.
    private func judged(
        minus: Int, plus: Int, _ balance: BalanceEvidence?, _ meaning: CSVColumns.Meaning
    ) -> (AmountSign?, SignHint?) {
        switch meaning {
        case .credits: return minus > 0 ? (.account, .negativeCredits) : (.account, nil)
        case .received where plus > 0: return (nil, minus > 0 ? .mixed : .received)
        case .spent where minus * 4 <= plus: return (.spend, nil)
        case .spent, .received, .open: break
        }
        let isProven = balance?.isProven == true
        if minus == 0 {
            guard plus > 0, let proven = balance?.provenSigns, proven.contains(.account) else {
                return (nil, nil)
            }
            return proven.count == 1 ? (.account, nil) : (nil, .openBalances)
        }
        if minus >= 2 * plus, minus + plus >= 3 {
            if plus > 0, minus + plus < SignCollector.sureRowsMin { return (nil, .mostlyNegative) }
            return isProven && balance?.sign == .spend ? (nil, .mostlyNegative) : (.account, nil)
        }
        if isProven, balance?.sign == .spend, plus > minus { return (.spend, nil) }
        if minus > plus { return (nil, .mostlyNegative) }
        if isProven, balance?.sign == .account { return (nil, .balances) }
        return (nil, wagesSample.map { .wages($0) } ?? .mixed)
    }
}
