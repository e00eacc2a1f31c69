#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Asks for a password on the terminal, which does not show it.
package enum PasswordPrompt {
    private static let lineMax = 2_048

    /// Whether somebody sits at a terminal.
    package static var isAsked: Bool { isatty(STDIN_FILENO) == 1 }

    /// What is typed up to the end of the line; a pipe's first line where there is no terminal.
    ///
    /// - Returns: `nil` where it was given up (^C, ^D), and at the end of a pipe.
    package static func read() -> String? {
        guard isAsked else { return readLine() }
        var old = termios()
        // SAFETY: the call writes one `termios`, which lives until it returns; so below.
        guard unsafe tcgetattr(STDIN_FILENO, &old) == 0 else { return nil }
        var silent = old
        silent.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        guard unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent) == 0 else { return nil }
        defer { _ = unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &old) }
        var typed: [UInt8] = []
        while typed.count < lineMax {
            var byte: UInt8 = 0
            let count = systemRead(&byte)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return nil }
            switch byte {
            case 0x0A, 0x0D: return String(validating: typed, as: UTF8.self)
            case 0x03: return nil
            case 0x04 where typed.isEmpty: return nil
            case 0x15: typed = []
            case 0x08, 0x7F:
                // A character may have several bytes.
                while let last = typed.popLast(), last & 0xC0 == 0x80 {}
            default: typed.append(byte)
            }
        }
        return nil
    }
}

/// Reads one byte, where there is one.
private func systemRead(_ byte: inout UInt8) -> Int {
    // SAFETY: the call writes at most the one byte, which lives until it returns.
    unsafe read(STDIN_FILENO, &byte, 1)
}
