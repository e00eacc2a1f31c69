internal import EventLog

extension LedgerSnapshot {
    /// How many live lines name each account, the other sides of transfers included.
    ///
    /// - Complexity: O(*n*) in the keys of the events.
    func liveLines() throws(StoreError) -> [UInt64: Int] {
        var lines: [UInt64: Int] = [:]
        for (fields, count) in try store.lineCounts(of: 0..<self.count).totals {
            let account = fields.first { $0.column == .account }?.value.integer
            guard let position = account.flatMap({ UInt64(exactly: $0) }) else { continue }
            lines[position, default: 0] += Int(count)
        }
        return lines
    }
}

extension Event {
    /// Counts how many more live lines name an account after the event.
    func count(in lines: inout [UInt64: Int]) {
        let (new, old): (LineFacts?, LineFacts?) =
            switch self {
            case .lineAdded(let line): (line.facts, nil)
            case .lineAmended(let line): (line.facts, line.replaced)
            case .lineVoided(let line): (nil, line.replaced)
            case .lineRestored(let line): (line.facts, nil)
            default: (nil, nil)
            }
        if let account = new?.account?.position { lines[account, default: 0] += 1 }
        if let account = old?.account?.position { lines[account, default: 0] -= 1 }
    }
}
