internal import Application

/// What a command shows as JSON, and the answers of the ledger that it came of.
final class ReceiptRequest {
    private var answers: [(input: SignReport.Input, json: [UInt8])] = []
    private var shown: [UInt8] = []

    /// Remembers what was asked for, and answered.
    func take<E: Endpoint>(_ endpoint: E.Type, _ input: E.Input, _ output: E.Output) {
        let options = JSONCoding.encode(input).dropLast()
        let input = SignReport.Input(
            report: E.path, options: String(decoding: options, as: UTF8.self))
        answers.append((input, JSONCoding.encode(output)))
    }

    /// Remembers what was put out.
    func show(_ text: String) { shown += Array(text.utf8) }

    /// The request whose answer is what was put out, and all of it; `nil` where there is none.
    var input: SignReport.Input? { answers.last { $0.json == shown }?.input }
}

extension CommandContext {
    /// Signs what a command shows, whatever form that has, as what it shows as JSON. Nothing is put
    /// out for it.
    ///
    /// - Throws: ``ProofError/unsignable(_:)`` where that is no one answer of the ledger.
    func receipt(
        of command: any LedgerCommand, typed: [String]
    ) throws(CommandFailure) -> [UInt8] {
        let request = ReceiptRequest()
        var quiet = self
        quiet.output.format = .json
        quiet.receipt = request
        try command.run(in: quiet)
        guard let input = request.input else {
            let name = RootCommand.path(typed).joined(separator: " ")
            throw .application(.proof(.unsignable(name)))
        }
        return Array(try call(SignReport.self, input).receipt.utf8)
    }
}
