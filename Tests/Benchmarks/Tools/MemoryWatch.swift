internal import Dispatch
internal import Synchronization

/// The most memory of another program while it runs, looked at every millisecond.
///
/// What the system tells of a program that has ended counts what its process was before: a copy
/// of this one.
final class MemoryWatch: Sendable {
    private let peak = Mutex(0.0)

    /// Looks at a process until it ends; where the system does not tell, nothing is seen.
    init(_ process: Int32) {
        DispatchQueue(label: "MemoryWatch").async { [self] in
            while let megabytes = Machine.peakMegabytes(of: "\(process)") {
                peak.withLock { $0 = megabytes }
                Machine.pause(milliseconds: 1)
            }
        }
    }

    /// What the program had at most, in megabytes.
    ///
    /// - Parameter told: What the system says of it. More than this process had is the program's.
    func peakMegabytes(told: Double) -> Double {
        let seen = peak.withLock { $0 }
        return seen == 0 || told > Machine.peakMegabytes() ? told : seen
    }
}
