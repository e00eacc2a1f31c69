/// What `ledger-serve` was told.
package struct ServeOptions: Hashable, Sendable {
    /// Where to listen; 0 for any port that is free.
    package var port = 0
    /// Whether nothing can be recorded.
    package var isReadOnly = false
    /// The ledger's folder; `nil` for that of the variables.
    package var folder: String?
    /// Whether only the help is wanted.
    package var isHelp = false

    /// What is wrong with the arguments, in words.
    package struct Fault: Error, Hashable {
        /// One sentence.
        package let words: String
    }

    /// Reads arguments without the program's name.
    package init(_ arguments: [String]) throws(Fault) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
            func value() throws(Fault) -> String {
                if parts.count > 1 { return parts[1] }
                guard let next = rest.popFirst() else {
                    throw Fault(words: "\(argument) needs a value")
                }
                return next
            }
            switch parts.first {
            case "--port":
                let text = try value()
                guard let number = Int(text), (0...65_535).contains(number) else {
                    throw Fault(words: "\"\(text)\" is no port: 1 to 65535, or 0 for any")
                }
                port = number
            case "--ledger": folder = try value()
            case "--read-only": isReadOnly = true
            case "-h", "--help": isHelp = true
            default: throw Fault(words: "unknown argument \"\(argument)\"")
            }
        }
    }

    /// How it is called.
    package static let help = """
        The ledger in a browser, on this machine alone.

        USAGE: ledger serve [--port PORT] [--read-only] [--ledger FOLDER]

          --port PORT      where to listen; any free port when left out
          --read-only      nothing can be recorded from the pages
          --ledger FOLDER  the ledger's folder instead of LEDGER_HOME
          -h, --help       show this

        It prints an address with a token; the token lasts as long as the server runs. ^C ends it.

        """
}
