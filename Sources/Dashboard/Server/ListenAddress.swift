/// The address of this machine on which the server listens.
package struct ListenAddress: Hashable, Sendable {
    /// As the system takes it.
    package let text: String

    /// The loopback address.
    package static let usual = ListenAddress("127.0.0.1")

    /// An address; what it is called is not looked up.
    package init(_ text: String) { self.text = text }

    /// Whether nobody beyond this machine reaches it: four numbers that begin with 127, `::1` or
    /// `localhost`. A name that only looks so is none.
    package var isHere: Bool {
        if text == "::1" || text == "localhost" { return true }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in UInt8(part).flatMap { "\($0)" == part ? $0 : nil }
        }
        return numbers.count == 4 && parts.count == 4 && numbers[0] == 127
    }

    /// As an address of a page has it: one of IPv6 stands in brackets (RFC 3986).
    var host: String { text.contains(":") ? "[\(text)]" : text }

    /// What a browser on this machine asks, where it reaches the server without encryption; `nil`
    /// where only what stands in front of it is asked.
    var hostHere: String? {
        if isHere { return host }
        return ["0.0.0.0", "::"].contains(text) ? "127.0.0.1" : nil
    }
}
