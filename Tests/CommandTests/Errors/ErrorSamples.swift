import Application
import EventLog
import Interchange
import Ledger
import ReadModels
import Testing

/// Errors that no command provokes on a healthy machine, one of each code, with what stands in the
/// way.
struct ErrorSample: Sendable, CustomTestStringConvertible {
    let error: ApplicationError
    let hindrance: String

    init(_ error: ApplicationError, _ hindrance: String) {
        self.error = error
        self.hindrance = hindrance
    }

    var testDescription: String { error.code }
}

extension ErrorSample {
    static let all = routing + values + decisions + stores + logs + imports + backups + models

    private static let routing = [
        ErrorSample(.duplicatePath("report"), "the table of requests is fixed"),
        ErrorSample(.cancelled(path: "verify"), "only tasks of this process are cancelled"),
        ErrorSample(
            .denied(path: "add", missing: [.create]), "whoever can write the file may do all"),
        ErrorSample(.decision(.notAUnit(2)), "units are looked up before"),
        ErrorSample(.loginNeeded(path: "add"), "whoever can write the file may do all"),
    ]

    private static let wrongClock = "it takes a clock that is wrong"
    private static let clocks = (
        early: Timestamp(millisecondsSince1970: 1_775_736_000_000),
        late: Timestamp(millisecondsSince1970: 1_841_572_800_000)
    )
    private static let euro = Currency.iso("EUR")

    private static let values: [ErrorSample] =
        [
            ErrorSample(
                .badAmount("1,23,45", .misgrouped(text: "1,23,45")),
                "typed amounts take no grouping at all"),
            ErrorSample(.busy(tries: 5), "it takes that many others at the same moment"),
            ErrorSample(.clockAhead(now: clocks.late, last: clocks.early), wrongClock),
            ErrorSample(.noSystemZone, "it takes a system without /etc/localtime"),
            ErrorSample(.report(.notOpened), "init writes the first event with the log"),
            ErrorSample(
                .zone(.damaged(name: "Europe/Berlin", offset: 44)), "it takes a damaged system file"
            ),
        ]
        + (euro.map { euro in
            [
                ErrorSample(
                    .decision(.unknownCurrency(euro)), "the code is looked up before"),
                ErrorSample(
                    .decision(.duplicateCurrency(euro)), "no command declares a currency"),
            ]
        } ?? [])

    private static let backups = [
        ErrorSample(
            .device(.exposedKey(path: "keys/0f.key", mode: 0o644)),
            "the file has another name each time"),
        ErrorSample(.reader("mailer", .moved(from: 7, now: 9)), "it takes good timing"),
        ErrorSample(.merge(path: "copy", .changed), "it takes good timing"),
        ErrorSample(.merge(path: "copy", .onlyHere), "it takes a disk that cannot be written to"),
        ErrorSample(
            .merge(path: "copy", .strangeUser), "persons of set-aside commits are rare"),
        ErrorSample(
            .merge(path: "copy", .failed(code: 22)), "it takes a disk that cannot exchange names"),
        ErrorSample(
            .backup(path: "copy", .newer(file: "000000000000-0001.log")),
            "it takes more events than a sample has"),
        ErrorSample(
            .backup(
                path: "copy.unfinished", .unlike(.replaced(file: "copy.unfinished"))),
            "it takes a disk that keeps something else"),
        ErrorSample(
            .rescue(path: "rescued", .unlike(.replaced(file: "rescued.unfinished"))),
            "it takes a disk that keeps something else"),
    ]

    private static let models = [
        ErrorSample(
            .models(.sumTooLarge(table: "monthly_report", day: Day(daysSince1970: 20_454))),
            "it takes amounts beyond 2^62"),
        ErrorSample(
            .events(.refused(line: 7, .tooLarge(.frame, index: 0))),
            "it takes events that no program wrote"),
        ErrorSample(.models(.outdated("report")), "it takes another version of the program"),
        ErrorSample(
            .models(.notPrepared("report")), "it takes a change between question and answer"),
        ErrorSample(
            .models(.failed("tooLarge(day: 2026-01-01)")), "it takes a projection of one's own"),
        ErrorSample(.models(.file(path: "models.sqlite", code: 13)), "it takes a foreign folder"),
    ]

    private static let decisions: [ErrorSample] = [
        ErrorSample(.decision(.alreadyOpened), "init finds the log first"),
        ErrorSample(.decision(.notOpened), "init writes the first event with the log"),
        ErrorSample(.decision(.badLedgerID), "init makes the id"),
        ErrorSample(.decision(.nothingGiven), "the parser asks for arguments first"),
        ErrorSample(
            .decision(.unknownCategory("fod", suggestions: ["food"])),
            "no command renames categories"),
        ErrorSample(.decision(.badPriority(12)), "the text is looked at before"),
        ErrorSample(
            .decision(.transferShape(line: nil)), "the parser finds transfers of several lines"),
    ]

    private static let stores: [ErrorSample] = [
        ErrorSample(.store(.conflict(expected: 7, actual: 9)), "writers try again"),
        ErrorSample(.store(.badReference(index: 1)), "commands name what is there"),
        ErrorSample(.store(.emptyCommit), "commands record something"),
        ErrorSample(
            .store(.unreadable(index: 1, type: 2_000)), "commands make events of known types"),
        ErrorSample(
            .store(.undecodable(position: 7, column: .day)), "it takes another program's event"),
        ErrorSample(
            .store(.needsNewerVersion(position: 7, type: 99, schema: 1)),
            "it takes a newer program's event"),
    ]

    private static let imports: [ErrorSample] = [
        ErrorSample(.csv(.unreadable(code: 5)), "it takes a disk that fails"),
        ErrorSample(.csv(.changed), "it takes good timing"),
    ]

    private static let logs: [ErrorSample] = [
        ErrorSample(
            .store(.log(.newerFormat(file: "000000000000-0000.log", version: 9, revision: 1))),
            "it takes a newer program's file"),
        ErrorSample(.store(.log(.missing)), "a folder without a log has no ledger"),
        ErrorSample(.store(.log(.exists)), "init finds the log first"),
        ErrorSample(
            .store(.log(.foreignSegment(file: "000000040000-0000.log"))),
            "it takes 262,144 events"),
        ErrorSample(.store(.log(.readOnly)), "it takes a disk that cannot be written to"),
        ErrorSample(.store(.log(.poisoned(durable: 7))), "it takes a disk that fails"),
        ErrorSample(
            .store(.log(.unlike(file: "000000000000-0000.log"))), "it takes a disk that fails"),
        ErrorSample(.store(.log(.replaced(file: "000000000000-0000.log"))), "it takes good timing"),
        ErrorSample(.store(.log(.conflict(expected: 7, actual: 9))), "the store above knows it"),
        ErrorSample(
            .store(.log(.keyConflict(key: Array("order-7".utf8), position: 7))),
            "the store above knows it"),
        ErrorSample(.store(.log(.badLink(index: 1))), "the store above knows it"),
        ErrorSample(.store(.log(.emptyCommit)), "the store above knows it"),
        ErrorSample(.store(.log(.knownCommit(position: 7))), "ids are made at random"),
        ErrorSample(
            .store(.log(.badColumn(.day, index: 1))), "events set their own columns only"),
        ErrorSample(.store(.log(.full)), "it takes 2^63 events"),
        ErrorSample(
            .store(.log(.storage(.failed(.write, file: "000000000000-0000.log", code: 28)))),
            "it takes a full disk"),
        ErrorSample(
            .store(.log(.storage(.notFound(file: "000000000000-0000.log")))),
            "it takes good timing"),
        ErrorSample(
            .store(.log(.storage(.exists(file: "000000000000-0000.log")))), "it takes good timing"),
    ]
}
