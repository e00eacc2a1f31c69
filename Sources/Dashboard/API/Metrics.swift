internal import Synchronization

/// What the server counts of itself, for `/metrics`: no text of the ledger, and no more series than
/// there are pages and routes.
final class Metrics: Sendable {
    /// The upper ends of the classes of latencies, in milliseconds.
    private static let bounds: [Int64] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 5_000]

    private struct Series {
        /// Requests by route and hundreds of the status.
        var requests: [Key: UInt64] = [:]
        /// Requests that took at most so long, one for each bound and one for all.
        var classes = [UInt64](repeating: 0, count: Metrics.bounds.count + 1)
        var nanoseconds: UInt64 = 0
        /// Requests that failed for what is wrong with the log or the disk.
        var storageErrors: UInt64 = 0
    }

    private struct Key: Hashable {
        let route: String
        let status: Int
    }

    private let series = Mutex(Series())

    /// Counts an answer.
    func count(_ route: String, _ status: Int, took: Duration) {
        let parts = took.components
        let nanoseconds =
            UInt64(clamping: parts.seconds) * 1_000_000_000
            + UInt64(clamping: parts.attoseconds / 1_000_000_000)
        series.withLock { series in
            series.requests[Key(route: route, status: status / 100), default: 0] += 1
            series.nanoseconds &+= nanoseconds
            for (index, bound) in Metrics.bounds.enumerated()
            where nanoseconds <= UInt64(bound) * 1_000_000 {
                series.classes[index] += 1
            }
            series.classes[Metrics.bounds.count] += 1
            if status >= 500 { series.storageErrors += 1 }
        }
    }

    /// All of it and what is known of the ledger (Prometheus, text format 0.0.4).
    func text(_ gauges: [(name: String, help: String, value: UInt64)]) -> String {
        let series = series.withLock { $0 }
        var text = ""
        func head(_ name: String, _ type: String, _ help: String) {
            text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
        }
        head("ledger_http_requests_total", "counter", "Requests, by route and class of status.")
        let keys = series.requests.keys.sorted { ($0.route, $0.status) < ($1.route, $1.status) }
        for key in keys {
            text += "ledger_http_requests_total{route=\"\(key.route)\",status=\"\(key.status)xx\"} "
            text += "\(series.requests[key] ?? 0)\n"
        }
        let name = "ledger_http_request_duration_seconds"
        head(name, "histogram", "How long answers took.")
        for (index, bound) in Metrics.bounds.enumerated() {
            let end = Metrics.seconds(UInt64(bound) * 1_000_000)
            text += "\(name)_bucket{le=\"\(end)\"} \(series.classes[index])\n"
        }
        let all = series.classes[Metrics.bounds.count]
        text += "\(name)_bucket{le=\"+Inf\"} \(all)\n"
        text += "\(name)_sum \(Metrics.seconds(series.nanoseconds))\n\(name)_count \(all)\n"
        head("ledger_storage_errors_total", "counter", "Answers that failed for log or disk.")
        text += "ledger_storage_errors_total \(series.storageErrors)\n"
        for gauge in gauges {
            head(gauge.name, "gauge", gauge.help)
            text += "\(gauge.name) \(gauge.value)\n"
        }
        return text
    }

    /// Nanoseconds in seconds, exactly.
    private static func seconds(_ nanoseconds: UInt64) -> String {
        let rest = "\(nanoseconds % 1_000_000_000)"
        let digits = String(repeating: "0", count: 9 - rest.count) + rest
        let short = digits.reversed().drop { $0 == "0" }.reversed()
        return "\(nanoseconds / 1_000_000_000)" + (short.isEmpty ? "" : "." + String(short))
    }
}
