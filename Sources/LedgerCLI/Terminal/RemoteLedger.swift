internal import Application

/// The ledger of a server, on this machine or another, which is asked over HTTP by the system's
/// `curl`: certificates and proxies are that program's matter.
struct RemoteLedger {
    /// Why a request came to nothing.
    enum Failure: Error {
        /// There is no `curl`.
        case noProgram
        /// What `curl` ended with: nothing was answered.
        case silent(String, code: Int32)
        /// Something answered, and no ledger.
        case strange(String, status: Int)
        /// The server's own words.
        case refused(Refusal)
    }

    /// What a server says it will not do: a problem (RFC 9457).
    struct Refusal {
        let code: String
        /// As of a command: 1 refused, 2 not understood, 3 damage.
        let exit: Int32
        let detail: String
        let tries: [String]
        let status: Int
    }

    /// As it was typed, without a slash at its end.
    let address: String

    private static let safe = "https://"
    private static let open = "http://"
    /// Where nothing goes over a network.
    private static let hosts: Set = ["127.0.0.1", "localhost", "[::1]"]

    /// Reads `https://NAME[:PORT]`, or `http://` with a name of this machine.
    ///
    /// - Returns: `nil` for what is no such address; ``fault(of:)`` says why.
    init?(_ text: String) {
        guard RemoteLedger.fault(of: text) == nil else { return nil }
        address = text.hasSuffix("/") ? String(text.dropLast()) : text
    }

    /// What is wrong with an address; `nil` for nothing.
    static func fault(of text: String) -> String? {
        let scheme = [safe, open].first(where: text.hasPrefix)
        guard let scheme else { return unlike(text) }
        if text.contains("token=") {
            return "the token is said by LEDGER_TOKEN: every program of the machine sees what "
                + "stands in a command"
        }
        var name = text.dropFirst(scheme.count)
        if name.hasSuffix("/") { name = name.dropLast() }
        let isName = name.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte) || ".-:[]".utf8.contains(byte)
        }
        guard isName, let first = name.first, first != "-", first != ":" else {
            return unlike(text)
        }
        let host = first == "[" ? name.prefix { $0 != "]" } + "]" : name.prefix { $0 != ":" }
        if scheme == open, !hosts.contains(host.lowercased()) {
            return "a token would go over the network in the clear: https://\(name)"
        }
        return nil
    }

    private static func unlike(_ text: String) -> String {
        "\(Explanation.quoted(text)) is no address of a server: https://NAME, or "
            + "http://127.0.0.1:PORT on this machine"
    }

    /// Whether a token can be one: nothing in it means anything in a header.
    static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x22 }
    }

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - path: Letters, digits, hyphens and slashes alone.
    ///   - json: An object; empty for one without members.
    ///   - token: What lets somebody in; `nil` for nothing.
    ///   - seconds: How long to wait; `nil` for as long as it takes.
    ///   - variables: The process's environment.
    /// - Returns: The answer, one line of JSON.
    func call(
        _ path: String, _ json: [UInt8], token: String?, within seconds: Double?,
        _ variables: [String: String]
    ) throws(CommandFailure) -> [UInt8] {
        let (code, status, body): (Int32, Int, [UInt8])
        do throws(Terminal.Failure) {
            // Who ends it leaves nothing behind.
            Terminal.endOnSignals()
            let folder = try ChildProgram.makeFolder(in: variables)
            defer { ChildProgram.removeFolder(folder) }
            // The token stands in no file, and not among the arguments.
            let words = RemoteLedger.words(
                "\(address)/api/\(path)", folder, token: token, within: seconds)
            try OutputFile.save(json.isEmpty ? Array("{}".utf8) : json, to: "\(folder)/question")
            try OutputFile.save([], to: "\(folder)/answer")
            code = ChildProgram.run(
                ["curl", "-q", "--config", "-"], typing: Array(words.utf8),
                output: "\(folder)/status")
            body = try Terminal.load("\(folder)/answer")
            let text = try Terminal.load("\(folder)/status")
            status = Int(String(decoding: text, as: UTF8.self)) ?? 0
        } catch { throw .file(error) }
        let (interrupted, noSuchProgram): (Int32, Int32) = (130, 127)
        if Terminal.isAskedToEnd { throw .finished(exitCode: interrupted) }
        if code == noSuchProgram { throw .far(.noProgram) }
        if code != 0 { throw .far(.silent(address, code: code)) }
        return try answer(status, body)
    }

    /// What `curl` reads, line by line.
    private static func words(
        _ target: String, _ folder: String, token: String?, within seconds: Double?
    ) -> String {
        func quoted(_ text: String) -> String {
            "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
        }
        var lines = [
            "url = \(quoted(target))", "globoff", "path-as-is", "silent", "show-error",
            "proto = \"=\(target.hasPrefix(safe) ? "https" : "http")\"", "connect-timeout = 10",
            // No other machine is asked for what is on this one.
            "noproxy = \"127.0.0.1,localhost,::1\"",
            "header = \"Content-Type: application/json\"", "header = \"Expect:\"",
            "data-binary = \(quoted("@\(folder)/question"))",
            "output = \(quoted("\(folder)/answer"))", "write-out = \"%{http_code}\"",
        ]
        if let token { lines.append("header = \(quoted("Authorization: Bearer \(token)"))") }
        if let seconds { lines.append("max-time = \(max(seconds, 0.001))") }
        return lines.joined(separator: "\n") + "\n"
    }

    private func answer(_ status: Int, _ body: [UInt8]) throws(CommandFailure) -> [UInt8] {
        let found = JSONCoding.value(body)?.object
        let done = 200
        if status == done, found != nil { return body }
        guard let found, let code = found["code"]?.string, let detail = found["detail"]?.string
        else { throw .far(.strange(address, status: status)) }
        let tries = found["tries"]?.array?.compactMap(\.string) ?? []
        let exit = found["exit"]?.integer.flatMap { (1...3).contains($0) ? Int32($0) : nil }
        throw .far(
            .refused(
                Refusal(code: code, exit: exit ?? 1, detail: detail, tries: tries, status: status)))
    }
}
