/// What is made of records before anything is measured.
///
/// A process of its own makes it, because a program counts what the process that started it had in
/// memory as its own.
package enum Product: Sendable {
    /// A ledger.
    case ledger(Recipe)
    /// A file, with its path.
    case file(Kind, String)

    /// What a file holds.
    package enum Kind: String, Sendable {
        case events, statement, journal, book, tasks
    }

    /// Makes it.
    package func make(in world: World) throws {
        switch self {
        case .ledger(let recipe): try recipe.make(in: world)
        case .file(.events, let path): try EventsFile.write(world.source, to: path)
        case .file(.statement, let path): try StatementFile.write(world.source, to: path)
        case .file(.journal, let path): try PeerFiles(world.source).writeJournal(to: path)
        case .file(.book, let path): try PeerFiles(world.source).writeBook(to: path)
        case .file(.tasks, let path): try PeerFiles(world.source).writeTasks(to: path)
        }
    }
}
