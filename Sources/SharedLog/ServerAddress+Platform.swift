internal import CPQ

/// Where a server is, and how it is reached: `postgres://[NAME@]HOST[:PORT]/DATABASE`.
package struct ServerAddress: Hashable, Sendable {
    /// As it was given; it has no password.
    package let text: String
    /// What libpq is told.
    let options: [Option]

    /// A name of a parameter and its value.
    struct Option: Hashable, Sendable {
        let key: String
        let value: String
    }

    /// How long to wait for an answer: the system gives up a link on which nothing is acknowledged.
    private static let patience = [
        Option(key: "connect_timeout", value: "10"),
        Option(key: "tcp_user_timeout", value: "20000"),
        Option(key: "keepalives_idle", value: "10"),
        Option(key: "keepalives_interval", value: "5"),
        Option(key: "keepalives_count", value: "2"),
        Option(key: "application_name", value: "ledger"),
        Option(key: "client_encoding", value: "UTF8"),
    ]
    /// Where systems keep whom they trust.
    private static let certificates = [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
        "/etc/ssl/cert.pem",
    ]

    /// Reads an address.
    ///
    /// The server's certificate is checked, unless the address or `PGSSLMODE` says otherwise, or
    /// the server is this machine.
    ///
    /// - Parameter variables: The process's environment.
    package init(_ text: String, _ variables: [String: String]) throws(SharedLogError) {
        guard text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") else {
            throw .badAddress("it does not begin with postgres://")
        }
        let given = try ServerAddress.parsed(text)
        if given["password"] != nil { throw .passwordInAddress }
        self.text = text
        var options = ServerAddress.patience.filter { given[$0.key] == nil }
        let host = given["hostaddr"] ?? given["host"] ?? variables["PGHOST"] ?? ""
        let isHere = host.split(separator: ",").allSatisfy { host in
            host.hasPrefix("/") || host.hasPrefix("@") || host.hasPrefix("127.")
                || host == "localhost" || host == "::1"
        }
        if !isHere, given["sslmode"] == nil, variables["PGSSLMODE"] == nil {
            options.append(Option(key: "sslmode", value: "verify-full"))
            let own = (variables["HOME"] ?? "") + "/.postgresql/root.crt"
            if given["sslrootcert"] == nil, variables["PGSSLROOTCERT"] == nil,
                !ServerAddress.isFile(own),
                let system = ServerAddress.certificates.first(where: ServerAddress.isFile)
            {
                options.append(Option(key: "sslrootcert", value: system))
            }
        }
        // The address comes last: what it says goes before what stands here.
        self.options = options + [Option(key: "dbname", value: text)]
    }

    /// How the certificate is to be checked; `nil` to leave it to libpq and what it is told.
    package var sslMode: String? { options.first { $0.key == "sslmode" }?.value }

    private static func isFile(_ path: String) -> Bool {
        // SAFETY: the path is terminated for the call.
        unsafe access(path, R_OK) == 0
    }

    /// What an address says, by the names of libpq.
    private static func parsed(_ text: String) throws(SharedLogError) -> [String: String] {
        var fault: UnsafeMutablePointer<CChar>?
        // SAFETY: both the list and the message are freed once, after they were copied.
        let list = unsafe PQconninfoParse(text, &fault)
        defer {
            unsafe PQconninfoFree(list)
            unsafe PQfreemem(fault)
        }
        guard var option = unsafe list else {
            let said = unsafe fault.map { unsafe String(cString: $0) } ?? "it cannot be read"
            throw .badAddress(String(said.split(separator: "\n").first ?? ""))
        }
        var found: [String: String] = [:]
        // SAFETY: the list ends with an entry without a keyword.
        while let key = unsafe option.pointee.keyword {
            if let value = unsafe option.pointee.val {
                unsafe found[String(cString: key)] = unsafe String(cString: value)
            }
            unsafe option = option.advanced(by: 1)
        }
        return found
    }
}
