import Application
import EventLog
import Interchange
import Ledger
import Testing

@Suite struct ErrorCodeTests {
    private static let time = Timestamp(millisecondsSince1970: 0)

    @Test(arguments: [
        (ApplicationError.unknownPath("x", suggestions: []), "unknownPath", ExitClass.usage),
        (.badInput(path: "x", field: "", .notJSON), "badInput.notJSON", .usage),
        (.denied(path: "x", missing: []), "denied", .refused),
        (.readOnlyPast, "readOnlyPast", .refused),
        (.clockAhead(now: ErrorCodeTests.time, last: ErrorCodeTests.time), "clockAhead", .refused),
        (.noLedger(home: "x"), "noLedger", .damage), (.unknownID("x"), "unknownID", .usage),
        (.ambiguousID("x", []), "ambiguousID", .refused), (.noHome, "noHome", .usage),
        (.badAmount("x", .outOfRange), "badAmount.outOfRange", .usage),
        (.decision(.zeroAmount(line: 0)), "decision.zeroAmount", .refused),
        (.decision(.unknownTarget(1)), "decision.unknownTarget", .usage),
        (.decision(.nothingChanged), "decision.nothingChanged", .refused),
        (.store(.conflict(expected: 1, actual: 2)), "store.conflict", .refused),
        (.store(.log(.readOnly)), "log.readOnly", .damage),
        (.store(.log(.storage(.locked(holder: nil)))), "storage.locked", .damage),
        (.store(.log(.tooLarge(.text, index: 0))), "log.tooLarge", .refused),
        (.csv(.empty), "csv.empty", .refused),
        (.zone(.unknownName("x", suggestions: [])), "zone.unknownName", .usage),
        (.zone(.damaged(name: "x", offset: 0)), "zone.damaged", .damage),
        (.settings(.damaged(path: "x", field: "")), "settings.damaged", .damage),
    ])
    func hasACodeAndAClass(error: ApplicationError, code: String, exit: ExitClass) {
        #expect(error.code == code)
        #expect(error.exitClass == exit)
    }
}
