/// A word of a title that looks like something else.
struct TitleSlip: Hashable {
    /// What it looks like; a change is no part of a title, whatever it is.
    enum Kind: Hashable { case option, line, amount, change }

    /// Arguments in the place of others.
    struct Change: Hashable {
        /// What was typed.
        let run: [String]
        /// What is meant.
        let meant: [String]

        init(_ run: [String], _ meant: [String]) {
            self.run = run
            self.meant = meant
        }
    }

    /// What it looks like.
    let kind: Kind
    /// The word.
    let word: String
    /// What is typed of it: the word, or the amount and the word.
    let run: [String]
    /// What it may mean, in the place of the run.
    let meant: [[String]]
    /// The word with the one before or behind it; `nil` where it is the whole title.
    let beside: [String]?
}
