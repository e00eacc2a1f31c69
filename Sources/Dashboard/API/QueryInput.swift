internal import Application

/// Makes the input of a route of a query: `?period=monthly&kinds=expense&limit=3`.
struct QueryInput {
    private let route: Route

    init(_ route: Route) { self.route = route }

    /// What of a route's fields a query can say.
    static func fields(of route: Route) -> [InputField] {
        route.fields.filter { kinds.contains($0.type) }
    }

    private static let kinds: Set = [
        "text", "integer", "flag", "list of text", "list of integer",
    ]

    /// The object; what no field is called is refused by the route itself.
    ///
    /// - Throws: ``ApplicationError/badInput(path:field:_:)``.
    func json(_ query: FormFields) throws(ApplicationError) -> [UInt8] {
        var members: [String: AnyJSON] = [:]
        for pair in query.pairs {
            let type = route.fields.first { $0.name == pair.name }?.type ?? "text"
            let value = try value(pair, type.hasPrefix("list of ") ? type.dropFirst(8) : type[...])
            if type.hasPrefix("list of ") {
                let before = members[pair.name]?.array ?? []
                members[pair.name] = .array(before + [value])
            } else if members.updateValue(value, forKey: pair.name) != nil {
                throw .badInput(path: route.path, field: pair.name, .badValue)
            }
        }
        return JSONCoding.encode(AnyJSON.object(members))
    }

    private func value(
        _ pair: FormFields.Pair, _ type: Substring
    ) throws(ApplicationError) -> AnyJSON {
        switch type {
        case "text": return .string(pair.value)
        case "integer":
            if let number = Int64(pair.value) { return .integer(number) }
        case "flag":
            if let flag = Bool(pair.value) { return .bool(flag) }
        default: break
        }
        throw .badInput(path: route.path, field: pair.name, .wrongType)
    }
}
