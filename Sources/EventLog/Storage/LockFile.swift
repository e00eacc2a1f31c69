/// The file that is locked.
package enum LockFile {
    /// Its name; the file stays when the lock is released.
    package static let name = "lock"
    /// How long it is waited for where nothing else is said.
    package static let wait = Duration.seconds(5)
    /// How much of its text is read, in bytes.
    static let textBytesMax = 256

    /// Asks again and again, at growing intervals, until there is an answer or the time is over; at
    /// least once.
    static func poll<Value>(
        for wait: Duration, _ attempt: () throws(StorageError) -> Value?
    ) throws(StorageError) -> Value? {
        let clock = ContinuousClock()
        let end = clock.now.advanced(by: wait)
        var pause = Duration.microseconds(100)
        while true {
            if let value = try attempt() { return value }
            let left = clock.now.duration(to: end)
            guard left > .zero else { return nil }
            DiskStorage.sleep(min(pause, left))
            pause = min(pause * 2, .milliseconds(5))
        }
    }

    /// The text of a lock file, as far as it is one; `nil` when there is none.
    static func holder(_ bytes: some Sequence<UInt8>) -> String? {
        let text = String(decoding: bytes.prefix { $0 != 0x0A && $0 != 0 }, as: UTF8.self)
        return text.isEmpty ? nil : text
    }
}
