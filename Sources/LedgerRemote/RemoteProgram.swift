import Application
import EventLog
import Ledger
import SharedLog

/// The way from what was typed to an exit code.
struct RemoteProgram {
    /// The process's environment.
    let variables: [String: String]
    /// What the machine is called.
    let host: String
    /// Waits for a moment.
    let pause: () -> Void
    /// Reads a passphrase, a new one twice; `nil` where it was given up.
    let readSecret: (_ isNew: Bool) -> String?
    /// Puts a text out at once; of errors when told so.
    let put: (String, _ isError: Bool) -> Void

    /// Runs a command.
    func run(_ arguments: [String]) -> Int32 {
        let options: RemoteOptions
        do throws(RemoteOptions.Fault) { options = try RemoteOptions(arguments) } catch {
            let words = RemoteWords(error.words, "usage", exit: 2, "ledger remote --help")
            put(words.message, true)
            return 2
        }
        guard let command = options.command else {
            put(RemoteOptions.help, false)
            return 0
        }
        do throws(RemoteFailure) {
            switch command {
            case .add: try add(options)
            case .status: try status(options)
            case .sync: try synchronise(options)
            case .follow: try follow(options)
            case .verify: try verify(options)
            case .detach: try detach(options)
            case .clone: try clone(options)
            case .member: try member(options)
            }
            return 0
        } catch {
            let words = RemoteWords(error).located(options)
            put(options.isJSON ? words.json : words.message, true)
            return words.exitCode
        }
    }

    // MARK: What commands work with

    /// The environment of a ledger's folder.
    func environment(_ folder: String?) throws(RemoteFailure) -> Environment {
        try mappingError(
            RemoteFailure.application, Session.load(variables, folder: folder).current)
    }

    /// What tells the log of a ledger, which must be there.
    func logID(_ env: Environment) throws(RemoteFailure) -> CommitID {
        let id = try mappingError(RemoteFailure.application) { () throws(ApplicationError) in
            try mappingError(ApplicationError.store) { () throws(StoreError) in
                try (env.home.open() as? FileEventStore)?.id()
            }
        }
        guard let id else { throw .application(.noLedger(home: env.home.place)) }
        return id
    }

    /// What the ledger of a folder is shared through.
    func remoteFile(_ env: Environment) throws(RemoteFailure) -> RemoteFile {
        guard let file = try RemoteFile.read(env) else { throw .notShared }
        return file
    }

    func connect(
        _ address: String, id: CommitID?, creates: Bool = false
    ) throws(RemoteFailure) -> RemoteLog {
        try mappingError(RemoteFailure.shared) { () throws(SharedLogError) in
            try RemoteLog.open(ServerAddress(address, variables), id: id, creates: creates)
        }
    }

    /// The server of a ledger, whose log must be the one that is shared.
    ///
    /// A server that has nothing of it is begun anew where missing commits are to be pushed.
    func following(
        _ env: Environment, _ file: RemoteFile, _ options: RemoteOptions
    ) throws(RemoteFailure) -> Following {
        let remote = try joined(env, file, options)
        try mappingError(RemoteFailure.shared, remote.requireKey())
        return Following(
            remote, folder: "\(env.home.place)/log", withoutTexts: options.withoutTexts,
            secret: { env.home.deviceSecret },
            erasing: { store, events in
                try TeamMerge.eraseBeside(events, of: store, in: env)
            })
    }

    /// The ledger's log on its server, unlocked where this device can.
    func joined(
        _ env: Environment, _ file: RemoteFile, _ options: RemoteOptions
    ) throws(RemoteFailure) -> RemoteLog {
        let id = try logID(env)
        guard RemoteLog.name(of: id) == file.ledger else { throw .otherLedger(file.ledger) }
        let remote = try connect(file.address, id: id, creates: options.creates)
        // Whoever was shut out sees nothing, which looks like a server that lost everything.
        try mappingError(RemoteFailure.shared, remote.join(begins: options.pushesMissing))
        let isPlain = file.secrecy == nil && file.end != nil
        try unlock(remote, env, expecting: file.secrecy, isPlain: isPlain, options)
        return remote
    }

    /// Puts a result out.
    func show(_ value: some Encodable, _ text: String, _ options: RemoteOptions) {
        let json = { String(decoding: JSONCoding.encode(value), as: UTF8.self) }
        put(options.isJSON ? json() : text, false)
    }
}
