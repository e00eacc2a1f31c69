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
        /// Its number among those that the device signed, and the position of the other commit that
        /// has it; left out where none has.
        package var copy: Copy?
    }

    /// That another commit has the same number of a device.
    package struct Copy: Codable, Hashable, Sendable {
        /// The number.
        package let number: Int64
        /// The position of the first event of the other commit.
        package let other: UInt64

        /// What a commit shares with another one; `nil` for none.
        init?(_ commit: DoubtfulCommit) {
            guard case .copied(_, let number) = commit.fault, let other = commit.other else {
                return nil
            }
            (self.number, self.other) = (number, other.position)
        }
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
                position: commit.position, why: commit.fault.code, device: device?.name ?? "",
                copy: Copy(commit))
        }
        first = rows.isEmpty ? nil : rows
    }
}
