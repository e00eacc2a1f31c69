import Application
import Dashboard
import Foundation
import Synchronization
import Testing

/// Verifying beside the requests. Whether a request comes back before the end is held by a log that
/// waits to be read on.
@Suite("How far verifying is")
struct VerifyDeskTests {
    @Test("whoever asked is told how far it is, and once what came of it") func told() throws {
        let clock = Mutex(Duration.zero)
        let desk = VerifyDesk(uptime: { clock.withLock { $0 } })
        let own = VerifyDesk.Question(person: 1, isQuick: false)
        let isHeld = Mutex(true)
        let runs = Mutex(0)
        let verify: @Sendable (VerifyDesk.Progress) -> Result<VerifyDesk.Found, ApplicationError> =
            { progress in
                runs.withLock { $0 += 1 }
                progress.expect(7)
                progress.note(4)
                while isHeld.withLock({ $0 }) { Thread.sleep(forTimeInterval: 0.01) }
                return .failure(.noLedger(home: "nowhere"))
            }
        guard case .running(let state) = desk.sight(of: own, verify) else {
            Issue.record("nothing is under way")
            return
        }
        // It may not have begun yet.
        #expect((state.events, state.all) == (4, 7) || (state.events, state.all) == (0, 0))
        let others = [
            VerifyDesk.Question(person: 2, isQuick: false),
            VerifyDesk.Question(person: 1, isQuick: true),
        ]
        for other in others {
            guard case .busy = desk.sight(of: other, verify) else {
                Issue.record("two verify at once")
                return
            }
        }
        isHeld.withLock { $0 = false }
        var sight = desk.sight(of: own, verify)
        while case .running = sight { sight = desk.sight(of: own, verify) }
        guard case .done(.failure(.noLedger)) = sight else {
            Issue.record("what came of it is not told")
            return
        }
        #expect(runs.withLock { $0 } == 1)
        // Whoever asks once more has it read once more.
        sight = desk.sight(of: own, verify)
        while case .running = sight { sight = desk.sight(of: own, verify) }
        #expect(runs.withLock { $0 } == 2)
    }
}
