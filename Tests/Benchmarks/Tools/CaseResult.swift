/// What came of a case: figures to print, and what it computed, to be held against another way to
/// the same.
package struct CaseResult: Sendable {
    /// The case.
    package var name: String
    /// What was done so often in a round: events, appends, starts.
    package var count: Int
    /// Milliseconds of each round by the clock on the wall.
    package var wall: [Double]
    /// Milliseconds of each round in all threads.
    package var cpu: [Double]
    /// The most memory at a time, in megabytes of 2^20 bytes.
    package var peakMegabytes: Double
    /// Further figures, in the order in which they are shown.
    package var figures: [(name: String, value: Double)] = []
    /// Further words, such as what is the default.
    package var words: [(name: String, value: String)] = []
    /// What it computed, where that is a table of spending.
    package var totals: Totals?
    /// What else it computed.
    package var facts: [String: Int] = [:]

    /// A result of some rounds.
    package init(
        name: String, count: Int, wall: [Double], cpu: [Double], peakMegabytes: Double
    ) {
        self.name = name
        self.count = count
        self.wall = wall
        self.cpu = cpu
        self.peakMegabytes = peakMegabytes
    }

    /// The middle one of the rounds.
    package var medianMilliseconds: Double { wall.median }

    /// How often a second, by the middle round.
    package var perSecond: Double {
        medianMilliseconds > 0 ? Double(count) / medianMilliseconds * 1_000 : 0
    }

    /// All figures by name.
    package var all: [(name: String, value: Double)] {
        [
            ("events", Double(count)), ("median_ms", medianMilliseconds), ("cpu_ms", cpu.median),
            ("events_per_second", perSecond), ("peak_rss_mb", peakMegabytes),
            ("noise", wall.noise),
        ] + figures
    }

    /// One line of JSON.
    package var json: String {
        let texts = [("case", name)] + words.map { ($0.name, $0.value) }
        let pairs =
            texts.map { "\"\($0)\":\"\($1)\"" }
            + all.map { "\"\($0.name)\":\(CaseResult.text($0.value))" }
        return "{" + pairs.joined(separator: ",") + "}"
    }

    /// A number with at most four digits that matter behind the point.
    static func text(_ value: Double) -> String {
        guard value.isFinite else { return "null" }
        if value.magnitude >= 1_000 { return "\(Int64(value.rounded()))" }
        let scaled = (value * 10_000).rounded() / 10_000
        return scaled == scaled.rounded() ? "\(Int64(scaled))" : "\(scaled)"
    }
}

extension [Double] {
    /// The middle number; 0 for none.
    var median: Double {
        let sorted = sorted()
        guard let middle = sorted.indices.dropFirst(count / 2).first else { return 0 }
        return count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }

    /// How far half of the numbers lie apart, as a part of the middle one.
    var noise: Double {
        let sorted = sorted()
        guard count >= 4, median > 0 else { return 0 }
        return (sorted[count * 3 / 4] - sorted[count / 4]) / median
    }
}

/// Measures a piece of work several times.
struct Rounds {
    private(set) var wall: [Double] = []
    private(set) var cpu: [Double] = []

    /// Does the work once more.
    mutating func measure<R>(_ work: () throws -> R) rethrows -> R {
        let start = (wall: Machine.wallSeconds(), cpu: Machine.cpuSeconds())
        let result = try work()
        cpu.append((Machine.cpuSeconds() - start.cpu) * 1_000)
        wall.append((Machine.wallSeconds() - start.wall) * 1_000)
        return result
    }

    /// Takes in a run of another program.
    mutating func take(_ run: ChildRun) {
        wall.append(run.wallMilliseconds)
        cpu.append(run.cpuMilliseconds)
    }

    /// Takes in other rounds.
    mutating func take(_ other: Rounds) {
        wall += other.wall
        cpu += other.cpu
    }

    /// A result of these rounds in this process.
    func result(_ name: String, count: Int) -> CaseResult {
        CaseResult(
            name: name, count: count, wall: wall, cpu: cpu,
            peakMegabytes: Machine.peakMegabytes())
    }
}
