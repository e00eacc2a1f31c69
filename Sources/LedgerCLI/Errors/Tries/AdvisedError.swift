internal import EventLog

/// An error for which this program knows what may help.
protocol AdvisedError: ExplainedError {
    /// Commands that may help, the likeliest first.
    var tries: [Try] { get }
}

extension Explanation {
    init(_ error: some AdvisedError) { self.init(error.description, tries: error.tries) }
}
