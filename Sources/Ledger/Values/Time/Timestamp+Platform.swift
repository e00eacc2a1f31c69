#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

extension Timestamp {
    /// What the wall clock of the machine says, for ``NewCommit/recordedAt``.
    ///
    /// ```swift
    /// let commit = NewCommit(id: .random(), recordedAt: .now, events: events)
    /// ```
    ///
    /// Nothing in the library asks for it by itself: a moment is always handed in.
    public static var now: Timestamp {
        var time = timespec()
        // With a clock that there is it cannot fail; 1970 would be refused as long past.
        guard unsafe clock_gettime(CLOCK_REALTIME, &time) == 0 else {
            return Timestamp(millisecondsSince1970: 0)
        }
        let seconds = Timestamp(saturatingSeconds: Int64(time.tv_sec))
        return seconds.adding(milliseconds: Int64(time.tv_nsec) / 1_000_000)
    }
}
