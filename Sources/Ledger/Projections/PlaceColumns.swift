internal import EventLog

/// The columns in which events about units, memberships and rights say what they are about; each
/// value is `nil` for an event that has to be looked at as a whole.
struct PlaceColumns {
    private let batch: ColumnBatch
    private let persons: SparseIntegers
    private let units: SparseIntegers
    private let rights: SparseIntegers
    private let posts: SparseBytes<String>?
    private let names: SparseBytes<String>?
    private let reasons: SparseBytes<String>?

    /// A unit, or none.
    struct Link {
        /// The position; `nil` for none.
        let value: UInt64?
    }

    init(_ batch: ColumnBatch) {
        self.batch = batch
        let count = batch.count
        func texts(_ column: ColumnID) -> SparseBytes<String>? {
            batch.integers[column] == nil ? SparseBytes(batch.bytes[column], of: count) : nil
        }
        persons = SparseIntegers(batch.links[.target], of: count)
        units = SparseIntegers(batch.links[.unit], of: count)
        rights = SparseIntegers(batch.integers[.rights], of: count)
        posts = texts(.post)
        names = texts(.name)
        reasons = texts(.reason)
    }

    /// The person of whom an event speaks.
    func person(at index: Int) -> UInt64? { earlier(persons[index], than: index) }

    /// The unit of an event; that of a unit is the one above it.
    func unit(at index: Int) -> Link? {
        guard let unit = units[index] else { return Link(value: nil) }
        return earlier(unit, than: index).map { Link(value: $0) }
    }

    /// The person and the unit.
    func place(at index: Int) -> Organisation.Place? {
        guard let person = person(at: index), let unit = unit(at: index) else { return nil }
        return Organisation.Place(person: person, unit: unit.value)
    }

    /// The post, which may be empty.
    func post(at index: Int) -> String? { posts?[index, default: ""] }

    /// The name, which is there.
    func name(at index: Int) -> String? { names?[index] }

    /// The rights, one or more; of an event that gives a reason `nil`.
    func rights(at index: Int) -> Rights? {
        guard let reasons, !reasons.has(index),
            let bits = rights[index].flatMap({ UInt8(exactly: $0) })
        else { return nil }
        let rights = Rights(rawValue: bits)
        return rights.isEmpty || !Rights.all.contains(rights) ? nil : rights
    }

    private func earlier(_ link: Int64?, than index: Int) -> UInt64? {
        guard let position = link.flatMap({ UInt64(exactly: $0) }),
            position < batch.firstPosition + UInt64(index)
        else { return nil }
        return position
    }
}
