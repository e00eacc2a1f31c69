internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger device`
struct DeviceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "device",
        abstract: "Let devices sign what they record.",
        discussion: """
            From the first device on the ledger is shared: every commit is signed, and a merge \
            takes in only what devices signed that were added here. A device's key lies outside \
            of the ledger's folder, for you only. ledger clone of a shared ledger makes a device.

              ledger device add --name laptop
              ledger device add phone+9f1c04aa+AXk0…
              ledger device revoke phone --reason lost
            """,
        subcommands: [
            DeviceListCommand.self, DeviceAddCommand.self, DeviceRenameCommand.self,
            DeviceRevokeCommand.self, DeviceVouchCommand.self,
        ],
        defaultSubcommand: DeviceListCommand.self, aliases: ["devices"])
}

/// `ledger device list`
struct DeviceListCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "The devices that sign, and what is thought of them.",
        aliases: ["ls"])

    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let list = try context.call(ListDevices.self, NoInput())
        try context.put(
            list, text: DeviceText(context.output).list(list), csv: DeviceText.csv(list.devices))
    }
}

/// `ledger device add`
struct DeviceAddCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Make this copy a device, or believe what another one signs.",
        discussion: """
            Without a key this copy becomes a device. With the key that the other device shows in \
            ledger device list this one believes what that one signs. A copy whose key another \
            copy has, too, gets one of its own by --new-key.
            """)

    @Argument(
        help: ArgumentHelp(
            "The key of another device, name+id+base64; this copy when left out.",
            valueName: "key"))
    var key: String?

    @Option(
        help: ArgumentHelp(
            "What the device is called; as this machine, or as its key says, when left out.",
            valueName: "name"))
    var name: String?

    @Flag(
        help: ArgumentHelp(
            "A key of this copy's own, where another copy has its key, too; it vouches for what it "
                + "signed with that."))
    var newKey = false

    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let added = try context.call(
            AddDevice.self, AddDevice.Input(name: name, key: key, newKey: newKey ? true : nil))
        try context.put(
            added, text: DeviceText(context.output).added(added, isDryRun: context.isDryRun),
            csv: ReportCSV.text(added.written.csv))
    }
}

/// `ledger device rename`
struct DeviceRenameCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Give a device another name.")

    @Argument(help: ArgumentHelp("Its name, or the beginning of its key.", valueName: "device"))
    var device: String

    @Argument(help: ArgumentHelp("What it is called from now on.", valueName: "name"))
    var name: String

    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let written = try context.call(
            RenameDevice.self, RenameDevice.Input(device: device, name: name))
        try context.put(
            written, device: "renamed \(Screen.plain(device)) to \(Screen.plain(name))")
    }
}

/// `ledger device revoke`
struct DeviceRevokeCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Believe nothing more that a device signs.",
        discussion: """
            What it signed as far as this copy knows stays believed. Nothing takes it back: a \
            device that was found again gets a new key.
            """)

    @Argument(help: ArgumentHelp("Its name, or the beginning of its key.", valueName: "device"))
    var device: String

    @Option(help: ArgumentHelp("Why.", valueName: "text"))
    var reason: String?

    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let written = try context.call(
            RevokeDevice.self,
            RevokeDevice.Input(device: device, reason: reason.map(Arguments.plain)))
        try context.put(written, device: "revoked \(Screen.plain(device))")
    }
}

/// `ledger device vouch`
struct DeviceVouchCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "vouch",
        abstract: "Believe commits of this copy that are not signed as they should be.",
        discussion: """
            Look at them first: ledger verify names them. This device signs that it believes \
            them as they are, such as after a salvage.
            """)

    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let done = try context.call(VouchCommits.self, NoInput())
        let deed = context.isDryRun ? "Would vouch for" : "Vouched for"
        try context.put(
            done, text: "\(deed) \(counted(done.commits, "commit"))\n",
            csv: ReportCSV.text(done.written.csv))
    }
}

extension CommandContext {
    /// Puts out what became of a device.
    fileprivate func put(_ written: WriteReceipt, device deed: String) throws(CommandFailure) {
        let end = isDryRun ? "A dry run: nothing was written.\n" : ""
        let words = isDryRun ? "Would have \(deed)" : deed.prefix(1).uppercased() + deed.dropFirst()
        try put(
            written, text: "\(words)\n" + output.style.dim(end),
            csv: ReportCSV.text(written.csv))
    }
}
