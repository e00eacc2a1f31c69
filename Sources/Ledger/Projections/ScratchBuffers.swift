/// Working memory that a fold over frames uses again and again; what it holds means nothing.
public struct ScratchBuffers: Sendable {
    /// Sums of the amounts of a day, up to each of its lines.
    var sums: [UInt64] = []
    /// For every key of a frame its number.
    var numbers: [Int] = []

    /// Nothing yet.
    package init() {}

    /// Makes room for the sums of some lines.
    mutating func prepare(lines: Int) {
        if sums.count <= lines { sums = Array(repeating: 0, count: max(4_096, 2 * lines)) }
    }
}
