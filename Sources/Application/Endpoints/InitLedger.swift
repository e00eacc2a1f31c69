internal import EventLog
internal import Ledger

/// Opens a new ledger.
package enum InitLedger: Endpoint {
    /// What is left out comes from the person's defaults, else: `EUR`, the system's zone, Monday.
    package struct Input: Codable, Hashable, Sendable {
        /// Code of the currency of amounts that name none.
        package var currency: String?
        /// IANA name of the zone whose days count.
        package var zone: String?
        /// English name of the day on which weeks start, or its first three letters.
        package var weekStart: String?
        /// The owner's name.
        package var owner: String?

        /// A request.
        package init(
            currency: String? = nil, zone: String? = nil, weekStart: String? = nil,
            owner: String? = nil
        ) {
            self.currency = currency
            self.zone = zone
            self.weekStart = weekStart
            self.owner = owner
        }
    }

    /// The ledger that was opened.
    package struct Output: Codable, Hashable, Sendable {
        /// Its id, lower-case hex.
        package let ledger: String
        /// Where it is kept.
        package let home: String
        /// Code of the currency.
        package let currency: String
        /// IANA name of the zone.
        package let zone: String
        /// Lower-case English name of the day on which weeks start.
        package let weekStart: String
        /// The owner's name.
        package let owner: String
        /// The position of the last event.
        package let position: UInt64
        /// The root over all events, lower-case hex.
        package let root: String
    }

    package static let path = "init"
    package static let summary = "open a new ledger"
    package static let needs: Set<Permission> = [.create]
}
