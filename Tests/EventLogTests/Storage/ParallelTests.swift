import EventLog
import Testing

/// What several cores make is handed on by one.
@Suite("Parts made on several cores")
struct ParallelTests {
    @Test("come in their order, each once", arguments: [0, 1, 2, 7, 8, 9, 16, 17, 100])
    func order(_ count: Int) {
        var taken: [Int] = []
        let square: @Sendable (Int) -> Int = { $0 * $0 }
        Parallel.each(count, square) { value in
            taken.append(value)
            return true
        }
        #expect(taken == (0..<count).map { $0 * $0 })
    }

    @Test("and none behind the one that was enough", arguments: [0, 7, 8, 20])
    func enough(_ last: Int) {
        var taken: [Int] = []
        let same: @Sendable (Int) -> Int = { $0 }
        Parallel.each(100, same) { value in
            taken.append(value)
            return value < last
        }
        #expect(taken == Array(0...last))
    }
}
