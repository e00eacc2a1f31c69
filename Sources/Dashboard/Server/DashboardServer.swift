internal import EventLog
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOPosix
internal import ServiceLifecycle

/// Lets browsers ask the dashboard over HTTP; it listens on this machine alone unless told
/// otherwise.
package struct DashboardServer: Sendable {
    private let dashboard: Dashboard
    private let port: Int
    private let host: String
    private let socket: String?
    private let started: @Sendable (String) -> Void

    /// A server that does not listen yet.
    ///
    /// - Parameters:
    ///   - host: The address to listen on.
    ///   - port: Where to listen; 0 for any port that is free.
    ///   - socket: A socket of this machine to listen on instead; `nil` for none.
    ///   - started: Called with the address that lets a browser in.
    package init(
        _ dashboard: Dashboard, host: String = "127.0.0.1", port: Int, socket: String? = nil,
        started: @escaping @Sendable (String) -> Void
    ) {
        self.dashboard = dashboard
        self.port = port
        self.host = host
        self.socket = socket
        self.started = started
    }

    /// How many connections are open at once, and how long an idle one is.
    private static let connectionsMax = 64
    /// How many of them are of one network beyond this machine: all of a server in front are.
    private static let connectionsOfNetworkMax = 48
    private static let idleSeconds: Int64 = 60
    private static let headerBytes = 16_384
    private static let headerCount = 100

    /// Of a socket, which has none: who asks by one names no port.
    private static let usualPort = 80

    /// Somebody listens on the socket already.
    package struct Taken: Error, CustomStringConvertible {
        package var description: String { "another server listens there" }
    }

    /// Whether somebody answers on a socket; one that was left behind answers nobody.
    private static func isTaken(_ path: String) async -> Bool {
        let found = try? await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(unixDomainSocketPath: path).get()
        guard let found else { return false }
        try? await found.close()
        return true
    }

    /// Listens until the process is told to end.
    ///
    /// - Throws: ``Taken``, or what the system says where it cannot listen.
    package func run() async throws {
        // What is bound there is removed first, so that the other one would hear nothing more.
        if let socket, await DashboardServer.isTaken(socket) { throw Taken() }
        let dashboard = dashboard
        let started = started
        let feed = LiveFeed { dashboard.lastPosition() }
        let idle = IdleMemory()
        var logger = Logger(label: "ledger-serve")
        logger.logLevel = .critical
        var channel = HTTP1Channel.Configuration(idleTimeout: .seconds(DashboardServer.idleSeconds))
        channel.httpDecoder = HTTP1Channel.Configuration.DecoderConfiguration(
            maxHeaderFieldSize: DashboardServer.headerBytes,
            maxHeaderListSize: DashboardServer.headerBytes,
            maxHeaderFieldCount: DashboardServer.headerCount)
        let configuration = channel
        let (address, usualPort): (BindAddress, Int) =
            socket.map { (.unixDomainSocket(path: $0), DashboardServer.usualPort) }
            ?? (.hostname(host, port: port), 0)
        let keeper = PlaceKeeper(
            most: DashboardServer.connectionsMax,
            mostOfNetwork: DashboardServer.connectionsOfNetworkMax)
        let application = Application(
            responder: CallbackResponder<ChannelContext> { request, context in
                defer { idle.note() }
                return await DashboardServer.answer(request, dashboard, feed) {
                    keeper.know(context.channel)
                }
            },
            server: HTTPServerBuilder { responder in
                GuardedChannel(
                    base: HTTP1Channel(responder: responder, configuration: configuration),
                    keeper: keeper)
            },
            configuration: ApplicationConfiguration(
                address: address,
                // One more comes in, for which another one goes.
                availableConnectionsDelegate: MaximumAvailableConnections(
                    2 * DashboardServer.connectionsMax, logger: logger)),
            onServerRunning: { channel in
                started(dashboard.open(on: channel.localAddress?.port ?? usualPort))
                idle.note()
            },
            logger: logger)
        try await application.runService()
    }

    /// Files that came whole: a few are taken at once.
    private static let files = Turns(count: 2)
    /// What of files is in memory while they come.
    private static let room = Room(bytes: 64 << 20)
    private static let patience = Duration.seconds(8)

    /// - Parameter known: Called where who asks was let in before.
    private static func answer(
        _ request: Request, _ dashboard: Dashboard, _ feed: LiveFeed,
        known: @Sendable () -> Void
    ) async -> Response {
        var fields = request.headers.map { (name: $0.name.canonicalName, value: $0.value) }
        if let host = request.head.authority { fields.insert(("host", host), at: 0) }
        guard let headers = WebRequest.headers(of: fields) else {
            return response(dashboard.doubled(request.uri.path), request.method)
        }
        let head = WebRequest(request.method.rawValue, request.uri.string, headers: headers)
        if head.path == Dashboard.livePath, head.method != "POST" {
            if await Blocking.run({ dashboard.knows(head) }) { known() }
            return await stream(head, request, dashboard, feed)
        }
        let look = await Blocking.run { dashboard.look(at: head) }
        if look.isKnown { known() }
        if let refusal = look.refusal {
            return response(refusal, request.method, isLast: head.announcesBody)
        }
        guard head.method == "POST" else {
            // What comes with it means nothing, and is not read.
            let answer = await Blocking.run { dashboard.answer(head, look) }
            return response(answer, request.method, isLast: head.announcesBody)
        }
        let share = Room.Share(of: room)
        var question = head
        do throws(Gate.Refusal) {
            question.body = try await read(
                request.body, look, look.isFile ? share : nil)
        } catch {
            return response(dashboard.refused(error, of: head), request.method, isLast: true)
        }
        if look.isFile, await !files.begin(within: patience) {
            return response(dashboard.tooManyAtOnce, request.method)
        }
        defer { if look.isFile { files.end() } }
        return await answer(question, look, request.method, dashboard)
    }

    /// The body as it comes; of what is longer than it may be nothing more is read.
    ///
    /// - Parameter share: What a file takes of the memory for all; `nil` for a form.
    private static func read(
        _ body: RequestBody, _ look: Dashboard.Look, _ share: Room.Share?
    ) async throws(Gate.Refusal) -> [UInt8] {
        var bytes: [UInt8] = []
        do {
            for try await part in body {
                let rest = look.bodyBytesMax - bytes.count
                guard part.readableBytes <= rest else {
                    guard look.isCut else { throw Gate.Refusal.tooLarge }
                    return bytes + part.readableBytesView.prefix(rest)
                }
                if let share, await !share.take(part.readableBytes, within: patience) {
                    throw Gate.Refusal.tooMany
                }
                bytes.append(contentsOf: part.readableBytesView)
            }
        } catch let refusal as Gate.Refusal {
            throw refusal
        } catch is SlowBody {
            throw .tooSlow
        } catch {
            throw .broken
        }
        return bytes
    }

    private static func answer(
        _ question: WebRequest, _ look: Dashboard.Look, _ method: HTTPRequest.Method,
        _ dashboard: Dashboard
    ) async -> Response {
        let answer = await Blocking.run { dashboard.answer(question, look) }
        if question.method == "POST", answer.status < 400 {
            // The answer does not wait for what makes the next ones fast.
            Task { await Blocking.run { dashboard.keepSums() } }
        }
        return response(answer, method, isLast: look.isCut)
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

    /// - Parameter isLast: Whether the connection ends with it: of a body that was not read
    ///   nobody knows where it ends.
    private static func response(
        _ answer: WebResponse, _ method: HTTPRequest.Method, isLast: Bool = false
    ) -> Response {
        var fields = fields(of: answer)
        if isLast { fields[.connection] = "close" }
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

/// A request on its connection.
struct ChannelContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}
