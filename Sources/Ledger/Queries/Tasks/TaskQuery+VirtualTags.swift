extension TaskQuery {
    /// What a tag in capitals says in Taskwarrior, besides the words for where a task stands
    /// (its `Task::hasTag`); `nil` for a tag that people give.
    ///
    /// - Parameters:
    ///   - attributes: The names of those that tasks may have.
    ///   - span: The first and the last instant of some days.
    /// - Throws: ``LineQueryError/Fault/choice(_:prefix:allowed:)`` for what this ledger does not
    ///   tell of tasks.
    static func virtualTag(
        _ name: String, attributes: [String],
        span: (String) throws(LineQueryError.Fault) -> (Timestamp, Timestamp)
    ) throws(LineQueryError.Fault) -> TermExpression<Test>? {
        func has(_ none: Test) -> TermExpression<Test> { .not(.test(none)) }
        if let days = virtualDays[name] {
            let due = Test.moment(.due, from: try span(days.first).0, to: try span(days.last).1)
            return .all([.test(.state(.open)), .test(due)])
        }
        switch name {
        case "SCHEDULED": return has(.noMoment(.scheduled))
        case "UNTIL": return has(.noMoment(.until))
        case "TAGGED": return has(.tag(""))
        case "ANNOTATED": return has(.note(""))
        case "PROJECT": return has(.noProject)
        case "PRIORITY": return has(.priority(nil))
        case "UNBLOCKED": return has(.state(.blocked))
        case "UDA": return .any(attributes.map { has(.noValue($0)) })
        case "PARENT", "TEMPLATE", "CHILD", "INSTANCE", "ORPHAN", "LATEST":
            throw .choice(name, prefix: "is", allowed: State.allCases.map(\.rawValue))
        default: return nil
        }
    }

    /// The days in which an open task is due, in words: the first and the last.
    private static let virtualDays: [String: (first: String, last: String)] = [
        // Its `rc.due` is 7 days.
        "DUE": ("today", "in 6 days"), "TODAY": ("today", "today"),
        "DUETODAY": ("today", "today"), "YESTERDAY": ("yesterday", "yesterday"),
        "TOMORROW": ("tomorrow", "tomorrow"), "WEEK": ("this week", "this week"),
        "MONTH": ("this month", "this month"), "QUARTER": ("this quarter", "this quarter"),
        "YEAR": ("this year", "this year"),
    ]
}
