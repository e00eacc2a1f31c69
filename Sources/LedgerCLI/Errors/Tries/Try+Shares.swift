internal import Ledger

extension Try {
    /// `-b feb --to feb`; `nil` where no end was typed.
    static func inclusive(_ typed: [String]?) -> String? {
        guard var changed = typed, changed.first != "call" else { return nil }
        let names = ["-e", "--end"]
        if let index = changed.lastIndex(where: names.contains), index + 1 < changed.count {
            changed[index] = "--to"
            return command(changed)
        }
        guard let index = changed.lastIndex(where: { $0.hasPrefix("--end=") }) else { return nil }
        changed[index] = "--to=" + changed[index].dropFirst("--end=".count)
        return command(changed)
    }

    /// `price USD EUR 1.1` for `price USD 1.1 EUR`; `nil` where it is no number, or nothing stands
    /// behind it.
    static func text(numberLast text: String, _ typed: [String]?) -> String? {
        guard var changed = typed, changed.first == "price", text.first?.isNumber == true,
            let index = changed.firstIndex(of: text)
        else { return nil }
        let behind = changed[(index + 1)...].prefix(2).prefix { !$0.hasPrefix("-") }
        if behind.isEmpty { return nil }
        changed.remove(at: index)
        changed.insert(text, at: index + behind.count)
        return command(changed)
    }

    /// `Ann=4,Bob` for `Ann=4,Bob=7` of 10.
    static func text(sharing amount: Money, _ typed: [String]?) -> String {
        let option = "--split"
        guard var changed = typed, changed.first != "call" else {
            return Try.options([option: "Ann,Bob"]).text(typed)
        }
        let value: String
        let index: Int
        let isJoined: Bool
        if let name = changed.lastIndex(of: option), name + 1 < changed.count {
            (value, index, isJoined) = (changed[name + 1], name + 1, false)
        } else if let whole = changed.lastIndex(where: { $0.hasPrefix(option + "=") }) {
            (value, index, isJoined) = (
                String(changed[whole].dropFirst(option.count + 1)), whole, true
            )
        } else {
            return Try.options([option: "Ann,Bob"]).text(typed)
        }
        var items = value.split(separator: ",").map(String.init)
        for place in items.indices.reversed() where items[place].contains("=") {
            let fixed = items.compactMap { Try.fixed($0, amount.currency) }
            let sum = fixed.reduce(Int128(0)) { $0 + Int128($1.minor.magnitude) }
            let isShared = items.contains { !$0.contains("=") }
            if isShared, sum < Int128(amount.minor.magnitude) { break }
            items[place] = String(items[place].prefix { $0 != "=" })
        }
        changed[index] = (isJoined ? option + "=" : "") + items.joined(separator: ",")
        return command(changed)
    }

    private static func fixed(_ item: String, _ currency: Currency) -> Money? {
        guard let mark = item.firstIndex(of: "=") else { return nil }
        return try? Money(parsing: item[item.index(after: mark)...], currency: currency)
    }
}
