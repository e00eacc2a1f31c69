/// The program, run again and again on one ledger.
struct Trial {
    let program: String
    /// Where the ledger is, in the folder `home`, and what else a run leaves.
    let place: String
    let rounds: Int
    /// The ledger, where it is elsewhere.
    var home: String?

    private var variables: [String: String] {
        ["LEDGER_HOME": home ?? "\(place)/home", "NO_COLOR": "1", "XDG_STATE_HOME": place]
    }

    /// Runs a command; `NUMBER` in it is another amount each time.
    func measure(
        _ words: [String], times: Int? = nil, peak: inout Double
    ) throws -> Rounds {
        var result = Rounds()
        for round in 0..<(times ?? rounds) {
            let order = [program] + words.map { $0 == "NUMBER" ? "\(round + 1).07" : $0 }
            let run = try Child.run(order, variables: variables, errors: "\(place)/errors")
            guard run.code == 0 else {
                let errors = try Files.text("\(place)/errors")
                throw BenchError("\(words.joined(separator: " ")): exit \(run.code)\n\(errors)")
            }
            result.take(run)
            peak = max(peak, run.peakMegabytes)
        }
        return result
    }

    /// What a command prints.
    func text(_ words: [String]) throws -> String {
        try Child.output([program] + words, variables: variables, in: place)
    }

    /// The instructions of a command that writes nothing, counted by callgrind; `nil` where that is
    /// not there. It cannot read what compilers leave for debuggers nowadays, so that is taken out.
    func instructions(_ words: [String]) throws -> Double? {
        guard let valgrind = Child.find("valgrind"), let strip = Child.find("strip") else {
            return nil
        }
        let stripped = "\(place)/stripped"
        if !Files.exists(stripped) { _ = try Child.run([strip, "-o", stripped, program]) }
        let order = [valgrind, "--tool=callgrind", "--callgrind-out-file=/dev/null", stripped]
        _ = try Child.run(order + words, variables: variables, errors: "\(place)/errors")
        let lines = try Files.text("\(place)/errors").split(separator: "\n")
        let line = lines.first { $0.contains("Collected : ") }
        return line?.split(separator: " ").last.flatMap { Double($0) }
    }

    func measure(_ words: [String], times: Int) throws -> Rounds {
        var peak = 0.0
        return try measure(words, times: times, peak: &peak)
    }
}
