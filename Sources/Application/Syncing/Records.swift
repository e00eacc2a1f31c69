internal import Interchange

/// Tasks of a file, found by something that each has to itself.
struct Records<Key: Hashable> {
    private let records: [TaskRecord]
    private let places: [Key: Int]

    /// - Parameter key: Tells of each record, in their order, what it is found by; of several the
    ///   last is.
    init(_ records: [TaskRecord], by key: (TaskRecord) -> Key) {
        self.records = records
        var places: [Key: Int] = [:]
        places.reserveCapacity(records.count)
        for (place, record) in records.enumerated() { places[key(record)] = place }
        self.places = places
    }

    /// The record that is found by a key; `nil` for none.
    subscript(key: Key) -> TaskRecord? { places[key].map { records[$0] } }
}
