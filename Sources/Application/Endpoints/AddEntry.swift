internal import EventLog
package import Ledger

/// A line as it is typed; what is left out is not said.
package struct LineInput: Codable, Hashable, Sendable {
    /// Digits with `.` or `,` as decimal mark, no grouping; negative for a refund.
    package var amount: String
    /// Code of the currency; the ledger's own when left out.
    package var currency: String?
    /// Title or payee.
    package var title: String?
    /// Note.
    package var note: String?
    /// Segments joined by `:`.
    package var category: String?
    /// A date or a phrase such as `yesterday`; today when left out.
    package var day: String?
    /// Local time, `HH:MM` or `HH:MM:SS`.
    package var time: String?
    /// Tags.
    package var tags: [String]?
    /// Name of an account; one that is not known is opened.
    package var account: String?
    /// Expense when left out.
    package var kind: EntryKind?
    /// Whether a transfer goes into the account.
    package var incoming: Bool?
    /// The id that another system gave it.
    package var externalId: String?

    /// A line.
    package init(
        amount: String, currency: String? = nil, title: String? = nil, note: String? = nil,
        category: String? = nil, day: String? = nil, time: String? = nil, tags: [String]? = nil,
        account: String? = nil, kind: EntryKind? = nil, incoming: Bool? = nil,
        externalId: String? = nil
    ) {
        self.amount = amount
        self.currency = currency
        self.title = title
        self.note = note
        self.category = category
        self.day = day
        self.time = time
        self.tags = tags
        self.account = account
        self.kind = kind
        self.incoming = incoming
        self.externalId = externalId
    }
}

/// Records an expense, an income or a transfer.
package enum AddEntry: Endpoint {
    /// One or more lines of one kind.
    package struct Input: Codable, Hashable, Sendable {
        /// The lines. What a further line leaves out of title, day, time, kind, currency and account
        /// is as in the first.
        package var lines: [LineInput]
        /// For a transfer of one line: the account that it leaves.
        package var from: String?
        /// For a transfer of one line: the account that it reaches.
        package var to: String?
        /// For a transfer of one line: what reaches the other account, where that differs.
        package var received: String?
        /// Code of the currency of `received`.
        package var receivedCurrency: String?
        /// The same key with the same content writes once, however often it is sent.
        package var key: String?

        /// A request.
        package init(
            lines: [LineInput], from: String? = nil, to: String? = nil, received: String? = nil,
            receivedCurrency: String? = nil, key: String? = nil
        ) {
            self.lines = lines
            self.from = from
            self.to = to
            self.received = received
            self.receivedCurrency = receivedCurrency
            self.key = key
        }
    }

    /// What was written, with the lines as they stand there; the id is that of the first.
    package typealias Output = Written

    package static let path = "add"
    package static let summary = "record an expense, an income or a transfer"
    package static let needs: Set<Permission> = [.create]
}
