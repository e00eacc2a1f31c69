internal import Application
internal import ArgumentParser
internal import EventLog

/// `ledger call`
struct CallCommand: ReadingCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "call", abstract: "Make a request in JSON.",
        usage: "ledger call <path> [<json>] [--remote <url>] [<options>]",
        discussion: """
            The answer is one line of JSON, whatever --format says, or an error and an exit code: \
            with --format json an object with code, message and try on the standard error. \
            ledger routes lists the paths and their fields. Without an answer in time nothing was \
            recorded.

              ledger call report '{"period":"monthly"}'
              echo '{"lines":[{"amount":"4","title":"Tea"}]}' | ledger call add - --dry-run

            With --remote the ledger of a server is asked, as ledger serve starts one; \
            LEDGER_TOKEN has the token that it printed, or that of a session:

              ledger call session - --remote https://ledger.example <login.json
              LEDGER_TOKEN=… ledger call report --remote https://ledger.example
            """)

    @Argument(help: ArgumentHelp("What is asked for, such as report.", valueName: "path"))
    var path: String

    @Argument(
        help: ArgumentHelp("An object; - reads it from the standard input.", valueName: "json"))
    var json: String?

    @Option(help: ArgumentHelp("How long to wait for the answer.", valueName: "seconds"))
    var timeout: Double?

    @Option(
        help: ArgumentHelp(
            "Ask the ledger of a server: https://NAME, or http://127.0.0.1:PORT.",
            valueName: "url"))
    var remote: String?

    @Option(
        help: ArgumentHelp(
            "How large the answer of a server may be; \(RemoteLedger.usualMebibytes) without it.",
            valueName: "mib"))
    var maxSize: Int?

    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func validate() throws {
        if writing.key != nil {
            throw ValidationError("the key is a field of the request: {\"key\":\"…\"}")
        }
        if reading.receipt != nil {
            throw ValidationError("a receipt is made by the commands, such as report --receipt")
        }
        if let timeout, !(0...1e6).contains(timeout) {
            throw ValidationError("--timeout needs seconds, from 0 to 1000000")
        }
        let sizes = 1...RemoteLedger.mostMebibytes
        if let maxSize, !sizes.contains(maxSize) {
            throw ValidationError("--max-size needs MiB, from 1 to \(sizes.upperBound)")
        }
        guard let remote else {
            if maxSize == nil { return }
            throw ValidationError("--max-size is about the answer of a server, named by --remote")
        }
        if let fault = RemoteLedger.fault(of: remote) { throw ValidationError(fault) }
        let said = [
            ("--dry-run", writing.dryRun), ("--accept-clock", writing.acceptClock),
            ("--as-of", reading.asOf != nil), ("--at", reading.at != nil),
            ("--now", shared.now != nil), ("--as", shared.user != nil),
            ("--ledger", shared.folder != nil),
        ]
        if let (name, _) = said.first(where: \.1) {
            throw ValidationError("\(name) is about a ledger here, and --remote asks another one")
        }
    }

    func run(in context: CommandContext) throws(CommandFailure) {
        let input: [UInt8]
        do throws(Terminal.Failure) {
            input = json == "-" ? try Terminal.load("-") : Array((json ?? "").utf8)
        } catch { throw .file(error) }
        if let server = remote.flatMap(RemoteLedger.init) {
            return try ask(server, input, context)
        }
        let answer = try answer(input, context)
        if !context.isDryRun, let done = DoneBeside(calling: path, input) {
            context.recorded.take(done)
        }
        try context.put(String(decoding: answer, as: UTF8.self))
    }

    private func ask(
        _ server: RemoteLedger, _ input: [UInt8], _ context: CommandContext
    ) throws(CommandFailure) {
        let isWord = path.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte) || "-/".utf8.contains(byte)
        }
        if !isWord || path.isEmpty {
            let router = try mappingError(CommandFailure.application, try Router.standard)
            throw .application(router.unknown(path))
        }
        let token = context.variables["LEDGER_TOKEN"].flatMap { $0.isEmpty ? nil : $0 }
        if let token, !RemoteLedger.isToken(token) {
            throw .usage(.parser("LEDGER_TOKEN has what is no token", command: ["call"]))
        }
        let question = RemoteLedger.Question(
            path: path, json: input, token: token, seconds: timeout,
            mebibytesMax: maxSize ?? RemoteLedger.usualMebibytes)
        let answer = try server.call(question, context.variables)
        try context.put(answer, called: server.address)
    }

    private func answer(
        _ input: [UInt8], _ context: CommandContext
    ) throws(CommandFailure) -> [UInt8] {
        defer { context.progress?.clear() }
        let env = context.session.current
        do throws(ApplicationError) {
            let router = try Router.standard
            guard let timeout else { return try router.call(path, input, in: env) }
            return try router.wait(for: path, input, in: env, within: .seconds(timeout))
        } catch { throw .application(error) }
    }
}

/// `ledger routes`
struct RoutesCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "routes", abstract: "List the requests that can be made in JSON.",
        discussion: """
            Without a path all of them; with one its fields; with the first part of some, such as \
            task, those.

              ledger routes
              ledger routes add
            """)

    @Argument(help: ArgumentHelp("Which; all of them without it.", valueName: "path"))
    var path: String?

    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let router: Router
        do throws(ApplicationError) { router = try .standard } catch { throw .application(error) }
        let all = router.routes
        guard let path else { return try put(all, context) }
        if let route = all.first(where: { $0.path == path }) {
            return try context.put(
                route, text: RouteText(context.output).text(route),
                csv: RouteText.csv(route))
        }
        let below = all.filter { $0.path.hasPrefix("\(path)/") }
        if below.isEmpty { throw .application(router.unknown(path)) }
        try put(below, context)
    }

    private func put(_ routes: [Route], _ context: CommandContext) throws(CommandFailure) {
        try context.put(
            ListRoutes.Output(routes: routes), text: RouteText(context.output).text(routes),
            csv: RouteText.csv(routes))
    }
}
