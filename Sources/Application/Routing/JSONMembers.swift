/// Members of JSON objects by their names.
package enum JSONMembers {
    /// The name of a member that an object has twice, of which one reader takes the first and
    /// another one the last (RFC 8259, 4); `nil` for none, and for what is no JSON in UTF-8.
    package static func doubled(in json: [UInt8]) -> String? {
        if json.contains(0) { return nil }
        // The names of each object that is open; `nil` for a list.
        var open: [Set<String>?] = []
        var isName = false
        var index = 0
        while index < json.count {
            switch json[index] {
            case UInt8(ascii: "{"):
                open.append([])
                isName = true
            case UInt8(ascii: "["):
                open.append(nil)
                isName = false
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                _ = open.popLast()
                isName = false
            case UInt8(ascii: ","): isName = open.last.map { $0 != nil } ?? false
            case UInt8(ascii: "\""):
                let end = end(of: index, in: json)
                // In place: a copy of the names for each of them takes time as their square.
                if isName, !open.isEmpty, let name = text(json[index..<end]),
                    open[open.count - 1]?.insert(name).inserted == false
                {
                    return name
                }
                isName = false
                index = end
                continue
            default: break
            }
            index += 1
        }
        return nil
    }

    /// Behind the quote that ends a text.
    private static func end(of start: Int, in json: [UInt8]) -> Int {
        var index = start + 1
        while index < json.count, json[index] != UInt8(ascii: "\"") {
            index += json[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(index + 1, json.count)
    }

    /// A text in quotes; escapes are what they stand for.
    private static func text(_ quoted: ArraySlice<UInt8>) -> String? {
        if quoted.contains(UInt8(ascii: "\\")) {
            let list = [UInt8(ascii: "[")] + quoted + [UInt8(ascii: "]")]
            return JSONCoding.value(list)?.array?.first?.string
        }
        return String(decoding: quoted.dropFirst().dropLast(), as: UTF8.self)
    }
}
