/// What a row of a file is under every reading of it: the digits of its amount, and its title.
///
/// It is keyed anew in every process, as ``LineFingerprint`` is.
package struct RowTwin: Hashable, Sendable {
    private let digits: UInt64
    private let title: TextHash

    /// Of a line that an import brought.
    init(minor: Int64, title: TextHash) {
        (digits, self.title) = (minor.magnitude, title)
    }

    /// Of a row.
    package init(_ facts: LineFacts, _ details: LineDetails) {
        self.init(minor: facts.amount.minor, title: TextHash(details.title.utf8))
    }
}
