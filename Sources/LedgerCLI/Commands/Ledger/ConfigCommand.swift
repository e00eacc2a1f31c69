internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger config`
struct ConfigCommand: ReadingCommand, CorrectingCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Show or change currency, time zone and week start.",
        discussion: """
            A change holds from then on: what was recorded keeps its currency and its days, and \
            --as-of shows a report with the settings of that time.

              ledger config
              ledger config --week-start sunday

            What you alone want is in a file, ledger/config in $XDG_CONFIG_HOME or else in \
            ~/.config: options that a command always has, before those that you type, other names \
            for commands, and views, which only read.

              default report = -M --by category
              default all = --no-pager
              alias groceries = list cat:food
              view trips = report tag:trip --by category,payee

            Then ledger trips -p 2026 is that report of 2026. LEDGER_CONFIG names another file; \
            empty, as scripts want it, it means none.
            """)

    @Option(
        help: ArgumentHelp("Another currency of amounts that name none.", valueName: "code"))
    var currency: String?

    @Option(help: ArgumentHelp("Another time zone whose days count.", valueName: "name"))
    var zone: String?

    @Option(
        name: .customLong("week-start"),
        help: ArgumentHelp("Another day on which weeks start.", valueName: "day"))
    var weekStart: String?

    @OptionGroup(visibility: .hidden) var reading: ReadingOptions
    @OptionGroup var correcting: CorrectingOptions
    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func run(in context: CommandContext) throws(CommandFailure) {
        if currency == nil, zone == nil, weekStart == nil { return try show(in: context) }
        let before = try context.ifReadable { () throws(CommandFailure) in
            try context.call(ShowConfig.self, NoInput())
        }
        let input = ChangeConfig.Input(
            currency: currency, zone: zone, weekStart: weekStart)
        let written = try context.call(ChangeConfig.self, input)
        var text: String?
        if let before {
            let after = try context.call(ShowConfig.self, NoInput())
            text = self.text(written, before, after, context)
        }
        guard let text else {
            return try context.put(written, done: "Recorded") { nil }
        }
        try context.put(written, text: text, csv: ReportCSV.text(written.csv))
    }

    private func show(in context: CommandContext) throws(CommandFailure) {
        let config = try context.call(ShowConfig.self, NoInput())
        let footer = context.output.footer(config.position, config.root)
        let own = try Preferences.load(context.variables)
        let set = PreferencesText(
            preferences: own, path: Preferences.path(context.variables), output: context.output)
        try context.put(
            ConfigAnswer(config, own),
            text: "\(ConfigText.table(config))\n\(set.text)\n\(footer)",
            csv: ReportCSV.text([
                "currency": config.currency, "zone": config.zone, "weekStart": config.weekStart,
                "owner": config.owner, "since": "\(config.since)",
                "position": "\(config.position)", "root": config.root,
            ]))
    }

    private func text(
        _ written: WriteReceipt, _ before: ShowConfig.Output, _ after: ShowConfig.Output,
        _ context: CommandContext
    ) -> String {
        let style = context.output.style
        let done = context.isDryRun ? "Would have recorded" : "Recorded"
        var text = "\(done) \(written.id): other settings\n\n\(ConfigText.table(after))\n"
        if context.isDryRun { return text + style.dim("A dry run: nothing was written.") + "\n" }
        let inverse = ConfigText.command(from: after, to: before)
        if let inverse {
            text += style.dim("  take it back: \(context.output.program) \(inverse)") + "\n"
        }
        return text
    }
}

/// Settings as text.
enum ConfigText {
    static func table(_ config: ShowConfig.Output) -> String {
        var table = TextTable(columns: [.init(title: ""), .init(title: "")])
        table.add("  currency", config.currency)
        table.add("  time zone", config.zone)
        table.add("  week start", config.weekStart)
        table.add("  owner", Screen.plain(config.owner))
        table.add("  since", "event \(grouped(config.since))")
        return table.rendered(columns: nil)
    }

    /// The command, behind the program's name, that makes other settings of some; `nil` where they
    /// are the same.
    static func command(
        from old: ShowConfig.Output, to new: ShowConfig.Output
    ) -> String? {
        let options = [
            ("--currency", old.currency, new.currency), ("--zone", old.zone, new.zone),
            ("--week-start", old.weekStart, new.weekStart),
        ]
        let changed = options.filter { $0.1 != $0.2 }.map { "\($0.0) \($0.2)" }
        return changed.isEmpty ? nil : "config \(changed.joined(separator: " "))"
    }
}
