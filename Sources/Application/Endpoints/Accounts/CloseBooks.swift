internal import EventLog
package import Ledger

/// Closes the books of a period.
package enum CloseBooksEndpoint: KeyedEndpoint {
    /// Which period.
    package struct Input: Codable, Hashable, Sendable {
        /// The days by a phrase, such as `2026-03`; they have to be over.
        package var period: String
        /// A remark.
        package var reason: String?

        /// A request.
        package init(period: String, reason: String? = nil) {
            self.period = period
            self.reason = reason
        }
    }

    /// What was written; the id is that of the closing.
    package typealias Output = WriteReceipt

    package static let path = "close"
    package static let summary = "close the books of a period: pin its report"
    package static let needs: Set<Permission> = [.write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        try env.record { snapshot, env throws(ApplicationError) in
            let today = try env.today(in: snapshot)
            let days = try today.range(input.period)
            // What is pinned is added up of events that were hashed for it.
            let hashed = try env.proved(upTo: snapshot.count)
            // What contradicts an earlier checkpoint is not pinned either.
            try env.holdSigned(against: hashed.store())
            let proved = try env.snapshot(of: hashed.store(), upTo: snapshot.count)
            let pin = try mappingError(ApplicationError.books, proved.pin(of: days))
            return .closeBooks(
                CloseBooks(
                    days: days, digest: pin.digest, root: pin.root, reason: input.reason ?? "",
                    today: today.day))
        }.written()
    }
}

/// Opens the books of a closed period again.
package enum ReopenBooksEndpoint: KeyedEndpoint {
    /// Which period.
    package struct Input: Codable, Hashable, Sendable {
        /// The closing, `1042` or `#1042`, or its days by a phrase, such as `2026-03`.
        package var period: String
        /// Why.
        package var reason: String?

        /// A request.
        package init(period: String, reason: String? = nil) {
            self.period = period
            self.reason = reason
        }
    }

    /// What was written; the id is that of the closing.
    package typealias Output = WriteReceipt

    package static let path = "reopen"
    package static let summary = "open the books of a closed period again"
    package static let needs: Set<Permission> = [.write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        var id: UInt64 = 0
        let recorded = try env.record { snapshot, env throws(ApplicationError) in
            id = try closing(input.period, snapshot, env)
            return .reopenBooks(id, reason: input.reason ?? "")
        }
        return recorded.written(id)
    }

    /// A bare number is an id where it is that of a closing; `2026` may be a year.
    private static func closing(
        _ text: String, _ snapshot: LedgerSnapshot, _ env: Environment
    ) throws(ApplicationError) -> UInt64 {
        let closings = snapshot.referenceData.closings
        let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
        if let id = UInt64(digits),
            text.hasPrefix("#") || closings.contains(where: { $0.position == id })
        {
            return id
        }
        let today = try env.today(in: snapshot)
        let days = try today.range(text)
        let found =
            closings.last { $0.closed.days == days && $0.isInForce }
            ?? closings.last { $0.closed.days == days }
        guard let found else { throw .notClosed(days) }
        return found.position
    }
}

/// Lists the periods whose books were closed.
package enum ListClosings: Endpoint {
    /// Which days, one of which a period has to have; without anything all.
    package typealias Input = DaysInput
    package typealias Output = ClosingList

    package static let path = "closings"
    package static let summary = "list the periods whose books were closed"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let snapshot = try env.snapshot()
        let days = try env.today(in: snapshot).days(of: input)
        return try mappingError(ApplicationError.books, snapshot.closingList(in: days))
    }
}

extension CalendarContext {
    /// The days that a phrase means.
    fileprivate func range(_ text: String) throws(ApplicationError) -> DayRange {
        do throws(DatePhraseError) {
            return try DatePhrase.range(text, today: day, weekStart: weekStart)
        } catch {
            throw .badDate(text, error)
        }
    }
}
