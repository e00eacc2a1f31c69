internal import Dispatch

/// Work on a thread of the system, for whose end others may wait a while.
package final class BackgroundWork: Sendable {
    private let group = DispatchGroup()

    /// Begins it.
    package init(_ body: @escaping @Sendable () -> Void) {
        // A queue of its own has a thread also where those of all queues wait.
        DispatchQueue(label: "ledger.background").async(group: group, execute: body)
    }

    /// Waits for its end.
    ///
    /// - Returns: Whether it ended so soon.
    package func ends(within milliseconds: Int) -> Bool {
        group.wait(timeout: .now() + .milliseconds(milliseconds)) == .success
    }
}
