package import EventLog

/// A type of event, declared: all that is to be known of the type, said in one place.
///
/// Schemas, the names of types and columns in `ledger log`, in files of events and in SQL, what
/// programs refuse, and the tables of `Events.md` are made of the declarations. How a type is added
/// is told in <doc:AddingEvents>.
package final class EventDeclaration: Sendable {
    /// What events of the type look like in one version.
    package struct Version: Sendable {
        /// Their columns, without the one that all events of a salvaged ledger may have.
        package let columns: [EventSchema.Column]
        /// How events of the version before are read in this one; `nil` for the first.
        package let step: Upcasting.Step?

        /// A version.
        package init(_ columns: [EventSchema.Column]..., after step: Upcasting.Step? = nil) {
            self.columns = columns.flatMap(\.self)
            self.step = step
        }
    }

    /// What takes events of a type back.
    package enum Reversal: Hashable, Sendable {
        /// Events of one of these types.
        case by([EventType])
        /// Nothing, for they say nothing by themselves: their commit can be undone without them.
        case notNeeded
        /// Nothing: a commit that has one cannot be undone.
        case impossible
    }

    /// The type.
    package let type: EventType
    /// What events of the type speak of.
    package let entity: String
    /// What happened to it.
    package let action: String
    /// Whether a program that does not know the type must refuse to report and append.
    package let isCritical: Bool
    /// The versions, from 1 on.
    package let versions: [Version]
    /// What undoes events of the type.
    package let reversal: Reversal
    /// Whether a figure that a closing pins can be changed by them. What ``ClosingRule`` does not
    /// know more exactly goes against every closing then.
    package let changesFigures: Bool
    /// What someone needs who records one, where nothing else decides; `nil` for nothing.
    package let rights: Rights?
    /// The type of what they say.
    package let contentName: String
    /// Makes an event of its columns.
    let read: @Sendable (RowReader) throws(StoreError) -> Event

    /// Declares a type.
    ///
    /// - Parameters:
    ///   - make: The case of ``Event``; what it holds writes and reads the columns.
    ///   - isCritical: As ``isCritical``; say `false` only where no figure depends on it.
    init<Content: RowContent>(
        _ type: EventType, _ entity: String, _ action: String,
        _ make: @escaping @Sendable (Content) -> Event, isCritical: Bool = true,
        versions: [Version], undoneBy reversal: Reversal, changesFigures: Bool = true,
        rights: Rights? = .write
    ) {
        self.type = type
        self.entity = entity
        self.action = action
        self.isCritical = isCritical
        self.versions = versions
        self.reversal = reversal
        self.changesFigures = changesFigures
        self.rights = rights
        contentName = "\(Content.self)"
        read = { reader throws(StoreError) in make(try Content(from: reader)) }
    }

    /// Declares a type of which there is one version.
    convenience init<Content: RowContent>(
        _ type: EventType, _ entity: String, _ action: String,
        _ make: @escaping @Sendable (Content) -> Event, isCritical: Bool = true,
        _ columns: [EventSchema.Column]..., undoneBy reversal: Reversal,
        changesFigures: Bool = true, rights: Rights? = .write
    ) {
        self.init(
            type, entity, action, make, isCritical: isCritical,
            versions: [Version(columns.flatMap(\.self))], undoneBy: reversal,
            changesFigures: changesFigures, rights: rights)
    }

    /// All of them, ascending by number.
    package static let all = EventType.allCases.map(\.declaration)

    /// The schema version that this program writes.
    package var schema: UInt8 { UInt8(clamping: versions.count) }

    /// Whether something undoes events of the type.
    package var isUndoable: Bool { if case .by = reversal { true } else { false } }

    /// The name of the type where people read and type it.
    package var name: String { "\(entity)-\(action)" }

    /// What schemas say of each version. In a salvaged ledger any event may say what told of it.
    package var schemas: [EventSchema] {
        let name = "\(type)"
        return versions.enumerated().map { index, version in
            EventSchema(
                type: type.rawValue, version: UInt8(clamping: index + 1), name: name,
                isCritical: isCritical, columns: version.columns + [.maybe(.toldBy)])
        }
    }

    /// The steps from each version to the next, by the version that they start from.
    package var steps: [Upcasting.Version: Upcasting.Step] {
        var steps: [Upcasting.Version: Upcasting.Step] = [:]
        for (index, version) in versions.enumerated() {
            steps[Upcasting.Version(type, UInt8(clamping: index))] = version.step
        }
        return steps
    }
}

extension EventSchema.Column {
    /// A column that every event of the type has.
    package static func needed(_ id: ColumnID) -> EventSchema.Column {
        EventSchema.Column(id, id.word, id.content?.form.kind ?? .bytes, isRequired: true)
    }

    /// A column that an event of the type may have.
    package static func maybe(_ id: ColumnID) -> EventSchema.Column {
        EventSchema.Column(id, id.word, id.content?.form.kind ?? .bytes, isRequired: false)
    }
}

/// Columns that many types have.
extension [EventSchema.Column] {
    /// What is changed, and the version before.
    static let links: [EventSchema.Column] = [.needed(.target), .needed(.previous)]

    /// Why something was done.
    static let reason: [EventSchema.Column] = [.maybe(.reason)]

    /// Several lists as one.
    static func joined(_ lists: [EventSchema.Column]...) -> [EventSchema.Column] {
        lists.flatMap(\.self)
    }
}

extension ColumnID {
    /// The name as one word.
    fileprivate var word: String { String(name.map { $0 == " " ? "_" : $0 }) }
}
