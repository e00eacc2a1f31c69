extension Rules {
    /// A module of the package imports the layers below it and what ``House/outside`` lists; C
    /// modules are imported behind the fence only.
    static func imports(_ text: SwiftText) -> [Violation] {
        let path = text.path
        let folders = path.split(separator: "/").map(String.init)
        guard folders.count > 2, folders[0] == "Sources" else { return [] }
        guard let layer = House.layers.firstIndex(of: folders[1]) else {
            return unless(false, path, "the module \(folders[1]) is not in House.layers")
        }
        let below = House.layers[..<layer].filter { !House.cModules.contains($0) }
        let allowed = House.outside[folders[1], default: []].union(below)
        return eachLine(text.code, of: path) { line in
            guard let module = importedModule(line), !allowed.contains(module) else { return nil }
            if House.cModules.contains(module) {
                return House.isFenced(path) ? nil : "\(module) is imported by fenced files only"
            }
            return "\(folders[1]) does not import \(module)"
        }
    }

    /// The module that a line of code imports.
    private static func importedModule(_ line: String) -> String? {
        let words = line.split { $0 == " " || $0 == "." || $0 == ";" }.map(String.init)
        guard let index = words.firstIndex(of: "import"), index < 3 else { return nil }
        let kinds: Set = ["class", "enum", "func", "let", "protocol", "struct", "typealias", "var"]
        return words[(index + 1)...].first { !kinds.contains($0) }
    }
}
