internal import Ledger

/// How the signs of amounts are read, and what says so.
package struct SignEvidence: Hashable, Sendable {
    /// What the user gave; `nil` for nothing.
    package let given: AmountSign?
    /// How amounts without a side are read.
    package let sign: AmountSign
    /// Rows with an amount above zero, as written; a debit counts as negative, a credit as
    /// positive.
    package let positive: Int
    /// Rows with an amount below zero, as written.
    package let negative: Int
    /// What lets one doubt that the reading is right, so that the user is told; `nil` for nothing.
    package let hint: SignHint?
    /// The first amounts that stand alone: one above zero and one below.
    package let samples: [CellSample]
    /// Whether more debits are negative than positive.
    let isDebitNegative: Bool
    /// Whether more credits are negative than positive.
    let isCreditNegative: Bool
}

/// What suggests `--sign account` for a file whose amounts are all taken as expenses.
package enum SignHint: Hashable, Sendable {
    /// More amounts are negative than positive.
    case mostlyNegative
    /// The balances change by the amounts as they are written, and some of these are negative.
    case balances
    /// Some amounts are negative, and this positive one speaks of wages.
    case wages(CellSample)
    /// Some amounts are negative.
    case mixed

    /// One word for it.
    package var word: String {
        switch self {
        case .mostlyNegative: "mostlyNegative"
        case .balances: "balances"
        case .wages: "wages"
        case .mixed: "mixed"
        }
    }
}

/// Counts the signs of amounts by what else their rows say.
struct SignCollector {
    private enum Group: Int, CaseIterable {
        case alone, debit, credit, expense, income, transfer
    }

    private static let wagesRowsMax = 1_000
    private static let wages = [
        "salary", "payroll", "wages", "gehalt", "lohn", "salaire", "nómina", "nomina",
        "stipendio", "salaris", "salário", "pension", "pensione", "paycheck",
    ]

    private var positive = Group.allCases.map { _ in 0 }
    private var negative = Group.allCases.map { _ in 0 }
    private var titles = 0
    private let isSpending: Bool
    private var positiveSample: CellSample?
    private var negativeSample: CellSample?

    /// - Parameter isSpending: Whether the file surely lists what was spent.
    init(isSpending: Bool = false) { self.isSpending = isSpending }
    private var wagesSample: CellSample?

    /// Adds the amount of a row; `side` is that of its column or mark.
    mutating func add(_ amount: AmountCell, side: Side?, word: KindWord?, line: Int) {
        guard !amount.isZero else { return }
        if side == nil, amount.isNegative ? negativeSample == nil : positiveSample == nil {
            let sign = amount.isNegative ? "-" : ""
            let sample = CellSample(line: line, text: sign + amount.number.text)
            if amount.isNegative { negativeSample = sample } else { positiveSample = sample }
        }
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

    /// - Parameter isWordless: Whether the words turned out to be none, so amounts stand alone.
    func decided(
        given: AmountSign?, balance: BalanceEvidence?, isWordless: Bool,
        isCreditOnly: Bool = false
    ) -> SignEvidence {
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
        let isAccount = (areWordsSigned && !isWordless) || isCreditOnly
        let sign = given ?? (isAccount ? .account : .spend)
        var hint: SignHint?
        let alone: [Group] = isWordless ? Group.allCases : [.alone]
        let minus = alone.map { count(negative, $0) }.reduce(0, +)
        if given == nil, minus > 0 {
            if minus > alone.map({ count(positive, $0) }).reduce(0, +) {
                hint = .mostlyNegative
            } else if let balance, balance.isProven, balance.sign == .account {
                hint = .balances
            } else if let wagesSample {
                hint = .wages(wagesSample)
            } else if !isSpending, !areWordsSigned || isWordless {
                hint = .mixed
            }
        }
        return SignEvidence(
            given: given, sign: sign,
            positive: (hasSides ? credits : 0) + rest.map { count(positive, $0) }.reduce(0, +),
            negative: (hasSides ? debits : 0) + rest.map { count(negative, $0) }.reduce(0, +),
            hint: hint, samples: [positiveSample, negativeSample].compactMap { $0 },
            isDebitNegative: isNegative(.debit), isCreditNegative: isNegative(.credit))
    }
}
