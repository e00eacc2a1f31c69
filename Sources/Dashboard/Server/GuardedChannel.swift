internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOHTTP1
internal import Synchronization

/// A connection that holds a place, and whose bodies have to come in time.
struct GuardedChannel: ServerChildChannel {
    let base: HTTP1Channel
    let keeper: PlaceKeeper

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        guard keeper.enter(channel) else {
            channel.close(promise: nil)
            return channel.eventLoop.makeFailedFuture(ChannelError.ioOnClosedChannel)
        }
        let keeper = keeper
        return base.setup(channel: channel, logger: logger).flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(
                type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try pipeline.addHandler(RequestGuard(keeper), position: .after(decoder))
            return value
        }
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async {
        await base.handle(value: value, logger: logger)
    }
}

/// The places of a server's connections.
final class PlaceKeeper: Sendable {
    private struct State {
        var places: Places<ObjectIdentifier>
        var channels: [ObjectIdentifier: any Channel] = [:]
    }

    private let state: Mutex<State>
    private let start = ContinuousClock.now

    init(most: Int, mostOfNetwork: Int) {
        state = Mutex(State(places: Places(most: most, mostOfNetwork: mostOfNetwork)))
    }

    /// Gives a connection a place, for which another one may have to end.
    ///
    /// - Returns: Whether there was one.
    func enter(_ channel: any Channel) -> Bool {
        let id = ObjectIdentifier(channel)
        let network = (channel.remoteAddress?.ipAddress).flatMap { Network.name(of: $0) }
        let now = ContinuousClock.now - start
        let (isIn, gone): (Bool, (any Channel)?) = state.withLock { state in
            let (isIn, gone) = state.places.enter(id, from: network, at: now)
            if isIn { state.channels[id] = channel }
            return (isIn, gone.flatMap { state.channels.removeValue(forKey: $0) })
        }
        gone?.close(promise: nil)
        if isIn { channel.closeFuture.whenComplete { _ in self.leave(id) } }
        return isIn
    }

    private func leave(_ id: ObjectIdentifier) {
        state.withLock { state in
            state.places.leave(id)
            state.channels[id] = nil
        }
    }

    /// Notes whether a connection waits for an answer.
    func note(_ channel: any Channel, isAnswered: Bool) {
        let now = ContinuousClock.now - start
        state.withLock {
            $0.places.note(ObjectIdentifier(channel), isAnswered: isAnswered, at: now)
        }
    }

    /// Notes that who asks on a connection was let in.
    func know(_ channel: any Channel) {
        state.withLock { $0.places.know(ObjectIdentifier(channel)) }
    }
}

/// A body that took too long.
struct SlowBody: Error {}

/// Stands between a connection and what answers it: a body has to come in time, and the connection
/// ends behind an answer that says so, or where who asks wants that (RFC 9112, 9.3 and 9.6).
final class RequestGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// How long what was not asked for is read and forgotten, so that the answer arrives.
    private static let lingerSeconds: Int64 = 5

    private let keeper: PlaceKeeper
    /// Of each request that is not answered yet, whether the connection ends behind its answer.
    private var endings: [Bool] = []
    /// Whether the answer that is written ends the connection.
    private var closes = false
    private var isReading = false
    private var isEnding = false
    private var isWritten = false
    private var began = ContinuousClock.now
    private var received = 0
    private var timer: Scheduled<Void>?

    init(_ keeper: PlaceKeeper) { self.keeper = keeper }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            if isEnding { return }
            isReading = true
            endings.append(!head.isKeepAlive)
            began = .now
            received = 0
            watch(context.channel, context, for: BodyPace.grace)
        case .body(let bytes):
            received += bytes.readableBytes
            if isEnding { return }
        case .end:
            isReading = false
            timer?.cancel()
            if isEnding {
                if isWritten { context.close(promise: nil) }
                return
            }
            note(context)
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if isEnding {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(let head):
            closes = !head.isKeepAlive
        case .body: break
        case .end:
            let isLast = (endings.isEmpty ? false : endings.removeFirst()) || closes
            note(context)
            if isLast {
                let written = promise ?? context.eventLoop.makePromise(of: Void.self)
                context.write(data, promise: written)
                // What follows is neither read nor answered.
                isEnding = true
                written.futureResult.assumeIsolated().whenComplete { _ in self.end(context) }
                return
            }
        }
        context.write(data, promise: promise)
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }

    private func note(_ context: ChannelHandlerContext) {
        keeper.note(context.channel, isAnswered: endings.count > (isReading ? 1 : 0))
    }

    /// Ends the connection behind an answer. What is on its way still would make the system take
    /// the answer back.
    private func end(_ context: ChannelHandlerContext) {
        let channel = context.channel
        isWritten = true
        if !isReading {
            channel.close(promise: nil)
            return
        }
        channel.close(mode: .output, promise: nil)
        timer?.cancel()
        timer = context.eventLoop.assumeIsolated().scheduleTask(
            in: .seconds(RequestGuard.lingerSeconds)
        ) { channel.close(promise: nil) }
    }

    private func watch(
        _ channel: any Channel, _ context: ChannelHandlerContext, for time: Duration
    ) {
        timer?.cancel()
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(time)) {
            guard self.isReading, !self.isEnding else { return }
            let elapsed = ContinuousClock.now - self.began
            if let rest = BodyPace.rest(received: self.received, after: elapsed) {
                self.watch(channel, context, for: rest)
            } else if channel.isActive {
                context.fireErrorCaught(SlowBody())
            }
        }
    }
}

@available(*, unavailable)
extension RequestGuard: Sendable {}
