internal import EventLog

/// Collects the columns of one event; what is `nil` is left out, and so is empty text.
///
/// Columns are added in ascending order.
struct RowWriter {
    /// Where an event is to stand.
    struct Place {
        /// The position of its commit, and its index there.
        let firstPosition: UInt64
        let index: Int
    }

    private var values = EventEncoder()
    /// Whether a reference is to no earlier event.
    private(set) var hasBadReference = false
    /// Where the event is to stand; while that is not known, references into its own commit are
    /// negative: `-1 - i`.
    private var place: Place?
    /// The amount, whose shares come behind it.
    private var amount: Int64?

    /// The event so far.
    var event: EncodedEvent { values.event }

    /// Starts an event.
    mutating func begin(at place: Place?) {
        values.removeAll()
        hasBadReference = false
        self.place = place
        amount = nil
    }

    /// Says of which type the event is.
    mutating func set(_ type: EventType) {
        values.set(type: type.rawValue, schema: type.schema, isCritical: type.isCritical)
    }

    mutating func add(_ value: (some BinaryInteger)?, in column: ColumnID) {
        guard let value else { return }
        if column == .amount { amount = Int64(clamping: value) }
        values.add(Int64(clamping: value), in: column)
    }

    mutating func add(_ bytes: [UInt8], in column: ColumnID) { values.add(bytes, in: column) }

    /// A string that is a fact: an empty one is still there.
    mutating func add(fact: String?, in column: ColumnID) {
        if let fact { values.add(fact, in: column) }
    }

    /// Erasable text: an empty one is not there.
    mutating func add(text: String, in column: ColumnID) {
        if !text.isEmpty { values.add(text, in: column) }
    }

    mutating func add(_ reference: Reference?, in column: ColumnID) {
        guard let reference else { return }
        guard let place else { return values.add(reference.link, in: column) }
        var target: UInt64?
        switch reference {
        case .position(let position): target = position
        case .inThisCommit(let index):
            if 0..<place.index ~= index { target = place.firstPosition + UInt64(index) }
        }
        guard let target, target < place.firstPosition + UInt64(place.index) else {
            hasBadReference = true
            return
        }
        values.add(Int64(clamping: target), in: column)
    }

    /// Shares are of persons who stand in the log already, and together the amount: nothing else
    /// could be read again.
    mutating func add(_ shares: [Share]) {
        guard let last = shares.last else { return }
        add(shares.stored, in: .shares)
        guard let place else { return }
        let isEarlier = last.person < place.firstPosition + UInt64(place.index)
        let isWhole = amount.map { shares.addUp(to: $0) } ?? false
        if !isEarlier || !isWhole { hasBadReference = true }
    }

    mutating func add(_ category: CategoryPath?, in column: ColumnID) {
        add(fact: category?.text, in: column)
    }

    /// The code and one byte for the exponent.
    mutating func add(_ currency: Currency?, in column: ColumnID) {
        guard let currency else { return }
        values.add(currency.code, UInt8(truncatingIfNeeded: currency.exponent), in: column)
    }

    /// Every tag is followed by a newline, so that one empty tag differs from none.
    mutating func add(tags: [String]) {
        if tags.isEmpty { return }
        var bytes: [UInt8] = []
        for tag in tags {
            bytes += tag.utf8
            bytes.append(Tags.end)
        }
        add(bytes, in: .tags)
    }

    mutating func add(_ deadline: Deadline?) {
        switch deadline {
        case .day(let day): add(day.daysSince1970, in: .deadlineDay)
        case .instant(let instant): add(instant.millisecondsSince1970, in: .deadlineInstant)
        case nil: break
        }
    }

    /// Adds the columns of an event's content.
    mutating func write(_ type: EventType, _ content: some RowContent) -> EventType {
        content.write(to: &self)
        return type
    }
}

/// The form of the tags column.
enum Tags {
    /// The newline behind each tag.
    static let end = UInt8(ascii: "\n")
}
