internal import EventLog

/// A change of a thing, as far as it says from which version it goes on.
struct VersionChange: Sendable {
    /// What can be changed.
    enum Thing: Sendable { case line, task, account }

    /// A version of a thing.
    struct Version {
        let type: EventType?
        /// The thing's own position.
        let thing: UInt64?
        let facts: LineFacts?
    }

    /// The position of the change.
    let position: UInt64
    /// The thing.
    let target: UInt64
    /// The version from which it goes on.
    let previous: UInt64
    private let thing: Thing
    private let restores: Bool
    /// The hash of what is taken back.
    private let replaced: Int?

    /// The change that an event is; `nil` for one that is none of these.
    init?(_ event: Event, at position: UInt64) {
        let link: (Reference, Reference)
        var replaced: LineFacts?
        var thing = Thing.task
        var restores = false
        switch event {
        case .lineAmended(let change):
            (link, replaced) = ((change.target, change.previous), change.replaced)
            thing = .line
        case .lineVoided(let change):
            (link, replaced) = ((change.target, change.previous), change.replaced)
            thing = .line
        case .lineRestored(let change):
            link = (change.target, change.previous)
            (thing, restores) = (.line, true)
        case .taskEdited(let change): link = (change.target, change.previous)
        case .taskCompleted(let change), .taskReopened(let change), .taskDropped(let change),
            .taskStarted(let change), .taskStopped(let change):
            link = (change.target, change.previous)
        case .taskRescheduled(let change): link = (change.target, change.previous)
        case .taskTimed(let change): link = (change.target, change.previous)
        case .taskLinked(let change): link = (change.target, change.previous)
        case .taskFinished(let change): link = (change.target, change.previous)
        case .taskValued(let change): link = (change.target, change.previous)
        case .accountChanged(let change):
            link = (change.target, change.previous)
            thing = .account
        default: return nil
        }
        guard let target = link.0.position, let previous = link.1.position else { return nil }
        self.position = position
        self.target = target
        self.previous = previous
        self.thing = thing
        self.restores = restores
        self.replaced = replaced?.hashValue
    }

    /// The rule that the change breaks if it goes on from a version.
    func broken(by version: Version) -> LedgerRule? {
        guard let type = version.type, VersionChange.thing(of: type) == thing,
            version.thing == target, !(thing == .line && (type == .lineVoided) != restores)
        else { return .version }
        if let replaced, version.facts?.hashValue != replaced { return .takenBack }
        return nil
    }

    private static func thing(of type: EventType) -> Thing? {
        switch type {
        case .lineAdded, .lineAmended, .lineVoided, .lineRestored: .line
        case .taskAdded, .taskEdited, .taskCompleted, .taskReopened, .taskRescheduled,
            .taskDropped, .taskTimed, .taskLinked, .taskStarted, .taskStopped, .taskFinished,
            .taskValued:
            .task
        case .accountOpened, .accountChanged: .account
        default: nil
        }
    }
}

extension VersionChange.Version {
    /// The version that an event of a batch makes.
    init(_ columns: EventColumns, at index: Int) {
        type = columns.type(at: index)
        facts = columns.stated(at: index)
        switch type {
        case .lineAdded, .taskAdded, .accountOpened:
            thing = columns.batch.firstPosition + UInt64(index)
        default: thing = columns.target[index].flatMap { UInt64(exactly: $0) }
        }
    }
}
