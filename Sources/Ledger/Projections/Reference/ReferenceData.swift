public import EventLog

/// The few entities that everything else refers to: settings, persons, accounts, currencies and
/// names. All lists are in the order of the log.
public struct ReferenceData: Projection, Hashable {
    /// Settings that changed at a position.
    package struct SettingsChange: Hashable, Sendable {
        /// Where.
        package let position: UInt64
        /// What changed; all of it where the ledger was opened.
        package let change: SettingsChanged
    }

    /// A person.
    public struct Person: Hashable, Sendable {
        /// The position of the event that added the person: the person's id.
        public let position: UInt64
        /// The position of the event that last spoke of the person.
        package internal(set) var version: UInt64
        /// What is known of the person.
        package internal(set) var facts: PersonFacts

        /// The name; empty when it was erased.
        public var name: String { facts.name }
    }

    /// A change of a person.
    package struct PersonChange: Hashable, Sendable {
        /// Where the person was changed.
        package let position: UInt64
        /// What is known from then on.
        package let change: PersonChanged
    }

    /// An account.
    public struct Account: Hashable, Sendable {
        /// The position of the event that opened it: its id.
        public let position: UInt64
        /// The position of the event that last spoke of it.
        package internal(set) var version: UInt64
        /// Name, opening balance and day.
        package internal(set) var facts: AccountOpened
        /// Whether no new line may name it.
        package internal(set) var isClosed = false
        /// What it is said to be in a balance sheet; `nil` for nothing.
        package internal(set) var type: AccountType?
    }

    /// A change of an account.
    package struct AccountChange: Hashable, Sendable {
        /// Where it was changed.
        package let position: UInt64
        /// What it is now.
        package let change: AccountChanged
    }

    /// What an account is said to be.
    package struct Typing: Hashable, Sendable {
        /// Where it was said.
        package let position: UInt64
        /// Of which account, and what.
        package let typed: AccountTyped
    }

    /// A category's new name.
    package struct Rename: Hashable, Sendable {
        /// Where it was renamed.
        package let position: UInt64
        /// From what to what.
        package let names: CategoryRenamed
    }

    /// An end of a closing, or an exception to it.
    private struct Reopening: Hashable {
        let position: UInt64
        let event: BooksReopened
    }

    /// What a program said its events look like.
    package struct Declaration: Hashable, Sendable {
        /// Where it said so.
        package let position: UInt64
        /// The ``EventSchema/line`` of each type, each closed by a newline.
        package let schemas: String
    }

    /// The ledger's id, 16 bytes; `nil` in a ledger without events.
    package private(set) var ledgerID: [UInt8]?
    /// The settings of the opening, then every change of them.
    package private(set) var settingsChanges: [SettingsChange] = []
    /// The owner, then everyone else.
    public private(set) var persons: [Person] = []
    /// How persons were changed.
    package private(set) var personChanges: [PersonChange] = []
    /// The accounts.
    public private(set) var accounts: [Account] = []
    /// How accounts were changed.
    package private(set) var accountChanges: [AccountChange] = []
    /// What accounts were said to be.
    package private(set) var typings: [Typing] = []
    /// The currencies that the ledger declared.
    package private(set) var currencies: [Currency] = []
    /// The categories that were renamed.
    package private(set) var renames: [Rename] = []
    /// What programs said their events look like.
    package private(set) var declarations: [Declaration] = []
    /// The periods whose books were closed.
    package private(set) var closings: [Closing] = []
    /// The devices that sign.
    package private(set) var devices = DeviceBook()
    /// How they were reopened.
    private var reopenings: [Reopening] = []

    /// Empty reference data.
    public init() {}

    /// `referenceData`.
    public static let name = "chart"
    /// 1.
    public static let version = 1
    /// Everything but commits.
    public static let sections: Sections = [.links, .hot, .facts, .text]

    /// The types of the events that reference data takes in.
    static let types: Set<EventType> = [
        .ledgerOpened, .personAdded, .settingsChanged, .currencyDeclared, .accountOpened,
        .categoryRenamed, .accountChanged, .schemasDeclared, .booksClosed, .booksReopened,
        .personChanged, .accountTyped, .deviceAdded, .deviceRevoked,
    ]

    /// Takes in the events that follow.
    public mutating func apply(_ batch: ColumnBatch) throws(StoreError) {
        let isWanted = try batch.knownTypes().map { $0.map(ReferenceData.types.contains) ?? false }
        guard isWanted.contains(true) else { return }
        let wanted = (0..<batch.count).filter { isWanted[Int(batch.keyCodes[$0])] }
        try apply(batch, at: wanted.map { batch.firstPosition + UInt64($0) })
    }

    /// Takes in some events of a batch that follows.
    ///
    /// Persons, of whom there can be many, are read from their columns; whoever does not say what
    /// the type needs goes the long way, which alone decides what is an error.
    mutating func apply(
        _ batch: ColumnBatch, at positions: some Collection<UInt64>
    ) throws(StoreError) {
        let isPerson = try batch.knownTypes().map { $0 == .personAdded }
        let names = SparseBytes<String>(batch.bytes[.personName], of: batch.count)
        let hasTextOnly = batch.integers[.personName] == nil
        var picker = EventPicker(batch)
        for position in positions {
            let index = Int(position - batch.firstPosition)
            if isPerson[Int(batch.keyCodes[index])], hasTextOnly,
                let name = names[index, default: ""]
            {
                let facts = PersonFacts(name: name)
                persons.append(Person(position: position, version: position, facts: facts))
            } else {
                try apply(picker.event(at: index), at: position)
            }
        }
    }

    /// Takes in one event at a position behind all others.
    mutating func apply(_ event: Event, at position: UInt64) {
        switch event {
        case .ledgerOpened(let opened):
            ledgerID = opened.ledgerID
            let settings = opened.settings
            let change = SettingsChanged(
                baseCurrency: settings.baseCurrency, zoneName: settings.zoneName,
                weekStart: settings.weekStart)
            settingsChanges.append(SettingsChange(position: position, change: change))
            if let schemas = opened.schemas {
                declarations.append(Declaration(position: position, schemas: schemas))
            }
        case .schemasDeclared(let declared):
            declarations.append(Declaration(position: position, schemas: declared.schemas))
        case .settingsChanged(let change):
            settingsChanges.append(SettingsChange(position: position, change: change))
        case .personAdded(let person):
            let facts = PersonFacts(name: person.name)
            persons.append(Person(position: position, version: position, facts: facts))
        case .personChanged(let change): apply(change, at: position)
        case .accountOpened(let account):
            accounts.append(Account(position: position, version: position, facts: account))
        case .accountChanged(let change): apply(change, at: position)
        case .accountTyped(let typed): apply(typed, at: position)
        case .currencyDeclared(let currency): currencies.append(currency)
        case .categoryRenamed(let names):
            renames.append(Rename(position: position, names: names))
        case .booksClosed(let closed):
            closings.append(Closing(position: position, closed: closed))
        case .booksReopened(let event): apply(event, at: position)
        case .deviceAdded(let added): devices.add(added, at: position)
        case .deviceRevoked(let revoked): devices.revoke(revoked, at: position)
        default: break
        }
    }

    private mutating func apply(_ event: BooksReopened, at position: UInt64) {
        reopenings.append(Reopening(position: position, event: event))
        guard let target = event.target.position,
            let index = closings.firstIndex(where: { $0.position == target })
        else { return }
        if event.isCorrection {
            closings[index].corrections.append(position)
        } else {
            closings[index].reopened = closings[index].reopened ?? position
        }
    }

    private mutating func apply(_ change: PersonChanged, at position: UInt64) {
        personChanges.append(PersonChange(position: position, change: change))
        guard let target = change.target.position,
            let index = ReferenceData.index(of: target, in: persons, by: \.position)
        else { return }
        persons[index].version = position
        persons[index].facts = change.facts
    }

    private mutating func apply(_ change: AccountChanged, at position: UInt64) {
        accountChanges.append(AccountChange(position: position, change: change))
        guard let target = change.target.position,
            let index = accounts.firstIndex(where: { $0.position == target })
        else { return }
        accounts[index].version = position
        accounts[index].facts = change.facts
        accounts[index].isClosed = change.isClosed
    }

    private mutating func apply(_ typed: AccountTyped, at position: UInt64) {
        typings.append(Typing(position: position, typed: typed))
        guard let target = typed.account.position,
            let index = ReferenceData.index(of: target, in: accounts, by: \.position)
        else { return }
        accounts[index].type = typed.type
    }

    /// Takes in the reference data of the events that follow.
    public mutating func merge(_ other: ReferenceData) {
        ledgerID = ledgerID ?? other.ledgerID
        settingsChanges += other.settingsChanges
        persons += other.persons
        for entry in other.personChanges { apply(entry.change, at: entry.position) }
        accounts += other.accounts
        for entry in other.accountChanges { apply(entry.change, at: entry.position) }
        for entry in other.typings { apply(entry.typed, at: entry.position) }
        currencies += other.currencies
        renames += other.renames
        declarations += other.declarations
        closings += other.closings
        devices.merge(other.devices)
        for entry in other.reopenings { apply(entry.event, at: entry.position) }
    }
}

extension ReferenceData {
    /// The settings in force at the end; `nil` in a ledger without events.
    public var settings: Settings? { settingsInForce?.settings }

    /// The settings in force at the end and the position since which all of them hold; `nil` in a
    /// ledger without events.
    package var settingsInForce: (settings: Settings, since: UInt64)? {
        var currency: Currency?
        var zone: String?
        var weekStart: Weekday?
        for entry in settingsChanges {
            currency = entry.change.baseCurrency ?? currency
            zone = entry.change.zoneName ?? zone
            weekStart = entry.change.weekStart ?? weekStart
        }
        guard let currency, let zone, let weekStart, let last = settingsChanges.last else {
            return nil
        }
        let settings = Settings(baseCurrency: currency, zoneName: zone, weekStart: weekStart)
        return (settings, last.position)
    }

    /// The owner: the first person; `nil` in a ledger without persons.
    public var owner: Person? { persons.first }

    /// The person added at a position, or `nil`.
    ///
    /// - Complexity: O(log *n*).
    public func person(at position: UInt64) -> Person? {
        ReferenceData.find(position, in: persons, by: \.position)
    }

    /// The account opened at a position, or `nil`.
    ///
    /// - Complexity: O(log *n*).
    public func account(at position: UInt64) -> Account? {
        ReferenceData.find(position, in: accounts, by: \.position)
    }

    /// The account of a name, byte for byte or else in any case, or `nil`; one that is open before
    /// one that is closed.
    ///
    /// - Complexity: O(*n*).
    public func account(named name: String) -> Account? {
        let folded = name.lowercased()
        let found = accounts.filter { $0.facts.name.lowercased() == folded }
        let open = found.filter { !$0.isClosed }
        let candidates = open.isEmpty ? found : open
        return candidates.first { $0.facts.name.utf8.elementsEqual(name.utf8) } ?? candidates.first
    }

    /// The accounts in whose names all words of a text occur, in any case; none for a text without
    /// letters and digits.
    ///
    /// - Complexity: O(*n*).
    public func accounts(calledLike text: String) -> [Account] {
        let wanted = Words.folded(text)
        if wanted.isEmpty { return [] }
        return accounts.filter { account in
            let words = Words.folded(account.facts.name)
            return wanted.allSatisfy(words.contains)
        }
    }

    /// The currency of a code: of the ledger's own, else of ISO 4217; `nil` for neither.
    public func currency(code: String) -> Currency? {
        currencies.last { $0.code == code } ?? Currency.iso(code)
    }

    /// Calls categories as another state does.
    mutating func takeRenames(of other: ReferenceData) { renames = other.renames }

    /// What a category is called at the end: every rename in turn applies to what it names and to
    /// everything below.
    ///
    /// - Complexity: O(*r*) in the number of renames.
    package func renamed(_ category: CategoryPath) -> CategoryPath {
        var category = category
        for rename in renames {
            category = category.replacing(rename.names.from, with: rename.names.to)
        }
        return category
    }

    private static func find<Element>(
        _ position: UInt64, in list: [Element], by key: (Element) -> UInt64
    ) -> Element? {
        index(of: position, in: list, by: key).map { list[$0] }
    }

    private static func index<Element>(
        of position: UInt64, in list: [Element], by key: (Element) -> UInt64
    ) -> Int? {
        let found = list.partitioningIndex { key($0) >= position }
        return found < list.count && key(list[found]) == position ? found : nil
    }
}

extension CategoryPath {
    /// The path with its first segments replaced, where they are `old`; else itself.
    package func replacing(_ old: CategoryPath, with new: CategoryPath) -> CategoryPath {
        guard old.contains(self) else { return self }
        let segments = new.segments + segments.dropFirst(old.segmentCount)
        return (try? CategoryPath(segments.joined(separator: ":"))) ?? self
    }
}
