internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger attach`
struct AttachCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "attach", abstract: "Let files belong to an entry or a task.",
        discussion: """
            The bytes of each file, 64 MiB at most, are kept in the folder files of the ledger, \
            under their SHA-256; the log says which belong to what. Backups take them along, \
            verify holds them against their hashes, and an erasure of the entry takes name, hash \
            and file away. The same bytes again under another name change the name, and mend a \
            file that is missing or was changed.

              ledger attach rent contract.pdf
              ledger attach 1042 ~/Downloads/receipt.jpg --name receipt.jpg
              ledger attachments
              ledger attachment rent -o copy.pdf
            """)

    @Argument(help: IdArgument.help) var id: String

    @Argument(help: ArgumentHelp("The files.", valueName: "file"), completion: .file())
    var files: [String]

    @Option(help: ArgumentHelp("What the one file is to be called.", valueName: "name"))
    var name: String?

    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func validate() throws {
        if files.isEmpty { throw ValidationError("no file is named: ledger attach ID FILE") }
        if name != nil, files.count > 1 {
            throw ValidationError("--name is of one file, and there are \(files.count)")
        }
    }

    func run(in context: CommandContext) throws(CommandFailure) {
        let written = try context.call(
            AttachFiles.self,
            AttachFiles.Input(
                id: Arguments.plain(id),
                files: files.map {
                    AttachFiles.File(path: Arguments.plain($0), name: name.map(Arguments.plain))
                }))
        try context.put(written, files: "Attached", "to")
    }
}

/// `ledger detach`
struct DetachCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "detach", abstract: "Let files belong to an entry or a task no more.",
        discussion: """
            The bytes stay, so that an undo brings the files back; an erasure of the entry takes \
            them away.

              ledger detach rent contract.pdf
              ledger detach 1042
            """)

    @Argument(help: IdArgument.help) var id: String

    @Argument(
        help: ArgumentHelp(
            "What they are called, or how their hashes begin; all when left out.",
            valueName: "file"))
    var files: [String] = []

    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let names = files.map(Arguments.plain)
        let written = try context.call(
            DetachFiles.self,
            DetachFiles.Input(id: Arguments.plain(id), files: names.isEmpty ? nil : names))
        try context.put(written, files: "Detached", "from")
    }
}

/// `ledger attachments`
struct AttachmentsCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "attachments", abstract: "List the files of entries and tasks.")

    @Argument(help: "The entry or the task; all when left out.")
    var id: String?

    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        let list = try context.call(
            ListAttachments.self, ListAttachments.Input(id: id.map(Arguments.plain)))
        try context.put(
            list, text: AttachmentText.list(list, context.output), csv: AttachmentText.csv(list))
    }
}

/// `ledger attachment`
struct AttachmentCommand: FileCommand, ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "attachment", abstract: "Write a file of an entry or a task out.",
        discussion: """
              ledger attachment rent -o contract.pdf
              ledger attachment 1042 receipt.jpg > receipt.jpg
              ledger attachment rent --as-of yesterday -o contract.pdf
            """)

    @Argument(help: IdArgument.help) var id: String

    @Argument(
        help: ArgumentHelp(
            "What it is called, or how its hash begins; of one file it may be left out.",
            valueName: "file"))
    var file: String?

    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    /// A file is whole or none.
    var answersInPart: Bool { false }

    func validate() throws {
        if reading.receipt != nil {
            throw ValidationError(
                "--receipt signs what reports and lists show: ledger attachments --receipt FILE")
        }
    }

    func run(in context: CommandContext) throws(CommandFailure) {
        let found = try context.call(
            ReadAttachment.self,
            ReadAttachment.Input(id: Arguments.plain(id), file: file.map(Arguments.plain)))
        var pieces = [found.bytes.bytes]
        try Terminal.save(
            to: context.outputFile, failing: CommandFailure.file
        ) { () throws(CommandFailure) in pieces.popLast() }
    }
}

extension CommandContext {
    /// Puts out what a writer of files answers: `Attached bill.pdf to 1042`.
    fileprivate func put(
        _ written: WriteReceipt, files deed: String, _ side: String
    ) throws(CommandFailure) {
        // Where nothing was recorded, bytes that were lost are back.
        if recorded.commit == nil {
            return try put(written, done: "Put back") {
                ReceiptLines(lines: ["the bytes of files of \(written.id)"], stays: true)
            }
        }
        try put(written, done: deed) { () throws(CommandFailure) in
            let names = try self.written { commit throws(ApplicationError) in try commit.files() }
            return names.map { names in
                ReceiptLines(
                    lines: names.map { name in
                        (name.isEmpty ? "a file" : Screen.plain(name)) + " \(side) \(written.id)"
                    })
            }
        }
    }
}
