import Foundation
import Ledger
import ReadModels
import Weekdays

/// `weekdays FOLDER` prints what was spent on each day of the week, from the table that it keeps
/// beside the ledger in that folder; `weekdays FOLDER check` compares it with the log.
@main
enum Main {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let folder = arguments.first else { return print("usage: weekdays FOLDER [check]") }
        let start = ContinuousClock.now
        let models = ModelDatabase(
            folder: folder, file: "weekdays.sqlite", models: [WeekdayModel.self],
            store: try FileEventStore.open(at: "\(folder)/log"),
            now: {
                Timestamp(millisecondsSince1970: Int64(Date().timeIntervalSince1970 * 1_000))
            }, uptime: { ContinuousClock.now - start })
        if arguments.dropFirst().first == "check" {
            for check in try models.check() {
                print("\(check.name): \(check.rows) rows, \(check.differing) differ")
            }
            return
        }
        for outcome in try models.catchUp() where outcome.outdated != nil {
            // Another version made the rows: build those of this one beside, say what changes, and
            // switch.
            for upgrade in try models.prepareUpgrade(listing: true) {
                for change in upgrade.changes {
                    print("\(change.key): \(change.old ?? "none") > \(change.new ?? "none")")
                }
            }
            _ = try models.acceptUpgrade()
        }
        let sql = "SELECT number, currency, amount, count FROM weekday ORDER BY 1, 2"
        for row in try models.query(sql).rows { print(row.map(\.text).joined(separator: " ")) }
    }
}
