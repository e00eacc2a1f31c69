internal import Foundation

/// The package's own files, found from where this file was compiled.
package enum SourceTree {
    /// The package's folder.
    package static let root: String = {
        let here = URL(filePath: #filePath).resolvingSymlinksInPath()
        return here.deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path
    }()

    /// The full path of a path from the package's folder.
    package static func fullPath(_ path: String) -> String { "\(root)/\(path)" }

    /// The names in a folder, sorted, without those that begin with a dot.
    package static func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: fullPath(folder))
            .filter { !$0.hasPrefix(".") }
            .sorted()
    }

    /// The files below a folder, sorted by path, without what begins with a dot.
    package static func paths(under folder: String) throws -> [String] {
        try names(in: folder).flatMap { name in
            let path = "\(folder)/\(name)"
            return isFolder(path) ? try paths(under: path) : [path]
        }
    }

    /// The folders right in a folder, sorted.
    package static func folders(in folder: String) throws -> [String] {
        try names(in: folder).filter { isFolder("\(folder)/\($0)") }
    }

    /// Whether a folder is there.
    package static func isFolder(_ path: String) -> Bool {
        let values = try? URL(filePath: fullPath(path)).resourceValues(forKeys: [.isDirectoryKey])
        return values?.isDirectory ?? false
    }

    /// Whether a file may be run.
    package static func isExecutable(_ path: String) -> Bool {
        FileManager.default.isExecutableFile(atPath: fullPath(path))
    }

    /// A file, or nil where it is not UTF-8 text.
    package static func file(_ path: String) throws -> SourceFile? {
        let data = try Data(contentsOf: URL(filePath: fullPath(path)))
        return String(validating: data, as: UTF8.self).map { SourceFile(path: path, text: $0) }
    }

    /// What is in a file.
    package static func bytes(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: fullPath(path))))
    }

    /// The text files below a folder whose paths end in one of the suffixes.
    package static func files(
        under folder: String,
        suffixes: [String] = [""]
    ) throws -> [SourceFile] {
        try paths(under: folder)
            .filter { path in suffixes.contains { path.hasSuffix($0) } }
            .compactMap { try file($0) }
    }

    /// The names of the types that sources declare: the words behind `struct`, `enum`, `class` and
    /// `protocol`, where a space, a colon or a bracket follows.
    package static func types(in files: [SourceFile]) -> Set<String> {
        let kinds = ["struct", "enum", "class", "protocol"].map { Array($0.utf8) }
        let ends = Set(" :<".utf8)
        var names: Set<String> = []
        for file in files {
            var before: ArraySlice<UInt8> = []
            for part in Array(file.text.utf8).split(separator: UInt8(ascii: " ")) {
                if kinds.contains(where: before.elementsEqual) {
                    let name = part.prefix { !ends.contains($0) && $0 != UInt8(ascii: "\n") }
                    let end = part.dropFirst(name.count).first ?? UInt8(ascii: " ")
                    if ends.contains(end) { names.insert(String(decoding: name, as: UTF8.self)) }
                }
                // Of a part that goes over lines it is the last one.
                let start = part.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 }
                before = part[(start ?? part.startIndex)...]
            }
        }
        return names
    }
}

/// One file of the package.
package struct SourceFile: Sendable {
    /// Where it is, from the package's folder, with `/` between the names.
    package var path: String
    /// What it says.
    package var text: String

    package init(path: String, text: String) {
        self.path = path
        self.text = text
    }
}
