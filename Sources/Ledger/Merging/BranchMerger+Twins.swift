internal import EventLog

extension BranchMerger {
    /// How much of a commit somebody recorded who did not record that commit.
    enum Twin {
        /// All that it says.
        case whole
        /// Some of what it says, such as rows of a file.
        case part
    }

    /// The commits of the log that stays of which the branch says the same: whoever has the branch
    /// recorded that, too, and what they take back of the merge must not take it from them.
    ///
    /// - Parameter others: The commits that the branch does not have.
    func twins(of others: [BranchCommit]) -> [CommitID: Twin] {
        var images: Set<UInt64> = []
        for commit in outcomes where commit.outcome != .here {
            for position in commit.origin {
                if let image = positions[position] { images.insert(image) }
            }
        }
        var twins: [CommitID: Twin] = [:]
        for commit in others {
            var (count, isSome, isAll) = (0, false, true)
            for (place, row) in commit.rows.enumerated() {
                guard let type = EventType(rawValue: row.type), !BranchMerger.heads.contains(type)
                else { continue }
                count += 1
                let isImage = images.contains(commit.origin(place))
                isAll = isAll && isImage
                isSome = isSome || isImage && !BranchMerger.names.contains(type)
            }
            if isAll, count > 0 {
                twins[commit.header.id] = .whole
            } else if isSome {
                twins[commit.header.id] = .part
            }
        }
        return twins
    }

    /// What says nothing by itself.
    private static let heads: Set<EventType> = [.batchStarted, .schemasDeclared]

    /// What both have by its name, and nobody loses by an undo while something refers to it.
    private static let names: Set<EventType> = [
        .accountOpened, .personAdded, .unitAdded, .currencyDeclared, .taskAttributeDeclared,
    ]
}
