import Application

/// Holds values against JSON Schema, as far as the description of the interface uses it; anything
/// else in a schema is a fault, so that nothing is believed to be held that is not.
struct SchemaCheck {
    let document: AnyJSON

    /// What is wrong with a value, where, and why; empty for nothing.
    func faults(_ value: AnyJSON, _ schema: AnyJSON, at path: String = "") -> [String] {
        var schema = schema
        if let reference = schema.object?["$ref"]?.string { schema = resolved(reference) }
        guard let rules = schema.object else { return ["\(path): no schema"] }
        let known: Set = [
            "type", "properties", "required", "additionalProperties", "items", "enum", "format",
            "minimum", "minLength", "maxLength",
        ]
        var faults = Set(rules.keys).subtracting(known).sorted().map { "\(path): rule \($0)" }
        if let allowed = rules["enum"]?.array, !allowed.contains(value) {
            faults.append("\(path): not one of the words")
        }
        let types = rules["type"]?.array?.compactMap(\.string) ?? []
        if value == .null, types.contains("null") { return faults }
        switch (rules["type"]?.string ?? types.first ?? "", value) {
        case ("string", .string), ("integer", .integer), ("boolean", .bool),
            ("number", .integer), ("number", .number):
            break
        case ("array", .array(let elements)):
            for (index, element) in elements.enumerated() {
                faults += self.faults(element, rules["items"] ?? .null, at: "\(path)/\(index)")
            }
        case ("object", .object(let members)):
            let properties = rules["properties"]?.object ?? [:]
            for name in rules["required"]?.array ?? [] where members[name.string ?? ""] == nil {
                faults.append("\(path): \(name) is missing")
            }
            for (name, member) in members {
                if let property = properties[name] {
                    faults += self.faults(member, property, at: "\(path)/\(name)")
                } else if rules["additionalProperties"] == .bool(false) {
                    faults.append("\(path)/\(name): unknown")
                }
            }
        default: faults.append("\(path): another type")
        }
        return faults
    }

    /// `#/components/…`
    func resolved(_ reference: String) -> AnyJSON {
        var value = document
        for part in reference.split(separator: "/").dropFirst() {
            value = value.object?[String(part)] ?? .null
        }
        return value
    }

    /// A value that a schema takes, with all of its fields, or with those alone that are required.
    func sample(_ schema: AnyJSON, full: Bool) -> AnyJSON {
        let rules = schema.object ?? [:]
        switch rules["type"]?.string {
        case "integer": return 1
        case "number": return 1
        case "boolean": return true
        case "array": return .array([sample(rules["items"] ?? .null, full: full)])
        case "object":
            let required = (rules["required"]?.array ?? []).compactMap(\.string)
            let fields = (rules["properties"]?.object ?? [:]).filter { name, _ in
                full || required.contains(name)
            }
            return .object(fields.mapValues { sample($0, full: full) })
        default: return rules["enum"]?.array?.first ?? "1"
        }
    }

    /// A value of another type than a schema has.
    func stranger(to schema: AnyJSON) -> AnyJSON {
        schema.object?["type"]?.string == "string" ? .array([.bool(true)]) : "x"
    }
}
