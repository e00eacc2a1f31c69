import Foundation

/// Asks for what nobody is to see; the terminal does not show it.
enum SecretPrompt {
    /// What is typed up to the end of the line; a pipe's first line where there is no terminal.
    ///
    /// - Returns: `nil` at the end of a pipe.
    static func read() -> String? {
        guard isatty(STDIN_FILENO) == 1 else { return readLine() }
        let text = "passphrase: "
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
        quiet(true)
        defer {
            quiet(false)
            try? FileHandle.standardError.write(contentsOf: Data("\n".utf8))
        }
        return readLine()
    }

    /// Lets the terminal show what is typed, or not; the system's own program knows how.
    private static func quiet(_ isQuiet: Bool) {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/stty")
        process.arguments = [isQuiet ? "-echo" : "echo"]
        try? process.run()
        process.waitUntilExit()
    }
}
