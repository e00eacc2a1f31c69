#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The program that shows what is longer than the screen, page by page.
struct Pager {
    /// What the shell is asked to run.
    let command: String

    /// What `LEDGER_PAGER` names, else `PAGER`, else `less` where there is one; `nil` where a
    /// variable is empty or says `off` or `cat`, where the screen cannot move, and where there is
    /// none.
    init?(_ variables: [String: String]) {
        if variables["TERM"] ?? "dumb" == "dumb" { return nil }
        guard let command = variables["LEDGER_PAGER"] ?? variables["PAGER"] ?? Pager.less(variables)
        else { return nil }
        if ["", "off", "cat"].contains(command) { return nil }
        self.command = command
    }

    private static func less(_ variables: [String: String]) -> String? {
        let folders = (variables["PATH"] ?? "").split(separator: ":")
        return folders.contains { unsafe access("\($0)/less", X_OK) == 0 } ? "less" : nil
    }

    /// Shows a text and waits until it was read.
    ///
    /// - Returns: Whether the program could be started.
    func show(_ text: String) -> Bool {
        // Colours, no page for what fits, and the text stays on the screen, unless asked otherwise.
        unsafe setenv("LESS", "FRX", 0)
        // SAFETY: the stream is the pager's until `pclose`, which is called once.
        guard let stream = unsafe popen(command, "w") else { return false }
        // An interrupt is meant for the pager.
        let before = signal(SIGINT, SIG_IGN)
        let bytes = Array(text.utf8)
        // What the reader does not want to see any more is no failure.
        _ = unsafe fwrite(bytes, 1, bytes.count, stream)
        let status = unsafe pclose(stream)
        _ = signal(SIGINT, before)
        let commandNotFound: Int32 = 127
        return status >> 8 != commandNotFound
    }
}
