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
        let dashboard: Dashboard
        do throws(ApplicationError) {
            let session = try Session.load(variables, folder: options.folder)
            _ = try session.current.store()
            let place = try ServeFile.place(of: session, variables)
            var tokens: ServeFile?
            do throws(ServeFile.Fault) {
                tokens = try place.map { (place) throws(ServeFile.Fault) in
                    try ServeFile.load(place, randomBytes: session.current.randomBytes)
                }
            } catch {
                put("ledger serve: \(error.words)\n  try: \(error.helps)\n", true)
                return 3
            }
            dashboard = try Dashboard(
                session.current, isReadOnly: options.isReadOnly, tokens: tokens)
        } catch {
            let text = ErrorText(error, program: "ledger serve")
            put(text.message, true)
            return text.exitCode
        }
        do {
            try await DashboardServer(dashboard, port: options.port) { address in
                put("Open this address in a browser; ^C ends it.\n\n  \(address)\n\n", false)
            }.run()
            return 0
        } catch {
            put(
                "ledger serve: cannot listen on port \(options.port): \(error)\n"
                    + "  try: ledger serve\n", true)
            return 3
        }
    }
}
