/// Text was erased for good: of everything that was recorded of an entity before, or by a person.
///
/// The event says that it was to be; the log then drops the text, and keeps what is hashed of it.
public struct TextErased: Hashable, Sendable {
    /// The entity: a line, a task, a person, a batch, or any other event.
    public var target: Reference
    /// Whether the target is a person, and the text of everything that the person recorded goes,
    /// too.
    public var isRecorder: Bool
    /// Why; erasable like all text, may be empty.
    public var reason: String

    /// An erasure.
    public init(target: Reference, isRecorder: Bool = false, reason: String = "") {
        self.target = target
        self.isRecorder = isRecorder
        self.reason = reason
    }
}
