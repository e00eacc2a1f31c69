internal import Application
internal import Ledger

/// What is not in a replay without some events, as text.
struct WithoutText {
    let output: OutputShape

    func text(_ without: ReplayLedger.Without) -> String {
        let count = counted(without.leftOut.count, "event")
        var text = output.style.bold("Replayed the log as if \(count) had never been") + "\n\n"
        text += lines(without.leftOut, says: false)
        if without.impossible.isEmpty { return text }
        text += "\nWithout them this would not have been possible:\n"
        return text + lines(without.impossible, says: true)
    }

    private func lines(_ events: [ReplayLedger.Without.Missing], says why: Bool) -> String {
        let shownMax = 20
        var text = ""
        for event in events.prefix(shownMax) {
            let reason = why ? ": " + words(event.why) : ""
            let line = "\(grouped(event.position)) \(Screen.plain(event.says))\(reason)"
            let width = max(20, (output.columns ?? 1_000) - 2)
            text += Screen.wrapped(line, to: width).map { "  \($0)\n" }.joined()
        }
        let rest = events.count - min(events.count, shownMax)
        return text + (rest > 0 ? "  … and \(grouped(rest)) more: -O json has all\n" : "")
    }

    private func words(_ code: String) -> String {
        switch code {
        case "baseless": "it goes on from what is not there"
        case "closing": "closed books pin what stood before them"
        case "nameTaken": "another one has the name"
        case "keyTaken": "its key stands for something else"
        case "ring": "tasks would wait for each other"
        case "rule.closedDays": "the books of its days are closed"
        default: "it breaks a rule of the ledger (\(code))"
        }
    }
}
