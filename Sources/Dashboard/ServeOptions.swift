/// What `ledger-serve` was told.
package struct ServeOptions: Hashable, Sendable {
    /// Where to listen; 0 for any port that is free.
    package var port = 0
    /// A socket of this machine to listen on instead, for a server in front; `nil` for none.
    package var socket: String?
    /// Whether nothing can be recorded.
    package var isReadOnly = false
    /// The ledger's folder; `nil` for that of the variables.
    package var folder: String?
    /// Whether persons log in with passwords, instead of whoever has the token.
    package var isLogin = false
    /// The address of this machine to listen on.
    package var listen = "127.0.0.1"
    /// Where the pages are found behind a server that encrypts.
    package var address: PublicAddress?
    /// How many requests may come each second.
    package var rate = Gate.Limit.perSecond
    /// Who is given a password; nothing is served then.
    package var added: String?
    /// Whose password is taken away; nothing is served then.
    package var removed: String?
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
        var said: Set<String> = []
        while let argument = rest.popFirst() {
            let parts = argument.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false
            ).map(String.init)
            let flags = ["--read-only", "--login", "-h", "--help"]
            if parts.count > 1, flags.contains(parts[0]) {
                throw Fault(
                    words: "\(parts[0]) does not take any value, but \"\(parts[1])\" was given")
            }
            if !flags.contains(parts[0]), !said.insert(parts[0]).inserted {
                throw Fault(words: "\(parts[0]) was said before, and one value counts")
            }
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
            case "--rate":
                let text = try value()
                guard let number = Int(text), (1...1_000_000).contains(number) else {
                    throw Fault(words: "\"\(text)\" is no rate: 1 to 1000000 requests a second")
                }
                rate = number
            case "--socket": socket = try value()
            case "--ledger": folder = try value()
            case "--read-only": isReadOnly = true
            case "--login": isLogin = true
            case "--listen": listen = try value()
            case "--public":
                let text = try value()
                address = PublicAddress(text)
                if address == nil {
                    throw Fault(
                        words: "\"\(text)\" is no address: https://NAME, perhaps with :PORT")
                }
            case "--add-login": added = try value()
            case "--remove-login": removed = try value()
            case "-h", "--help": isHelp = true
            default: throw Fault(words: "unknown argument \"\(argument)\"")
            }
        }
        try check()
    }

    /// Nobody's password goes over a network in the clear, and nobody gets in over one without.
    private func check() throws(Fault) {
        try checkSocket()
        let isHere = ListenAddress(listen).isHere
        if isHere && address == nil { return }
        if !isLogin {
            throw Fault(
                words: (isHere ? "--public" : "--listen beyond this machine")
                    + " needs --login, so that not everybody gets in")
        }
        if address == nil {
            throw Fault(
                words:
                    "--listen beyond this machine needs --public https://NAME: a server in front "
                    + "that encrypts, such as Caddy")
        }
    }

    /// The longest path of a socket that Linux and macOS both take, in bytes.
    private static let socketBytesMax = 103

    private func checkSocket() throws(Fault) {
        guard let socket else { return }
        if port != 0 || listen != "127.0.0.1" {
            throw Fault(words: "--socket is said instead of --port and --listen")
        }
        if socket.isEmpty || socket.utf8.count > ServeOptions.socketBytesMax {
            throw Fault(
                words: "the path of a socket has 1 to \(ServeOptions.socketBytesMax) bytes")
        }
    }

    /// How it is called.
    package static let help = """
        The ledger in a browser, on this machine alone.

        USAGE: ledger serve [--port PORT | --socket PATH] [--read-only] [--ledger FOLDER]
                            [--login …]

          --port PORT      where to listen; any free port when left out
          --socket PATH    a socket to listen on instead, for a server in front
          --read-only      nothing can be recorded from the pages
          --ledger FOLDER  the ledger's folder instead of LEDGER_HOME
          --rate NUMBER    requests that may come each second, and four times as many at once;
                           50 when left out
          -h, --help       show this

        Several people, each with what ledger permit allows:

          --login              persons log in with their names and passwords
          --add-login NAME     asks for the password of a person of the ledger; serves nothing
          --remove-login NAME  takes it away; serves nothing
          --public URL         https://NAME of a server in front that encrypts; with --login
          --listen ADDRESS     where to listen beyond this machine; with --login and --public

        It prints an address with a token; the token lasts as long as the server runs. With --login
        there is none. ^C ends it.

        """
}
