internal import Application

/// A receipt that is to be written beside a result.
final class ReceiptRequest {
    /// Where to.
    let file: String
    /// What the result came of.
    private(set) var input: SignReport.Input?

    init(file: String) { self.file = file }

    /// Remembers what was asked for last.
    func take<E: Endpoint>(_ endpoint: E.Type, _ input: E.Input) {
        let options = JSONCoding.encode(input).dropLast()
        self.input = SignReport.Input(
            report: E.path, options: String(decoding: options, as: UTF8.self))
    }
}

extension CommandContext {
    /// Signs what the result came of, where that was asked for.
    func sign() throws(CommandFailure) {
        guard let receipt, let input = receipt.input else { return }
        let made = try call(SignReport.self, input)
        do throws(Terminal.Failure) {
            try OutputFile.save(Array(made.receipt.utf8), to: receipt.file)
        } catch { throw .file(error) }
    }
}
