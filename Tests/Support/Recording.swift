internal import Foundation

/// What tests write into `Fixtures` instead of comparing with it.
package enum Recording {
    /// Whether the environment says `LEDGER_RECORD=1`.
    package static let isOn = ProcessInfo.processInfo.environment["LEDGER_RECORD"] == "1"

    /// Copies the segments of a log, without the zeros that were written ahead of need.
    ///
    /// - Parameters:
    ///   - log: The folder of the log.
    ///   - folder: Where to; what is there is replaced.
    package static func keep(log: String, in folder: String) throws {
        try? FileManager.default.removeItem(atPath: folder)
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        let names = try FileManager.default.contentsOfDirectory(atPath: log)
        for name in names where name.hasSuffix(".log") {
            let bytes = try Data(contentsOf: URL(filePath: "\(log)/\(name)"))
            let end = (bytes.lastIndex { $0 != 0 } ?? 0) + 8
            try bytes.prefix(end / 8 * 8).write(to: URL(filePath: "\(folder)/\(name)"))
        }
    }
}
