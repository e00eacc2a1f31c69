internal import Application

extension ImportCSV.Understood {
    /// What the balances prove, in a few words; `nil` without any.
    var balanceWords: String? {
        guard let balance else { return nil }
        let order = balance.order == "oldestFirst" ? "oldest first" : "newest first"
        guard let line = balance.firstBreak else {
            return "all \(grouped(balance.compared)) agree, \(order)"
        }
        return "\(grouped(balance.agreeing)) of \(grouped(balance.compared)) agree, \(order); "
            + "the first that does not is on line \(line)"
    }

    /// What to look at again; empty for nothing.
    var doubts: String {
        guard let doubt = sign.doubt else { return "" }
        let rows = grouped(sign.positive + sign.negative)
        let reason =
            switch doubt {
            case "balances": "the balances go down with the negative ones"
            case "wages": "a positive one looks like wages"
            default: "most are negative"
            }
        return """
            note: all \(rows) amounts were taken as expenses, \(grouped(sign.negative)) of them \
            negative;
              \(reason): if negative ones are payments, use --sign account

            """
    }
}
