internal import EventLog
package import Ledger

/// What a report was made of, and what came of it: the text of a note.
///
/// ```
/// ledger-receipt@v1
/// ledger <id>
/// events <number>
/// root <base 64>
/// now <RFC 3339>
/// user <position of the acting person, or ->
/// report <path of the request>
/// options <the request, JSON>
/// projections <name/version …>
/// sha256 <base 64, of the answer as JSON>
/// ```
package struct Receipt: Hashable, Sendable {
    /// The ledger's id.
    package let origin: String
    /// How many events the report takes in.
    package let events: UInt64
    /// The root over them.
    let root: Digest
    /// The present moment of the report.
    package let now: Timestamp
    /// The acting person, by position; `nil` for the owner.
    let user: UInt64?
    /// What was asked for: the path of the request.
    package let report: String
    /// The request, JSON on one line.
    package let options: String
    /// What added the report up, each `name/version`.
    let projections: String
    /// Of the answer as JSON.
    let digest: Digest

    private static let head = "ledger-receipt@v1"
    private static let names = [
        "ledger", "events", "root", "now", "user", "report", "options", "projections", "sha256",
    ]

    /// What adds reports up in this program.
    static let projections =
        ([
            ReferenceData.self, SpendingTable.self, AccountTable.self, CategoryIndex.self,
            TodoTable.self,
            StatementBook.self,
        ] as [any Projection.Type]).map { "\($0.name)/\($0.version)" }.joined(separator: " ")

    init(
        _ checkpoint: Checkpoint, root: Digest, now: Timestamp, user: UInt64?, report: String,
        options: String, answer: [UInt8]
    ) {
        origin = checkpoint.origin
        events = checkpoint.size
        self.root = root
        self.now = now
        self.user = user
        self.report = report
        self.options = options
        projections = Receipt.projections
        digest = SHA256.hash(answer)
    }

    /// A receipt from the text of a note; `nil` for any text that no receipt would have.
    package init?(_ text: String) {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == Receipt.names.count + 2, lines.removeFirst() == Receipt.head,
            lines.removeLast().isEmpty
        else { return nil }
        var values: [String] = []
        for (line, name) in zip(lines, Receipt.names) {
            guard line.hasPrefix("\(name) ") else { return nil }
            values.append(String(line.dropFirst(name.count + 1)))
        }
        guard let events = UInt64(values[1]), events > 0, let root = Digest(base64: values[2]),
            let now = Timestamp(values[3]), let digest = Digest(base64: values[8])
        else { return nil }
        origin = values[0]
        self.events = events
        self.root = root
        self.now = now
        user = UInt64(values[4])
        report = values[5]
        options = values[6]
        projections = values[7]
        self.digest = digest
        guard self.text == text else { return nil }
    }

    /// The text of a note.
    var text: String {
        let values = [
            origin, "\(events)", root.base64, "\(now)", user.map { "\($0)" } ?? "-", report,
            options, projections, digest.base64,
        ]
        let lines = zip(Receipt.names, values).map { "\($0) \($1)\n" }
        return "\(Receipt.head)\n" + lines.joined()
    }
}
