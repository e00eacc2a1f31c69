/// Who holds the connections that a server has at once. Where none is left and somebody comes, one
/// goes that the server waits for, so that nobody keeps others out by saying nothing, or little.
package struct Places<ID: Hashable & Sendable>: Sendable {
    private struct Holder {
        /// `nil` for this machine.
        let network: String?
        let number: Int
        /// Since when the server waits for it, or it for the server.
        var since: Duration
        var isAnswered = false
        var isKnown = false
    }

    private let most: Int
    private let mostOfNetwork: Int
    private var holders: [ID: Holder] = [:]
    private var number = 0

    /// Places that are all free.
    ///
    /// - Parameters:
    ///   - most: How many there are.
    ///   - mostOfNetwork: How many of them one network beyond this machine may have.
    package init(most: Int, mostOfNetwork: Int) {
        self.most = most
        self.mostOfNetwork = mostOfNetwork
    }

    /// Gives somebody a place, where need be that of another one: who was waited for longest goes
    /// first, strangers before those who were let in. Nobody goes who was let in and is answered.
    ///
    /// - Returns: Whether there was one, and who has to go.
    package mutating func enter(
        _ id: ID, from network: String?, at time: Duration
    ) -> (isIn: Bool, gone: ID?) {
        var those: [ID: Holder] = holders.count < most ? [:] : holders
        if let network {
            let own = holders.filter { $0.value.network == network }
            if own.count >= mostOfNetwork { those = own }
        }
        var gone: ID?
        if !those.isEmpty {
            gone =
                those.filter { !($0.value.isKnown && $0.value.isAnswered) }
                .min { Places.rank($0.value) < Places.rank($1.value) }?.key
            guard let gone else { return (false, nil) }
            holders[gone] = nil
        }
        number += 1
        holders[id] = Holder(network: network, number: number, since: time)
        return (true, gone)
    }

    private static func rank(_ holder: Holder) -> (Int, Int, Duration, Int) {
        (holder.isAnswered ? 1 : 0, holder.isKnown ? 1 : 0, holder.since, holder.number)
    }

    /// Notes whether somebody waits for an answer; else the server waits for what is asked.
    package mutating func note(_ id: ID, isAnswered: Bool, at time: Duration) {
        guard let holder = holders[id], holder.isAnswered != isAnswered else { return }
        holders[id]?.isAnswered = isAnswered
        holders[id]?.since = time
    }

    /// Notes that somebody was let in.
    package mutating func know(_ id: ID) { holders[id]?.isKnown = true }

    /// Frees a place.
    package mutating func leave(_ id: ID) { holders[id] = nil }
}

/// Whom an address belongs to.
package enum Network {
    /// An address of IPv4, or the first half of one of IPv6, of which everybody has many; `nil` for
    /// this machine.
    package static func name(of address: String) -> String? {
        guard address.contains(":") else { return address.hasPrefix("127.") ? nil : address }
        if address == "::1" { return nil }
        let groups = address.split(separator: ":", omittingEmptySubsequences: false)
        // One of IPv4 behind `::ffff:`.
        if let last = groups.last, last.contains(".") { return name(of: String(last)) }
        let halves = address.split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2 else { return groups.prefix(4).joined(separator: ":") }
        let (before, after) = (halves[0].split(separator: ":"), halves[1].split(separator: ":"))
        let zeros = [Substring](repeating: "0", count: max(0, 8 - before.count - after.count))
        return (before + zeros + after).prefix(4).joined(separator: ":")
    }
}

/// How long a body may take: half a minute, and a second more for each part of it that came. Who
/// sends a byte now and then is not waited for.
package enum BodyPace {
    /// What every body may take.
    package static let grace = Duration.seconds(30)
    private static let bytesPerSecond = 16_384

    /// How long it may take on; `nil` where it took too long.
    ///
    /// - Parameters:
    ///   - received: How many bytes came.
    ///   - elapsed: How long that took.
    package static func rest(received: Int, after elapsed: Duration) -> Duration? {
        let rest = grace + .seconds(received / bytesPerSecond) - elapsed
        return rest > .zero ? rest : nil
    }
}
