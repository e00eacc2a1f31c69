internal import EventLog
internal import Interchange

/// The files that a journal includes: those below its folder.
struct JournalFiles {
    /// Bytes of a file, at most.
    private static let bytesMax: UInt64 = 1 << 28

    private let folder: String?
    private let spool: String

    init(_ path: String?, spoolingIn spool: String) {
        self.spool = spool
        folder = path == "-" ? nil : path.map { POSIX.folder(of: $0) }
    }

    /// A file by its path below the folder.
    func source(_ name: String) -> Result<any ByteSource, JournalInclude> {
        guard let folder else { return .failure(JournalInclude(.noFolder)) }
        let path = "\(folder)/\(name)"
        guard Places.lies(path, in: folder) else { return .failure(JournalInclude(.outside)) }
        do {
            let source = try FileSource.open(path, spoolingIn: spool)
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
