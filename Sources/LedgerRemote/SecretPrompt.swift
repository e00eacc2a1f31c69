import Foundation
import LedgerCLI

/// Asks for a passphrase; the terminal does not show it.
enum SecretPrompt {
    /// What is typed up to the end of the line; a pipe's first line where there is no terminal.
    ///
    /// - Parameter isNew: Whether it is asked for twice, for nobody sees a slip.
    /// - Returns: `nil` where it was given up, and where the second one is another.
    static func read(isNew: Bool) -> String? {
        guard PasswordPrompt.isAsked else { return PasswordPrompt.read() }
        guard let first = ask("passphrase: ") else { return nil }
        return !isNew || ask("once more: ") == first ? first : nil
    }

    private static func ask(_ text: String) -> String? {
        put(text)
        defer { put("\n") }
        return PasswordPrompt.read()
    }

    private static func put(_ text: String) {
        // Nobody is left to be told that nobody reads.
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}
