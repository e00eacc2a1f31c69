internal import EventLog
internal import Synchronization

/// Who may come in: requests of pages that this server made, in a browser that was shown the
/// token. It holds off pages of others that a browser has open, too.
final class Gate: Sendable {
    /// Bounds of a request.
    enum Limit {
        static let targetBytes = 4_096
        static let bodyBytes = 65_536
        /// What a form with a file has beside the file.
        static let formBytes = 16_384
        /// How many requests may come each second, unless told otherwise, and how many times that
        /// at once: of those who were let in, and as many of all others.
        static let perSecond = 50
        static let burst = 4
        /// Wrong tokens that are borne, and how many more each second.
        static let guesses = 10
        static let guessesPerSecond = 1
    }

    /// Why a request is not answered.
    enum Refusal: Error, Hashable {
        case unknownHost
        case foreignOrigin
        case unknownMethod
        /// What can be read alone was sent something.
        case onlyRead
        /// A body comes in a way that is not known.
        case unknownCoding
        /// A body did not come whole, or not in time.
        case broken
        case tooSlow
        case tooLong
        case tooLarge
        case tooMany
        case loggedOut
        case noToken
        /// A header that can be there once is there twice.
        case doubled
    }

    /// What a browser shows to be let in; 64 hexadecimal digits.
    let token: String
    /// What a form shows to be taken.
    let formToken: String
    private let cookie: String
    private let address: PublicAddress?
    /// What this machine is called here, as `Host` has it without a port.
    private let names: Set<String>
    private let port = Mutex<Int?>(nil)
    private let uptime: @Sendable () -> Duration
    private let requests: Mutex<Allowance>
    private let requestsOfStrangers: Mutex<Allowance>
    private let guesses: Mutex<Allowance>

    /// A gate with new tokens.
    ///
    /// - Parameters:
    ///   - randomBytes: Makes this many random bytes.
    ///   - uptime: A clock that never goes back.
    ///   - address: Where else it is found, beside this machine; `nil` for nowhere.
    ///   - listen: Where it listens.
    ///   - perSecond: How many requests may come each second.
    init(
        randomBytes: (Int) -> [UInt8], uptime: @escaping @Sendable () -> Duration,
        address: PublicAddress? = nil, listen: ListenAddress = .usual,
        perSecond: Int = Limit.perSecond
    ) {
        self.address = address
        names = ["127.0.0.1", "localhost", listen.isHere ? listen.host : "localhost"]
        token = Gate.hex(randomBytes(32))
        formToken = Gate.hex(randomBytes(32))
        cookie = Gate.hex(randomBytes(32))
        self.uptime = uptime
        let allowance = Allowance(most: Limit.burst * perSecond, perSecond: perSecond)
        requests = Mutex(allowance)
        requestsOfStrangers = Mutex(allowance)
        guesses = Mutex(Allowance(most: Limit.guesses, perSecond: Limit.guessesPerSecond))
    }

    /// Where the server listens; nothing is answered before that is known.
    func open(on port: Int) { self.port.withLock { $0 = port } }

    /// A cookie that is good for the port alone: browsers send those of one host to every port.
    private var cookieName: String { "ledger-\(port.withLock { $0 ?? 0 })" }

    /// The header that keeps a browser in.
    var setCookie: (name: String, value: String) {
        ("Set-Cookie", "\(cookieName)=\(cookie); Path=/; HttpOnly; SameSite=Strict")
    }

    /// The header that keeps somebody in who logged in, or lets a browser forget it.
    func setCookie(
        _ id: String, for request: WebRequest, lives: Bool = true
    ) -> (name: String, value: String) {
        let isSecure = address != nil && request.headers["host"]?.lowercased() == address?.host
        return (
            "Set-Cookie",
            "\(cookieName)=\(id); Path=/; HttpOnly; SameSite=Strict"
                + (isSecure ? "; Secure" : "") + (lives ? "" : "; Max-Age=0")
        )
    }

    /// What a browser shows that was let in before; `nil` for nothing.
    func cookie(of request: WebRequest) -> String? { request.cookie(cookieName) }

    /// What holds for every request, before anything of it is read.
    ///
    /// - Parameter isKnown: Whether who asks was let in before: strangers who ask without end take
    ///   nothing from those.
    func refusal(of request: WebRequest, isKnown: Bool) -> Refusal? {
        guard let port = port.withLock({ $0 }) else { return .unknownHost }
        var origins: [String: String] = [:]
        for name in names {
            origins["\(name):\(port)"] = "http://\(name):\(port)"
            // Browsers leave the usual port out.
            if port == 80 { origins[name] = "http://\(name)" }
        }
        if let address { origins[address.host] = address.origin }
        // A name of somebody else that was made to mean this machine is not one of these.
        guard let host = request.headers["host"]?.lowercased(), let own = origins[host] else {
            return .unknownHost
        }
        if let origin = request.headers["origin"], origin.lowercased() != own {
            return .foreignOrigin
        }
        if ["cross-site", "same-site"].contains(request.headers["sec-fetch-site"] ?? ""),
            request.method != "GET" && request.method != "HEAD"
        {
            return .foreignOrigin
        }
        guard ["GET", "HEAD", "POST"].contains(request.method) else { return .unknownMethod }
        if request.targetBytes > Limit.targetBytes { return .tooLong }
        let isAllowed =
            isKnown
            ? requests.withLock { $0.take(at: uptime()) }
            : requestsOfStrangers.withLock { $0.take(at: uptime()) }
        return isAllowed ? nil : .tooMany
    }

    /// Whether a browser was let in before.
    func knows(_ request: WebRequest) -> Bool {
        Gate.isSame(request.cookie(cookieName) ?? "", cookie)
    }

    /// Whether a program that shows the token in a header may come in.
    func admits(_ request: WebRequest) -> Refusal? {
        guess(token, request.bearer ?? "")
    }

    /// Whether a browser that shows a token may come in.
    func admits(token typed: String) -> Refusal? { guess(token, typed) }

    /// Whether somebody may come in who shows what opens one thing alone.
    func admits(_ right: String, typed: String) -> Refusal? { guess(right, typed) }

    /// Whether a form was made by this server.
    func takes(form token: String?) -> Bool { Gate.isSame(token ?? "", formToken) }

    /// What is said to a token that is none.
    func wrongGuess() -> Refusal {
        guesses.withLock { $0.take(at: uptime()) } ? .loggedOut : .tooMany
    }

    private func guess(_ right: String, _ typed: String) -> Refusal? {
        if Gate.isSame(typed, right) { return nil }
        return wrongGuess()
    }

    /// Compares in a time that depends on the length of what was typed alone.
    static func isSame(_ typed: String, _ right: String) -> Bool {
        let (typed, right) = (Array(typed.utf8), Array(right.utf8))
        var difference: UInt8 = typed.count == right.count ? 0 : 1
        for (index, byte) in typed.enumerated() { difference |= byte ^ right[index % right.count] }
        return difference == 0
    }

    static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

/// So many of something at once, and so many more each second.
struct Allowance {
    private let most: Int
    private let perSecond: Int
    private var left: Int
    private var second: Int64 = .min

    init(most: Int, perSecond: Int) {
        self.most = most
        self.perSecond = perSecond
        left = most
    }

    /// Takes one, where there is one left.
    mutating func take(at time: Duration) -> Bool {
        let now = time.components.seconds
        if second == .min { second = now }
        if now > second {
            let more = min(now - second, Int64(most)) * Int64(perSecond)
            left = min(most, left + Int(more))
            second = now
        }
        if left == 0 { return false }
        left -= 1
        return true
    }
}
