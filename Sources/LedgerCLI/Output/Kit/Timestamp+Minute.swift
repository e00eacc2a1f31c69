package import Ledger

extension Timestamp {
    /// `2026-04-09 12:00 UTC`
    package var minute: String { description.prefix(16).replacing("T", with: " ") + " UTC" }
}
