internal import EventLog

/// Where a reader's place is kept: a file, a row of a database.
public protocol PlaceKeeper: Sendable {
    /// The place that was kept last; `nil` before the first time.
    func place() throws -> ReaderPlace?

    /// Keeps a place instead of the one before, durable when this returns.
    func keep(_ place: ReaderPlace) throws
}

/// Keeps the place of one reader in a file, which only its owner may read.
public struct PlaceFile: PlaceKeeper {
    private let path: String

    /// A file; its folder must be there, the file need not.
    public init(_ path: String) { self.path = path }

    /// The place that the file holds; `nil` where there is no file.
    ///
    /// - Throws: ``ReaderError/notAPlace(path:)``, ``ReaderError/file(path:code:)``.
    public func place() throws(ReaderError) -> ReaderPlace? {
        let bytes: [UInt8]?
        do throws(FileFailure) { bytes = try POSIX.read(path) } catch {
            throw .file(path: error.path, code: error.code)
        }
        guard let bytes else { return nil }
        guard let place = ReaderPlace(parsing: bytes) else { throw .notAPlace(path: path) }
        return place
    }

    /// Puts a place in the file, which has the old or the new one at any time.
    public func keep(_ place: ReaderPlace) throws(ReaderError) {
        do throws(FileFailure) { try POSIX.replace(path, with: place.bytes) } catch {
            throw .file(path: error.path, code: error.code)
        }
    }
}
