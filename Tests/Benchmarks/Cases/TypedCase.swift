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
        var fold = ViewFold()
        for _ in 0..<world.rounds {
            fold = try rounds.measure { try store.project(0..<count, as: ViewFold.self) }
        }
        var values = Rounds()
        var whole = TypedFold()
        for _ in 0..<world.rounds {
            whole = try values.measure {
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
        result.figures = [
            ("whole_values_per_second", values.result(name, count: Int(count)).perSecond)
        ]
        result.facts = [
            "titleBytes": fold.titleBytes, "count": fold.count, "sum": Int(fold.sum),
            "noteBytes": fold.noteBytes, "wholeTitleBytes": whole.titleBytes,
            "wholeCount": whole.count, "wholeSum": Int(whole.sum),
            "wholeNoteBytes": whole.noteBytes,
        ]
        return result
    }
}

/// A projection of a library's user: every event with its type, day, amount, title and note.
private struct ViewFold: EventProjection {
    static let name = "view-fold"
    static let version = 1

    var count = 0
    var sum: Int64 = 0
    var titleBytes = 0
    var noteBytes = 0
    var lastDay = Day(daysSince1970: .min)

    mutating func apply(_ event: EventView) throws(StoreError) {
        switch event.type {
        case .lineAdded:
            count += 1
            sum &+= event.amount?.minor ?? 0
            titleBytes += event.title.utf8.count
            noteBytes += event.note.utf8.count
            if let day = event.day { lastDay = max(lastDay, day) }
        case .lineAmended:
            sum &+= (event.amount?.minor ?? 0) &- (event.replaced?.amount.minor ?? 0)
        case .lineVoided:
            count -= 1
            sum &-= event.replaced?.amount.minor ?? 0
        default: break
        }
    }

    mutating func merge(_ other: ViewFold) {
        count += other.count
        sum &+= other.sum
        titleBytes += other.titleBytes
        noteBytes += other.noteBytes
        lastDay = max(lastDay, other.lastDay)
    }
}

/// What typed events come to: their number, the sum of all amounts that count in whatever currency,
/// and the bytes of all titles of expenses.
private struct TypedFold {
    var count = 0
    var sum: Int64 = 0
    var titleBytes = 0
    var noteBytes = 0

    mutating func take(_ event: Event) {
        switch event {
        case .lineAdded(let line):
            count += 1
            sum &+= line.facts.amount.minor
            titleBytes += line.details.title.utf8.count
            noteBytes += line.details.note.utf8.count
        case .lineAmended(let line):
            sum &+= line.facts.amount.minor &- line.replaced.amount.minor
        case .lineVoided(let line):
            count -= 1
            sum &-= line.replaced.amount.minor
        default: break
        }
    }
}
