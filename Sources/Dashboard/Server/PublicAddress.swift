/// Where browsers find the pages behind a server that encrypts, such as Caddy or nginx.
package struct PublicAddress: Hashable, Sendable {
    /// As `Host` has it, in lower case.
    let host: String
    /// As `Origin` has it.
    var origin: String { "https://" + host }

    /// `https://ledger.example` with or without a port, and nothing behind it; `nil` for anything
    /// else.
    package init?(_ text: String) {
        let start = "https://"
        guard text.lowercased().hasPrefix(start) else { return nil }
        var rest = text.dropFirst(start.count).lowercased()
        if rest.hasSuffix("/") { rest.removeLast() }
        let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
        let isName = parts.first.map { name in
            !name.isEmpty
                && name.utf8.allSatisfy { byte in
                    (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
                        || byte == 0x2D || byte == 0x2E
                }
        }
        guard isName == true, parts.count <= 2 else { return nil }
        if parts.count == 2 {
            guard let port = Int(parts[1]), (1...65_535).contains(port) else { return nil }
            // Browsers leave the usual port out.
            host = port == 443 ? String(parts[0]) : rest
        } else {
            host = rest
        }
    }
}
