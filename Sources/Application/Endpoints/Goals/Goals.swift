internal import EventLog
package import Ledger

/// Says what is to be put aside for something.
package enum SetGoal: KeyedEndpoint {
    /// A goal.
    package struct Input: Codable, Hashable, Sendable {
        /// What it is for; another goal of the name is replaced.
        package var name: String
        /// How much is to be there.
        package var amount: String
        /// Code of the currency; the ledger's own when left out.
        package var currency: String?
        /// The account in which it is put aside, by name.
        package var account: String
        /// The day, month or year at whose end it is to be there; no day when left out.
        package var by: String?
        /// Why.
        package var reason: String?
        /// The event that said last what the goal is; changed meanwhile, it is refused.
        package var version: UInt64?

        /// A request.
        package init(
            name: String, amount: String, currency: String? = nil, account: String,
            by: String? = nil, reason: String? = nil, version: UInt64? = nil
        ) {
            self.name = name
            self.amount = amount
            self.currency = currency
            self.account = account
            self.by = by
            self.reason = reason
            self.version = version
        }
    }

    /// What was written; the id is that of the event.
    package typealias Output = WriteReceipt

    package static let path = "goal/set"
    package static let summary = "say what is to be put aside for something"
    package static let needs: Set<Permission> = [.read, .write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let recorded = try env.record { snapshot, env throws(ApplicationError) in
            let reader = try env.lineReader(snapshot)
            let amount = try reader.amount(
                input.amount, input.currency, else: reader.settings.baseCurrency)
            if amount.minor < 0 { throw .badAmount(input.amount, .negative) }
            let account = try env.account(input.account, in: snapshot)
            try snapshot.check(input.version, ofGoal: input.name)
            let until = try input.by.map { text throws(ApplicationError) in
                try reader.today.dueDay(text)
            }
            return .setGoal(
                NewGoal(
                    input.name, amount, in: account.facts.name, from: reader.today.day,
                    until: until, reason: input.reason ?? ""))
        }
        return recorded.written()
    }
}

/// Ends a goal.
package enum RemoveGoal: KeyedEndpoint {
    /// Which.
    package struct Input: Codable, Hashable, Sendable {
        /// What it is for.
        package var name: String
        /// Why.
        package var reason: String?
        /// As in ``SetGoal/Input/version``.
        package var version: UInt64?

        /// A request.
        package init(name: String, reason: String? = nil, version: UInt64? = nil) {
            self.name = name
            self.reason = reason
            self.version = version
        }
    }

    /// What was written; the id is that of the event.
    package typealias Output = WriteReceipt

    package static let path = "goal/remove"
    package static let summary = "end a goal"
    package static let needs: Set<Permission> = [.read, .write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let recorded = try env.record { snapshot, env throws(ApplicationError) in
            try snapshot.check(input.version, ofGoal: input.name)
            return .setGoal(
                NewGoal(
                    input.name, nil, in: "", from: try env.today(in: snapshot).day,
                    reason: input.reason ?? ""))
        }
        return recorded.written()
    }
}

extension LedgerSnapshot {
    /// Refuses the change of a goal about which something else was said than is known.
    fileprivate func check(
        _ expected: UInt64?, ofGoal name: String
    ) throws(ApplicationError) {
        guard let expected else { return }
        let entries = try mappingError(ApplicationError.store, goalBook()).entries
        let wanted = name.trimmed.lowercased()
        guard let last = entries.last(where: { $0.set.name.lowercased() == wanted }) else {
            throw .decision(.unknownGoal(name, suggestions: []))
        }
        if last.position != expected {
            throw .changedSince(
                last.set.name, kind: "goal", version: last.position, expected: expected)
        }
    }
}

/// Says what is put aside, and what is missing.
package enum ReportGoals: Endpoint {
    /// When; without anything today.
    package struct Input: Codable, Hashable, Sendable {
        /// A date or a phrase.
        package var on: String?
        /// Days by a phrase, such as `last month`, the last of which is meant where `on` is left
        /// out.
        package var range: String?

        /// A request.
        package init(on: String? = nil, range: String? = nil) {
            self.on = on
            self.range = range
        }
    }

    /// The goals.
    package typealias Output = GoalReport

    package static let path = "goal"
    package static let summary = "what is put aside for goals, and what is missing"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let snapshot = try env.snapshot()
        let today = try env.today(in: snapshot)
        let last = try input.range.map { text throws(ApplicationError) in
            try today.lastDay(text)
        }
        let day = try input.on.map { text throws(ApplicationError) in try today.day(text) }
        return try mappingError(
            ApplicationError.store, snapshot.goalReport(on: day ?? last ?? today.day))
    }
}
