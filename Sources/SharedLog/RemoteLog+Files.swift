extension RemoteLog {
    /// The names of all files of the ledger; what bears any other name was put there by no program.
    package func fileNames() throws(SharedLogError) -> Set<String> {
        let rows = try connection.run(
            "SELECT name FROM ledger.files WHERE ledger = $1::text", [.text(ledger)])
        return Set(rows.rows.map { $0.text(0) }.filter(RemoteLog.isFileName))
    }

    /// Whether a text is 64 hexadecimal digits.
    private static func isFileName(_ text: String) -> Bool {
        text.utf8.count == 64
            && text.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
    }

    /// What files are called on the server: by their SHA-256 in hexadecimal digits, or, of a sealed
    /// ledger, by what nobody else can tell from a file that he knows.
    ///
    /// - Returns: For each hash its name.
    package func fileNames(
        _ contents: some Sequence<String>
    ) throws(SharedLogError) -> [String: String] {
        let cipher = try openCipher()
        var names: [String: String] = [:]
        for content in contents { names[content] = cipher?.fileName(content) ?? content }
        return names
    }

    /// The bytes of a file, which have to be held against its hash; `nil` where it is missing, or
    /// cannot be opened.
    package func file(_ name: String) throws(SharedLogError) -> [UInt8]? {
        let rows = try connection.run(
            "SELECT content FROM ledger.files WHERE ledger = $1::text AND name = $2::text",
            [.text(ledger), .text(name)])
        guard let stored = rows.rows.first?[0] else { return nil }
        guard var cipher = try openCipher() else { return stored }
        if !cipher.knows(stored), let fresh = try freshCipher() { cipher = fresh }
        return cipher.openedFile(stored, name)
    }

    /// Keeps a file on the server; one that is there stays.
    package func put(_ bytes: [UInt8], as name: String) throws(SharedLogError) {
        var stored = bytes
        if let cipher = try freshCipher() {
            guard let sealed = cipher.sealedFile(bytes, name) else {
                throw sealedError(cipher.keyring)
            }
            stored = sealed
        }
        let done = try connection.run(
            """
            INSERT INTO ledger.files (ledger, name, content)
            VALUES ($1::text, $2::text, $3::bytea) ON CONFLICT DO NOTHING
            """, [.text(ledger), .text(name), .bytes(stored)])
        if done.isWarned { throw .unacknowledged }
    }

    /// Takes files from the server.
    package func removeFiles(_ names: Set<String>) throws(SharedLogError) {
        if names.isEmpty { return }
        let done = try connection.run(
            "DELETE FROM ledger.files WHERE ledger = $1::text AND name = ANY ($2::text[])",
            [.text(ledger), .text("{" + names.sorted().joined(separator: ",") + "}")])
        if done.isWarned { throw .unacknowledged }
    }

    /// What opens the ledger; `nil` where it is in plain.
    private func openCipher() throws(SharedLogError) -> ContentCipher? {
        try requireKey()
        return try cipher()
    }
}

extension ContentCipher {
    private static func place(_ name: String) -> String { "file \(name)" }

    /// What a file is called on the server: the same on every device, whatever the epoch.
    func fileName(_ content: String) -> String? {
        guard let first = keyring.keys.first,
            let key = Sealing.subkey(3, of: first, "ledgerFN")
        else { return nil }
        return Base16.text(Sealing.hash(Array(content.utf8), under: key))
    }

    func sealedFile(_ bytes: [UInt8], _ name: String) -> [UInt8]? {
        seal(bytes, ContentCipher.place(name))
    }

    func openedFile(_ stored: [UInt8], _ name: String) -> [UInt8]? {
        try? open(stored, ContentCipher.place(name))
    }
}
