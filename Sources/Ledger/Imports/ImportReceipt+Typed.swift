extension ImportReceipt {
    /// A new row that looks like an entry that was typed by hand.
    package struct Typed: Codable, Hashable, Sendable {
        /// The number of the row's line in the file, the first being 1.
        package let line: Int
        /// The entry that was typed.
        package let entry: UInt64
        /// Its day.
        package let day: Day
        /// The line that the row became; `nil` while it is not recorded, and then left out of
        /// JSON.
        package let id: UInt64?
        /// What to take back to keep one of the two: the entry, or the row's line where the entry
        /// has other lines, too; `nil` for a row that is not recorded.
        package let void: UInt64?

        /// A row.
        package init(line: Int, entry: UInt64, day: Day, id: UInt64?, void: UInt64?) {
            self.line = line
            self.entry = entry
            self.day = day
            self.id = id
            self.void = void
        }
    }
}
