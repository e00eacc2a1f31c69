internal import Ledger

/// Fields of a query or a form (`application/x-www-form-urlencoded`).
package struct FormFields: Hashable, Sendable {
    /// A field.
    struct Pair: Hashable, Sendable {
        let name: String
        let value: String
    }

    /// How many fields are read; the rest is left out.
    private static let countMax = 256

    /// A file that was sent with a form.
    struct File: Hashable, Sendable {
        let name: String
        let bytes: [UInt8]
    }

    private(set) var pairs: [Pair] = []
    /// The file that was sent along; `nil` for none.
    private(set) var file: File?

    /// Fields of a form with a file in it, which is called `file`.
    init(_ form: MultipartForm) {
        for part in form.parts where part.fileName == nil {
            let value = String(decoding: part.content, as: UTF8.self)
            pairs.append(Pair(name: part.name, value: value))
        }
        guard let part = form.parts.first(where: { $0.name == "file" && $0.fileName != nil })
        else { return }
        file = File(name: part.fileName ?? "", bytes: Array(part.content))
    }

    /// Fields as they were sent; bytes that are no UTF-8 become U+FFFD.
    init(encoded: some StringProtocol) {
        for part in encoded.split(separator: "&").prefix(FormFields.countMax) {
            let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = halves.count > 1 ? FormFields.decoded(halves[1]) : ""
            pairs.append(Pair(name: FormFields.decoded(halves[0]), value: value))
        }
    }

    /// The first value under a name, without blanks around it; `nil` for none and for an empty one.
    package subscript(_ name: String) -> String? {
        raw(name).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The first value under a name, without blanks around it; `nil` where there is no such field.
    package func raw(_ name: String) -> String? {
        pairs.first { $0.name == name }.map { pair in
            let head = pair.value.drop(while: \.isWhitespace)
            let tail = head.reversed().prefix(while: \.isWhitespace).count
            return String(head.dropLast(tail))
        }
    }

    /// A number of the log; `nil` for none, and for what is no number.
    func number(_ name: String) -> UInt64? { self[name].flatMap { UInt64($0) } }

    /// The key under which a form decides about what a merge set aside; `nil` for no decision.
    var decision: String? {
        self["decides"].flatMap { OwnKey(of: $0) == .decision ? $0 : nil }
    }

    /// The first value under a name as it was typed, blanks too; `nil` where there is none.
    func exact(_ name: String) -> String? { pairs.first { $0.name == name }?.value }

    /// The fields that a form carries along for another one: those with a mark before their names.
    func carried(behind mark: String) -> FormFields {
        var carried = FormFields(encoded: "")
        carried.pairs = pairs.filter { $0.name.hasPrefix(mark) }
            .map { Pair(name: String($0.name.dropFirst(mark.count)), value: $0.value) }
        return carried
    }

    private static func decoded(_ text: some StringProtocol) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "+") {
                bytes.append(UInt8(ascii: " "))
            } else if byte == UInt8(ascii: "%"), rest.count >= 2,
                let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(code)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
