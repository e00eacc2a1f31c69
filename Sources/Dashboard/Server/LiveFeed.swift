internal import Application
internal import EventLog

/// Tells pages that are open when something was recorded, by whichever program: one look at the log
/// a quarter of a second, however many listen, and none where nobody does.
package actor LiveFeed {
    /// How many listen at once, at most: the other connections are for pages.
    package static let listenersMax = 32
    private static let pause = Duration.milliseconds(250)
    /// So many looks without news are told, too, so that nothing between takes the silence for an
    /// end.
    private static let looksOfSilence = 60

    private let look: @Sendable () -> UInt64?
    private var listeners: [Int: AsyncStream<String>.Continuation] = [:]
    private var listenerCount = 0
    private var last: UInt64?
    private var work: Task<Void, Never>?

    /// - Parameter look: The position of the last event; `nil` where it cannot be told.
    package init(look: @escaping @Sendable () -> UInt64?) { self.look = look }

    /// What a page is told from now on: the present position, then every later one.
    ///
    /// - Returns: `nil` where too many listen.
    package func listen() -> AsyncStream<String>? {
        guard listeners.count < LiveFeed.listenersMax else { return nil }
        let (stream, listener) = AsyncStream.makeStream(
            of: String.self, bufferingPolicy: .bufferingNewest(4))
        listenerCount += 1
        let number = listenerCount
        listeners[number] = listener
        listener.onTermination = { _ in Task { await self.leave(number) } }
        if let last { listener.yield(LiveFeed.event(last)) }
        if work == nil { work = Task { await self.follow() } }
        return stream
    }

    private func leave(_ number: Int) {
        listeners[number] = nil
        guard listeners.isEmpty else { return }
        work?.cancel()
        work = nil
        last = nil
    }

    private func follow() async {
        var silence = 0
        while !Task.isCancelled {
            let look = look
            let position = await Blocking.run { look() }
            silence += 1
            if let position, position != last {
                last = position
                tell(LiveFeed.event(position))
                silence = 0
            } else if silence == LiveFeed.looksOfSilence {
                tell(":\n\n")
                silence = 0
            }
            do { try await Task.sleep(for: LiveFeed.pause) } catch { return }
        }
    }

    private func tell(_ text: String) {
        for listener in listeners.values { listener.yield(text) }
    }

    /// An event of the stream (HTML Standard, "Server-sent events").
    static func event(_ position: UInt64) -> String {
        "id: \(position)\nevent: position\ndata: \(position)\n\n"
    }
}
