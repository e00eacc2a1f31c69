internal import EventLog

/// What the events behind a figure come to, and where: marks in the log, some ten thousand events
/// apart, from each of which it can be read on.
struct FigureMarks: Sendable {
    /// What the events before a position did.
    struct Mark: Hashable, Sendable {
        /// The position.
        var position: UInt64
        /// How many of them did something to the figure.
        var events = 0
        /// What they come to.
        var figure = SpendingTable.Cell.zero
    }

    /// Events between two marks, at least, where nobody says otherwise: as many as a frame has.
    static let step: UInt64 = 1 << 16
    /// Of many events no more than about so many marks are made.
    private static let countMax: UInt64 = 1_024

    /// Ascending; the first is where the figure begins.
    private(set) var marks: [Mark]
    /// Behind the last event that was taken in.
    private(set) var end: Mark
    /// The last event that did something.
    private var last: UInt64?
    /// Events between two marks, at least.
    let step: UInt64

    /// Nothing yet, from a position on.
    init(from position: UInt64, step: UInt64) {
        self.step = step
        end = Mark(position: position)
        marks = [end]
    }

    /// Takes in a posting, whose key is known by the sign of its amounts in the figure.
    mutating func add(_ posting: Posting<Int64>) {
        if last != posting.position {
            last = posting.position
            end.events += 1
        }
        end.figure += posting.change
    }

    /// Takes in that there is nothing more before a position.
    mutating func finish(at position: UInt64) {
        end.position = position
        let step = max(step, position / FigureMarks.countMax)
        if let mark = marks.last, position - mark.position >= step { marks.append(end) }
    }

    /// Takes in what the events that follow did.
    mutating func merge(_ other: FigureMarks) {
        let start = end
        func moved(_ mark: Mark) -> Mark {
            var moved = mark
            moved.events += start.events
            moved.figure += start.figure
            return moved
        }
        marks += other.marks.dropFirst().map(moved)
        end = moved(other.end)
        last = other.last
        // Of many short parts none has a mark of its own.
        finish(at: end.position)
    }

    /// The last mark before which no more than so many events did something.
    func mark(before events: Int) -> Mark {
        marks[max(0, marks.partitioningIndex { $0.events > events } - 1)]
    }

    /// The marks behind a position, and the end.
    func marks(behind position: UInt64) -> [Mark] {
        marks[marks.partitioningIndex { $0.position > position }...] + [end]
    }

    /// The same up to the last mark that is not behind a position.
    func upTo(_ position: UInt64) -> FigureMarks {
        if end.position <= position { return self }
        var marks = self
        marks.marks = Array(self.marks.prefix { $0.position <= position })
        marks.end = marks.marks.last ?? Mark(position: 0)
        marks.last = nil
        return marks
    }
}

extension Posting<Int64> {
    /// What it does to a figure, where its key is the sign of its amounts in it.
    var change: SpendingTable.Cell {
        let amount = Int128(amount) * Int128(key)
        return SpendingTable.Cell(sum: sign < 0 ? -amount : amount, count: sign)
    }
}

/// The part of the events behind a figure that is wanted, while they go by.
struct FigurePage: Sendable {
    /// What one event did.
    struct Step: Sendable {
        let position: UInt64
        var old: Int128?
        var new: Int128?
        var count: Int64 = 0
        var running: Int128 = 0

        var amount: Int128 { (new ?? 0) - (old ?? 0) }
    }

    /// How many of the oldest events to pass over.
    let skip: Int
    /// How many are wanted; `nil` for all.
    let limit: Int?
    private(set) var steps: [Step] = []
    /// Behind the last event that was looked at.
    private(set) var end: FigureMarks.Mark
    /// The last event that did something, and whether it is wanted.
    private var last: UInt64?
    private var isWanted = false

    /// Nothing yet, from a mark on.
    init(skip: Int, limit: Int?, from mark: FigureMarks.Mark) {
        self.skip = skip
        self.limit = limit
        end = mark
    }

    /// Whether nothing more is wanted.
    var isFull: Bool { limit.map { steps.count >= $0 } ?? false }

    /// Takes in a posting, whose key is known by the sign of its amounts in the figure.
    mutating func add(_ posting: Posting<Int64>) {
        if last != posting.position {
            last = posting.position
            isWanted = end.events >= skip && !isFull
            if isWanted { steps.append(Step(position: posting.position)) }
            end.events += 1
        }
        end.figure += posting.change
        if !isWanted { return }
        let index = steps.count - 1
        let amount = Int128(posting.amount) * Int128(posting.key)
        if posting.sign < 0 { steps[index].old = amount } else { steps[index].new = amount }
        steps[index].count += posting.sign
        steps[index].running = end.figure.sum
    }

    /// Takes in that there is nothing more before a position.
    mutating func finish(at position: UInt64) { end.position = position }
}
