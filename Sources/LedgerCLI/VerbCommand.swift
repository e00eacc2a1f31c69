internal import ArgumentParser

/// A command that is a verb.
struct VerbCommand<Own: Verb>: WritingCommand {
    static var configuration: CommandConfiguration { Own.configuration }

    @OptionGroup var options: Own.Options
    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        try Own.run(options, in: context)
    }
}

/// One of several commands that take the same and differ in what they call.
protocol Verb {
    associatedtype Options: ParsableArguments

    static var configuration: CommandConfiguration { get }

    static func run(
        _ options: Options, in context: CommandContext
    ) throws(CommandFailure)
}
