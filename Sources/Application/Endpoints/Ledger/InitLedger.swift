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

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        if env.asOf != nil { throw .readOnlyPast }
        let settings = try settings(input, env.defaults)
        let owner = input.owner ?? env.defaults.owner ?? "owner"
        let ledgerID = env.randomBytes(16)
        let opening = OpenLedger(ledgerID: ledgerID, settings: settings, owner: owner)
        let decision = try mappingError(
            ApplicationError.decision, decide(.open(opening), LedgerState()))
        let commit = NewCommit(
            id: env.newCommitID(), recordedAt: env.now(), actor: .inThisCommit(1),
            events: decision.events, origin: .newID)
        let (appended, store) = try append(commit, in: env)
        env.tell(appended, in: store)
        return Output(
            ledger: hex(ledgerID), home: env.home.place, currency: settings.baseCurrency.code,
            zone: settings.zoneName, weekStart: settings.weekStart.name, owner: owner,
            position: appended.positions.upperBound - 1, root: appended.root.hex)
    }

    /// A log without any event is what is left of an opening that was cut short: it can be used.
    private static func append(
        _ commit: NewCommit, in env: Environment
    ) throws(ApplicationError) -> (Appended, any EventStore) {
        try env.askHooks(over: MemoryEventStore(makeSeed: env.makeSeed), expecting: 0) {
            draft throws(StoreError) in
            try draft.append(commit, expecting: 0)
        }
        try env.beginRecording()
        do throws(StoreError) {
            let store = try env.home.create(id: env.newCommitID(), makeSeed: env.makeSeed)
            return (try store.append(commit, expecting: 0), store)
        } catch .conflict(_, let count) {
            throw .ledgerExists(home: env.home.place, events: count)
        } catch {
            throw .store(error)
        }
    }

    static func settings(
        _ input: Input, _ defaults: Defaults
    ) throws(ApplicationError) -> Settings {
        let currency = try ReferenceData().currency(
            typed: input.currency ?? defaults.currency ?? "EUR")
        guard let name = input.zone ?? defaults.zone ?? Zone.system?.name else {
            throw .noSystemZone
        }
        let start = input.weekStart ?? defaults.weekStart ?? Weekday.monday.name
        return Settings(
            baseCurrency: currency, zoneName: try zone(name), weekStart: try weekday(start))
    }

    /// The name of a zone that there is.
    static func zone(_ name: String) throws(ApplicationError) -> String {
        _ = try mappingError(ApplicationError.zone, Zone(name: name))
        return name
    }

    /// The day of the week of a name.
    static func weekday(_ name: String) throws(ApplicationError) -> Weekday {
        guard let weekday = Weekday(name: name) else {
            let names = Weekday.allCases.map(\.name)
            throw .badChoice(field: "weekStart", name, allowed: names)
        }
        return weekday
    }
}

/// Lower-case hexadecimal digits.
func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
