internal import Ledger

/// A file of text in a format that is not read, known by what it says.
package enum OtherFormat: String, CaseIterable, Codable, Hashable, Sendable {
    case xml
    case html
    case json
    /// A journal of plain text accounting.
    case journal
    /// The postings of such a journal as CSV, of which each transaction has several.
    case postings

    /// `nil` if the names of the columns do not say so.
    init?(header: [String]) {
        let names = Set(header.map { $0.trimmed.lowercased() })
        guard names.isSuperset(of: ["txnidx", "account", "amount"]) else { return nil }
        self = .postings
    }
}
