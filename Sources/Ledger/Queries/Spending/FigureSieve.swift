internal import EventLog

/// Tells of frames, as they are stored, whether something in them may count in a figure: where
/// nothing does, their events need not be put in order.
struct FigureSieve {
    /// What is known of a key.
    private enum Verdict {
        /// It was not looked at yet, or could not be read the last time.
        case unknown
        /// Its lines count, or do not.
        case counts, passesBy
    }

    private let source: FigureSource
    /// Keys of frames; for each number what is known of it.
    private var numbers = KeyInterner()
    private var numbered: [Verdict] = []
    private var space = ScratchBuffers()

    /// A sieve for a figure of all lines.
    init(_ source: FigureSource) { self.source = source }

    /// Passes over a frame in which nothing counts, and says so to the marks before it.
    ///
    /// - Returns: Whether it did; `false` as well for what only a batch shows.
    mutating func passesOver(_ frame: borrowing HotFrame, _ marks: inout FigureMarks) -> Bool {
        let stated = frame.stated
        let retracted = frame.retracted
        let position = frame.firstPosition
        guard passesOver(stated, position, areRetracted: false),
            passesOver(retracted, position, areRetracted: true)
        else { return false }
        marks.finish(at: position + UInt64(stated.count))
        return true
    }

    private mutating func passesOver(
        _ lines: borrowing HotLines, _ position: UInt64, areRetracted: Bool
    ) -> Bool {
        guard numbers.number(lines, into: &space.numbers) else { return false }
        while numbered.count < numbers.keys.count { numbered.append(.unknown) }
        var counted: [Bool] = []
        counted.reserveCapacity(space.numbers.count)
        for number in space.numbers {
            if numbered[number] == .unknown {
                let key = numbers.keys[number]
                numbered[number] = verdict(key, position, isRetracted: areRetracted)
            }
            if numbered[number] == .unknown { return false }
            counted.append(numbered[number] == .counts)
        }
        guard counted.contains(true) else { return true }
        let runs = lines.runs
        for (index, date) in runs.days.enumerated() {
            // Days that are none count nowhere.
            guard let number = Int32(exactly: date),
                source.query.range.contains(Day(daysSince1970: number))
            else { continue }
            for run in runs.starts[index]..<runs.starts[index + 1]
            where counted[Int(runs.codes[run])] { return false }
        }
        return true
    }

    private func verdict(_ key: GroupKey, _ position: UInt64, isRetracted: Bool) -> Verdict {
        guard let hasLines = key.hasLines(isRetracted: isRetracted) else { return .unknown }
        if !hasLines { return .passesBy }
        guard key.has(.day), key.has(.amount) else { return .unknown }
        do throws(StoreError) {
            let group = try SpendingTable.Group(of: key.reader(at: position))
            let sign = group.map { source.sign(of: $0) } ?? 0
            return sign == 0 ? .passesBy : .counts
        } catch { return .unknown }
    }
}
