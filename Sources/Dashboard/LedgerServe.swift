internal import Application
internal import EventLog
internal import LedgerCLI

/// The program `ledger-serve`; a target of its own starts it.
package enum LedgerServe {
    /// Serves the ledger until the process is told to end.
    ///
    /// - Parameters:
    ///   - arguments: Without the program's name.
    ///   - variables: The process's environment.
    ///   - put: Puts a text out at once; of errors when told so.
    /// - Returns: The exit code.
    package static func run(
        _ arguments: [String], _ variables: [String: String],
        put: @escaping @Sendable (String, _ isError: Bool) -> Void
    ) async -> Int32 {
        let options: ServeOptions
        do throws(ServeOptions.Fault) { options = try ServeOptions(arguments) } catch {
            put("ledger serve: \(error.words)\n  try: ledger serve --help\n", true)
            return 2
        }
        if options.isHelp {
            put(ServeOptions.help, false)
            return 0
        }
        // While pages are asked for; IdleMemory gives it back.
        FreedMemory.keep()
        let dashboard: Dashboard
        do throws(ApplicationError) {
            let session = try Session.load(variables, folder: options.folder)
            session.replace { $0.hooks?.told = { put($1.words($0), true) } }
            _ = try session.current.store()
            let place = try ServeFile.place(of: session, variables)
            if let place, let name = options.added {
                return try LoginCommand(session: session, place: place, put: put).add(name)
            }
            if let place, let name = options.removed {
                return try LoginCommand(session: session, place: place, put: put).remove(name)
            }
            switch try make(session, place, options) {
            case .failure(let fault):
                put("ledger serve: \(fault.words)\n  try: \(fault.helps)\n", true)
                return 3
            case .success(let made): dashboard = made
            }
        } catch {
            // What may help are commands of `ledger`.
            let text = ErrorText(error)
            let tries = text.tries.map { "  try: \($0)\n" }.joined()
            put("ledger serve: \(text.what)\n\(tries)", true)
            return text.exitCode
        }
        do {
            try await DashboardServer(
                dashboard, host: options.listen, port: options.port, socket: options.socket
            ) { address in
                put(welcome(address, options.socket), false)
            }.run()
            return 0
        } catch {
            let place = options.socket ?? "port \(options.port)"
            let other = options.socket == nil ? "" : " --socket ANOTHER"
            put(
                "ledger serve: cannot listen on \(place): \(error)\n"
                    + "  try: ledger serve\(other)\n", true)
            return 3
        }
    }

    /// What is said once it listens.
    private static func welcome(_ address: String, _ socket: String?) -> String {
        guard let socket else {
            return "Open this address in a browser; ^C ends it.\n\n  \(address)\n\n"
        }
        return "It listens on \(socket), for a server in front; ^C ends it.\n\n"
            + "  curl --unix-socket '\(socket)' '\(address)'\n\n"
    }

    /// The dashboard of a session, with what the device keeps for it.
    private static func make(
        _ session: Session, _ place: DeviceFile?, _ options: ServeOptions
    ) throws(ApplicationError) -> Result<Dashboard, ServeFile.Fault> {
        let random = session.current.randomBytes
        var file: ServeFile?
        do throws(ServeFile.Fault) {
            file = try place.map { (place) throws(ServeFile.Fault) in
                try ServeFile.load(place, randomBytes: random)
            }
        } catch {
            return .failure(error)
        }
        if options.isLogin, file?.passwords.isEmpty ?? true {
            return .failure(
                ServeFile.Fault(
                    words: "nobody has a password yet", helps: "ledger serve --add-login NAME"))
        }
        let passwords: (@Sendable () -> [UInt64: String])? =
            options.isLogin
            ? { @Sendable in
                // What cannot be read lets nobody in.
                let kept = place.flatMap { try? ServeFile.load($0, randomBytes: random) }
                return kept?.passwords ?? [:]
            } : nil
        return .success(
            try Dashboard(
                session.current, isReadOnly: options.isReadOnly, tokens: file,
                passwords: passwords, address: options.address,
                listen: ListenAddress(options.listen), rate: options.rate))
    }
}
