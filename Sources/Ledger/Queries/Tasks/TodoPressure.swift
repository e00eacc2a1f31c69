/// How much a task presses, as a sum of terms with the coefficients of Taskwarrior.
///
/// All of it is exact to a thousandth: each product is rounded once, half away from zero.
package struct TodoPressure: Hashable, Sendable {
    /// A reason why a task presses, or does not.
    package enum Reason: String, CaseIterable, Codable, Hashable, Sendable {
        /// It has the tag `next`.
        case next
        /// It has a deadline.
        case due
        /// Another open task waits for it.
        case blocking
        /// It has a priority: 1 to 3 count as H, 4 to 6 as M, 7 to 9 as L.
        case priority
        /// It was to be taken up by now.
        case scheduled
        /// It is being worked on.
        case active
        /// It was recorded a while ago.
        case age
        /// It has lines in its note.
        case annotations
        /// It has tags.
        case tags
        /// It is of a project.
        case project
        /// It is hidden until later.
        case waiting
        /// It waits for an open task.
        case blocked
        /// It has a tag, or is of a project, that somebody has given a weight.
        case own
    }

    /// A term of the sum.
    package struct Term: Hashable, Sendable {
        /// Why.
        package let reason: Reason
        /// The reason in a word, of an own one `tag shop` or `project home`.
        package let name: String
        /// Thousandths by which the factor counts.
        package let coefficient: Int64
        /// Thousandths of 1: how far it holds.
        package let factor: Int64
        /// Thousandths: their product.
        package let product: Int64

        /// Rounds once what holds to a part of a whole.
        init(
            _ reason: Reason, _ coefficient: Int64, _ part: Int64 = 1, of whole: Int64 = 1,
            name: String? = nil
        ) {
            self.reason = reason
            self.name = name ?? reason.rawValue
            self.coefficient = coefficient
            factor = Term.rounded(1_000, part, whole)
            product = Term.rounded(coefficient, part, whole)
        }

        /// Both numbers are small: no more than a million times 210 days in milliseconds.
        private static func rounded(_ value: Int64, _ part: Int64, _ whole: Int64) -> Int64 {
            let twice = 2 * value.magnitude * part.magnitude / whole.magnitude
            let half = Int64((twice + 1) / 2)
            return value < 0 ? -half : half
        }
    }

    /// What is known of a task besides what it says.
    package struct Surroundings: Hashable, Sendable {
        /// Whether it waits for an open task.
        package var isBlocked = false
        /// Whether an open task waits for it.
        package var isBlocking = false
        /// Lines in its note, and what else was noted of it.
        package var annotations = 0
        /// When it was recorded first.
        package var addedAt: Timestamp

        /// A task by itself.
        package init(addedAt: Timestamp) { self.addedAt = addedAt }
    }

    /// The terms that are not zero, in the order of the reasons.
    package let terms: [Term]

    /// Thousandths.
    package var sum: Int64 { terms.reduce(0) { $0 + $1.product } }

    private static let dayLength: Int64 = 86_400_000

    /// How much an open task presses at a moment.
    package init(
        _ todo: TodoState, _ around: Surroundings, _ clock: TaskClock,
        _ weights: PressureWeights = PressureWeights()
    ) {
        let facts = todo.facts
        let now = clock.now.millisecondsSince1970
        var terms: [Term] = []
        if facts.tags.contains("next") { terms.append(Term(.next, weights[.next])) }
        if let deadline = facts.deadline {
            let due = deadline.firstInstant(in: clock.zone).millisecondsSince1970
            terms.append(
                TodoPressure.due(now.subtractingReportingOverflow(due), weights[.due]))
        }
        if around.isBlocking { terms.append(Term(.blocking, weights[.blocking])) }
        switch facts.priority {
        case 1, 2, 3: terms.append(Term(.priority, weights[.priority]))
        case 4, 5, 6: terms.append(Term(.priority, weights[.priority], 65, of: 100))
        case 7, 8, 9: terms.append(Term(.priority, weights[.priority], 3, of: 10))
        default: break
        }
        if let scheduled = todo.moments[.scheduled]?.firstInstant(in: clock.zone),
            scheduled < clock.now
        {
            terms.append(Term(.scheduled, weights[.scheduled]))
        }
        if todo.isStarted { terms.append(Term(.active, weights[.active])) }
        let age = now.subtractingReportingOverflow(around.addedAt.millisecondsSince1970)
        // Whole days, as Taskwarrior counts them.
        let days = age.overflow ? 365 : min(365, max(0, age.partialValue / TodoPressure.dayLength))
        if days > 0 { terms.append(Term(.age, weights[.age], days, of: 365)) }
        let few = { (count: Int) -> Int64 in [0, 8, 9, 10][min(3, count)] }
        if around.annotations > 0 {
            terms.append(Term(.annotations, weights[.annotations], few(around.annotations), of: 10))
        }
        if !facts.tags.isEmpty {
            terms.append(Term(.tags, weights[.tags], few(facts.tags.count), of: 10))
        }
        if facts.project != nil { terms.append(Term(.project, weights[.project])) }
        if let wait = todo.moments[.wait]?.firstInstant(in: clock.zone), clock.now < wait {
            terms.append(Term(.waiting, weights[.waiting]))
        }
        if around.isBlocked { terms.append(Term(.blocked, weights[.blocked])) }
        self.terms = terms.filter { $0.product != 0 } + weights.own(facts)
    }

    /// 0.2 up to 14 days before, 1.0 from 7 days after on, and a straight line between.
    private static func due(
        _ late: (partialValue: Int64, overflow: Bool), _ coefficient: Int64
    ) -> Term {
        let (before, whole) = (14 * dayLength, 21 * dayLength)
        let late = late.overflow ? -before : late.partialValue
        let part = min(whole, max(0, late < -before ? 0 : min(late, whole) + before))
        // (part / whole) · 0.8 + 0.2
        return Term(.due, coefficient, 8 * part + 2 * whole, of: 10 * whole)
    }

    /// Thousandths as text, such as `8.98`.
    package static func text(_ thousandths: Int64) -> String {
        let digits = "\(thousandths.magnitude % 1_000 + 1_000)".dropFirst()
        var decimals = digits[...]
        while decimals.count > 1, decimals.last == "0" { decimals = decimals.dropLast() }
        return "\(thousandths < 0 ? "-" : "")\(thousandths.magnitude / 1_000).\(decimals)"
    }
}
