import SharedLog

/// What `ledger-remote` was told.
struct RemoteOptions: Hashable, Sendable {
    /// What is to be done.
    enum Command: String, CaseIterable, Sendable {
        case add, status, sync, follow, verify, detach, clone, member
    }

    /// What is to be done; `nil` where only the help is wanted.
    var command: Command?
    /// Words that belong to the command: an address, a folder.
    var words: [String] = []
    /// The ledger's folder; `nil` for that of the variables.
    var folder: String?
    /// What the device is called.
    var name: String?
    /// Which ledger of the server a new device takes.
    var id: String?
    /// Whether the tables are made where they are missing.
    var creates = false
    /// Whether a server that lost commits is given them again.
    var pushesMissing = false
    /// Whether commits are taken, too, whose texts the server lost.
    var withoutTexts = false
    /// Whether what is pending goes behind commits that no device signed that is believed.
    var takesDoubtful = false
    /// Whether every commit is read whole.
    var isWhole = false
    /// What the server is not to see, when a ledger is shared first.
    var secrecy: Secrecy?
    /// The file for a recovery key that is to be made.
    var recovery: String?
    /// Whether there is to be none.
    var hasNoRecovery = false
    /// The file of a recovery key by which this device lets itself in.
    var recover: String?
    /// The fingerprint that the ledger's changes of members must have.
    var fingerprint: String?
    /// Whether results and errors are JSON.
    var isJSON = false

    /// What is wrong with the arguments, in words.
    struct Fault: Error, Hashable {
        /// One sentence.
        let words: String
    }

    /// Reads arguments without the program's name.
    init(_ arguments: [String]) throws(Fault) {
        var rest = arguments[...]
        var isHelp = false
        while let argument = rest.popFirst() {
            let parts = argument.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false
            ).map(String.init)
            func value() throws(Fault) -> String {
                if parts.count > 1 { return parts[1] }
                guard let next = rest.popFirst() else {
                    throw Fault(words: "\(argument) needs a value")
                }
                return next
            }
            if !argument.hasPrefix("-") {
                if command == nil {
                    guard let known = Command(rawValue: argument) else {
                        throw Fault(words: "unknown command \"\(argument)\"")
                    }
                    command = known
                } else {
                    words.append(argument)
                }
                continue
            }
            switch parts[0] {
            case "--ledger": folder = try value()
            case "--name": name = try value()
            case "--id": id = try value()
            case "--create": creates = true
            case "--push-missing": pushesMissing = true
            case "--without-texts": withoutTexts = true
            case "--doubtful": takesDoubtful = true
            case "--whole": isWhole = true
            case "--encrypt":
                let text = try value()
                guard let known = Secrecy(rawValue: text) else {
                    throw Fault(words: "\"\(text)\" is not what can be encrypted: text or all")
                }
                secrecy = known
            case "--recovery": recovery = try value()
            case "--no-recovery": hasNoRecovery = true
            case "--recover": recover = try value()
            case "--keys": fingerprint = try value()
            case "--format", "-O":
                let text = try value()
                guard ["text", "json"].contains(text) else {
                    throw Fault(words: "\"\(text)\" is no format here: text or json")
                }
                isJSON = text == "json"
            case "-Ojson": isJSON = true
            case "-h", "--help": isHelp = true
            default: throw Fault(words: "unknown argument \"\(argument)\"")
            }
        }
        if isHelp { command = nil } else { try check() }
    }

    private func check() throws(Fault) {
        guard let command else { throw Fault(words: "a command is missing") }
        let wanted =
            switch command {
            case .add: ["ADDRESS"]
            case .clone: ["ADDRESS", "FOLDER"]
            case .member: try memberWords()
            case .status, .sync, .follow, .verify, .detach: [String]()
            }
        if words.count < wanted.count {
            let name = ([command.rawValue] + words).joined(separator: " ")
            let rest = wanted.dropFirst(words.count).joined(separator: " ")
            throw Fault(words: "\(name) needs \(rest)")
        }
        if words.count > wanted.count {
            throw Fault(words: "\"\(words[wanted.count])\" is too much")
        }
        let given: [(String, Bool, [Command])] = [
            ("--create", creates, [.add, .sync]), ("--name", name != nil, [.add, .clone, .member]),
            ("--id", id != nil, [.clone]), ("--push-missing", pushesMissing, [.sync]),
            ("--without-texts", withoutTexts, [.sync, .clone]),
            ("--doubtful", takesDoubtful, [.sync]), ("--whole", isWhole, [.verify]),
            ("--encrypt", secrecy != nil, [.add]),
            ("--recovery", recovery != nil, [.add]), ("--no-recovery", hasNoRecovery, [.add]),
            ("--recover", recover != nil, [.clone, .sync]),
            ("--keys", fingerprint != nil, [.clone]),
        ]
        for (option, isGiven, commands) in given where isGiven && !commands.contains(command) {
            throw Fault(words: "\(option) does not go with \(command.rawValue)")
        }
        if secrecy != nil, (recovery != nil) == hasNoRecovery {
            throw Fault(
                words: "--encrypt needs --recovery FILE, for when the last device is lost, "
                    + "or --no-recovery")
        }
        if secrecy == nil, recovery != nil || hasNoRecovery {
            throw Fault(words: "--recovery goes with --encrypt")
        }
        if name != nil, command == .member, words.first != MemberCommand.add.rawValue {
            throw Fault(words: "--name does not go with member \(words.first ?? "")")
        }
    }

    /// What can be done about members.
    enum MemberCommand: String, CaseIterable, Sendable {
        case list, key, add, remove, recovery
    }

    private func memberWords() throws(Fault) -> [String] {
        guard let word = words.first else { return ["list, key, add, remove or recovery"] }
        guard let known = MemberCommand(rawValue: word) else {
            throw Fault(words: "unknown command \"member \(word)\"")
        }
        switch known {
        case .list, .key: return [word]
        case .add: return [word, "KEY"]
        case .remove: return [word, "NAME"]
        case .recovery: return [word, "FILE"]
        }
    }
}
