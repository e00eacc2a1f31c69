import EventLog
import Testing

/// Fails the first call of an operation, then the second one, and so on, as long as there is one:
/// a sweep that failed nothing is no test.
struct FaultSweep: Sendable, CustomTestStringConvertible {
    /// What fails, call by call.
    let operation: StorageError.Operation
    /// What fails from its first call on besides: what happens only after another failure.
    var following: StorageError.Operation?

    /// The calls of one operation that a sweep makes at most.
    private static let callsMax = 400

    var testDescription: String {
        following.map { "\(operation), then \($0)" } ?? "\(operation)"
    }

    /// Sweeps over one operation.
    init(_ operation: StorageError.Operation, then following: StorageError.Operation? = nil) {
        self.operation = operation
        self.following = following
    }

    /// Runs through the sweep.
    ///
    /// - Parameters:
    ///   - isPersistent: Whether every later call fails, too.
    ///   - step: How many more bytes of each later failing write arrive; 0 for seven of each.
    ///   - body: Puts the faults in place, does what is tried, and returns how often each hit.
    func run(
        isPersistent: Bool = false, step: Int = 0,
        _ body: ([FaultyStorage.Fault]) throws -> [Int]
    ) throws {
        var followed = 0
        for index in 0..<FaultSweep.callsMax {
            var faults = [
                FaultyStorage.Fault(
                    operation: operation, index: index, isPersistent: isPersistent,
                    bytesWritten: step == 0 ? 7 : index * step)
            ]
            if let following {
                faults.append(
                    FaultyStorage.Fault(operation: following, index: 0, isPersistent: true))
            }
            let hits = try body(faults)
            followed += hits.dropFirst().reduce(0, +)
            guard hits.first == 0 else { continue }
            #expect(index > 0, "\(testDescription): the first never happens")
            #expect(following == nil || followed > 0, "\(testDescription): the second never does")
            return
        }
        Issue.record("\(testDescription): there is no end of calls")
    }
}
