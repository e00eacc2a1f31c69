internal import EventLog
internal import Ledger

/// Every event as a Swift value with all its text, folded in the plainest way.
package enum TypedCase: BenchCase {
    package static let name = "typed"
    package static let summary = "read every event as a Swift value, text included"

    package static func run(in world: World) throws -> CaseResult {
        let store = try world.store()
        let count = try store.head().count
        var rounds = Rounds()
        var fold = TypedFold()
        for _ in 0..<world.rounds {
            fold = try rounds.measure {
                var fold = TypedFold()
                try store.read(0..<count, .all) { batch throws(StoreError) in
                    try batch.forEachEvent { event throws(StoreError) in
                        fold.take(try event.event())
                    }
                    return .next
                }
                return fold
            }
        }
        var result = rounds.result(name, count: Int(count))
        result.facts = [
            "titleBytes": fold.titleBytes, "count": fold.count, "sum": Int(fold.sum),
        ]
        return result
    }
}

/// What typed events come to: their number, the sum of all amounts that count in whatever currency,
/// and the bytes of all titles of expenses.
private struct TypedFold {
    var count = 0
    var sum: Int64 = 0
    var titleBytes = 0

    mutating func take(_ event: Event) {
        switch event {
        case .lineAdded(let line):
            count += 1
            sum &+= line.facts.amount.minor
            titleBytes += line.details.title.utf8.count
        case .lineAmended(let line):
            sum &+= line.facts.amount.minor &- line.replaced.amount.minor
        case .lineVoided(let line):
            count -= 1
            sum &-= line.replaced.amount.minor
        default: break
        }
    }
}
