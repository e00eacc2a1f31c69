internal import Application
internal import Synchronization

/// Ledgers as several commands leave them, of which nothing is kept.
final class Draft: Sendable {
    private let homes = Mutex<[String: DraftHome]>([:])

    /// An environment whose ledger is as the commands before have left it.
    func over(_ env: Environment) -> Environment {
        let home = homes.withLock { homes in
            let home =
                homes[env.home.place] ?? DraftHome(over: env.home, makeSeed: env.makeSeed)
            homes[env.home.place] = home
            return home
        }
        return env.drafted(on: home)
    }
}
