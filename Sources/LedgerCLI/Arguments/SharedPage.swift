internal import ArgumentParser

/// The help page on the options that commands share, which the pages of commands leave out.
struct SharedPage: ParsableArguments {
    @OptionGroup(title: "Every command") var shared: SharedOptions
    @OptionGroup(title: "Commands that read") var reading: ReadingOptions

    /// The end of every other page.
    static let pointer =
        "\nSee 'ledger help options' for the options of every command, such as "
        + "--format.\n"

    static func text(columns: Int) -> String {
        let page = helpMessage(columns: columns)
        let start = page.firstRange(of: "\n\n")?.upperBound ?? page.startIndex
        return "What stands behind every command, or before it.\n\n" + page[start...]
    }
}
