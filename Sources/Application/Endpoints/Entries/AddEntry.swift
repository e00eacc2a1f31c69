internal import EventLog
package import Ledger

/// Records an expense, an income or a transfer.
package enum AddEntry: KeyedEndpoint {
    /// One or more lines of one kind.
    package struct Input: Codable, Hashable, Sendable {
        /// The lines. What a further line leaves out of title, payee, day, time, kind,
        /// currency, account, payer and split is as in the first.
        package var lines: [LineInput]
        /// For a transfer of one line: the account that it leaves.
        package var from: String?
        /// For a transfer of one line: the account that it reaches.
        package var to: String?
        /// For a transfer of one line: what reaches the other account, where that differs.
        package var received: String?
        /// Code of the currency of `received`.
        package var receivedCurrency: String?
        /// Whether a category, an account or a person that is new is refused where it is likely to
        /// be a slip for one that is known; left out for no.
        package var refusesSlips: Bool?
        /// `pending`, `cleared` or `none`, which is meant when left out.
        package var status: String?

        /// A request.
        package init(
            lines: [LineInput], from: String? = nil, to: String? = nil, received: String? = nil,
            receivedCurrency: String? = nil, refusesSlips: Bool? = nil
        ) {
            self.refusesSlips = refusesSlips
            self.lines = lines
            self.from = from
            self.to = to
            self.received = received
            self.receivedCurrency = receivedCurrency
        }
    }

    /// What was written; the id is that of the first line.
    package typealias Output = WriteReceipt

    package static let path = "add"
    package static let summary = "record an expense, an income or a transfer"
    package static let needs: Set<Permission> = [.create]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let recorder = try env.recorder()
        let recorded = try recorder.record {
            snapshot, env throws(ApplicationError) in
            try decision(input, in: snapshot, env)
        }
        guard let recorded else { throw .decision(.nothingGiven) }
        return recorded.written()
    }

    /// What comes of some lines.
    static func decision(
        _ input: Input, in snapshot: LedgerSnapshot, _ env: Environment
    ) throws(ApplicationError) -> Decision {
        let status = try input.status.flatMap { text throws(ApplicationError) in
            try MarkEntries.status(text)
        }
        let reader = try env.lineReader(snapshot)
        var lines: [NewLine] = []
        var persons = PersonReader(env, snapshot)
        let splits = SplitReader(env: env)
        for input in try sides(of: input) {
            var line = try reader.line(input)
            line.details.payer = try input.payer.map { name throws(ApplicationError) in
                try persons.person(name)
            }
            if let split = input.split, !split.isEmpty {
                line.details.shares = try splits.shares(
                    split, of: line.amount, among: &persons)
                if line.details.payer == nil { line.details.payer = .position(env.actor) }
            }
            lines.append(line)
        }
        let made = persons.completed(try persons.extended.decision(.addEntry(lines, status)))
        if input.refusesSlips == true { try env.refuseSlips(in: made, of: snapshot) }
        return made
    }

    /// The lines with what they share filled in, and the two sides of a transfer.
    private static func sides(of input: Input) throws(ApplicationError) -> [LineInput] {
        let lines = input.lines.map(\.separated)
        guard let first = lines.first else { throw .decision(.nothingGiven) }
        guard input.from != nil || input.to != nil else {
            return lines.map { $0.filled(from: first) }
        }
        guard input.lines.count == 1 else { throw .decision(.transferShape(line: nil)) }
        guard first.kind ?? .transfer == .transfer else { throw .decision(.mixedKinds(line: nil)) }
        if let from = input.from, from.lowercased() == input.to?.lowercased() {
            throw .decision(.transferShape(line: nil))
        }
        var (out, incoming) = (first, first)
        (out.kind, incoming.kind) = (.transfer, .transfer)
        (out.account, out.incoming) = (input.from, false)
        (incoming.account, incoming.incoming) = (input.to, true)
        if let received = input.received {
            (incoming.amount, incoming.currency) = (received, input.receivedCurrency)
            incoming = incoming.separated
        }
        incoming.currency = incoming.currency ?? input.receivedCurrency ?? first.currency
        // What is shared is shared once.
        if input.from != nil { incoming.split = nil }
        if input.to == nil { return [out] }
        return input.from == nil ? [incoming] : [out, incoming]
    }
}

/// A line as it is typed; what is left out is not said.
package struct LineInput: Codable, Hashable, Sendable {
    /// Digits with `.` or `,` as decimal mark, no grouping; negative for a refund. A currency may
    /// are beside them, by code or symbol.
    package var amount: String
    /// Code of the currency; the ledger's own when left out.
    package var currency: String?
    /// Payee and description, `Market | Apples`; with a payee of its own the description alone.
    package var title: String?
    /// Who was paid, or who paid.
    package var payee: String?
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
    /// Who paid: a name, an id or `me`; someone who is not known is added.
    package var payer: String?
    /// Who bears it: persons by name or id, someone who is not known is added;
    /// each alone, with a weight (`Ann:2`) or
    /// an amount (`Ann=12.50`). Who paid is the acting person when not said.
    package var split: [String]?
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
        account: String? = nil, payer: String? = nil, kind: EntryKind? = nil,
        incoming: Bool? = nil, externalId: String? = nil, payee: String? = nil,
        split: [String]? = nil
    ) {
        self.amount = amount
        self.currency = currency
        self.title = title
        self.payee = payee
        self.note = note
        self.category = category
        self.day = day
        self.time = time
        self.tags = tags
        self.account = account
        self.payer = payer
        self.split = split
        self.kind = kind
        self.incoming = incoming
        self.externalId = externalId
    }
}

extension LineInput {
    /// The same with the currency that is beside the digits in its field.
    fileprivate var separated: LineInput {
        let written = WrittenAmount(amount)
        guard currency == nil, let unit = written.unit else { return self }
        var line = self
        (line.amount, line.currency) = (written.digits, unit)
        return line
    }

    /// What is left out is as in the first line.
    fileprivate func filled(from first: LineInput) -> LineInput {
        var line = self
        line.title = title ?? first.title
        line.payee = payee ?? first.payee
        line.day = day ?? first.day
        line.time = time ?? first.time
        line.kind = kind ?? first.kind
        line.currency = currency ?? first.currency
        line.account = account ?? first.account
        line.payer = payer ?? first.payer
        line.split = split ?? first.split
        return line
    }
}
