/// A set of event types, as a frame of columns tells it before its sections are read: one bit a
/// type, and one for all types from 63 on.
public struct TypeSet: OptionSet, Hashable, Sendable {
    /// Bit min(type, 63) for every type.
    public let rawValue: UInt64

    /// A set by its bits.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// A set of the given types.
    public init(_ types: some Sequence<UInt16>) {
        self.init(rawValue: types.reduce(0) { $0 | 1 << UInt64(min($1, 63)) })
    }

    /// A set of one type.
    init(type: UInt16) { rawValue = 1 << UInt64(min(type, 63)) }

    /// Every type.
    public static let all = TypeSet(rawValue: .max)

    /// Every type that is not in the set.
    package var inverse: TypeSet { TypeSet(rawValue: ~rawValue) }
}
