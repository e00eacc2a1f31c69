internal import Application
internal import ArgumentParser

/// `ledger login`
struct LoginCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "login", abstract: "Act as a person from now on.",
        discussion: """
            Everything that is recorded says who did it. Until somebody logs in that is the owner. \
            --as names somebody for one command and saves nothing. There is no password: whoever \
            can write the file can write anything into it.

              ledger login bo
              ledger add 4 Popcorn --as ada
              ledger logout
            """)

    @Argument(help: ArgumentHelp("A name, or an id.", valueName: "person"))
    var person: String

    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let person = Arguments.plain(person)
        do throws(ApplicationError) { try context.session.login(person) } catch {
            throw .application(error)
        }
        try context.putActing({ "\($0) acts from now on." }, done: DoneBeside("ledger whoami"))
    }
}

/// `ledger logout`
struct LogoutCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout", abstract: "Let the owner act again.")

    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        do throws(ApplicationError) { try context.session.logout() } catch {
            throw .application(error)
        }
        try context.putActing({ "\($0) acts from now on." }, done: DoneBeside("ledger whoami"))
    }
}

/// `ledger whoami`
struct WhoAmICommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "whoami", abstract: "Say who acts.")

    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) { try context.putActing { $0 } }
}

extension CommandContext {
    /// Puts out who acts.
    ///
    /// - Parameters:
    ///   - sentence: Makes a text of who it is.
    ///   - deed: What was done before.
    fileprivate func putActing(
        _ sentence: (String) -> String, done deed: DoneBeside? = nil
    ) throws(CommandFailure) {
        if let deed { recorded.take(deed) }
        let acting = try call(WhoAmI.self, NoInput())
        let name = acting.name.isEmpty ? "someone whose name was erased" : acting.name
        let role = acting.isOwner ? ", the owner" : ""
        try put(
            acting, text: sentence("\(Screen.plain(name)) (\(acting.id)\(role))") + "\n",
            csv: ReportCSV.text([
                "id": "\(acting.id)", "name": acting.name, "isOwner": "\(acting.isOwner)",
                "isLoggedIn": "\(acting.isLoggedIn)",
            ]))
    }
}
