/// Why a call that runs closures of its caller failed.
public enum LogCallError<Failure: Error>: Error {
    /// The log could not do its part.
    case log(LogError)
    /// A closure of the caller threw.
    case caller(Failure)
}
