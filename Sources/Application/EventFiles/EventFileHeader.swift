/// The first line of a file of events.
package struct EventFileHeader: Codable, Hashable, Sendable {
    /// What the file is.
    package static let format = "ledger-events"
    /// The newest version of files that this program reads. It writes version 2 where there are
    /// custom types, whose columns have names of their own, and version 1 else.
    package static let version = 2

    /// ``format``
    package let format: String
    /// The version of the file.
    package let version: Int
    /// The ledger's id, lower-case hex.
    package let ledger: String
    /// How many events follow.
    package let events: UInt64
    /// The root over them, lower-case hex.
    package let root: String
    /// What columns and types are called.
    package let names: EventNames

    /// The header of a file.
    package init(ledger: String, events: UInt64, root: String, names: EventNames) {
        format = EventFileHeader.format
        version = names.custom == nil ? 1 : 2
        self.ledger = ledger
        self.events = events
        self.root = root
        self.names = names
    }
}

/// The secret of a block of 4,096 positions, from which its salts come: a line before the first
/// event of the block.
package struct EventFileSeed: Codable, Hashable, Sendable {
    /// The number of the block: its first position divided by 4,096.
    package let block: UInt64
    /// 32 bytes, lower-case hex.
    package let seed: String

    /// The secret of a block.
    package init(block: UInt64, seed: String) {
        self.block = block
        self.seed = seed
    }
}

/// A line behind the first one.
package enum EventFileLine: Decodable {
    /// A secret, for the events behind it.
    case seed(EventFileSeed)
    /// An event.
    case event(EventLine)

    private enum CodingKeys: String, CodingKey { case block }

    package init(from decoder: any Decoder) throws {
        let isSeed = try decoder.container(keyedBy: CodingKeys.self).contains(.block)
        self =
            isSeed ? .seed(try EventFileSeed(from: decoder)) : .event(try EventLine(from: decoder))
    }
}
