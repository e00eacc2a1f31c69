/// Where systems keep time zone files, and what their names are.
enum ZoneFiles {
    /// The folders to search: `$TZDIR` alone if it is set, else the usual ones.
    static func folders() -> [String] {
        if let folder = variable("TZDIR"), !folder.isEmpty { return [folder] }
        return ["/usr/share/zoneinfo", "/usr/share/lib/zoneinfo", "/usr/lib/zoneinfo"]
    }

    /// The file of a zone; nil if there is none, or if the name could lead out of the folders.
    static func file(named name: String, folders: [String]) -> [UInt8]? {
        guard isSafe(name) else { return nil }
        for folder in folders {
            let bytes = contents("\(folder)/\(name)", bytesMax: fileBytesMax)
            // Lists such as zone.tab lie in the same folder as the zones.
            if let bytes, !name.contains(".") || bytes.starts(with: "TZif".utf8) { return bytes }
        }
        return nil
    }

    /// Names in the list that comes with the files; empty without one.
    static func knownNames(folders: [String]) -> [String] {
        for folder in folders {
            let names =
                compactNames(lines(folder + "/tzdata.zi"))
                ?? tableNames(lines(folder + "/zone1970.tab"))
                ?? tableNames(lines(folder + "/zone.tab"))
            if let names { return names }
        }
        // Files without a list are still files.
        return file(named: "Europe/London", folders: folders) == nil
            ? [] : ["Europe/London", "UTC"]
    }

    /// The version of the files, such as `2026a`; `nil` where it is not told.
    static func version(folders: [String]) -> String? {
        for folder in folders {
            // `# version 2026a`, or the version alone.
            if let line = lines(folder + "/tzdata.zi").first ?? lines(folder + "/+VERSION").first {
                return line.split(separator: " ").last.map(String.init)
            }
        }
        return nil
    }

    /// Names that the system's settings give, most important first.
    static func systemNames() -> [String] {
        if let setting = variable("TZ"), !setting.isEmpty {
            let name = setting.hasPrefix(":") ? String(setting.dropFirst()) : setting
            return [afterFolder(name) ?? name]
        }
        var names: [String] = []
        if let target = linkTarget("/etc/localtime"), let name = afterFolder(target) {
            names.append(name)
        }
        if let line = lines("/etc/timezone").first { names.append(String(line)) }
        return names
    }

    private static let fileBytesMax = 1 << 20

    private static func isSafe(_ name: String) -> Bool {
        (1...100).contains(name.utf8.count) && name.utf8.first != 0x2F && !name.contains("..")
            && !name.utf8.contains(0)
    }

    /// `Europe/Berlin` of `/usr/share/zoneinfo/Europe/Berlin`.
    private static func afterFolder(_ path: String) -> String? {
        let parts = path.split(separator: "/")
        guard let folder = parts.lastIndex(of: "zoneinfo"), folder + 1 < parts.count else {
            return nil
        }
        return parts[(folder + 1)...].joined(separator: "/")
    }

    private static func lines(_ path: String) -> [Substring] {
        guard let bytes = contents(path, bytesMax: fileBytesMax) else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }

    /// The names of `tzdata.zi`: `Z name …` is a zone, `L target name` a second name.
    private static func compactNames(_ lines: [Substring]) -> [String]? {
        let names = lines.compactMap { line -> String? in
            let words = line.split(separator: " ", maxSplits: 3)
            switch words.first {
            case "Z" where words.count > 1: return String(words[1])
            case "L" where words.count > 2: return String(words[2])
            default: return nil
            }
        }
        return names.isEmpty ? nil : names
    }

    /// The third column of `zone.tab`.
    private static func tableNames(_ lines: [Substring]) -> [String]? {
        let names = lines.compactMap { line -> String? in
            let columns = line.split(separator: "\t")
            return line.hasPrefix("#") || columns.count < 3 ? nil : String(columns[2])
        }
        return names.isEmpty ? nil : names
    }
}
