#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Files of other projects that tests compare with. They lie outside the package, in `shared/data`
/// beside it (or beside one of its parent folders); where they are missing, tests are skipped.
public enum SharedData {
    /// The file system path of `path`, which is relative to `shared/data`; nil if it is missing.
    public static func url(_ path: String) -> String? {
        var folder = URL(filePath: #filePath).deletingLastPathComponent()
        while folder.path.count > 1 {
            let file = folder.appending(path: "shared/data").appending(path: path)
            if FileManager.default.fileExists(atPath: file.path) { return file.path }
            folder.deleteLastPathComponent()
        }
        return nil
    }

    /// True if the file or folder `path` is there; for `.enabled(if:)`.
    public static func has(_ path: String) -> Bool {
        url(path) != nil
    }

    /// The bytes of a file; nil if it is missing.
    public static func bytes(_ path: String) -> [UInt8]? {
        guard let file = url(path), let data = try? Data(contentsOf: URL(filePath: file)) else {
            return nil
        }
        return [UInt8](data)
    }

    /// The value of a JSON file; nil if it is missing or no JSON.
    public static func json(_ path: String) -> JSONValue? {
        bytes(path).flatMap { JSONValue(parsing: $0) }
    }
}
