extension Explanation {
    init(noProgram name: String) {
        self.init(
            "there is no program \(name) in the PATH", "ledger sql 'SELECT * FROM monthly_report'",
            "apt install \(name)")
    }
}
