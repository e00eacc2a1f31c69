/// What the signatures of a shared ledger came to when all of it was verified.
package struct SignatureSummary: Codable, Hashable, Sendable {
    /// A commit that is not believed.
    package struct Doubtful: Codable, Hashable, Sendable {
        /// The position of its first event.
        package let position: UInt64
        /// Why, for programs: `unsigned`, `changed`, `unknownDevice`, `revokedDevice`, `copiedKey`.
        package let why: String
        /// The device that signed it; empty where none did.
        package let device: String
    }

    /// Commits that a device signed which is believed.
    package let signed: Int
    /// Commits for which such a device vouches.
    package let vouched: Int
    /// Commits from before the ledger was shared.
    package let earlier: Int
    /// How many are not believed.
    package let doubtful: Int
    /// The first hundred of those; left out for none.
    package let first: [Doubtful]?

    /// So many are named.
    private static let namedMax = 100

    /// What a report comes to.
    package init(_ report: SignatureReport) {
        signed = report.signed
        vouched = report.vouched
        earlier = report.earlier
        doubtful = report.doubtful.count
        let rows = report.doubtful.prefix(SignatureSummary.namedMax).map { commit in
            let device = report.devices.first { $0.key == commit.fault.key }
            return Doubtful(
                position: commit.position, why: commit.fault.code, device: device?.name ?? "")
        }
        first = rows.isEmpty ? nil : rows
    }
}
