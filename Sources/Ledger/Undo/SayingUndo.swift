internal import EventLog

/// What was said of budgets, of prices or of what comes again, and is taken back or holds again:
/// each saying by itself, so that nothing stands against it. What was recorded of a rule stays.
struct SayingUndo<Book: SayingBook>: UndoPart {
    private let book: Book
    /// Whether what an event said is to hold, by position.
    private var wanted: [UInt64: Bool] = [:]

    /// - Complexity: O(*n*) in the events that the book takes in; nothing where nothing is taken
    ///   back.
    init(_ scope: UndoScope, _ snapshot: LedgerSnapshot) throws(StoreError) {
        if scope.plans.isEmpty {
            book = Book()
            return
        }
        book = try snapshot.book(of: Book.types)
        var wanted: [UInt64: Bool] = [:]
        let positions: [UInt64] = scope.plans.sorted()
        try snapshot.store.readEvents(at: positions, Book.sections) { position, event, _ in
            switch Book.step(of: event) {
            case .said: wanted[position] = false
            // What was said in a commit that is taken back, too, does not hold.
            case .withdrawn(let change):
                if let target = change.target.position {
                    wanted[target] = !scope.undone.contains(target)
                }
            case .restored(let change):
                if let target = change.target.position { wanted[target] = false }
            case nil: break
            }
        }
        self.wanted = wanted
    }

    private var changed: [(position: UInt64, saying: Book.Said, holds: Bool)] {
        book.said.compactMap { position, saying in
            guard let holds = wanted[position], holds != book.holds(position) else { return nil }
            return (position, saying, holds)
        }
    }

    func conflicts(_ names: UndoNames) -> [UndoConflict] { [] }

    func changes(_ names: UndoNames) -> [UndoChange] {
        changed.map { position, saying, holds in
            let title = book.title(saying, names.referenceData)
            let label = EntityLabel(id: position, type: Book.entity, title: title)
            return UndoChange(label, "withdrawn", becomes: !holds)
        }
    }

    func events(from index: Int, reason: String) -> [Event] {
        changed.map { position, _, holds in
            let change = PlanChange(target: .position(position), reason: reason)
            return Book.event(change, holds: holds)
        }
    }
}

/// A book of sayings of which each holds until it is withdrawn.
protocol SayingBook: Projection {
    associatedtype Said

    /// What a saying is called in what changes.
    static var entity: String { get }
    /// The types of the events that it takes in.
    static var types: Set<EventType> { get }
    /// All that was said, by position, in the order of the log.
    var said: [(position: UInt64, saying: Said)] { get }

    /// Whether what the event at a position says holds.
    func holds(_ position: UInt64) -> Bool
    func title(_ saying: Said, _ referenceData: ReferenceData) -> String
    /// What an event does in such a book; `nil` for nothing.
    static func step(of event: Event) -> SayingStep?
    /// The event that takes a saying back, or lets it hold again.
    static func event(_ change: PlanChange, holds: Bool) -> Event
}

/// What an event does with sayings.
enum SayingStep {
    case said
    case withdrawn(PlanChange)
    case restored(PlanChange)
}

extension BudgetBook: SayingBook {
    static let entity = "budget"

    var said: [(position: UInt64, saying: Saying)] { sayings }

    func title(_ saying: Saying, _ referenceData: ReferenceData) -> String {
        saying.title(referenceData)
    }

    static func step(of event: Event) -> SayingStep? {
        switch event {
        case .budgetSet, .budgetEnded: .said
        case .budgetWithdrawn(let change): .withdrawn(change)
        case .budgetRestored(let change): .restored(change)
        default: nil
        }
    }

    static func event(_ change: PlanChange, holds: Bool) -> Event {
        holds ? .budgetRestored(change) : .budgetWithdrawn(change)
    }
}

extension PriceBook: SayingBook {
    static let entity = "price"

    var said: [(position: UInt64, saying: PriceSet)] { entries.map { ($0.position, $0.price) } }

    func title(_ price: PriceSet, _ referenceData: ReferenceData) -> String { price.phrase }

    static func step(of event: Event) -> SayingStep? {
        switch event {
        case .priceSet: .said
        case .priceWithdrawn(let change): .withdrawn(change)
        case .priceRestored(let change): .restored(change)
        default: nil
        }
    }

    static func event(_ change: PlanChange, holds: Bool) -> Event {
        holds ? .priceRestored(change) : .priceWithdrawn(change)
    }
}

extension RepeatBook: SayingBook {
    static let entity = "repeat"

    /// By the position itself: what is skipped is told with the rule that it is skipped of.
    var said: [(position: UInt64, saying: UInt64)] { sayings.map { ($0.position, $0.position) } }

    func title(_ position: UInt64, _ referenceData: ReferenceData) -> String {
        title(at: position) ?? ""
    }

    static func step(of event: Event) -> SayingStep? {
        switch event {
        case .repeatAdded, .repeatSkipped: .said
        case .repeatWithdrawn(let change): .withdrawn(change)
        case .repeatRestored(let change): .restored(change)
        default: nil
        }
    }

    static func event(_ change: PlanChange, holds: Bool) -> Event {
        holds ? .repeatRestored(change) : .repeatWithdrawn(change)
    }
}
