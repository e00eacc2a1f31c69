extension SpendingReport {
    private enum Key: String, CodingKey {
        case period, by, depth, kinds, start, end, settings, rows, position, root, digest, hashed
        case closed, leftOut, terms, forecast, exchange, hints
    }

    /// Encodes an object in which nothing is missing: what is `nil` is null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(period, forKey: .period)
        try container.encode(by, forKey: .by)
        try container.encode(depth, forKey: .depth)
        try container.encodeIfPresent(terms, forKey: .terms)
        try container.encodeIfPresent(exchange, forKey: .exchange)
        try container.encode(kinds, forKey: .kinds)
        try container.encode(start, forKey: .start)
        try container.encode(end, forKey: .end)
        try container.encode(settings, forKey: .settings)
        try container.encode(rows, forKey: .rows)
        try container.encode(position, forKey: .position)
        try container.encode(root, forKey: .root)
        try container.encode(digest, forKey: .digest)
        try container.encodeIfPresent(hashed, forKey: .hashed)
        try container.encodeIfPresent(closed, forKey: .closed)
        try container.encodeIfPresent(leftOut, forKey: .leftOut)
        try container.encodeIfPresent(forecast, forKey: .forecast)
        try container.encodeIfPresent(hints, forKey: .hints)
    }
}

extension SpendingReport.Row: Codable {
    private enum Key: String, CodingKey {
        case start, end, partial, running, kind, category, account, payee, tag, person, currency
        case sum, count
    }

    /// Decodes what `encode(to:)` writes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        start = try container.decode(Day.self, forKey: .start)
        end = try container.decode(Day.self, forKey: .end)
        partial = try container.decode(Bool.self, forKey: .partial)
        running = try container.decode(Bool.self, forKey: .running)
        kind = try container.decode(EntryKind.self, forKey: .kind)
        category = try container.decodeIfPresent(String.self, forKey: .category)
        account = try container.decodeIfPresent(String.self, forKey: .account)
        payee = try container.decodeIfPresent(String.self, forKey: .payee)
        tag = try container.decodeIfPresent(String.self, forKey: .tag)
        person = try container.decodeIfPresent(String.self, forKey: .person)
        currency = try container.decode(String.self, forKey: .currency)
        sum = try container.decode(String.self, forKey: .sum)
        count = try container.decode(Int64.self, forKey: .count)
    }

    /// Encodes an object with a `category` even where that is null; what else
    /// distinguishes rows only where it does.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(start, forKey: .start)
        try container.encode(end, forKey: .end)
        try container.encode(partial, forKey: .partial)
        try container.encode(running, forKey: .running)
        try container.encode(kind, forKey: .kind)
        try container.encode(category, forKey: .category)
        try container.encodeIfPresent(account, forKey: .account)
        try container.encodeIfPresent(payee, forKey: .payee)
        try container.encodeIfPresent(tag, forKey: .tag)
        try container.encodeIfPresent(person, forKey: .person)
        try container.encode(currency, forKey: .currency)
        try container.encode(sum, forKey: .sum)
        try container.encode(count, forKey: .count)
    }
}
