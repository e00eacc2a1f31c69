internal import EventLog
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import ServiceLifecycle
internal import Synchronization

/// Lets browsers ask the dashboard over HTTP; it listens on this machine alone unless told
/// otherwise.
package struct DashboardServer: Sendable {
    private let dashboard: Dashboard
    private let port: Int
    private let host: String
    private let started: @Sendable (String) -> Void

    /// A server that does not listen yet.
    ///
    /// - Parameters:
    ///   - host: The address to listen on.
    ///   - port: Where to listen; 0 for any port that is free.
    ///   - started: Called with the address that lets a browser in.
    package init(
        _ dashboard: Dashboard, host: String = "127.0.0.1", port: Int,
        started: @escaping @Sendable (String) -> Void
    ) {
        self.dashboard = dashboard
        self.port = port
        self.host = host
        self.started = started
    }

    /// How many connections are open at once, and how long an idle one is.
    private static let connectionsMax = 64
    private static let idleSeconds: Int64 = 60
    private static let headerBytes = 16_384
    private static let headerCount = 100

    /// Listens until the process is told to end.
    package func run() async throws {
        let dashboard = dashboard
        let started = started
        let feed = LiveFeed { dashboard.lastPosition() }
        var logger = Logger(label: "ledger-serve")
        logger.logLevel = .critical
        var channel = HTTP1Channel.Configuration(idleTimeout: .seconds(DashboardServer.idleSeconds))
        channel.httpDecoder = HTTP1Channel.Configuration.DecoderConfiguration(
            maxHeaderFieldSize: DashboardServer.headerBytes,
            maxHeaderListSize: DashboardServer.headerBytes,
            maxHeaderFieldCount: DashboardServer.headerCount)
        let application = Application(
            responder: CallbackResponder<BasicRequestContext> { request, _ in
                await DashboardServer.answer(request, dashboard, feed)
            },
            server: .http1(configuration: channel),
            configuration: ApplicationConfiguration(
                address: .hostname(host, port: port),
                availableConnectionsDelegate: MaximumAvailableConnections(
                    DashboardServer.connectionsMax, logger: logger)),
            onServerRunning: { channel in
                started(dashboard.open(on: channel.localAddress?.port ?? 0))
            },
            logger: logger)
        try await application.runService()
    }

    /// Files that are being sent: a few at once, for each is held in memory.
    private static let files = Mutex(Seats(count: 2))

    private static func answer(
        _ request: Request, _ dashboard: Dashboard, _ feed: LiveFeed
    ) async -> Response {
        var fields = request.headers.map { (name: $0.name.canonicalName, value: $0.value) }
        if let host = request.head.authority { fields.insert(("host", host), at: 0) }
        guard let headers = WebRequest.headers(of: fields) else {
            return response(dashboard.doubled(request.uri.path), request.method)
        }
        var asked = WebRequest(request.method.rawValue, request.uri.string, headers: headers)
        if asked.path == Dashboard.livePath, asked.method != "POST" {
            return await stream(asked, request, dashboard, feed)
        }
        let most = dashboard.bodyBytesMax(of: asked)
        let isFile = most > Gate.Limit.bodyBytes
        if isFile, !files.withLock({ $0.enter() }) {
            return response(dashboard.tooManyAtOnce, request.method)
        }
        defer { if isFile { files.withLock { $0.leave() } } }
        do {
            let body = try await request.body.collect(upTo: most)
            asked.body = Array(body.readableBytesView)
        } catch {
            // What is longer than that is told so; nothing of it is read.
            asked.body = [UInt8](repeating: 0, count: most + 1)
        }
        let question = asked
        let answer = await Blocking.run { dashboard.answer(question) }
        if question.method == "POST", answer.status < 400 {
            // The answer does not wait for what makes the next ones fast.
            Task { await Blocking.run { dashboard.keepSums() } }
        }
        return response(answer, request.method)
    }

    /// A stream of events that ends when the browser goes away, or the server: whoever went on to
    /// another page takes nobody's place.
    private static func stream(
        _ asked: WebRequest, _ request: Request, _ dashboard: Dashboard, _ feed: LiveFeed
    ) async -> Response {
        let refusal = await Blocking.run { dashboard.refusesToTell(asked) }
        let method: HTTPRequest.Method = asked.method == "HEAD" ? .head : .get
        if let refusal { return response(refusal, method) }
        let head = fields(of: Dashboard.streamHead)
        if method == .head {
            // The stream has no length, and nothing may follow what is told of it.
            return Response(status: .noContent, headers: head)
        }
        guard let events = await feed.listen() else {
            return response(dashboard.tooManyAtOnce, .get)
        }
        return Response(
            status: .ok, headers: head,
            body: ResponseBody { writer in
                try await request.body.consumeWithCancellationOnInboundClose { _ in
                    for await event in events.cancelOnGracefulShutdown() {
                        guard await Blocking.run({ dashboard.mayHearMore(asked) }) else { break }
                        try await writer.write(ByteBuffer(string: event))
                    }
                }
                try await writer.finish(nil)
            })
    }

    private static func response(
        _ answer: WebResponse, _ method: HTTPRequest.Method
    ) -> Response {
        var fields = fields(of: answer)
        let status = HTTPResponse.Status(code: answer.status)
        // What is told of an answer without its body is what it has with it (RFC 9110, 8.6); of
        // one that nothing changed since, nothing is told.
        if method == .head {
            fields[.contentLength] = "\(answer.content?.count ?? answer.body.utf8.count)"
            return Response(status: status, headers: fields)
        }
        return Response(
            status: status, headers: fields,
            body: ResponseBody(
                byteBuffer: answer.content.map { ByteBuffer(bytes: $0) }
                    ?? ByteBuffer(string: answer.body)))
    }

    private static func fields(of answer: WebResponse) -> HTTPFields {
        var fields = HTTPFields()
        for header in answer.headers {
            if let name = HTTPField.Name(header.name) {
                fields.append(HTTPField(name: name, value: header.value))
            }
        }
        return fields
    }
}
