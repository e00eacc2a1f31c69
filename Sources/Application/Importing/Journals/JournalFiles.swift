internal import EventLog
internal import Interchange

/// The files that a journal includes: those below its folder.
struct JournalFiles {
    /// Bytes of a file, at most.
    private static let bytesMax: UInt64 = 1 << 28

    private let folder: String?

    init(_ path: String?) {
        folder = path == "-" ? nil : path.map { POSIX.folder(of: $0) }
    }

    /// A file by its path below the folder.
    func source(_ name: String) -> Result<any ByteSource, JournalInclude> {
        guard let folder else { return .failure(JournalInclude(.noFolder)) }
        let path = "\(folder)/\(name)"
        guard Places.lies(path, in: folder) else { return .failure(JournalInclude(.outside)) }
        do {
            // It is read in several passes.
            guard let source = try FileSource.lasting(path) else {
                return .failure(JournalInclude(.pipe))
            }
            guard source.byteCount <= JournalFiles.bytesMax else {
                return .failure(JournalInclude(.unreadable))
            }
            return .success(source)
        } catch { return .failure(JournalInclude(.unreadable)) }
    }

    /// The bytes of a file by its path below the folder.
    func bytes(_ name: String) -> Result<[UInt8], JournalInclude> {
        source(name).flatMap { source in
            do throws(ImportError) { return .success(try source.bytes()) } catch {
                return .failure(JournalInclude(.unreadable))
            }
        }
    }
}
