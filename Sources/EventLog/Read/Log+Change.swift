extension Log {
    /// When files of the log came or went, to be compared: an erasure puts others in their place,
    /// and an append does so only where one is full. `nil` where it cannot be told, or not yet.
    package func lastChange() -> FolderChange? { storage.lastChange() }

    /// Where each file begins that holds some of the first events, ascending, with its generation,
    /// to be compared: an erasure puts files of higher ones in the place of those with the text.
    package func generations(
        of count: UInt64
    ) throws(LogError) -> [(first: UInt64, generation: UInt32)] {
        try tip().segments.prefix { $0.header.firstPosition < count }
            .map { ($0.header.firstPosition, $0.header.generation) }
    }
}
