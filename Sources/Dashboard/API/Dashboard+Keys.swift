internal import Application
internal import EventLog

/// Where persons log in, each has keys of the feed and of the metrics, which act as that person.
/// They follow from the device's secret and the person's password, so that nothing more is kept: a
/// new password ends them, and so does none.
extension Dashboard {
    /// What opens something for whoever looks at a page; `nil` for who has no password any more.
    ///
    /// - Parameter secret: The token that opens it for whoever started the server.
    func key(_ secret: String) -> String? {
        guard let logins else { return secret }
        return env.user.flatMap { person in
            logins.passwordHash(of: person).map { Dashboard.key(secret, person, $0) }
        }
    }

    /// The dashboard that acts as the person whose key is shown.
    ///
    /// - Throws: What is said to one that is none.
    func opened(by typed: String, _ secret: String) throws(Gate.Refusal) -> Dashboard {
        if Gate.isSame(typed, secret) { return self }
        let digits = typed.prefix { $0 != "-" }
        guard let logins, let person = UInt64(digits), digits.count < typed.count,
            let hash = logins.passwordHash(of: person),
            Gate.isSame(typed, Dashboard.key(secret, person, hash))
        else { throw gate.wrongGuess() }
        var copy = self
        copy.env = env.with { $0.user = person }
        return copy
    }

    /// A secret hashed with what it is for; twice, so that nobody who knows one makes another.
    private static func key(_ secret: String, _ person: UInt64, _ hash: String) -> String {
        let inner = SHA256.hash(Array("\(secret) \(person) \(hash)".utf8))
        let outer = SHA256.hash(Array("\(secret) \(inner.hex)".utf8))
        return "\(person)-\(outer.hex)"
    }
}
