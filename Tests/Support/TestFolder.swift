internal import Foundation

/// Folders in which tests run.
package enum TestFolder {
    /// Removes a folder, which need not be there. Where `LEDGER_TEST_LOGS` names a folder, the logs
    /// are first moved there, each as the folder `log` of one of its own, for `tools/check-logs`.
    package static func remove(_ path: String) {
        remove(path, keepingLogsIn: ProcessInfo.processInfo.environment["LEDGER_TEST_LOGS"])
    }

    /// Removes a folder, but not the logs in it, where a place is given for them.
    package static func remove(_ path: String, keepingLogsIn place: String?) {
        if let place, !place.isEmpty { for log in logs(in: path) { keep(log, in: place) } }
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The folders at a path and below it that hold segments.
    private static func logs(in path: String) -> Set<String> {
        let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return Set(
            names.map { URL(filePath: "\(path)/\($0)") }
                .filter { $0.lastPathComponent.wholeMatch(of: /[0-9]{12,}-[0-9]{4,}\.log/) != nil }
                .map { $0.deletingLastPathComponent().path })
    }

    private static func keep(_ log: String, in place: String) {
        let home = "\(place)/\(UUID().uuidString)"
        try? FileManager.default.createDirectory(
            atPath: home, withIntermediateDirectories: true)
        try? FileManager.default.moveItem(atPath: log, toPath: "\(home)/log")
    }
}
