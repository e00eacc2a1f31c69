internal import Ledger
internal import Synchronization

/// The environments of a program or a page, one laid over the other; the only thing that changes.
///
/// Pushing and popping save nothing. What lasts is changed in the root, by ``login(_:)``,
/// ``logout()`` and ``setDefaults(_:)``, and is saved at once.
package final class Session: Sendable {
    /// The folder of the ledger; `nil` in a session that nothing is saved of.
    package let folder: String?

    private struct State {
        var root: Environment
        var pushed: [Environment] = []
        var settings: SettingsFile
    }

    private let state: Mutex<State>

    /// A session over an environment; nothing is ever saved.
    package init(_ root: Environment) {
        folder = nil
        state = Mutex(State(root: root, settings: SettingsFile(device: 0)))
    }

    init(folder: String, _ root: Environment, _ settings: SettingsFile) {
        self.folder = folder
        state = Mutex(State(root: root, settings: settings))
    }

    /// The environment that requests are to be made with.
    package var current: Environment { state.withLock { $0.pushed.last ?? $0.root } }

    /// How many environments there are, 1 or more.
    package var depth: Int { state.withLock { $0.pushed.count + 1 } }

    /// The settings of the person on this device.
    var settings: SettingsFile { state.withLock { $0.settings } }

    /// Lays an environment over the others; it is not saved.
    package func push(_ environment: Environment) {
        state.withLock { $0.pushed.append(environment) }
    }

    /// Takes the topmost environment away and returns it; `nil` when only the root is left, which
    /// stays.
    @discardableResult
    package func pop() -> Environment? { state.withLock { $0.pushed.popLast() } }

    /// Changes the topmost environment; nothing is saved.
    package func replace(_ change: (inout Environment) -> Void) {
        state.withLock { state in
            if let last = state.pushed.indices.last {
                change(&state.pushed[last])
            } else {
                change(&state.root)
            }
        }
    }

    /// Makes a person the acting one from now on, in this and later sessions. What was shown to
    /// somebody else is forgotten.
    ///
    /// - Parameter name: A name in any case, or an id.
    /// - Throws: ``ApplicationError/unknownPerson(_:suggestions:)`` when there is nobody.
    package func login(_ name: String) throws(ApplicationError) {
        try logIn(try state.withLock { $0.root }.acting(as: name).user)
    }

    /// Makes the owner the acting person again. What was shown to somebody else is forgotten.
    package func logout() throws(ApplicationError) { try logIn(nil) }

    private func logIn(_ user: UInt64?) throws(ApplicationError) {
        let before = state.withLock { $0.root.user }
        try changeRoot { root, settings in
            root.user = user
            root.access = .full
            settings.user = user
        }
        if user != before { try remember([]) }
    }

    /// Changes what new ledgers begin with.
    package func setDefaults(_ defaults: Defaults) throws(ApplicationError) {
        try changeRoot { root, settings in
            root.defaults = defaults
            settings.defaults = defaults
        }
    }

    /// Writes the settings of the root; what is to be called once a ledger was made.
    package func save() throws(ApplicationError) { try changeRoot { _, _ in } }

    /// How many rows of a list can be meant by their number: every command reads them.
    package static let rowsMax = 1_000

    /// Remembers the ids of a list that was shown, for `.3`; in this and later sessions. What
    /// is behind the first ``rowsMax`` is forgotten.
    package func remember(_ ids: [UInt64]) throws(ApplicationError) {
        let ids = Array(ids.prefix(Session.rowsMax))
        state.withLock { state in
            state.root.lastList = ids
            for index in state.pushed.indices { state.pushed[index].lastList = ids }
        }
        if let folder { try StateFile(lastList: ids).write(to: folder) }
    }

    /// Saves first, so that nothing changes when that fails.
    func changeRoot(
        _ change: (inout Environment, inout SettingsFile) -> Void
    ) throws(ApplicationError) {
        try state.withLock { (state) throws(ApplicationError) in
            var (root, settings) = (state.root, state.settings)
            change(&root, &settings)
            if let folder { try settings.write(to: folder) }
            state.root = root
            state.settings = settings
        }
    }
}
