/// What `ledger-remote` was told.
struct RemoteOptions: Hashable, Sendable {
    /// What is to be done.
    enum Command: String, CaseIterable, Sendable {
        case add, status, sync, follow, verify, detach, clone
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
    /// Whether every commit is read whole.
    var isWhole = false
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
            case "--whole": isWhole = true
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
            case .status, .sync, .follow, .verify, .detach: [String]()
            }
        if words.count < wanted.count {
            throw Fault(words: "\(command.rawValue) needs \(wanted.joined(separator: " "))")
        }
        if words.count > wanted.count {
            throw Fault(words: "\"\(words[wanted.count])\" is too much")
        }
        let given: [(String, Bool, [Command])] = [
            ("--create", creates, [.add]), ("--name", name != nil, [.add, .clone]),
            ("--id", id != nil, [.clone]), ("--push-missing", pushesMissing, [.sync]),
            ("--whole", isWhole, [.verify]),
        ]
        for (option, isGiven, commands) in given where isGiven && !commands.contains(command) {
            throw Fault(words: "\(option) does not go with \(command.rawValue)")
        }
    }

    /// How it is called.
    static let help = """
        A ledger that a team shares through a PostgreSQL server.

        USAGE: ledger remote COMMAND

          add ADDRESS           share this ledger at postgres://[NAME@]HOST[:PORT]/DATABASE
            --create            make the tables where they are missing
            --name NAME         what this device is called; user@host when left out
          sync                  take what others have recorded, and record there what is here
            --push-missing      give a server that lost commits what it lost
          follow                sync whenever something is new, until ^C
          status                what is pending, what is missing here, and who follows
          verify                hold the server's history against the one here, by its roots
            --whole             read every commit whole
          clone ADDRESS FOLDER  make a new device out of what is on a server
            --id ID             which ledger, where there are several
          detach                share no more; everything stays as it is

          --ledger FOLDER       the ledger's folder instead of LEDGER_HOME
          --format FORMAT       text or json
          -h, --help            show this

        Passwords are asked of PGPASSFILE (~/.pgpass) and PGPASSWORD, never stored. The server's
        certificate is checked, unless the address says otherwise (sslmode) or the server is this
        machine.

        """
}
