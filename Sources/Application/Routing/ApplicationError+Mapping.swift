internal import EventLog
package import Ledger
package import ReadModels

extension ApplicationError {
    /// What a report failed with.
    package static func books(_ error: BooksError) -> ApplicationError {
        switch error {
        case .store(let error): .store(error)
        case .report(let error): .report(error)
        }
    }

    /// What read models failed with; of the log below them it is the log's.
    package static func tables(_ error: ModelError) -> ApplicationError {
        if case .store(let error) = error { return .store(error) }
        return .models(error)
    }

    /// A file that the system refuses.
    static func of(_ error: FileFailure) -> ApplicationError {
        .file(path: error.path, code: error.code)
    }
}
