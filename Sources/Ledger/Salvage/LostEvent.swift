package import EventLog

/// What stands in a salvaged ledger where an event was lost, so that all others keep their
/// positions.
///
/// It says nothing and is not critical: every program passes over it.
package enum LostEvent {
    /// Its type. It is no ``EventType``: what is not critical and says nothing need not be known.
    package static let type: UInt16 = 22

    /// The event.
    package static let row = Row(type: type, schema: 1, isCritical: false, fields: [])
}

extension ColumnID {
    /// In an event that a salvage put in the place of a lost one: the position of the event that
    /// told what it said, or its own where nothing did.
    package static let toldBy = ColumnID(rawValue: 0x64)
}

/// Positions, as ascending ranges that do not touch.
struct LostPositions: Hashable, Sendable {
    private(set) var ranges: [Range<UInt64>] = []

    /// Adds positions; those of one list come in ascending order.
    mutating func append(_ range: Range<UInt64>) {
        if range.isEmpty { return }
        if let last = ranges.last, last.upperBound == range.lowerBound {
            ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
        } else {
            ranges.append(range)
        }
    }

    /// Whether a position is one of them.
    ///
    /// - Complexity: O(log *n*) in the ranges.
    func contains(_ position: UInt64) -> Bool {
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound <= position { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].contains(position)
    }

    var count: UInt64 { ranges.reduce(0) { $0 + UInt64($1.count) } }
}
