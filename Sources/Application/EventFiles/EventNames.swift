internal import EventLog
internal import Ledger

/// What columns and types are called in a file of events, which tells it at its beginning: so names
/// may change, and the file is read with those it was written with.
package struct EventNames: Codable, Hashable, Sendable {
    /// The number of each column that has a name.
    package let columns: [String: UInt8]
    /// The number of each type that has a name.
    package let types: [String: UInt16]
    /// For custom types, by name, the number of each of their columns; `nil` for none, and then
    /// left out.
    package let custom: [String: [String: UInt8]]?

    /// Some names.
    package init(
        columns: [String: UInt8], types: [String: UInt16], custom: [String: [String: UInt8]]? = nil
    ) {
        self.columns = columns
        self.types = types
        self.custom = custom
    }

    /// The names that this program uses.
    package static var current: EventNames {
        let columns = (0x01...0xFE).map { ColumnID(rawValue: $0) }
            .filter { !$0.name.hasPrefix("0x") && !$0.name.hasPrefix("former 0x") }
            .map { ($0.name, $0.rawValue) }
        let types = EventType.allCases.map { ($0.name, $0.rawValue) }
        return EventNames(
            columns: Dictionary(columns, uniquingKeysWith: { first, _ in first }),
            types: Dictionary(types, uniquingKeysWith: { first, _ in first }))
    }

    /// The names that this program uses, and those that a log declares of custom types.
    static func current(with declared: DeclaredTypes) -> EventNames {
        let current = EventNames.current
        if declared.isEmpty { return current }
        var types = current.types
        var custom: [String: [String: UInt8]] = [:]
        for number in declared.numbers {
            guard let name = declared.name(of: number), types[name] == nil else { continue }
            types[name] = number
            let columns = declared.columns(of: number).map { ($0.value, $0.key.rawValue) }
            custom[name] = Dictionary(columns, uniquingKeysWith: { first, _ in first })
        }
        return EventNames(columns: current.columns, types: types, custom: custom)
    }

    /// The name of a type: its number, as in `0x16`, where this program knows none.
    static func name(ofType type: UInt16, _ declared: DeclaredTypes) -> String {
        EventType(rawValue: type)?.name ?? declared.name(of: type)
            ?? "0x" + String(type, radix: 16, uppercase: true)
    }

    /// The column of a name in events of a type; `nil` for an unknown one.
    func column(_ name: String, of type: String) -> ColumnID? {
        if let number = custom?[type]?[name] { return ColumnID(rawValue: number) }
        if let number = columns[name] { return ColumnID(rawValue: number) }
        if let former = name.dropping("former 0x") {
            return UInt8(former, radix: 16).flatMap { ColumnID(rawValue: $0).retracted }
        }
        let number = name.dropping("0x").flatMap { UInt8($0, radix: 16) }
        return number.map { ColumnID(rawValue: $0) }
    }

    /// The type of a name; `nil` for an unknown one.
    func type(_ name: String) -> UInt16? {
        types[name] ?? name.dropping("0x").flatMap { UInt16($0, radix: 16) }
    }
}

extension String {
    /// What follows a beginning; `nil` without that.
    fileprivate func dropping(_ start: String) -> Substring? {
        hasPrefix(start) ? dropFirst(start.count) : nil
    }
}
