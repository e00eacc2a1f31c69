extension Explanation {
    /// What was pinned is not what the log says.
    init(brokenClosings ids: [UInt64]) {
        let what = ids.count == 1 ? "closing \(ids[0])" : counted(ids.count, "closing")
        self.init(
            "what was pinned when books were closed is not what the log says, of \(what)",
            "ledger closings")
    }
}
