/// A line or a task of which versions are taken back.
struct UndoneEntity: UndoPart {
    /// The position of its creation.
    let id: UInt64
    /// The first line of a line's entry; a task itself.
    let leader: UInt64
    /// Whether it cannot be taken back.
    let isInConflict: Bool
    /// Whether something that is taken back followed a version whose text was erased.
    let followsErased: Bool
    private let reversion: any UndoPart

    init<Entity>(_ reversion: Reversion<Entity>, id: UInt64, leader: UInt64) {
        self.id = id
        self.leader = leader
        isInConflict = reversion.conflict != nil
        followsErased = reversion.followsErased
        self.reversion = reversion
    }

    func conflicts(_ names: UndoNames) -> [UndoConflict] { reversion.conflicts(names) }

    func changes(_ names: UndoNames) -> [UndoChange] { reversion.changes(names) }

    func changesCount(_ names: UndoNames) -> Int { reversion.changesCount(names) }

    func events(from index: Int, reason: String) -> [Event] {
        reversion.events(from: index, reason: reason)
    }
}
