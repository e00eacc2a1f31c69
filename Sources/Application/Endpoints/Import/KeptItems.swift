/// Lists what is kept of a kind beside the ledger.
package enum ListKept<Item: KeptItem>: Endpoint {
    package typealias Input = NoInput

    /// The items.
    package struct Output: Codable, Hashable, Sendable {
        /// Each with what it says, in the order in which they were first saved.
        package let rows: [Item]
        /// The file in which they are.
        package let file: String
    }

    package static var path: String { "\(Item.path)/list" }
    package static var summary: String { "list \(Item.words)" }
    package static var needs: Set<Permission> { [.read] }

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        Output(
            rows: try env.home.kept(Item.self).items, file: "\(env.home.place)/\(Item.fileName)")
    }
}

/// Removes one of the things that are kept; what was done with it stays.
package enum RemoveKept<Item: KeptItem>: Endpoint {
    /// Which one.
    package struct Input: Codable, Hashable, Sendable {
        /// Its name.
        package var name: String
        /// Whether nothing is written; left out for no.
        package var dryRun: Bool?

        /// A request.
        package init(name: String, dryRun: Bool? = nil) {
            self.name = name
            self.dryRun = dryRun
        }
    }
    /// The item as it was.
    package typealias Output = Item

    package static var path: String { "\(Item.path)/remove" }
    package static var summary: String { "remove one of \(Item.words)" }
    package static var needs: Set<Permission> { [.read, .write] }

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        var file: KeptFile<Item> = try env.home.kept()
        let item = try file.named(input.name)
        file.remove(item.name)
        if input.dryRun != true {
            try env.beginRecording()
            try env.home.keep(file)
        }
        return item
    }
}
