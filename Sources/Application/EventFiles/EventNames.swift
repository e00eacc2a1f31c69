internal import EventLog
internal import Ledger

/// What columns and types are called in a file of events, which tells it at its beginning: so names
/// may change, and the file is read with those it was written with.
package struct EventNames: Codable, Hashable, Sendable {
    /// The number of each column that has a name.
    package let columns: [String: UInt8]
    /// The number of each type that has a name.
    package let types: [String: UInt16]

    /// Some names.
    package init(columns: [String: UInt8], types: [String: UInt16]) {
        self.columns = columns
        self.types = types
    }

    /// The names that this program uses.
    package static var current: EventNames {
        let columns = (0x01...0xFE).map { ColumnID(rawValue: $0) }
            .filter { !$0.name.hasPrefix("0x") && !$0.name.hasPrefix("former 0x") }
            .map { ($0.name, $0.rawValue) }
        let types = EventType.allCases.map { (name(ofType: $0.rawValue), $0.rawValue) }
        return EventNames(
            columns: Dictionary(columns, uniquingKeysWith: { first, _ in first }),
            types: Dictionary(types, uniquingKeysWith: { first, _ in first }))
    }

    /// The name of a type: its number, as in `0x16`, where this program knows none.
    static func name(ofType type: UInt16) -> String {
        EventType(rawValue: type)?.name ?? "0x" + String(type, radix: 16, uppercase: true)
    }

    /// The column of a name; `nil` for an unknown one.
    func column(_ name: String) -> ColumnID? {
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
