extension ReferenceData.Account: FieldwiseRevertible {
    static let fields: [RevertibleField<ReferenceData.Account>] = [
        RevertibleField("name", text: \.facts.name),
        RevertibleField("opening", \.facts.opening) { $0.description },
        // Is taken with the opening balance.
        RevertibleField("currency", \.facts.opening) { $0.currency.code },
        RevertibleField("day", \.facts.day) { $0.description },
        RevertibleField(goneField, flag: \.isClosed),
        RevertibleField("type", \.type) { $0?.rawValue },
    ]

    static var goneField: String { "closed" }

    var isInactive: Bool { isClosed }

    mutating func leave() { isClosed = true }

    func label(_ names: UndoNames) -> EntityLabel {
        EntityLabel(id: position, type: "account", title: facts.name)
    }

    func events(
        toBecome target: ReferenceData.Account, leavesNothing: Bool, from index: Int,
        reason: String
    ) -> [Event] {
        if leavesNothing, isClosed { return [] }
        var events: [Event] = []
        let isSame = facts == target.facts && facts.name.isSame(as: target.facts.name)
        if leavesNothing || !isSame || isClosed != target.isClosed {
            var left = leavesNothing ? facts : target.facts
            // What never was has nothing in it.
            if leavesNothing {
                left.opening = Money(minor: 0, currency: left.opening.currency)
            }
            events.append(
                .accountChanged(
                    AccountChanged(
                        target: .position(position), previous: .position(version),
                        facts: left, isClosed: target.isClosed)))
        }
        if !leavesNothing, type != target.type {
            events.append(.accountTyped(AccountTyped(.position(position), target.type)))
        }
        return events
    }
}

extension Reversion<ReferenceData.Account> {
    /// What becomes of an account as it was opened; every change of it is in the reference data.
    init?(
        account id: UInt64, _ opened: AccountOpened, in referenceData: ReferenceData,
        undoing undone: PositionRanges
    ) {
        var account = ReferenceData.Account(position: id, version: id, facts: opened)
        var versions = [Version(position: id, entity: account, isUndone: undone.contains(id))]
        let changes = referenceData.accountChanges.filter { $0.change.target.position == id }
        let typings = referenceData.typings.filter { $0.typed.account.position == id }
        for position in (changes.map(\.position) + typings.map(\.position)).sorted() {
            if let entry = changes.first(where: { $0.position == position }) {
                account.version = position
                account.facts = entry.change.facts
                account.isClosed = entry.change.isClosed
            } else if let entry = typings.first(where: { $0.position == position }) {
                account.type = entry.typed.type
            }
            versions.append(
                Version(
                    position: position, entity: account, isUndone: undone.contains(position)))
        }
        self.init(versions)
    }
}

/// The opening of a ledger is not taken back.
extension Settings: FieldwiseRevertible {
    static let fields: [RevertibleField<Settings>] = [
        RevertibleField("currency", \.baseCurrency) { $0.code },
        RevertibleField("zone", \.zoneName) { $0 },
        RevertibleField("weekStart", \.weekStart) { $0.name },
    ]

    /// Every change has its own position.
    func label(_ names: UndoNames) -> EntityLabel {
        EntityLabel(
            id: names.referenceData.settingsChanges.last?.position ?? 0, type: "settings",
            title: "")
    }

    func events(
        toBecome target: Settings, leavesNothing: Bool, from index: Int, reason: String
    ) -> [Event] {
        [
            .settingsChanged(
                SettingsChanged(
                    baseCurrency: baseCurrency == target.baseCurrency ? nil : target.baseCurrency,
                    zoneName: zoneName == target.zoneName ? nil : target.zoneName,
                    weekStart: weekStart == target.weekStart ? nil : target.weekStart))
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
                    position: entry.position, entity: settings,
                    isUndone: undone.contains(entry.position)))
        }
        self.init(versions)
    }
}
