internal import EventLog

/// A key that signs for a ledger, without what is secret of it.
package struct KeyRow: Codable, Hashable, Sendable {
    /// The first 4 bytes of the hash of the public half, 8 hexadecimal digits.
    package let id: String
    /// The public half, `name+id+base64` (c2sp.org/signed-note): for those who check.
    package let verifier: String
    /// Whether it is the one that signs now.
    package let signs: Bool
}

/// Makes a key, which signs from now on.
package enum NewKey: Endpoint {
    package typealias Input = NoInput
    package typealias Output = KeyRow

    package static let path = "key/new"
    package static let summary = "make a key that signs for the ledger"
    package static let needs: Set<Permission> = [.write, .share]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let origin = try env.origin(of: try env.store())
        guard let folder = env.home.saved.folder,
            let key = NoteSigner(name: origin, secret: env.randomBytes(32))
        else { throw .proof(.noKey) }
        try env.beginRecording()
        if !env.isDryRun { try KeyFiles.add(key, to: folder) }
        return KeyRow(key, signs: true)
    }
}

/// Lists the keys that sign or signed for the ledger.
package enum ListKeys: Endpoint {
    package typealias Input = NoInput

    /// The keys.
    package struct Output: Codable, Hashable, Sendable {
        /// Oldest first.
        package let keys: [KeyRow]
    }

    package static let path = "key/list"
    package static let summary = "list the keys that sign for the ledger"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        _ = try env.store()
        let keys = try env.keys()
        return Output(
            keys: keys.enumerated().map { KeyRow($1, signs: $0 == keys.count - 1) })
    }
}

extension KeyRow {
    fileprivate init(_ key: NoteSigner, signs: Bool) {
        id = key.verifier.idText
        verifier = key.verifier.text
        self.signs = signs
    }
}
