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
