/// What is said below a list, or a part of one.
struct PageText {
    /// What the rows are: `line`.
    let noun: String
    /// How many are shown.
    let shown: Int
    /// How many there are.
    let count: Int
    /// How many were passed over.
    let skipped: Int
    /// Whether there are more behind those that are shown.
    let more: Bool
    /// The option that shows all.
    let all: String

    /// `3 lines`, or `lines 21 to 40 of 45 · the next: --skip 40 · all: --all`
    var text: String {
        if !isPart { return counted(shown, noun) }
        let name = count == 1 ? noun : "\(noun)s"
        if shown == 0, !more {
            let there = count == 1 ? "there is 1 \(noun)" : "there are \(grouped(count)) \(name)"
            return "nothing behind --skip \(skipped): \(there)"
        }
        let (first, last) = (skipped + 1, skipped + shown)
        var text =
            shown == 0
            ? "none of \(grouped(count)) \(name)"
            : first == last
                ? "\(noun) \(grouped(first)) of \(grouped(count))"
                : "\(name) \(grouped(first)) to \(grouped(last)) of \(grouped(count))"
        if more, shown > 0 { text += " · the next: --skip \(last)" }
        if more { text += " · all: \(all)" }
        return text
    }

    /// Whether some are not shown.
    var isPart: Bool { more || skipped > 0 }
}
