internal import Ledger

extension DayRange {
    /// Its first and last day, in the language of who reads it.
    var phrase: Phrase {
        let ends = words.split(separator: " ")
        return ends.count == 3 && ends[1] == "to"
            ? "\(ends[0]) to \(ends[2])" : Phrase(plain: words)
    }
}
