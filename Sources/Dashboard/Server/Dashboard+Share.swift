internal import Application
internal import EventLog
internal import Ledger

/// A link that shows one report, and nothing else, to whoever has it. Its key is good for the very
/// question that it was made for, and acts as who made it, who can only read by it. Nothing is kept
/// for it: it follows from the device's secret and the person's password, and ends with these.
extension Dashboard {
    /// Where such a report is.
    static let sharedPath = "/shared"

    /// What of an address makes a report.
    private static let fieldsOfReports: Set<String> = ["period", "by", "kind", "p", "q", "compare"]

    /// The address of a report for others; `nil` for who has no password any more.
    func sharedTarget(_ query: FormFields) -> String? {
        var link = Dashboard.report(query)
        guard let key = shareKey(of: env.user, link) else { return nil }
        link.query.append(Link.Item(name: "key", value: key))
        return Dashboard.sharedPath + link.text.dropFirst(link.path.count)
    }

    /// The page of reports with what is asked of it, and nothing beside.
    private static func report(_ query: FormFields) -> Link {
        var link = Link("/reports")
        link.query = query.pairs.filter { fieldsOfReports.contains($0.name) && !$0.value.isEmpty }
            .map { Link.Item(name: $0.name, value: $0.value) }
        return link
    }

    /// - Parameter person: Who made the link; `nil` where nobody logs in.
    private func shareKey(of person: UInt64?, _ link: Link) -> String? {
        var hash = ""
        if let logins {
            guard let own = person.flatMap({ logins.passwordHash(of: $0) }) else { return nil }
            hash = own
        }
        let maker = logins == nil ? 0 : person ?? 0
        let words = "shared \(maker) \(hash.utf8.count) \(hash) \(link.text)"
        // Twice, so that nobody who knows one makes another.
        let inner = SHA256.hash(Array("\(tokens.feed) \(words)".utf8))
        return "\(maker)-\(SHA256.hash(Array("\(tokens.feed) \(inner.hex)".utf8)).hex)"
    }

    /// `GET /shared?by=category&key=…`
    func shared(_ request: WebRequest) -> WebResponse {
        let typed = request.query["key"] ?? ""
        let link = Dashboard.report(request.query)
        let maker = UInt64(typed.prefix { $0 != "-" })
        guard let key = shareKey(of: maker, link), Gate.isSame(typed, key) else {
            return refused(gate.wrongGuess())
        }
        var copy = self
        copy.env = env.with {
            if logins != nil { $0.user = maker }
            $0.access = .granted([.read])
        }
        do throws(ApplicationError) {
            var context = try PageContext(copy, WebRequest("GET", link.text))
            context.isShared = true
            return .page(try context.page(.reports))
        } catch {
            return message(
                Dashboard.status(of: error), "That did not work", Phrase(plain: words(of: error)))
        }
    }
}
