/// The fields of an account.
struct AccountFields: OptionSet, Sendable {
    let rawValue: UInt8

    static let name = AccountFields(rawValue: 1)
    static let opening = AccountFields(rawValue: 2)
    static let day = AccountFields(rawValue: 4)
    static let closed = AccountFields(rawValue: 8)
}

extension ReferenceData.Account: Revertible {
    func fields(unlike other: ReferenceData.Account) -> AccountFields {
        var fields: AccountFields = []
        if !facts.name.isSame(as: other.facts.name) { fields.insert(.name) }
        if facts.opening != other.facts.opening { fields.insert(.opening) }
        if facts.day != other.facts.day { fields.insert(.day) }
        if isClosed != other.isClosed { fields.insert(.closed) }
        return fields
    }

    mutating func take(_ fields: AccountFields, from other: ReferenceData.Account) {
        if fields.contains(.name) { facts.name = other.facts.name }
        if fields.contains(.opening) { facts.opening = other.facts.opening }
        if fields.contains(.day) { facts.day = other.facts.day }
        if fields.contains(.closed) { isClosed = other.isClosed }
    }

    var isInactive: Bool { isClosed }

    mutating func leave() { isClosed = true }

    static var goneFields: AccountFields { .closed }

    static var goneField: String { "closed" }

    func texts(_ referenceData: ReferenceData) -> [FieldText] {
        [
            FieldText("name", facts.name), FieldText("opening", facts.opening.description),
            FieldText("currency", facts.opening.currency.code),
            FieldText("day", facts.day.description),
            FieldText("closed", isClosed ? "yes" : nil),
        ]
    }
}

extension Reversion<ReferenceData.Account> {
    /// What becomes of an account as it was opened; every change of it is in the reference data.
    init?(
        account id: UInt64, _ opened: AccountOpened, in referenceData: ReferenceData,
        undoing undone: PositionRanges
    ) {
        var account = ReferenceData.Account(position: id, version: id, facts: opened)
        var versions = [Version(position: id, thing: account, isUndone: undone.contains(id))]
        for entry in referenceData.accountChanges where entry.change.target.position == id {
            account.version = entry.position
            account.facts = entry.change.facts
            account.isClosed = entry.change.isClosed
            versions.append(
                Version(
                    position: entry.position, thing: account,
                    isUndone: undone.contains(entry.position)))
        }
        self.init(versions)
    }

    /// The event that makes the account what it is to be; `nil` when nothing changes.
    ///
    /// - Parameter staysOpen: Whether an account whose opening is taken back stays as it is.
    func event(staysOpen: Bool) -> Event? {
        var facts = target.facts
        if leavesNothing {
            if staysOpen || now.isClosed { return nil }
            facts = now.facts
        } else if now.fields(unlike: target).isEmpty {
            return nil
        }
        return .accountChanged(
            AccountChanged(
                target: .position(now.position), previous: .position(now.version), facts: facts,
                isClosed: target.isClosed))
    }
}

/// The fields of the settings.
struct SettingsFields: OptionSet, Sendable {
    let rawValue: UInt8

    static let currency = SettingsFields(rawValue: 1)
    static let zone = SettingsFields(rawValue: 2)
    static let weekStart = SettingsFields(rawValue: 4)
}

extension Settings: Revertible {
    func fields(unlike other: Settings) -> SettingsFields {
        var fields: SettingsFields = []
        if baseCurrency != other.baseCurrency { fields.insert(.currency) }
        if zoneName != other.zoneName { fields.insert(.zone) }
        if weekStart != other.weekStart { fields.insert(.weekStart) }
        return fields
    }

    mutating func take(_ fields: SettingsFields, from other: Settings) {
        if fields.contains(.currency) { baseCurrency = other.baseCurrency }
        if fields.contains(.zone) { zoneName = other.zoneName }
        if fields.contains(.weekStart) { weekStart = other.weekStart }
    }

    var isInactive: Bool { false }

    /// The opening of a ledger is not taken back.
    mutating func leave() {}

    static var goneFields: SettingsFields { [] }

    static var goneField: String { "" }

    func texts(_ referenceData: ReferenceData) -> [FieldText] {
        [
            FieldText("currency", baseCurrency.code), FieldText("zone", zoneName),
            FieldText("weekStart", weekStart.name),
        ]
    }
}

extension Reversion<Settings> {
    /// What becomes of the settings; every change of them is in the reference data.
    init?(settingsOf referenceData: ReferenceData, undoing undone: PositionRanges) {
        var versions: [Version] = []
        var settings: Settings?
        for entry in referenceData.settingsChanges {
            let change = entry.change
            if let old = settings {
                settings = Settings(
                    baseCurrency: change.baseCurrency ?? old.baseCurrency,
                    zoneName: change.zoneName ?? old.zoneName,
                    weekStart: change.weekStart ?? old.weekStart)
            } else if let currency = change.baseCurrency, let zone = change.zoneName,
                let weekStart = change.weekStart
            {
                settings = Settings(
                    baseCurrency: currency, zoneName: zone, weekStart: weekStart)
            }
            guard let settings else { return nil }
            versions.append(
                Version(
                    position: entry.position, thing: settings,
                    isUndone: undone.contains(entry.position)))
        }
        self.init(versions)
    }

    /// The event that makes the settings what they are to be; `nil` when nothing changes.
    var event: Event? {
        let fields = now.fields(unlike: target)
        if fields.isEmpty { return nil }
        return .settingsChanged(
            SettingsChanged(
                baseCurrency: fields.contains(.currency) ? target.baseCurrency : nil,
                zoneName: fields.contains(.zone) ? target.zoneName : nil,
                weekStart: fields.contains(.weekStart) ? target.weekStart : nil))
    }
}
