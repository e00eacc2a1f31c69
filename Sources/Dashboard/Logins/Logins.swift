internal import Synchronization

/// Who is logged in: sessions in memory, each of one person. A session ends after half a day
/// without a request, after a week, when its password changes, and with the server.
final class Logins: Sendable {
    /// A person who is logged in.
    struct Session {
        let person: UInt64
        /// What the forms of the session show.
        let formToken: String
        fileprivate let hash: String
        fileprivate let began: Duration
        fileprivate var seen: Duration
    }

    /// Why somebody does not get in.
    enum Fault: Error, Hashable {
        /// The name or the password.
        case wrong
        /// Too many tries, by whomever.
        case tooMany
    }

    private static let idleMax = Duration.seconds(12 * 3_600)
    private static let lifeMax = Duration.seconds(7 * 24 * 3_600)
    private static let sessionsMax = 256
    private static let sessionsOfPersonMax = 16
    /// Tries that are borne at once, and one more each so many seconds, for each name. Names are
    /// counted by a hash of 16 bits: so many cannot fill the memory, and whoever wants to keep all
    /// of them waiting would have to try faster than passwords are checked.
    private static let triesMax = 5
    private static let secondsPerTry: Int64 = 30
    /// How many wait for a password to be checked; one is, at a time.
    private static let waitingMax = 4
    /// How long what was read of passwords is believed.
    private static let readEvery = Duration.seconds(2)

    private struct Tries {
        var left = Logins.triesMax
        var since: Duration
    }

    private struct State {
        var sessions: [String: Session] = [:]
        var tries: [UInt16: Tries] = [:]
        var passwords: [UInt64: String] = [:]
        var read: Duration?
    }

    private let state = Mutex(State())
    private let waiting = Mutex(Seats(count: waitingMax))
    private let checking = Mutex(())
    /// In the place of a password of nobody, so that it takes as long.
    private let nobody: String
    private let passwords: @Sendable () -> [UInt64: String]
    private let randomBytes: @Sendable (Int) -> [UInt8]
    private let uptime: @Sendable () -> Duration

    /// - Parameter passwords: Reads the hashes, by person; of what cannot be read there are none.
    init(
        passwords: @escaping @Sendable () -> [UInt64: String],
        randomBytes: @escaping @Sendable (Int) -> [UInt8],
        uptime: @escaping @Sendable () -> Duration
    ) {
        self.passwords = passwords
        self.randomBytes = randomBytes
        self.uptime = uptime
        nobody = PasswordHash.make(randomBytes(16)) ?? ""
    }

    /// The session with an id that a browser or a program shows; `nil` for none.
    ///
    /// - Parameter isUse: Whether it is a request, by which the session lives on.
    func session(_ id: String, isUse: Bool = true) -> Session? {
        // What is no id costs no look at the file.
        guard id.utf8.count == 64 else { return nil }
        let now = uptime()
        return state.withLock { state in
            guard var session = state.sessions[id] else { return nil }
            refresh(&state, now)
            let isOver =
                now - session.seen > Logins.idleMax || now - session.began > Logins.lifeMax
                || state.passwords[session.person] != session.hash
            if isOver {
                state.sessions[id] = nil
                return nil
            }
            if isUse { session.seen = now }
            state.sessions[id] = session
            return session
        }
    }

    /// Lets somebody in with a new id, whatever was shown before, so that no id that somebody else
    /// knows is worth more afterwards.
    ///
    /// - Parameters:
    ///   - name: What was typed; tries are counted by it, whether it is somebody's or not.
    ///   - person: Whose name it is; `nil` for nobody.
    ///   - old: The session that ends with it.
    func logIn(
        _ name: String, _ person: UInt64?, password: String, old: String?
    ) throws(Fault) -> String {
        let bucket = UInt16(truncatingIfNeeded: name.lowercased().hashValue)
        guard take(bucket) else { throw .tooMany }
        guard waiting.withLock({ $0.enter() }) else { throw .tooMany }
        defer { waiting.withLock { $0.leave() } }
        let now = uptime()
        let hash = state.withLock { state in
            state.read = nil
            refresh(&state, now)
            return person.flatMap { state.passwords[$0] }
        }
        let typed = Array(password.utf8.prefix(PasswordHash.lengths.upperBound + 1))
        let isRight = checking.withLock { _ in PasswordHash.holds(hash ?? nobody, for: typed) }
        guard isRight, let hash, let person, PasswordHash.lengths.contains(typed.count) else {
            throw .wrong
        }
        let id = Gate.hex(randomBytes(32))
        let session = Session(
            person: person, formToken: Gate.hex(randomBytes(32)), hash: hash, began: now, seen: now)
        state.withLock { state in
            state.tries[bucket] = nil
            if let old { state.sessions[old] = nil }
            makeRoom(&state, for: person)
            state.sessions[id] = session
        }
        return id
    }

    /// The hash of a person's password, as it is now; `nil` for none.
    func passwordHash(of person: UInt64) -> String? {
        let now = uptime()
        return state.withLock { state in
            refresh(&state, now)
            return state.passwords[person]
        }
    }

    /// Ends a session.
    func logOut(_ id: String) { state.withLock { $0.sessions[id] = nil } }

    /// The sessions that nobody used for the longest time go first.
    private func makeRoom(_ state: inout State, for person: UInt64) {
        func drop(_ most: Int, where isMeant: (Session) -> Bool) {
            let those = state.sessions.filter { isMeant($0.value) }
            let old = those.sorted { $0.value.seen < $1.value.seen }
            for (id, _) in old.prefix(max(0, those.count - most + 1)) { state.sessions[id] = nil }
        }
        drop(Logins.sessionsOfPersonMax) { $0.person == person }
        drop(Logins.sessionsMax) { _ in true }
    }

    private func refresh(_ state: inout State, _ now: Duration) {
        if let read = state.read, now - read < Logins.readEvery { return }
        state.passwords = passwords()
        state.read = now
    }

    /// Takes one of the tries of a name, where there is one left.
    private func take(_ bucket: UInt16) -> Bool {
        let now = uptime()
        return state.withLock { state in
            var tries = state.tries[bucket] ?? Tries(since: now)
            let more = (now - tries.since).components.seconds / Logins.secondsPerTry
            if more > 0 {
                tries.left = min(Logins.triesMax, tries.left + Int(min(more, 100)))
                tries.since = now
            }
            guard tries.left > 0 else { return false }
            tries.left -= 1
            state.tries[bucket] = tries
            return true
        }
    }
}
