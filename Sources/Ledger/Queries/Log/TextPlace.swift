/// A place where text lives, and what of it an erasure takes or leaves; flat.
package struct TextPlace: Codable, Hashable, Sendable {
    /// What it is called: a column of events, such as `title`, `reason` or `category`, or a file.
    package let place: String
    /// How many values, or entries of the file.
    package private(set) var count: UInt64 = 0
    /// The first events that have one, ascending; empty for files.
    package private(set) var events: [UInt64] = []
    /// Of what is not text of events the first values: names of categories, keys and rules.
    package private(set) var values: [String] = []

    /// More are counted, not listed.
    package static let toldMax = 10

    /// A place in which nothing was found yet.
    package init(_ place: String) { self.place = place }

    /// Takes in one more value.
    package mutating func add(event: UInt64? = nil, value: String? = nil) {
        count += 1
        if let event, events.count < TextPlace.toldMax, events.last != event {
            events.append(event)
        }
        if let value, values.count < TextPlace.toldMax, !values.contains(value) {
            values.append(value)
        }
    }
}

/// Places in the order in which they are listed.
package struct TextPlaces: Sendable {
    /// What was found.
    package private(set) var all: [TextPlace] = []

    /// Nothing.
    package init() {}

    /// Takes in one more value.
    package mutating func add(_ place: String, event: UInt64? = nil, value: String? = nil) {
        let index = all.firstIndex { $0.place == place } ?? all.endIndex
        if index == all.endIndex { all.append(TextPlace(place)) }
        all[index].add(event: event, value: value)
    }
}
