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

/// Lets so many work at a time.
final class Turns: Sendable {
    private let seats: Mutex<Seats>

    init(count: Int) { seats = Mutex(Seats(count: count)) }

    /// Begins, where nobody else is at it.
    func begin() -> Bool { seats.withLock { $0.enter() } }

    /// Begins once somebody else ends, where that is soon.
    func begin(within time: Duration) async -> Bool { await soon(time) { begin() } }

    /// Ends.
    func end() { seats.withLock { $0.leave() } }
}

/// Memory for what comes over a network: as much is taken of it as came, so that who sends nothing
/// takes nothing.
final class Room: Sendable {
    private let free: Mutex<Int>

    init(bytes: Int) { free = Mutex(bytes) }

    /// What one takes, and gives back when it is dropped.
    final class Share: Sendable {
        private let room: Room
        private let taken = Mutex(0)

        init(of room: Room) { self.room = room }

        deinit {
            let taken = taken.withLock { $0 }
            room.free.withLock { $0 += taken }
        }

        /// Takes some more, where there is room for it soon.
        func take(_ bytes: Int, within time: Duration) async -> Bool {
            await soon(time) {
                let isFree = room.free.withLock { free in
                    if free < bytes { return false }
                    free -= bytes
                    return true
                }
                if isFree { taken.withLock { $0 += bytes } }
                return isFree
            }
        }
    }
}

/// Tries something until it works, for a while.
private func soon(_ time: Duration, _ works: () -> Bool) async -> Bool {
    let end = ContinuousClock.now + time
    while !works() {
        if ContinuousClock.now >= end { return false }
        do { try await Task.sleep(for: .milliseconds(50)) } catch { return false }
    }
    return true
}
