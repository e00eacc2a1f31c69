internal import EventLog

/// What an attribute of tasks holds.
public enum TodoAttributeKind: UInt8, CaseIterable, Codable, Hashable, Sendable {
    /// Any text; erasable.
    case text = 1
    /// A number with up to six decimals.
    case number = 2
    /// An amount of money.
    case money = 3
    /// A day, or an instant.
    case date = 4
    /// Seconds.
    case duration = 5

    /// `text`, `number` and so on.
    package var name: String { "\(self)" }

    /// The kind of a name, in any case.
    package init?(name: some StringProtocol) {
        guard let kind = TodoAttributeKind.allCases.first(where: { $0.name == name.lowercased() })
        else { return nil }
        self = kind
    }
}

/// What a task has of an attribute.
public enum TodoValue: Hashable, Sendable {
    /// A text; empty where it was erased.
    case text(String)
    /// Millionths.
    case number(Int64)
    /// An amount.
    case money(Money)
    /// When.
    case date(Deadline)
    /// Seconds.
    case duration(Int64)

    /// What kind of value it is.
    package var kind: TodoAttributeKind {
        switch self {
        case .text: .text
        case .number: .number
        case .money: .money
        case .date: .date
        case .duration: .duration
        }
    }
}

/// Tasks may have an attribute from now on.
public struct TaskAttributeDeclared: Hashable, Sendable {
    /// What it is called: lower-case letters, digits, `-` and `_`, a letter first.
    public var name: String
    /// What it holds.
    public var kind: TodoAttributeKind
    /// The only texts that it may hold; empty for any.
    public var choices: [String]

    /// An attribute.
    public init(name: String, kind: TodoAttributeKind, choices: [String] = []) {
        self.name = name
        self.kind = kind
        self.choices = choices
    }
}

/// A task has another value of an attribute, or none any more.
public struct TaskValued: Hashable, Sendable {
    /// The ``TaskAdded`` of which it speaks.
    public var target: Reference
    /// The event before that spoke of the same task.
    public var previous: Reference
    /// The name of the attribute.
    public var attribute: String
    /// The value; `nil` for none any more.
    public var value: TodoValue?

    /// A value.
    public init(target: Reference, previous: Reference, attribute: String, value: TodoValue?) {
        self.target = target
        self.previous = previous
        self.attribute = attribute
        self.value = value
    }
}

extension EventDeclaration {
    static let taskAttributeDeclared = EventDeclaration(
        .taskAttributeDeclared, "attribute", "declared", Event.taskAttributeDeclared,
        isCritical: false, [.needed(.name), .needed(.mode), .maybe(.tags)],
        undoneBy: .impossible, changesFigures: false)

    static let taskValued = EventDeclaration(
        .taskValued, "task", "valued", Event.taskValued, .links,
        [
            .maybe(.currency), .maybe(.amount), .needed(.name), .maybe(.deadlineDay),
            .maybe(.deadlineInstant), .needed(.mode), .maybe(.note),
        ], undoneBy: .by([.taskValued]), changesFigures: false)
}

extension TaskAttributeDeclared: RowContent {
    func write(to writer: inout RowWriter) {
        writer.add(fact: name, in: .name)
        writer.add(kind.rawValue, in: .mode)
        writer.add(tags: choices)
    }

    init(from reader: RowReader) throws(StoreError) {
        name = try reader.required(.name, reader.string)
        kind = try reader.required(.mode, reader.value)
        choices = try reader.tags()
    }
}

extension TaskValued: RowContent {
    /// The mode of an instant, beside the kinds of values.
    private static let instant: UInt8 = 6

    private static func mode(of value: TodoValue) -> UInt8 {
        if case .date(.instant) = value { return instant }
        return value.kind.rawValue
    }

    func write(to writer: inout RowWriter) {
        writer.add(target, in: .target)
        writer.add(previous, in: .previous)
        if case .money(let money) = value { writer.add(money.currency, in: .currency) }
        switch value {
        case .number(let number), .duration(let number): writer.add(number, in: .amount)
        case .money(let money): writer.add(money.minor, in: .amount)
        case .text, .date, nil: break
        }
        writer.add(fact: attribute, in: .name)
        if case .date(let deadline) = value { writer.add(deadline) }
        writer.add(value.map(TaskValued.mode(of:)) ?? 0, in: .mode)
        if case .text(let text) = value { writer.add(text: text, in: .note) }
    }

    init(from reader: RowReader) throws(StoreError) {
        target = try reader.required(.target, reader.reference)
        previous = try reader.required(.previous, reader.reference)
        attribute = try reader.required(.name, reader.string)
        let number: UInt8 = try reader.required(.mode, reader.integer)
        guard number != 0 else { return }
        if number == TaskValued.instant {
            let time: Int64 = try reader.required(.deadlineInstant, reader.integer)
            value = .date(.instant(Timestamp(millisecondsSince1970: time)))
            return
        }
        guard let kind = TodoAttributeKind(rawValue: number) else {
            throw reader.undecodable(.mode)
        }
        switch kind {
        case .text: value = .text(try reader.text(.note))
        case .number: value = .number(try reader.required(.amount, reader.integer))
        case .duration: value = .duration(try reader.required(.amount, reader.integer))
        case .money:
            value = .money(
                Money(
                    minor: try reader.required(.amount, reader.integer),
                    currency: try reader.required(.currency, reader.currency)))
        case .date:
            let number: Int32 = try reader.required(.deadlineDay, reader.integer)
            value = .date(.day(Day(daysSince1970: number)))
        }
    }
}
