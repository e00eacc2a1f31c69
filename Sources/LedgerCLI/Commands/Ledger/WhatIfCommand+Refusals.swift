internal import Application

extension WhatIfCommand {
    /// Why a command cannot be tried; `nil` for one that can: what it records goes with the draft,
    /// and it leaves nothing but a file that its own options name.
    static func refusal(of command: any LedgerCommand, _ typed: [String]) -> String? {
        let name = Explanation.quoted(RootCommand.path(typed).joined(separator: " "))
        let none = "what-if tries commands that read or record, and \(name) is none"
        let endless = { (way: String) in
            "\(name) does not end by itself, and what-if would wait for it: \(way)"
        }
        switch command {
        case let log as LogCommand: return log.follow ? endless("leave --follow out") : nil
        case let watch as WatchCommand: return watch.once ? nil : endless("add --once")
        case let call as CallCommand: return outside.contains(call.path) ? none : nil
        case let device as DeviceAddCommand where device.key == nil:
            return "\(none): what comes behind it would be signed by a key that is not there"
        case is any ReadingCommand, is any WritingCommand: return nil
        case let checkpoint as CheckpointCommand:
            if checkpoint.sign { return "\(none): it would sign what was never recorded" }
            // Held against it later, the ledger would look rolled back.
            return checkpoint.shared.file == nil
                ? nil : "\(none): it would keep what was never recorded"
        case is ProveCommand, is WitnessSignCommand:
            return "\(none): it would sign what was never recorded"
        case is any FileCommand: return nil
        case let sql as SQLCommand: return sql.statement == nil ? endless("add a statement") : nil
        case let context as TaskContextCommand:
            return context.words.isEmpty || context.words == ["list"]
                ? nil : "\(none): a context is kept on this device"
        case let urgency as TaskUrgencyCommand:
            return urgency.reason == nil ? nil : "\(none): a weight is kept on this device"
        case is DeviceListCommand, is DiffCommand, is DoctorCommand, is InfoCommand,
            is KeyListCommand, is KeyShowCommand,
            is ProfileListCommand, is ProjectionsCheckCommand, is ProjectionsListCommand,
            is ReaderListCommand, is ReplayCommand, is RoutesCommand, is RulesListCommand,
            is SchemaDiffCommand, is SchemaListCommand, is SchemaShowCommand, is VerifyCommand,
            is WitnessShowCommand:
            return nil
        default: return none
        }
    }

    /// What a request does outside of the ledger, or signs.
    private static let outside: Set = [
        "backup", "backup/restore", "bundle", "clone", "demo", "device/add", "events/import",
        "join", "merge",
        "prove", "prove/branch", "prove/consistency", "prove/figure", "receipt", "salvage", "seal",
        "tables/export", "tiles/export", "witness/sign",
    ]
}
