/// A form with files in it (RFC 7578), as browsers send one: nothing in front of the first part,
/// no part within a part, no name twice.
package struct MultipartForm {
    /// A field or a file.
    struct Part {
        let name: String
        /// What a file is called; `nil` for a field.
        let fileName: String?
        let content: ArraySlice<UInt8>
    }

    /// Why it is refused.
    package enum Fault: Error, Hashable {
        /// The header names no boundary, or one that is not allowed.
        case boundary
        /// It does not begin with a part, or a part does not end.
        case cut
        /// What is said of a part cannot be read.
        case header
        /// Too many parts, or too much is said of one.
        case tooMuch
        /// Two parts have the same name.
        case twice
    }

    private static let partsMax = 32
    private static let headerBytesMax = 4_096
    private static let boundaryMax = 70
    /// Comparisons a byte, at most: a boundary that is made to be slow is refused.
    private static let triesMax = 4

    private(set) var parts: [Part] = []

    /// The parts of a body.
    ///
    /// - Parameters:
    ///   - body: As it came; the parts are slices of it.
    ///   - contentType: The value of the header `Content-Type`.
    ///   - isCut: Whether the body is the beginning of a longer one: the last part has as much as
    ///     came of it.
    /// - Complexity: O(bytes); as a rule it looks at one byte out of the boundary's length.
    package init(_ body: [UInt8], contentType: String, isCut: Bool = false) throws(Fault) {
        guard let boundary = MultipartForm.boundary(contentType) else { throw .boundary }
        let dashes = Array("--\(boundary)".utf8)
        guard body.starts(with: dashes) else { throw .cut }
        var search = Search(Array("\r\n".utf8) + dashes, in: body)
        var names: Set<String> = []
        var at = dashes.count
        while !MultipartForm.ends(body, at) {
            guard parts.count < MultipartForm.partsMax else { throw .tooMuch }
            guard body[at...].starts(with: "\r\n".utf8) else { throw .cut }
            let (header, start) = try MultipartForm.header(body, at + 2)
            // Content that is empty has no line end of its own before the boundary.
            let found = try search.next(from: start - 2)
            guard let end = found ?? (isCut ? body.count : nil) else { throw .cut }
            let content = body[start..<max(start, end)]
            let part = try MultipartForm.part(header, content)
            guard names.insert(part.name).inserted else { throw .twice }
            parts.append(part)
            if found == nil { return }
            at = end + 2 + dashes.count
        }
    }

    /// The bytes of a file or a field; `nil` where there is none.
    package func contents(of name: String) -> [UInt8]? {
        parts.first { $0.name == name }.map { Array($0.content) }
    }

    /// What a file is called, without folders; `nil` where there is none.
    package func fileName(of name: String) -> String? {
        parts.first { $0.name == name }?.fileName
    }

    /// A field as text; `nil` where there is none, and where it is a file.
    package subscript(name: String) -> String? {
        parts.first { $0.name == name && $0.fileName == nil }
            .map { String(decoding: $0.content, as: UTF8.self) }
    }

    private static func ends(_ body: [UInt8], _ at: Int) -> Bool {
        let rest = body[at...]
        return rest.elementsEqual("--".utf8) || rest.elementsEqual("--\r\n".utf8)
    }

    /// 1 to 70 characters of those that RFC 2046 allows.
    private static func boundary(_ contentType: String) -> String? {
        let parts = contentType.split(separator: ";")
        guard parts.first?.lowercased() == "multipart/form-data" else { return nil }
        for part in parts.dropFirst() {
            let halves = part.split(separator: "=", maxSplits: 1)
            let name = halves[0].drop { $0 == " " }.lowercased()
            guard halves.count == 2, name == "boundary" else { continue }
            let isQuoted = halves[1].hasPrefix("\"") && halves[1].hasSuffix("\"")
            let text = isQuoted ? halves[1].dropFirst().dropLast() : halves[1]
            let isAllowed = text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                    || (0x61...0x7A).contains(byte) || "'()+_,-./:=?".utf8.contains(byte)
            }
            return isAllowed && (1...boundaryMax).contains(text.utf8.count) ? String(text) : nil
        }
        return nil
    }

    /// What is said of a part, by lower-case names, and where its content begins.
    private static func header(
        _ body: [UInt8], _ start: Int
    ) throws(Fault) -> (fields: [String: String], end: Int) {
        var fields: [String: String] = [:]
        var at = start
        while true {
            let most = min(body.count, start + headerBytesMax)
            guard let end = body[at..<max(at, most)].firstIndex(of: 0x0D) else {
                throw most < body.count ? .tooMuch : .cut
            }
            guard end + 1 < body.count, body[end + 1] == 0x0A else { throw .header }
            if end == at { return (fields, end + 2) }
            let line = String(decoding: body[at..<end], as: UTF8.self)
            let halves = line.split(separator: ":", maxSplits: 1)
            guard halves.count == 2 else { throw .header }
            let name = halves[0].lowercased()
            guard fields.updateValue(String(halves[1].drop { $0 == " " }), forKey: name) == nil
            else { throw .header }
            at = end + 2
        }
    }

    private static func part(
        _ header: [String: String], _ content: ArraySlice<UInt8>
    ) throws(Fault) -> Part {
        let coding = header["content-transfer-encoding"]?.lowercased() ?? "binary"
        guard ["binary", "8bit", "7bit"].contains(coding),
            header["content-type"]?.lowercased().hasPrefix("multipart/") != true,
            let said = header["content-disposition"].flatMap(parameters),
            let name = said["name"], !name.isEmpty
        else { throw .header }
        return Part(name: name, fileName: said["filename"].map(plainName), content: content)
    }

    /// `form-data; name="file"; filename="a \"b\".csv"`
    private static func parameters(_ text: String) -> [String: String]? {
        var rest = text[...]
        guard let kind = take(&rest, until: ";"), kind.lowercased() == "form-data" else {
            return nil
        }
        var result: [String: String] = [:]
        while !rest.isEmpty {
            rest = rest.drop { $0 == ";" || $0 == " " }
            if rest.isEmpty { break }
            guard let name = take(&rest, until: "=")?.lowercased(), rest.popFirst() == "=",
                rest.popFirst() == "\"", let value = quoted(&rest),
                result.updateValue(value, forKey: name) == nil
            else { return nil }
        }
        return result
    }

    private static func take(_ rest: inout Substring, until mark: Character) -> Substring? {
        let head = rest.prefix { $0 != mark }
        rest = rest.dropFirst(head.count)
        return head.isEmpty ? nil : head
    }

    /// Up to the closing quote, which goes, too. A backslash that stands before no quote is one.
    private static func quoted(_ rest: inout Substring) -> String? {
        var value = ""
        while let character = rest.popFirst() {
            if character == "\"" { return value }
            if character == "\\", rest.first == "\"" {
                value.append("\"")
                rest = rest.dropFirst()
            } else {
                value.append(character)
            }
        }
        return nil
    }

    /// A name without the folders in front of it and what nobody can see, and not too long: 100
    /// characters and 255 bytes, which is what file systems take.
    private static func plainName(_ text: String) -> String {
        let name = text.split { $0 == "/" || $0 == "\\" }.last ?? ""
        let seen = name.replacing("%22", with: "\"").unicodeScalars.filter {
            !$0.properties.isDefaultIgnorableCodePoint
                && ![.control, .lineSeparator, .paragraphSeparator].contains(
                    $0.properties.generalCategory)
        }
        var plain = String(String(String.UnicodeScalarView(seen)).prefix(100))
        while plain.utf8.count > 255 { plain.removeLast() }
        return plain
    }

    /// Finds a text again and again (Horspool, 1980).
    private struct Search {
        private let wanted: [UInt8]
        private let bytes: [UInt8]
        private var steps: [Int]
        private var tries: Int

        init(_ wanted: [UInt8], in bytes: [UInt8]) {
            self.wanted = wanted
            self.bytes = bytes
            steps = [Int](repeating: wanted.count, count: 256)
            for (index, byte) in wanted.dropLast().enumerated() {
                steps[Int(byte)] = wanted.count - 1 - index
            }
            tries = MultipartForm.triesMax * bytes.count
        }

        mutating func next(from start: Int) throws(Fault) -> Int? {
            var at = start
            let last = wanted.count - 1
            while at + last < bytes.count {
                var index = last
                while bytes[at + index] == wanted[index] {
                    if index == 0 { return at }
                    index -= 1
                    tries -= 1
                }
                tries -= 1
                if tries < 0 { throw .tooMuch }
                at += steps[Int(bytes[at + last])]
            }
            return nil
        }
    }
}
