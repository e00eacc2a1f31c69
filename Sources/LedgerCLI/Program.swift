internal import Application
internal import ArgumentParser
internal import EventLog
internal import Ledger

/// The way from what was typed to an exit code.
struct Program {
    var variables: [String: String] = [:]
    /// What it was called.
    let name: String
    /// Where what is recorded goes, instead of to the ledger; `nil` for there.
    var draft: Draft?

    /// Runs a command and says what went wrong with it.
    func run(_ words: [String]) -> Int32 {
        // Nothing but options of every command: the day.
        let isBare = Arguments.countBefore(words[...]) == words.count
        var typed = Arguments.commandFirst(
            isBare ? words + [TodayCommand._commandName] : words)
        var place = Session.folder(variables)
        let recorded = LastCommit()
        let own = RepeatedOptions(words)
        do throws(CommandFailure) {
            let words = try preferred(typed)
            typed = words.typed
            do throws(CommandFailure) {
                try execute(Arguments(typed), typed, &place, recorded, own)
            } catch .usage(let fault) where words.plain != typed && fault.isOfOptions {
                // What somebody has set for themselves makes way for what they type.
                typed = words.plain
                try execute(Arguments(typed), typed, &place, recorded, own)
            } catch  where error.isOfReplacedLog && recorded.commit == nil {
                // Another log has taken the place of the one that was open, by a merge.
                try execute(Arguments(typed), typed, &place, recorded, own)
            }
            return 0
        } catch .finished(let exitCode) {
            return exitCode
        } catch {
            let failure = recorded.failure(error)
            // Who may write is told that it was done, whatever they may read.
            if case .afterRecording(.application(.forbidden), let last) = failure {
                try? Terminal.put("Recorded up to event \(last).\n", on: .output)
                return 0
            }
            let text = ErrorText(
                failure, typed: typed, place: place, program: name,
                may: permissions(failure, typed, in: place))
            // Nowhere is left to complain about the standard error itself.
            let message = Program.wantsJSON(typed) ? text.json : told(text)
            try? Terminal.put(message, on: .error)
            return text.exitCode
        }
    }

    /// What whoever acts may do, for advice; everything where that cannot be said.
    private func permissions(
        _ failure: CommandFailure, _ typed: [String], in place: String?
    ) -> Set<Permission> {
        let all = Set(Permission.allCases)
        switch failure {
        // Somebody else may grant it.
        case .application(.forbidden), .application(.store): return all
        case .application, .allChanged: break
        default: return all
        }
        guard let place, let session = try? Session.load(variables, folder: place) else {
            return all
        }
        let person =
            typed.lastIndex(of: "--as").flatMap { $0 + 1 < typed.count ? typed[$0 + 1] : nil }
            ?? typed.last { $0.hasPrefix("--as=") }.map { String($0.dropFirst(5)) }
        let env = person.map { try? session.current.acting(as: $0) } ?? session.current
        return (try? env?.permissions()) ?? all
    }

    /// What went wrong, and what may help: not where that would be done for good.
    private func told(_ text: ErrorText) -> String {
        draft == nil ? text.message : "\(name): \(text.what)\n"
    }

    /// What was typed with the words of aliases and the options that somebody has set for
    /// themselves, and without these; help needs none of them.
    private func preferred(
        _ typed: [String]
    ) throws(CommandFailure) -> (typed: [String], plain: [String]) {
        guard let first = typed.first, !first.hasPrefix("-"), first != "help" else {
            return (typed, typed)
        }
        let own = PeerVerbs.translated(typed)
        if typed.contains("--help") {
            // Of an alias the page of what it stands for.
            if RootCommand.commandNames.contains(own[0]) { return (own, own) }
        }
        return try Preferences.load(variables)?.applied(to: typed) ?? (own, own)
    }

    /// Whether a request in JSON asks for errors in JSON, too.
    private static func wantsJSON(_ typed: [String]) -> Bool {
        guard typed.first == "call" else { return false }
        let pairs = zip(typed, typed.dropFirst())
        return typed.contains { ["--format=json", "-Ojson", "-O=json"].contains($0) }
            || pairs.contains { ["--format", "-O"].contains($0) && $1 == "json" }
    }

    /// Says which argument is not valid UTF-8, counted from 1.
    func refuse(argument number: Int) -> Int32 {
        let text = ErrorText(.usage(.notUTF8(number)), typed: nil, program: name)
        try? Terminal.put(text.message, on: .error)
        return text.exitCode
    }

    private func execute(
        _ arguments: Arguments, _ typed: [String], _ place: inout String?,
        _ recorded: LastCommit, _ own: RepeatedOptions
    ) throws(CommandFailure) {
        // Asked by scripts, and known before the parser has looked at all commands.
        if typed == ["--version"] { return try put(help: RootCommand.version) }
        if let name = typed.first, !name.hasPrefix("-"), NamedCommand.type(name) == nil,
            !RootCommand.commandNames.contains(name)
        {
            let rest = Array(typed.dropFirst())
            // Another program knows nothing of a draft.
            if draft == nil { try startSibling(name, rest) }
            guard let whole = RootCommand.completed(name) else {
                throw .usage(.unknownCommand(name, suggestions: RootCommand.meant(by: name)))
            }
            let words = PeerVerbs.translated([whole] + rest)
            return try execute(Arguments(words), words, &place, recorded, own)
        }
        try refuseUnknownHelp(typed)
        let columns = min(screenColumns ?? 80, 100)
        if typed.count == 2, typed[0] == "help",
            let page = HelpPages.text(typed[1], columns: columns)
        {
            return try put(help: page)
        }
        try RootCommand.refuseUnknownSubcommand(typed)
        let command: any LedgerCommand
        do {
            if let named = NamedCommand.parsed(arguments.parsed) {
                command = named
            } else {
                var parsed = try RootCommand.parseAsRoot(arguments.parsed)
                guard let own = parsed as? any LedgerCommand else { return try parsed.run() }
                command = own
            }
        } catch {
            guard RootCommand.exitCode(for: error) == .success else {
                throw .usage(
                    .parser(
                        RootCommand.message(for: error).replacing("\0", with: ""),
                        command: RootCommand.path(typed)))
            }
            let text = RootCommand.fullMessage(for: error, columns: columns)
            let isPage = text.contains("\nOPTIONS:\n")
            return try put(
                help: isPage ? text + SharedPage.pointer : CompletionScript.whole(text))
        }
        if draft != nil, let reason = WhatIfCommand.refusal(of: command, typed) {
            throw .usage(.parser(reason, command: ["what-if"]))
        }
        try own.refuse(in: type(of: command))
        place = command.shared.folder ?? place
        let receipt = command.readingOptions?.receipt
        try OutputFile.check([command.shared.file, receipt], outside: place)
        do throws(CommandFailure) {
            let context = try context(for: command, arguments, recorded)
            let signed = try receipt.map { file throws(CommandFailure) in
                (file, try context.receipt(of: command, typed: typed))
            }
            try run(command, in: context)
            if let (file, bytes) = signed { try save(bytes, to: file) }
            keepSums(behind: command, context.session.current, recorded)
        } catch .application(.store(.log(.corrupt(let damage)))) where recorded.commit == nil {
            try answer(command, before: damage) { () throws(CommandFailure) in
                try context(for: command, arguments, recorded, before: damage)
            }
        }
    }

    private func save(_ bytes: [UInt8], to file: String) throws(CommandFailure) {
        do throws(Terminal.Failure) { try OutputFile.save(bytes, to: file) } catch {
            throw .file(error)
        }
    }

    /// Runs a command that writes numbers as it was told to, where people read them.
    func run(
        _ command: any LedgerCommand, in context: CommandContext
    ) throws(CommandFailure) {
        guard context.output.format.isForPeople, let numbers = command.shared.numbers else {
            return try command.run(in: context)
        }
        try numbers.style(variables).run { () throws(CommandFailure) in
            try command.run(in: context)
        }
    }

    /// The answer is given: now there is time for what makes the next ones fast.
    private func keepSums(
        behind command: any LedgerCommand, _ env: Environment, _ recorded: LastCommit
    ) {
        if let replay = command as? ReplayCommand {
            if replay.to == nil, replay.asOf == nil { env.keepSums(anew: true) }
        } else if command is SealCommand || command is EraseCommand {
            env.keepSums()
        } else if let positions = recorded.positions {
            env.keepSums(after: positions)
        }
    }

    /// Becomes the program for a command that is none of this one's; returns where there is none.
    private func startSibling(_ name: String, _ words: [String]) throws(CommandFailure) {
        let own = CommandLine.arguments.first ?? ""
        guard let path = SiblingProgram.path(of: name, beside: own, variables) else { return }
        throw .file(Terminal.Failure(path: path, code: SiblingProgram.start(path, words)))
    }

    /// `help nosuch`
    private func refuseUnknownHelp(_ typed: [String]) throws(CommandFailure) {
        guard typed.first == "help", let name = typed.dropFirst().first, !name.hasPrefix("-") else {
            return
        }
        if HelpPages.name(name) != nil { return }
        guard RootCommand.commandNames.contains(name) else {
            throw .usage(.unknownCommand(name, suggestions: RootCommand.meant(by: name)))
        }
        if let (name, known) = RootCommand.unknownSubcommand(Array(typed.dropFirst())) {
            throw .usage(
                .unknownCommand(
                    name,
                    suggestions: RootCommand.meant(by: name, behind: typed[1], known)
                        .filter(known.contains)))
        }
    }

    private func put(help text: String) throws(CommandFailure) {
        do throws(Terminal.Failure) {
            try Terminal.put(named(text) + "\n", pager: Pager(variables))
        } catch {
            throw .file(error)
        }
    }

    /// A help text with the program's name where a command begins.
    private func named(_ help: String) -> String {
        if name == "ledger" { return help }
        let starts = RootCommand.commandNames + ["<subcommand>"]
        return starts.reduce(help) { text, start in
            text.replacing("ledger \(start)", with: "\(name) \(start)")
        }
    }

    private func context(
        for command: any LedgerCommand, _ arguments: Arguments, _ recorded: LastCommit,
        before damage: Corruption? = nil
    ) throws(CommandFailure) -> CommandContext {
        let shared = command.shared
        let writing = command.writingOptions
        let isDryRun = draft != nil || writing?.dryRun ?? false
        let reading = command.readingOptions
        try Program.refuseTogether(command, reading)
        let output = try shape(shared, isFile: command.isFile)
        do throws(ApplicationError) {
            let session = try Session.load(variables, folder: shared.folder)
            if let draft { session.replace { $0 = draft.over($0) } }
            if let damage { try Program.open(session, shared, before: damage) }
            session.replace { $0.recorded = { recorded.take($0) } }
            session.replace { $0.key = writing?.key.map(Arguments.plain) }
            session.replace { Program.setHooks(of: &$0, isOff: shared.noHooks) }
            if writing?.acceptClock == true { session.replace { $0.acceptsClock = true } }
            if let now = shared.now {
                let clock = session.current.now()
                let moment = try moment(Arguments.plain(now), session.current)
                session.replace { $0.now = { moment } }
                // Who says what time it is knows it, but a future that is far off may be mistyped.
                let isNear = moment <= clock.adding(milliseconds: Program.dayMilliseconds)
                session.replace {
                    if isNear { $0.acceptsClock = true } else { $0.isClockTyped = true }
                }
            }
            if let reason = command.correctingOptions?.correct {
                session.replace { $0.correction = Arguments.plain(reason) }
            }
            if let asOf = reading?.asOf {
                let past = try session.current.past(Arguments.plain(asOf))
                session.replace { $0.asOf = past }
            }
            // Nobody is logged in by this: it is laid over the root, and gone with the process.
            // Who it is counts as of now, whatever past is looked at.
            if let user = shared.user {
                let (present, past) = (session.current.with { $0.asOf = nil }, session.current.asOf)
                let acting = try present.acting(as: Arguments.plain(user))
                session.push(acting.with { $0.asOf = past })
            }
            if let at = reading?.at {
                session.push(try session.current.travelling(to: Arguments.plain(at)))
            }
            var progress: ProgressLine?
            if Terminal.isTerminal(.error), variables["TERM"] ?? "dumb" != "dumb" {
                let line = ProgressLine(uptime: session.current.uptime) { text in
                    // Nobody misses a line that cannot be shown.
                    try? Terminal.put(text, on: .error)
                }
                session.replace {
                    $0.progress = { line.show($0) }
                    $0.expect = { line.expect($0) }
                }
                progress = line
            }
            if reading?.receipt != nil { session.push(try session.current.pinned()) }
            if writing?.dryRun == true { session.push(session.current.dryRun()) }
            return CommandContext(
                session: session, output: output, outputFile: shared.file, isDryRun: isDryRun,
                lines: arguments.lines, variables: variables,
                pager: shared.noPager ? nil : Pager(variables), progress: progress,
                recorded: recorded)
        } catch {
            throw .application(error)
        }
    }

    /// Refuses options that exclude each other.
    private static func refuseTogether(
        _ command: any LedgerCommand, _ reading: ReadingOptions?
    ) throws(CommandFailure) {
        let shared = command.shared
        if shared.user != nil, command is LoginCommand || command is LogoutCommand {
            let name = command is LoginCommand ? "login" : "logout"
            throw .usage(.exclusive(name, "--as", values: 1))
        }
        guard reading?.at != nil else { return }
        if reading?.asOf != nil { throw .usage(.exclusive("--at", "--as-of", values: 1)) }
        if shared.now != nil { throw .usage(.exclusive("--at", "--now", values: 1)) }
    }

    /// What hooks say is for whoever sits there.
    private static func setHooks(of env: inout Environment, isOff: Bool) {
        if isOff { env.hooks = nil }
        env.hooks?.told = { hook, news in
            // Nobody misses a line that cannot be shown.
            try? Terminal.put(news.words(hook), on: .error)
        }
    }

    private static let dayMilliseconds: Int64 = 86_400_000

    /// What `--now` means; a day is noon in the ledger's zone, or in UTC before there is a ledger
    /// and where it is damaged: what mends it must run.
    private func moment(_ text: String, _ env: Environment) throws(ApplicationError) -> Timestamp {
        do throws(ApplicationError) {
            return try env.moment(text)
        } catch .noLedger(let home) {
            guard let noon = Timestamp("\(text)T12:00:00Z") else { throw .noLedger(home: home) }
            return noon
        } catch .store(let damage) {
            guard let noon = Timestamp("\(text)T12:00:00Z") else { throw .store(damage) }
            return noon
        } catch {
            throw error
        }
    }
}
