internal import Ledger

/// A field of what a request takes.
package struct InputField: Codable, Hashable, Sendable {
    /// The key in JSON; in a list of routes with the keys that it lies in, joined by `.`.
    package var name: String
    /// `text`, `integer`, `number`, `flag`, `object`, or one of them behind `list of `.
    package var type: String
    /// Whether it may not be left out.
    package var required: Bool
    /// What it can be, where that is one of a few words.
    package var values: [String]?
    /// What the object has, or each of the list's; empty where anything may be in it.
    package var fields: [InputField]

    /// A field.
    package init(
        name: String, type: String, required: Bool, values: [String]? = nil,
        fields: [InputField] = []
    ) {
        self.name = name
        self.type = type
        self.required = required
        self.values = values
        self.fields = fields
    }

    /// The field and all below it, each under its whole name.
    package var flattened: [InputField] {
        [self]
            + fields.flatMap(\.flattened).map { field in
                var field = field
                field.name = "\(name).\(field.name)"
                return field
            }
    }
}

extension [InputField] {
    /// The first key of an object that is none of these fields, and what may have been meant.
    func stranger(in value: AnyJSON, at path: [String] = []) -> (String, suggestions: [String])? {
        switch value {
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                if let found = stranger(in: element, at: path + ["\(index)"]) { return found }
            }
        case .object(let members) where !isEmpty || path.isEmpty:
            for (key, member) in members.sorted(by: { $0.key < $1.key }) {
                guard let field = first(where: { $0.name == key }) else {
                    let near = Spelling.nearest(to: key, among: map(\.name))
                    return ((path + [key]).joined(separator: "."), near)
                }
                if let found = field.fields.stranger(in: member, at: path + [key]) { return found }
            }
        default: break
        }
        return nil
    }
}
