internal import EventLog
package import Ledger

/// Says which settings are in force.
package enum ShowConfig: Endpoint {
    package typealias Input = NoInput

    /// The settings in force.
    package struct Output: Codable, Hashable, Sendable {
        /// Code of the currency of amounts that name none.
        package let currency: String
        /// IANA name of the zone whose days count.
        package let zone: String
        /// Lower-case English name of the day on which weeks start.
        package let weekStart: String
        /// The owner's name; empty when it was erased.
        package let owner: String
        /// The position of the event since which all of them hold.
        package let since: UInt64
        /// The position of the last event that was taken in.
        package let position: UInt64
        /// The root over all events up to and including it, lower-case hex.
        package let root: String
    }

    package static let path = "config"
    package static let summary = "say which settings are in force"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let snapshot = try env.snapshot()
        guard let (settings, since) = snapshot.referenceData.settingsInForce else {
            throw .report(.notOpened)
        }
        let head = try mappingError(ApplicationError.store, snapshot.head())
        return Output(
            currency: settings.baseCurrency.code, zone: settings.zoneName,
            weekStart: settings.weekStart.name, owner: snapshot.referenceData.owner?.name ?? "",
            since: since, position: snapshot.count - 1, root: head.root.hex)
    }
}

/// Changes settings from now on; earlier reports can be printed again as they were.
package enum ChangeConfig: KeyedEndpoint {
    /// What is left out stays.
    package struct Input: Codable, Hashable, Sendable {
        /// Code of another currency.
        package var currency: String?
        /// IANA name of another zone.
        package var zone: String?
        /// English name of another day on which weeks start, or its first three letters.
        package var weekStart: String?

        /// A request.
        package init(
            currency: String? = nil, zone: String? = nil, weekStart: String? = nil
        ) {
            self.currency = currency
            self.zone = zone
            self.weekStart = weekStart
        }
    }

    /// What was written; the id is that of the change.
    package typealias Output = WriteReceipt

    package static let path = "config/change"
    package static let summary = "change currency, time zone or week start"
    package static let needs: Set<Permission> = [.write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let recorded = try env.record { snapshot, env throws(ApplicationError) in
            var change = SettingsChanged()
            change.baseCurrency = try input.currency.map { code throws(ApplicationError) in
                try snapshot.referenceData.currency(typed: code)
            }
            change.zoneName = try input.zone.map { name throws(ApplicationError) in
                try InitLedger.zone(name)
            }
            change.weekStart = try input.weekStart.map { name throws(ApplicationError) in
                try InitLedger.weekday(name)
            }
            return .changeSettings(change)
        }
        return recorded.written()
    }
}
