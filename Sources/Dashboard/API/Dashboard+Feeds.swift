internal import Application
internal import EventLog
internal import Ledger

extension Dashboard {
    /// Where tasks are for calendars: read only, with a token of its own in the address, for
    /// calendars know no other place for one.
    package static let feedPath = "/feed/tasks.ics"
    /// What the server counts, for Prometheus.
    package static let metricsPath = "/metrics"

    /// The address of the feed, from the host on; `nil` for who may not have one any more.
    package var feedTarget: String? {
        key(tokens.feed).map { "\(Dashboard.feedPath)?token=\($0)" }
    }

    /// The token that `/metrics` is shown in a header.
    package var metricsToken: String? { key(tokens.metrics) }

    /// Tasks as a calendar has them (RFC 5545, VTODO).
    func feed(_ request: WebRequest) -> WebResponse {
        let own: Dashboard
        do throws(Gate.Refusal) {
            own = try opened(by: request.query["token"] ?? "", tokens.feed)
        } catch { return Problem(error).response }
        return own.feed(known: request.headers["if-none-match"])
    }

    private func feed(known: String?) -> WebResponse {
        let env = env.with { $0.access = .granted([.read]) }
        do throws(ApplicationError) {
            let store = try env.store()
            let head = try mappingError(ApplicationError.store, store.head())
            let headers = [
                ("ETag", "\"\(head.count).\(head.root.hex.prefix(16)).\(env.user ?? 0)\"")
            ]
            let then = env.with { $0.asOf = .position(head.count - 1) }
            // The rights of the person are asked for first, whatever the calendar knows.
            try router.admit(ExportTasks.path, Array(#"{"form":"ics"}"#.utf8), in: then)
            if Dashboard.matches(known, headers[0].1) {
                return WebResponse(304, type: "text/calendar", "", headers: headers)
            }
            let tasks = try Router.call(ExportTasks.self, ExportTasks.Input(form: "ics"), in: then)
            return WebResponse(
                200, type: "text/calendar; charset=utf-8", tasks.text, headers: headers)
        } catch {
            return Problem(error).response
        }
    }

    /// What the server counted, and how large the ledger is.
    func metrics(_ request: WebRequest) -> WebResponse {
        let own: Dashboard
        do throws(Gate.Refusal) {
            guard let typed = request.bearer else { throw gate.wrongGuess() }
            own = try opened(by: typed, tokens.metrics)
        } catch { return Problem(error).response }
        return own.metricsText
    }

    private var metricsText: WebResponse {
        var gauges: [(name: String, help: String, value: UInt64)] = []
        let isUp: UInt64
        do throws(ApplicationError) {
            let counts = try Router.call(
                LedgerInfo.self, NoInput(), in: env.with { $0.access = .granted([.read]) })
            gauges = [
                ("ledger_events", "Events of the log.", counts.events),
                ("ledger_position", "The position of the last event.", max(1, counts.events) - 1),
                ("ledger_commits", "Commits of the log.", counts.commits),
                ("ledger_segments", "Files of the log.", counts.segments),
                ("ledger_log_bytes", "Bytes of these files.", counts.bytes),
            ]
            isUp = 1
        } catch .forbidden(let refusal) {
            return Problem(.forbidden(refusal)).response
        } catch { isUp = 0 }
        gauges.append(("ledger_readable", "Whether the log can be read.", isUp))
        gauges.append(
            (
                "ledger_uptime_seconds", "Since the server was started.",
                UInt64(clamping: (env.uptime() - started).components.seconds)
            ))
        return WebResponse(
            200, type: "text/plain; version=0.0.4; charset=utf-8", metrics.text(gauges))
    }

    /// What a request is counted under.
    static func label(of request: WebRequest) -> String {
        let path = request.path
        if PagePath(rawValue: path) != nil || FormAction(rawValue: path) != nil { return path }
        if [feedPath, metricsPath, OpenAPI.path].contains(path) { return path }
        if path.hasPrefix("/api/"), APIRoutes.route(String(path.dropFirst(5))) != nil {
            return path
        }
        return "other"
    }
}
