package import EventLog

/// A line as lists, histories and writers show it; flat.
package struct LineRow: Codable, Hashable, Sendable {
    /// The line's id: the position of its creation.
    package let id: UInt64
    /// The position of the version shown.
    package let version: UInt64
    /// The day on which it counts.
    package let day: Day
    /// Local time of day, `HH:MM` or `HH:MM:SS`; empty when not said.
    package let time: String
    /// `expense`, `income` or `transfer`.
    package let kind: EntryKind
    /// Whether a transfer goes into the account.
    package let incoming: Bool
    /// Whether it is the other side of a transfer, which no report counts.
    package let counterpart: Bool
    /// Decimal, with exactly as many digits behind the point as the currency has.
    package let amount: String
    /// Code of the currency.
    package let currency: String
    /// As it is called now; empty for uncategorised.
    package let category: String
    /// Name of the account; empty for none.
    package let account: String
    /// What it is called: payee and description, `Market | Apples`, or the one that there is.
    package let title: String
    /// Who was paid, or who paid; `nil` when not said apart, and then left out of JSON.
    package let payee: String?
    /// Note.
    package let note: String
    /// Tags.
    package let tags: [String]
    /// Name of the person who paid; empty when not said.
    package let payer: String
    /// Who bears how much, ascending by person; `nil` where the line is not split, and then left
    /// out of JSON.
    package let shares: [ShareRow]?
    /// The id that another system gave it; empty for none.
    package let externalId: String
    /// Whether it does not count any more.
    package let voided: Bool
    /// The ids of all lines of its entry, itself included.
    package let entry: [UInt64]
    /// How far it has come with a bank; `nil` where nothing is said, and then left out of JSON.
    package let status: LineStatus?
    /// What is in the account after the line, in the line's currency, decimal; `nil` where that was
    /// not asked for or is not known, and then left out of JSON.
    package internal(set) var balance: String?
    /// The amount in the currency that is asked for, by the price of the line, rounded half to
    /// even; `nil` where none is asked for or there is no price, and then left out of JSON.
    package internal(set) var value: String?
}

extension LineRow {
    /// A line with the names of its references.
    package init(_ line: LineState, referenceData: ReferenceData) {
        id = line.id
        version = line.version
        day = line.facts.day
        time = line.details.time?.description ?? ""
        kind = line.facts.kind
        incoming = line.facts.flags.contains(.incoming)
        counterpart = line.facts.flags.contains(.counterpart)
        amount = line.facts.amount.description
        currency = line.facts.amount.currency.code
        category = line.facts.category.map(referenceData.renamed)?.text ?? ""
        account = referenceData.accountName(line.facts.account) ?? ""
        title = line.details.title
        payee = line.details.payee.nonEmpty
        note = line.details.note
        tags = line.details.tags
        payer = referenceData.personName(line.details.payer) ?? ""
        shares = ShareRow.rows(line, referenceData)
        externalId = line.details.externalID ?? ""
        voided = line.isVoided
        entry = line.entry
        status = line.status
    }
}

/// Lines in the order that was asked for.
package struct LineList: Codable, Hashable, Sendable {
    /// The lines.
    package internal(set) var rows: [LineRow]
    /// How many lines there are in all.
    package let count: UInt64
    /// What all of them come to, in order of kind and currency; without what was voided.
    package internal(set) var sums: [LineSum]
    /// The currency that ``sums`` are told in, where one is asked for: those in others have no
    /// price in it; `nil` where each is in its own, and then left out of JSON.
    package internal(set) var exchange: ExchangeNote?
    /// Whether there are more behind those that were asked for.
    package let more: Bool
    /// How many lines were passed over; `nil` for none, and then left out of JSON.
    package internal(set) var skipped: Int?
    /// The position of the last event that was taken in.
    package let position: UInt64
    /// The root over all events up to and including it, lower-case hex.
    package let root: String
    /// Where nothing was found, names that may be meant; `nil` for none, and then left out of JSON.
    package var hints: [NameHint]?
}

extension LineList {
    /// A list of the first lines of a register.
    ///
    /// - Parameters:
    ///   - lines: In the order of the register.
    ///   - count: How many there are in all.
    ///   - sums: What they come to in all.
    ///   - referenceData: Accounts, persons and renames of the same moment.
    ///   - head: The end of the events that were taken in.
    package init(
        _ lines: [LineState], count: UInt64, sums: [LineSum], referenceData: ReferenceData,
        head: LogHead
    ) {
        rows = lines.map { LineRow($0, referenceData: referenceData) }
        self.count = count
        self.sums = sums
        more = rows.count < count
        position = head.lastPosition
        root = head.root.hex
    }
}

/// One field of an entity before and after a change, as text.
package struct FieldChange: Codable, Hashable, Sendable {
    /// Which: `kind`, `amount`, `currency`, `day`, `category`, `account`, `direction`, `time`,
    /// `payer`, `split`, `externalId`, `title`, `note`, `tags`, `status`, `voided`; of a task also
    /// `deadline`, `type`, `colour`, `priority`, `project`, `assignee`, `status`; of an account
    /// `name`, `opening`, `currency`, `day`, `closed`, `type`.
    package let field: String
    /// `nil` for none.
    package let was: String?
    /// `nil` for none.
    package let now: String?

    /// A change.
    package init(field: String, was: String?, now: String?) {
        self.field = field
        self.was = was
        self.now = now
    }

    private enum Key: String, CodingKey {
        case field, was, now
    }

    /// Encodes an object in which nothing is missing: what is `nil` is null.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(field, forKey: .field)
        try container.encode(was, forKey: .was)
        try container.encode(now, forKey: .now)
    }
}

/// One version of an entity.
package struct VersionRow: Codable, Hashable, Sendable {
    /// What made a version.
    package enum Action: String, Codable, Hashable, Sendable {
        /// The entity was recorded.
        case added
        /// A line was changed.
        case amended
        /// A line was taken back.
        case voided
        /// A line was brought back.
        case restored
        /// A line was given a status, or has none any more.
        case marked
        /// A file belongs to it.
        case attached
        /// A file belongs to it no more.
        case detached
        /// A file of it is called something else.
        case renamed
        /// A task or account was changed.
        case edited
        /// A task was completed.
        case completed
        /// A task or account was taken up again.
        case reopened
        /// A task got another deadline, or none.
        case rescheduled
        /// A task was dropped.
        case dropped
        /// An account was opened.
        case opened
        /// No new line may name an account any more.
        case closed
        /// The text of all versions before was erased.
        case erased
    }

    /// The position of the event.
    package let position: UInt64
    /// What it did.
    package let action: Action
    /// Wall clock as given, RFC 3339 in UTC.
    package let recordedAt: Timestamp
    /// Log clock, which never goes back, RFC 3339 in UTC.
    package let logClock: Timestamp
    /// Name of the acting person; empty when not known.
    package let actor: String
    /// The position of the event that opened the batch; `nil` outside batches, and then left out of
    /// JSON.
    package let batch: UInt64?
    /// What changed; everything that was said where the entity was recorded.
    package let changes: [FieldChange]
    /// Why; empty when not said.
    package let reason: String
    /// Of an undo, the commits that it takes back, by their first positions; else `nil`, and then
    /// left out of JSON.
    package let undoes: [UInt64]?
    /// Whether these were undos; `nil` when not, and then left out of JSON.
    package let redo: Bool?
}

/// Every version of an entity, oldest first.
package struct LineHistory: Codable, Hashable, Sendable {
    /// The position of its creation.
    package let id: UInt64
    /// `line`, `task` or `account`.
    package let type: String
    /// The versions.
    package let versions: [VersionRow]
    /// The position of the last event that was taken in.
    package let position: UInt64
    /// The root over all events up to and including it, lower-case hex.
    package let root: String
}
