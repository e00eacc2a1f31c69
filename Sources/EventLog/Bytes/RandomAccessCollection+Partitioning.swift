extension RandomAccessCollection {
    /// The start of the second part of a collection in which all elements that satisfy a condition
    /// follow all that do not: a binary search, named as in swift-algorithms.
    ///
    /// For ascending values the first one not below `x` is at `partitioningIndex { $0 >= x }`.
    ///
    /// - Parameter belongsInSecondPartition: Whether an element is in the second part; once true,
    ///   it is true for all that follow.
    /// - Returns: The end where no element is in the second part.
    /// - Complexity: O(log *n*) calls of the closure.
    @inlinable
    package func partitioningIndex<Failure: Error>(
        where belongsInSecondPartition: (Element) throws(Failure) -> Bool
    ) throws(Failure) -> Index {
        var (low, count) = (startIndex, count)
        while count > 0 {
            let half = count / 2
            let middle = index(low, offsetBy: half)
            if try belongsInSecondPartition(self[middle]) {
                count = half
            } else {
                low = index(after: middle)
                count -= half + 1
            }
        }
        return low
    }
}
