package import Ledger

/// A transaction of a journal: postings that come to nothing in each currency.
package struct JournalTransaction: Hashable, Sendable {
    /// Something that is said beside a transaction or a posting.
    struct Remark: Hashable, Sendable {
        let key: String
        let value: String
    }

    /// An amount that goes to an account.
    struct Posting: Hashable, Sendable {
        var account: String
        var amount: MoneyTotal
        /// What it comes to in another currency, without a sign.
        var cost: MoneyTotal?
        var remarks: [Remark] = []
        var tags: [String] = []
        /// How far it has come with a bank, where that differs within the transaction.
        var status: LineStatus?
    }

    /// When it is.
    package let day: Day
    /// Payee and description.
    let title: String
    /// How far all of its lines have come with a bank.
    private(set) var status: LineStatus?
    private(set) var remarks: [Remark] = []
    private(set) var tags: [String] = []
    private(set) var postings: [Posting] = []

    /// What is in an account at the start of a day.
    package init(
        opening amount: MoneyTotal, in account: ReferenceData.Account, on day: Day,
        _ names: JournalNames
    ) {
        self.day = day
        title = "opening balance"
        remarks = [Remark(key: JournalKey.opening, value: "\(account.position)")]
        let other = MoneyTotal(minor: -amount.minor, currency: amount.currency)
        postings = [
            Posting(account: names.account(account.facts.name), amount: amount),
            Posting(account: names.form.openings, amount: other),
        ]
    }

    /// The lines of an entry that count on one day.
    ///
    /// - Parameter lines: At least one, ascending by id.
    package init(_ lines: [LineState], on day: Day, _ names: JournalNames, _ data: ReferenceData) {
        self.day = day
        let rows = lines.map { LineRow($0, referenceData: data) }
        title = rows.first?.title ?? ""
        let isOneStatus = Set(rows.map(\.status)).count == 1
        status = isOneStatus ? rows.first?.status : nil
        var sides: [Posting] = []
        for (line, row) in zip(lines, rows) {
            let minor = Int128(line.facts.amount.minor)
            func total(_ sign: Int128) -> MoneyTotal {
                MoneyTotal(minor: sign * minor, currency: line.facts.amount.currency)
            }
            let account = names.account(row.account)
            let isIn = row.kind == .income || row.kind == .transfer && row.incoming
            var posting = Posting(account: account, amount: total(isIn ? 1 : -1))
            if row.kind != .transfer {
                let category = line.facts.category.map(data.renamed)
                let side = posting
                posting = Posting(
                    account: names.category(category, row.kind), amount: total(isIn ? -1 : 1))
                JournalTransaction.add(side, to: &sides)
            }
            var said = JournalTransaction.remarks(row, beside: title)
            if Set(rows.map(\.account)).count > 1, row.kind != .transfer {
                said.append(Remark(key: JournalKey.account, value: row.account))
            }
            if !isOneStatus { posting.status = row.status }
            if lines.count == 1 {
                (remarks, tags) = (said, row.tags)
            } else {
                (posting.remarks, posting.tags) = (said, row.tags)
            }
            postings.append(posting)
        }
        postings += sides
        balance(names)
    }

    /// One posting for each account and currency.
    private static func add(_ side: Posting, to sides: inout [Posting]) {
        let index = sides.firstIndex {
            $0.account == side.account && $0.amount.currency == side.amount.currency
        }
        guard let index else { return sides.append(side) }
        sides[index].amount = MoneyTotal(
            minor: sides[index].amount.minor + side.amount.minor, currency: side.amount.currency)
    }

    /// Adds what is missing in each currency: a transfer may have one side only, or lose something
    /// on its way.
    private mutating func balance(_ names: JournalNames) {
        if exchange() { return }
        var sums: [Currency: Int128] = [:]
        for posting in postings {
            sums[posting.amount.currency, default: 0] += posting.amount.minor
        }
        let open = sums.filter { $0.value != 0 }.sorted {
            ($0.key.code, $0.key.exponent) < ($1.key.code, $1.key.exponent)
        }
        for (currency, sum) in open {
            let missing = MoneyTotal(minor: -sum, currency: currency)
            postings.append(Posting(account: names.form.transfers, amount: missing))
        }
    }

    /// Of two sides in two currencies, one is what the other costs.
    private mutating func exchange() -> Bool {
        guard postings.count == 2 else { return false }
        let (first, second) = (postings[0].amount, postings[1].amount)
        guard first.currency.code != second.currency.code,
            first.minor.signum() * second.minor.signum() < 0
        else { return false }
        postings[0].cost = MoneyTotal(
            minor: second.minor < 0 ? -second.minor : second.minor, currency: second.currency)
        return true
    }

    /// What a journal has no place of its own for.
    private static func remarks(_ row: LineRow, beside title: String) -> [Remark] {
        var remarks = [Remark(key: JournalKey.id, value: "\(row.id)")]
        if !row.title.utf8.elementsEqual(title.utf8) {
            let value = JournalText.plain(row.title)
            remarks.append(Remark(key: JournalKey.title, value: value))
        }
        if let payee = payee(row) { remarks.append(Remark(key: JournalKey.payee, value: payee)) }
        let shares = row.shares.map(JournalKey.text(of:)) ?? ""
        let rest = [
            (JournalKey.time, row.time), (JournalKey.payer, row.payer),
            (JournalKey.shares, shares), (JournalKey.externalID, row.externalId),
            (JournalKey.category, row.kind == .transfer ? row.category : ""),
            (JournalKey.note, row.note),
        ]
        remarks += rest.filter { !$1.isEmpty }.map { Remark(key: $0, value: $1) }
        return remarks
    }
}

extension JournalTransaction {
    /// The payee, where the title alone would be divided otherwise; `nil` where it says it.
    private static func payee(_ row: LineRow) -> String? {
        let payee = row.payee ?? ""
        guard let said = LineTitle.divided(Array(row.title.utf8)[...])?.payee else {
            // What has no divider is called so, whoever was paid.
            let isWhole = payee.isEmpty || payee.utf8.elementsEqual(row.title.utf8)
            return isWhole ? nil : JournalText.plain(payee)
        }
        if said.elementsEqual(payee.utf8) { return nil }
        return payee.isEmpty ? JournalKey.nobody : JournalText.plain(payee)
    }
}

/// The keys of what is said beside transactions and postings.
enum JournalKey {
    static let id = "ledger-id"
    static let title = "title"
    static let payee = "payee"
    static let time = "time"
    static let payer = "payer"
    static let shares = "shares"
    static let externalID = "external-id"
    static let category = "category"
    static let note = "note"
    static let tag = "tag"
    static let name = "name"
    static let account = "account"
    static let opening = "ledger-opening"

    /// Those that this program's own journals have.
    static let own: Set<String> = [
        id, title, payee, time, payer, shares, externalID, category, note, tag, name, account,
        opening,
    ]

    /// In the place of a payee where there is none, though the title has a ` | `.
    static let nobody = "|"

    private static let between = " + "
    /// What stands in a name for what is between shares.
    private static let inName = " \\+ "

    /// Shares as one text.
    static func text(of shares: [ShareRow]) -> String {
        shares.map { $0.text.replacing(between, with: inName) }.joined(separator: between)
    }

    /// The shares of such a text.
    static func shares(in text: String) -> [(name: String, amount: String)] {
        // Hardly any line has some.
        if text.isEmpty { return [] }
        return text.split(separator: between).map { share in
            let end = share.lastIndex(of: " ") ?? share.endIndex
            return (
                String(share[..<end]).replacing(inName, with: between),
                String(share[end...].trimming)
            )
        }
    }

    /// All of them, and those that mean something to hledger.
    static let reserved: Set<String> = own.union([
        "date", "date2", "type", "status", "desc", "amt", "acct", "cur", "code", "t", "assertion",
        "retain", "start",
    ])
}
