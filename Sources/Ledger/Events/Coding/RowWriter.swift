internal import EventLog

/// Encodes events; what is `nil` is left out, and so is empty text.
///
/// Columns are added in ascending order.
struct RowWriter {
    /// What was written.
    private(set) var events = EncodedEvents()

    /// Forgets what was written and keeps the memory.
    mutating func removeAll() { events.removeAll() }

    mutating func add(_ value: (some BinaryInteger)?, in column: ColumnID) {
        if let value { events.add(Int64(clamping: value), in: column) }
    }

    mutating func add(_ bytes: [UInt8], in column: ColumnID) { events.add(bytes, in: column) }

    /// A string that is a fact: an empty one is still there.
    mutating func add(fact: String?, in column: ColumnID) {
        if let fact { events.add(fact, in: column) }
    }

    /// Erasable text: an empty one is not there.
    mutating func add(text: String, in column: ColumnID) {
        if !text.isEmpty { events.add(text, in: column) }
    }

    mutating func add(_ reference: Reference?, in column: ColumnID) {
        if let reference { events.add(link: reference.link, in: column) }
    }

    /// Shares are of persons who stand in the log already, and together the amount: nothing else
    /// could be read again.
    mutating func add(_ shares: [Share], of amount: Int64) {
        if shares.isEmpty { return }
        let stored = shares.stored
        add(stored, in: .shares)
        let isWhole = [Share](stored: stored) != nil && shares.addUp(to: amount)
        let last = shares.last.map { Int64(clamping: $0.person) }
        events.refer(to: isWhole ? last ?? .max : .max)
    }

    mutating func add(_ category: CategoryPath?, in column: ColumnID) {
        add(fact: category?.text, in: column)
    }

    /// The code and one byte for the exponent.
    mutating func add(_ currency: Currency?, in column: ColumnID) {
        guard let currency else { return }
        events.add(currency.code, UInt8(truncatingIfNeeded: currency.exponent), in: column)
    }

    /// Every tag is followed by a newline, so that one empty tag differs from none.
    mutating func add(tags: [String]) {
        if tags.isEmpty { return }
        add(tags.flatMap { Array($0.utf8) + [Tags.end] }, in: .tags)
    }

    mutating func add(_ deadline: Deadline?) {
        switch deadline {
        case .day(let day): add(day.daysSince1970, in: .deadlineDay)
        case .instant(let instant): add(instant.millisecondsSince1970, in: .deadlineInstant)
        case nil: break
        }
    }

    /// Writes an event.
    ///
    /// Lines, of which imports bring millions, are written without a box for what they say; of
    /// those and of persons every value that there is can be read again.
    mutating func write(_ event: Event) {
        switch event {
        case .lineAdded(let content): write(content, .lineAdded)
        case .lineAmended(let content): write(content, .lineAmended)
        case .lineVoided(let content): write(content, .lineVoided)
        case .lineRestored(let content): write(content, .lineRestored)
        case .personAdded(let content): write(content, .personAdded)
        case .unknown(let row): write(row)
        case .custom(let record): write(record.row)
        default:
            guard let type = event.type, let content = event.content else {
                preconditionFailure("an event of a type that has no content")
            }
            write(content, type, needsCheck: true)
        }
    }

    private mutating func write(
        _ content: some RowContent, _ type: EventType, needsCheck: Bool = false
    ) {
        content.write(to: &self)
        events.end(
            type: type.rawValue, schema: type.schema, isCritical: type.isCritical,
            needsCheck: needsCheck)
    }

    private mutating func write(_ row: Row) {
        events.add(row, needsCheck: true, isLink: \.isReference)
    }
}

/// The form of the tags column.
enum Tags {
    /// The newline behind each tag.
    static let end = UInt8(ascii: "\n")
}
