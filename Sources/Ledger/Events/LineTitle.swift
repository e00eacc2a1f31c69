/// How the title of a line, as people write and read it, is made of payee and description: `payee |
/// description`, as hledger has it; without a payee the description alone, and the other way round.
package enum LineTitle {
    /// What stands between both.
    private static let divider = Array(" | ".utf8)

    /// Payee and description of a title in UTF-8, without the divider; `nil` where all of it is the
    /// description: where there is no divider, or nothing but blanks on one side of the first.
    package static func divided(
        _ title: ArraySlice<UInt8>
    ) -> (payee: ArraySlice<UInt8>, description: ArraySlice<UInt8>)? {
        var rest = title
        while let bar = rest.firstIndex(of: divider[1]) {
            rest = title[(bar + 1)...]
            guard bar > title.startIndex, title[bar - 1] == divider[0], rest.first == divider[2]
            else { continue }
            let (payee, description) = (title[..<(bar - 1)], rest.dropFirst())
            return isBlank(payee) || isBlank(description) ? nil : (payee, description)
        }
        return nil
    }

    private static func isBlank(_ text: ArraySlice<UInt8>) -> Bool {
        text.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
    }

    /// The title of a payee and a description.
    static func joined(_ payee: String, _ description: String) -> String {
        if payee.isEmpty { return description }
        return description.isEmpty ? payee : payee + " | " + description
    }
}

extension LineDetails {
    /// Payee and description as people write and read them; see ``payee`` and ``description``.
    ///
    /// What is set is divided at the first ` | `, where both sides say something; else all of it
    /// becomes the description.
    public var title: String {
        get { LineTitle.joined(payee, description) }
        set {
            (payee, description) = ("", newValue)
            guard newValue.utf8.contains(UInt8(ascii: "|")),
                let parts = LineTitle.divided(Array(newValue.utf8)[...])
            else { return }
            payee = String(decoding: parts.payee, as: UTF8.self)
            description = String(decoding: parts.description, as: UTF8.self)
        }
    }

    /// Takes what was typed: with a payee the title is the description alone; without one it is
    /// divided, unless it is the title that is there. What is `nil` stays.
    public mutating func set(payee: String?, title: String?) {
        if let payee {
            self.payee = payee
            if let title { description = title }
        } else if let title, !title.isSame(as: self.title) {
            self.title = title
        }
    }

    /// The payee where there is one and a title names none; `nil` else.
    func payee(keptBy title: String) -> String? {
        let isWhole = payee.isEmpty || title.isSame(as: self.title)
        return isWhole || LineTitle.divided(Array(title.utf8)[...]) != nil ? nil : payee
    }

    /// Takes over payee and description.
    mutating func takeTitle(from other: LineDetails) {
        (payee, description) = (other.payee, other.description)
    }

    /// Whether payee and description are the same byte for byte.
    func hasSameTitle(as other: LineDetails) -> Bool {
        payee.isSame(as: other.payee) && description.isSame(as: other.description)
    }
}
