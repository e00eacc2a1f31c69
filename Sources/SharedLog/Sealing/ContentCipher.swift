internal import EventLog

/// Seals what a server is to keep, and opens it again. What is sealed is bound to its ledger and
/// its place there, so that the server cannot put one in the place of another.
///
/// ```
/// sealed := 0x81 epoch:u32 nonce: 24 bytes content … tag: 16 bytes
/// ```
struct ContentCipher: Sendable {
    /// No commit in plain begins so.
    private static let version: UInt8 = 0x81
    private static let headBytes = 5

    let keyring: Keyring

    /// Whether the keys are known under which something was sealed; also where it is nothing.
    func knows(_ sealed: [UInt8]?) -> Bool {
        guard let sealed, let epoch = ContentCipher.epoch(of: sealed) else { return true }
        return epoch <= keyring.epoch
    }

    /// Whether some bytes were sealed, under whatever key.
    static func isSealed(_ bytes: [UInt8]) -> Bool { epoch(of: bytes) != nil }

    private static func epoch(of sealed: [UInt8]) -> Int? {
        guard sealed.count >= headBytes, sealed[0] == version else { return nil }
        return sealed[1..<headBytes].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// Seals bytes for a place.
    ///
    /// - Returns: `nil` without keys.
    func seal(_ plain: [UInt8], _ place: String) -> [UInt8]? {
        guard let key = keyring.keys.last else { return nil }
        var head = [ContentCipher.version]
        head.append(little: UInt32(clamping: keyring.epoch))
        return Sealing.seal(plain, under: key, bound: bound(head, place)).map { head + $0 }
    }

    /// What was sealed for a place.
    ///
    /// - Throws: What is wrong with it.
    func open(_ sealed: [UInt8], _ place: String) throws(SharedLogError.Damage) -> [UInt8] {
        guard let epoch = ContentCipher.epoch(of: sealed) else { throw .plain }
        guard 1...max(1, keyring.keys.count) ~= epoch, epoch <= keyring.keys.count else {
            throw .seal
        }
        let plain = Sealing.open(
            Array(sealed.dropFirst(ContentCipher.headBytes)), under: keyring.keys[epoch - 1],
            bound: bound(Array(sealed.prefix(ContentCipher.headBytes)), place))
        guard let plain else { throw .seal }
        return plain
    }

    private func bound(_ head: [UInt8], _ place: String) -> [UInt8] {
        Array("ledger/content/1 \(keyring.ledger) \(place) ".utf8) + head
    }

    // MARK: Commits

    private static func place(_ part: String, _ seq: Int64, _ id: CommitID) -> String {
        "\(part) \(seq) \(RemoteLog.name(of: id))"
    }

    /// A commit as the server keeps it; `nil` without keys.
    func sealed(_ commit: RemoteCommit) -> RemoteCommit? {
        var body = commit.body
        if keyring.secrecy == .all {
            let place = ContentCipher.place("body", commit.seq, commit.id)
            guard let sealed = seal(body, place) else { return nil }
            body = sealed
        }
        guard let texts = commit.texts else { return commit.with(body: body) }
        guard let sealed = sealedTexts(texts, commit.seq, commit.id) else { return nil }
        return commit.with(body: body, texts: sealed)
    }

    /// The texts of a commit as the server keeps them; `nil` without keys.
    func sealedTexts(_ texts: [UInt8], _ seq: Int64, _ id: CommitID) -> [UInt8]? {
        seal(texts, ContentCipher.place("texts", seq, id))
    }

    /// A commit as it was sealed.
    func opened(_ commit: RemoteCommit) throws(SharedLogError) -> RemoteCommit {
        do throws(SharedLogError.Damage) {
            var body = commit.body
            if keyring.secrecy == .all {
                body = try open(body, ContentCipher.place("body", commit.seq, commit.id))
            }
            guard let texts = commit.texts else { return commit.with(body: body) }
            return commit.with(
                body: body,
                texts: try open(texts, ContentCipher.place("texts", commit.seq, commit.id)))
        } catch { throw .damaged(seq: commit.seq, error) }
    }

    // MARK: Names

    private static let namePrefix = "sealed:"

    /// What a device is called, for nobody but members.
    func sealedName(_ name: String, _ device: String) -> String? {
        seal(Array(name.utf8), "device \(device)").map {
            ContentCipher.namePrefix + Base64.encode($0)
        }
    }

    /// What a device is called; that it cannot be read where it was changed.
    func openedName(_ text: String, _ device: String) -> String {
        guard text.hasPrefix(ContentCipher.namePrefix),
            let sealed = Base64.decode(text.dropFirst(ContentCipher.namePrefix.count)),
            let name = try? open(sealed, "device \(device)")
        else { return "?" }
        return String(decoding: name, as: UTF8.self)
    }
}
