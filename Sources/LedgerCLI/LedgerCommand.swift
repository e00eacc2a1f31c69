internal import Application
internal import ArgumentParser
internal import Interchange

/// A command of the program: it parses, calls endpoints and renders what they return.
protocol LedgerCommand: ParsableCommand {
    var shared: SharedOptions { get }
    /// Those of a command that can look at the past: a property, for to ask whether a command is a
    /// ``ReadingCommand`` takes a look at all that any type of the program is.
    var readingOptions: ReadingOptions? { get }
    /// Those of a command that can be rehearsed.
    var writingOptions: WritingOptions? { get }
    /// Those of a command that changes lines.
    var correctingOptions: CorrectingOptions? { get }
    /// Whether it is a ``FileCommand``.
    var isFile: Bool { get }

    func run(in context: CommandContext) throws(CommandFailure)
}

extension LedgerCommand {
    var readingOptions: ReadingOptions? { nil }
    var writingOptions: WritingOptions? { nil }
    var correctingOptions: CorrectingOptions? { nil }
    var isFile: Bool { false }
}

/// A command that can look at the past.
protocol ReadingCommand: LedgerCommand {
    var reading: ReadingOptions { get }
    /// Whether of a damaged log it tells what is whole: it answers once, and promises no proof.
    var answersInPart: Bool { get }
}

extension ReadingCommand {
    var answersInPart: Bool { true }
    var readingOptions: ReadingOptions? { reading }
}

/// A command that is asked about states of the ledger that its own options say.
protocol StateCommand: LedgerCommand {
    /// Each as it was typed; `nil` for the present.
    var states: [String?] { get }
    /// Whether of a damaged log the present is what is whole of it.
    var answersInPart: Bool { get }
}

extension StateCommand {
    var answersInPart: Bool { false }
}

/// A command that can be rehearsed.
protocol WritingCommand: LedgerCommand {
    var writing: WritingOptions { get }
}

extension WritingCommand {
    var writingOptions: WritingOptions? { writing }
}

/// A command whose result as text is a file of its own kind; other endings than those of formats
/// stand for it.
protocol FileCommand: LedgerCommand {}

extension FileCommand {
    var isFile: Bool { true }
}

/// A command that changes lines, and so may correct closed books.
protocol CorrectingCommand: WritingCommand {
    var correcting: CorrectingOptions { get }
}

extension CorrectingCommand {
    var correctingOptions: CorrectingOptions? { correcting }
}

/// What a command runs with.
struct CommandContext {
    let session: Session
    var output: OutputShape
    /// The file that results go to; `nil` for standard output.
    let outputFile: String?
    /// Whether nothing is kept that is written.
    let isDryRun: Bool
    /// For `add`: the arguments of the second and further lines.
    let lines: [[String]]
    /// The variables of the process.
    let variables: [String: String]
    /// What shows results that are longer than the screen; `nil` where nothing does.
    let pager: Pager?
    /// What shows progress while work is under way; `nil` where nobody looks on.
    let progress: ProgressLine?
    /// What the command has recorded so far.
    let recorded: LastCommit
    /// What takes the result, to be signed, in the place of whoever would look at it; `nil` where
    /// it is shown.
    var receipt: ReceiptRequest?

    /// The same with another session.
    func with(_ session: Session) -> CommandContext {
        CommandContext(
            session: session, output: output, outputFile: outputFile, isDryRun: isDryRun,
            lines: lines, variables: variables, pager: pager, progress: progress,
            recorded: recorded, receipt: receipt)
    }

    /// Calls an endpoint in the session's environment.
    func call<E: Endpoint>(
        _ endpoint: E.Type, _ input: E.Input
    ) throws(CommandFailure) -> E.Output {
        defer { progress?.clear() }
        do throws(ApplicationError) {
            let output = try Router.call(endpoint, input, in: session.current)
            receipt?.take(endpoint, input, output)
            if !isDryRun, let deed = DoneBeside(endpoint, input) { recorded.take(deed) }
            return output
        } catch {
            throw .application(error)
        }
    }

    /// Puts a result out.
    func put(_ text: String) throws(CommandFailure) {
        if let receipt { return receipt.show(text) }
        let text = output.quietened(text)
        do throws(Terminal.Failure) {
            if let outputFile {
                try OutputFile.save(Array(text.utf8), to: outputFile)
            } else {
                try Terminal.put(text, pager: pager)
            }
        } catch {
            throw .file(error)
        }
    }

    /// Puts a file out as it is, piece by piece.
    func put(file path: String) throws(CommandFailure) {
        let source: FileSource
        do throws(ApplicationError) { source = try FileSource.open(path, spoolingIn: ".") } catch {
            throw .application(error)
        }
        try put(source, called: path)
    }

    /// Puts a file out as it is, piece by piece, also one that has no name any more.
    ///
    /// - Parameter name: What it is called, for messages.
    func put(_ source: FileSource, called name: String) throws(CommandFailure) {
        var offset: UInt64 = 0
        try Terminal.save(to: outputFile, failing: CommandFailure.file) {
            () throws(CommandFailure) in
            var bytes: [UInt8] = []
            do throws(ImportError) {
                try source.read(at: offset, count: 1 << 16, into: &bytes)
            } catch { throw .unreadable(error, path: name, profiles: []) }
            offset += UInt64(bytes.count)
            return bytes.isEmpty ? nil : bytes
        }
    }

    /// Puts a result out in the form that was asked for; only the one that is needed is made.
    ///
    /// - Parameters:
    ///   - page: The result as tables; `nil` for those that its CSV makes.
    ///   - chart: The result as a picture; `nil` for one that is none.
    func put(
        _ value: some Encodable, text: @autoclosure () -> String, csv: @autoclosure () -> String,
        page: @autoclosure () -> TablePage? = nil, chart: @autoclosure () -> ChartSVG? = nil
    ) throws(CommandFailure) {
        switch output.format {
        case .text: try put(text())
        case .csv: try put(csv())
        case .json: try put(String(decoding: JSONCoding.encode(value), as: UTF8.self))
        case .tsv: try put(TablePage.tsv(csv()))
        case .svg:
            guard let chart = chart() else { throw .usage(.notAPicture) }
            try put(chart.text(TablePage.Source(of: value)))
        case .markdown, .html:
            let page = page() ?? TablePage(title: "ledger", csv: csv())
            let source = TablePage.Source(of: value)
            try put(output.format == .html ? page.html(source) : page.markdown(source))
        }
    }
}
