/// Commands as whole processes on one ledger, without sums beside its log and then with them.
struct ScaleStep {
    /// Those that look at every line without sums are measured once then, by the clock.
    static let commands: [(name: String, words: [String], isSlow: Bool)] = [
        ("report", ["report", "-M"], false),
        ("category", ["report", "-M", "--by", "category"], false),
        ("history", ["history", "2"], false),
        ("undo", ["undo", "--dry-run"], false),
        ("list", ["list", "-n", "20"], false),
        ("log", ["log", "-n", "20"], false),
        ("payee", ["report", "--by", "payee"], true),
        ("tag", ["report", "--by", "tag"], true),
        ("payees", ["payees"], true),
        ("next", ["next"], true),
        ("agenda", ["agenda"], true),
        ("due", ["due"], true),
        ("tasks", ["task", "list"], true),
        ("find", ["find", "zanzibar"], true),
        ("stats", ["stats"], true),
    ]

    /// What a command takes with sums.
    struct Cost {
        let command: String
        /// The least CPU time of its runs, of the program and of the system for it.
        let cpu: Double
        /// `nil` where they cannot be counted.
        let instructions: Double?
    }

    /// Of more events instructions are counted with sums only: without them a count takes a quarter
    /// of an hour; and what looks at every line is not measured without them: it holds every line.
    private static let foldedMax = 100_000_000

    let trial: Trial
    let size: Int
    let countsInstructions: Bool
    private(set) var costs: [Cost] = []

    init(trial: Trial, size: Int, countsInstructions: Bool) {
        self.trial = trial
        self.size = size
        self.countsInstructions = countsInstructions
    }

    /// Measures everything.
    mutating func run(_ result: inout CaseResult) throws {
        let folded = try measureAll(isSummed: false, &result)
        try measureOnce("replay", &result)
        // A folder whose names changed just now is listed at every look; later, whoever seals or
        // records keeps what it has, and it is not.
        if countsInstructions { Machine.pause(milliseconds: 5_000) }
        _ = try trial.measure(["seal"], times: 1)
        let summed = try measureAll(isSummed: true, &result)
        guard folded.allSatisfy({ summed[$0.key] == $0.value }) else {
            throw BenchError("with sums, reports of \(size) events differ")
        }
        try measureOnce("verify", &result)
        try measure(["add", "4.20", "Coffee"], "add_\(size)", nil, &result)
    }

    /// - Returns: What the commands print, by their names.
    private mutating func measureAll(
        isSummed: Bool, _ result: inout CaseResult
    ) throws -> [String: String] {
        var texts: [String: String] = [:]
        for (command, words, isSlow) in ScaleStep.commands
        where isSummed || !isSlow || size <= ScaleStep.foldedMax {
            let isOnce = isSlow && !isSummed
            let name = "\(command)_\(isSummed ? "summed" : "folded")_\(size)"
            let rounds = try measure(words, name, isOnce ? 1 : nil, &result)
            var instructions: Double?
            if countsInstructions, !isOnce, isSummed || size <= ScaleStep.foldedMax {
                instructions = try trial.instructions(words)
            }
            if let instructions { result.figures.append(("\(name)_instructions", instructions)) }
            if isSummed {
                costs.append(
                    Cost(
                        command: command, cpu: rounds.cpu.min() ?? 0, instructions: instructions))
            }
            texts[command] = try trial.text(words)
        }
        return texts
    }

    @discardableResult
    private func measure(
        _ words: [String], _ name: String, _ times: Int?, _ result: inout CaseResult
    ) throws -> Rounds {
        var peak = 0.0
        let rounds = try trial.measure(words, times: times, peak: &peak)
        result.peakMegabytes = max(result.peakMegabytes, peak)
        if result.wall.isEmpty { (result.wall, result.cpu) = (rounds.wall, rounds.cpu) }
        result.figures += [
            ("\(name)_ms", rounds.wall.median), ("\(name)_cpu_ms", rounds.cpu.min() ?? 0),
            ("\(name)_mb", peak),
        ]
        return rounds
    }

    /// What goes through all events is measured once.
    private func measureOnce(_ command: String, _ result: inout CaseResult) throws {
        let rounds = try measure([command], "\(command)_\(size)", 1, &result)
        if let wall = rounds.wall.first, wall > 0 {
            result.figures.append(
                ("\(command)_\(size)_events_per_second", Double(size) / wall * 1_000))
        }
    }
}
