internal import Ledger

extension ExchangeNote {
    /// What is to be said of figures in some currencies.
    func lines(_ currencies: Set<String>) -> [String] {
        let when =
            switch prices {
            case .day: "of each line's day"
            case .end: "of the last day"
            case .now: "of today"
            }
        return lines(when, currencies)
    }

    /// What is to be said of balances in some currencies.
    func linesOfBalances(_ currencies: Set<String>) -> [String] {
        lines(prices == .now ? "of today" : "of the day", currencies)
    }

    private func lines(_ when: String, _ currencies: Set<String>) -> [String] {
        var lines = ["in \(Screen.plain(currency)) by the prices \(when)"]
        let others = currencies.subtracting([currency]).sorted()
        if !others.isEmpty {
            lines.append(
                "without a price in \(Screen.plain(currency)), apart: "
                    + others.map { Screen.plain($0) }.joined(separator: ", "))
            // What lies before the first price has none.
            for name in others {
                guard let day = starts?[name] else { continue }
                lines.append(
                    "prices of \(Screen.plain(name)) begin on \(day); those of today for all days: "
                        + "--value now")
            }
        }
        return lines
    }
}
