extension Int {
    /// Decimal digits of a number ≥ 0, zeros in front up to `width`.
    func padded(_ width: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
    }
}
