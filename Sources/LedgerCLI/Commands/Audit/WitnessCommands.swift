internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger witness`
struct WitnessCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "witness", abstract: "Sign checkpoints as a witness, on a copy of the ledger.",
        discussion: """
            A witness keeps a copy of the ledger and adds its signature, with the time, to \
            checkpoints (c2sp.org/tlog-cosignature), once every event was hashed and the \
            checkpoint goes on from the last one that it signed. Whoever knows its key is sure \
            that nobody is shown another past.

              ledger clone ORIGINAL copy
              ledger witness new example.com/w1 --ledger copy
              ledger witness sign march.checkpoint --key "$KEY" --ledger copy -o march.signed
              ledger verify --against march.signed --key "$KEY" --key "$WITNESS"
            """,
        subcommands: [
            WitnessNewCommand.self, WitnessShowCommand.self, WitnessSignCommand.self,
        ],
        defaultSubcommand: WitnessShowCommand.self)
}

/// `ledger witness new`
struct WitnessNewCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Make this copy of the ledger a witness.")

    @Argument(
        help: ArgumentHelp("What it is called, such as example.com/w1.", valueName: "name"))
    var name: String

    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let made = try context.call(NewWitness.self, NewWitness.Input(name: Arguments.plain(name)))
        try context.put(made, text: ProofText(context.output).new(made), csv: ProofText.csv(made))
    }
}

/// `ledger witness show`
struct WitnessShowCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Print the public half of the witness's key.")

    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let row = try context.call(ShowWitness.self, NoInput())
        try context.put(row, text: "\(row.verifier)\n", csv: ProofText.csv(row))
    }
}

/// `ledger witness sign`
struct WitnessSignCommand: FileCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign", abstract: "Sign a checkpoint, if it goes on from the last one.",
        discussion: """
              ledger witness sign march.checkpoint --key "$KEY" -o march.signed
            """)

    @Argument(help: ArgumentHelp("A checkpoint that the ledger signed.", valueName: "file"))
    var file: String

    @Option(
        help: ArgumentHelp(
            "The verifier key of the ledger that must have signed it; may be repeated.",
            valueName: "key"))
    var key: [String] = []

    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let made = try context.call(
            CosignCheckpoint.self,
            CosignCheckpoint.Input(
                checkpoint: try context.text(of: file), keys: key.isEmpty ? nil : key))
        try context.put(made, text: made.checkpoint, csv: ProofText.csv(made))
        try context.say(ProofText(context.output).written(made, to: shared.file))
    }
}
