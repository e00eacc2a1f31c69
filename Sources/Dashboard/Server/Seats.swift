internal import Synchronization

/// So many at once.
struct Seats {
    private var free: Int

    init(count: Int) { free = count }

    /// Takes one, where there is one.
    mutating func enter() -> Bool {
        if free == 0 { return false }
        free -= 1
        return true
    }

    /// Gives one back.
    mutating func leave() { free += 1 }
}

/// Lets so many work at a time, and nobody wait.
final class Turns: Sendable {
    private let seats: Mutex<Seats>

    init(count: Int) { seats = Mutex(Seats(count: count)) }

    /// Begins, where nobody else is at it.
    func begin() -> Bool { seats.withLock { $0.enter() } }

    /// Ends.
    func end() { seats.withLock { $0.leave() } }
}
