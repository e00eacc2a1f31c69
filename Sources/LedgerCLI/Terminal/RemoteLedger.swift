internal import Application
internal import Interchange

/// The ledger of a server, on this machine or another, which is asked over HTTP by the system's
/// `curl`: certificates and proxies are that program's matter.
struct RemoteLedger {
    /// Why a request came to nothing.
    enum Failure: Error {
        /// There is no `curl`.
        case noProgram
        /// What `curl` ended with: nothing was answered.
        case silent(String, code: Int32)
        /// The answer is larger than it may be; nothing of it was put out.
        case tooLarge(String, mebibytes: Int)
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

    /// A request, and what is waited for.
    struct Question {
        /// Letters, digits, hyphens and slashes alone.
        let path: String
        /// An object; empty for one without members.
        let json: [UInt8]
        /// What lets somebody in; `nil` for nothing.
        let token: String?
        /// How long to wait; `nil` for as long as it takes.
        let seconds: Double?
        /// How large the answer may be.
        let mebibytesMax: Int

        fileprivate var bytesMax: UInt64 { UInt64(mebibytesMax) << 20 }
    }

    /// How large an answer may be unless another size is asked for, and the largest such size.
    static let (usualMebibytes, mostMebibytes) = (256, 1 << 20)

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
    /// - Parameter variables: The process's environment.
    /// - Returns: The answer, one line of JSON. It has no name any more, and signals end the
    ///   program as usual: whoever ends it while it is put out leaves nothing behind.
    func call(
        _ question: Question, _ variables: [String: String]
    ) throws(CommandFailure) -> FileSource {
        // Who ends it meanwhile leaves nothing behind, either.
        let asUsual = Terminal.endOnSignals()
        let answer: FileSource
        do throws(CommandFailure) {
            answer = try answered(question, variables)
        } catch {
            asUsual()
            throw error
        }
        asUsual()
        if Terminal.isAskedToEnd { throw .finished(exitCode: RemoteLedger.interrupted) }
        return answer
    }

    /// The answer to a request, of which nothing is left on the disk when this returns.
    private func answered(
        _ question: Question, _ variables: [String: String]
    ) throws(CommandFailure) -> FileSource {
        let folder: String
        do throws(Terminal.Failure) { folder = try ChildProgram.makeFolder(in: variables) } catch {
            throw .file(error)
        }
        defer { ChildProgram.removeFolder(folder) }
        let (code, status) = try send(question, folder)
        let noSuchProgram: Int32 = 127
        if Terminal.isAskedToEnd { throw .finished(exitCode: RemoteLedger.interrupted) }
        if code == noSuchProgram { throw .far(.noProgram) }
        let file: FileSource
        do throws(ApplicationError) {
            file = try FileSource.open("\(folder)/answer", spoolingIn: folder)
        } catch { throw .application(error) }
        // What `curl` ends with where it was told the size before, and where it cannot write.
        let (announced, unwritten): (Int32, Int32) = (63, 23)
        let isLong = file.byteCount > question.bytesMax
        if code == announced || isLong && [0, unwritten].contains(code) {
            throw .far(.tooLarge(address, mebibytes: question.mebibytesMax))
        }
        if code != 0 { throw .far(.silent(address, code: code)) }
        if status != RemoteLedger.done || !RemoteLedger.isObject(file) {
            throw refusal(status, file)
        }
        return file
    }

    /// Lets `curl` ask, which leaves the answer in the folder.
    private func send(
        _ question: Question, _ folder: String
    ) throws(CommandFailure) -> (code: Int32, status: Int) {
        do throws(Terminal.Failure) {
            // The token stands in no file, and not among the arguments.
            let words = RemoteLedger.words("\(address)/api/\(question.path)", folder, question)
            let json = question.json
            try OutputFile.save(json.isEmpty ? Array("{}".utf8) : json, to: "\(folder)/question")
            try OutputFile.save([], to: "\(folder)/answer")
            // Some do not look at the size of what comes without one said before.
            let code = ChildProgram.run(
                ["curl", "-q", "--config", "-"], typing: Array(words.utf8),
                output: "\(folder)/status", fileBytesMax: question.bytesMax)
            let text = try Terminal.load("\(folder)/status")
            return (code, Int(String(decoding: text, as: UTF8.self)) ?? 0)
        } catch { throw .file(error) }
    }

    /// What `curl` reads, line by line.
    private static func words(
        _ target: String, _ folder: String, _ question: Question
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
        lines.append("max-filesize = \(question.bytesMax)")
        if let token = question.token {
            lines.append("header = \(quoted("Authorization: Bearer \(token)"))")
        }
        if let seconds = question.seconds { lines.append("max-time = \(max(seconds, 0.001))") }
        return lines.joined(separator: "\n") + "\n"
    }

    private static let done = 200
    /// What the program ends with where a signal asked it to.
    private static let interrupted: Int32 = 130
    /// What is read of an answer at most to see what it is.
    private static let wholeBytesMax = 1 << 20

    /// Whether a file has an object of JSON; of a long one its two ends are looked at.
    private static func isObject(_ file: FileSource) -> Bool {
        guard let start = bytes(of: file, from: 0) else { return false }
        if file.byteCount <= wholeBytesMax { return JSONCoding.value(start)?.object != nil }
        guard let end = bytes(of: file, from: file.byteCount - UInt64(wholeBytesMax)) else {
            return false
        }
        let blanks: Set<UInt8> = [0x09, 0x0A, 0x0D, 0x20]
        return start.first { !blanks.contains($0) } == UInt8(ascii: "{")
            && end.last { !blanks.contains($0) } == UInt8(ascii: "}")
    }

    private static func bytes(of file: FileSource, from start: UInt64) -> [UInt8]? {
        let rest = file.byteCount - min(start, file.byteCount)
        var bytes: [UInt8] = []
        do throws(ImportError) {
            try file.read(
                at: start, count: min(Int(clamping: rest), wholeBytesMax), into: &bytes)
        } catch { return nil }
        return bytes
    }

    private func refusal(_ status: Int, _ file: FileSource) -> CommandFailure {
        guard file.byteCount <= RemoteLedger.wholeBytesMax,
            let found = RemoteLedger.bytes(of: file, from: 0).flatMap(JSONCoding.value)?.object,
            let code = found["code"]?.string, let detail = found["detail"]?.string
        else { return .far(.strange(address, status: status)) }
        let tries = found["tries"]?.array?.compactMap(\.string) ?? []
        let exit = found["exit"]?.integer.flatMap { (1...3).contains($0) ? Int32($0) : nil }
        return .far(
            .refused(
                Refusal(code: code, exit: exit ?? 1, detail: detail, tries: tries, status: status)))
    }
}
