/// Holds what is appended against the periods whose books are closed.
///
/// A line is of a closed period where its day lies in it, before or after the event. What changes
/// nothing that a report tells, a title or a note, is free.
public struct ClosingRule: Sendable {
    private let closings: [Chart.Closing]
    /// Why lines of closed periods may change.
    private let correction: String?
    /// The closings that events go against, by position, with the first day that does.
    private var touched: [UInt64: Day] = [:]

    /// A rule over no events yet.
    ///
    /// - Parameters:
    ///   - chart: Of the ledger to which is appended.
    ///   - correction: Why lines of closed periods may change; `nil` where they must not.
    public init(_ chart: Chart, correction: String?) {
        closings = chart.closingsInForce
        self.correction = correction
    }

    /// A rule over closings that are in force, where all may be corrected.
    init(_ closings: [Chart.Closing]) {
        self.closings = closings
        correction = ""
    }

    /// Takes in an event that is to be appended.
    ///
    /// - Complexity: O(*n*) in the closings in force.
    public mutating func take(_ event: Event) {
        if closings.isEmpty { return }
        switch event {
        case .lineAdded(let line): take(line.facts.day)
        case .lineRestored(let line): take(line.facts.day)
        case .lineVoided(let line): take(line.replaced.day)
        case .lineAmended(let line) where line.facts != line.replaced:
            take(line.replaced.day)
            take(line.facts.day)
        default: break
        }
    }

    private mutating func take(_ day: Day) {
        for closing in closings where closing.closed.days.contains(day) {
            if touched[closing.position] == nil { touched[closing.position] = day }
        }
    }

    /// The positions of the closings that events go against.
    var touchedClosings: some Collection<UInt64> { touched.keys }

    /// How many events there will be besides those that were taken in.
    var eventsCount: Int { touched.count }

    /// What has to be appended with the events: a correction for each closing that they go against.
    ///
    /// - Throws: ``DecisionError/closedPeriod(_:closing:day:)`` where no correction is allowed.
    public func corrections() throws(DecisionError) -> [Event] {
        var events: [Event] = []
        for closing in closings {
            guard let day = touched[closing.position] else { continue }
            guard let correction else {
                throw .closedPeriod(closing.closed.days, closing: closing.position, day: day)
            }
            events.append(
                .booksReopened(
                    BooksReopened(
                        target: .position(closing.position), isCorrection: true,
                        reason: correction)))
        }
        return events
    }
}
