extension Int {
    /// Decimal digits of a number ≥ 0, zeros in front up to `width`.
    func padded(_ width: Int) -> String {
        let digits = String(self)
        let missing = width - digits.utf8.count
        return missing > 0 ? String(repeating: "0", count: missing) + digits : digits
    }
}
