extension Router {
    /// What an endpoint takes.
    static func fields(of endpoint: any Endpoint.Type) -> [InputField] {
        func find<E: Endpoint>(_ endpoint: E.Type) -> [InputField] {
            let fields = FieldFinder.fields(of: E.Input.self) ?? []
            return E.isKeyed ? fields + [RequestKey.field] : fields
        }
        return find(endpoint)
    }

    /// What the answer of an endpoint has.
    ///
    /// - Parameter endpoint: One whose answer has no part that is made of parts like itself.
    /// - Returns: `nil` where the answer cannot be made of values that say nothing.
    package static func answer(of endpoint: any Endpoint.Type) -> [InputField]? {
        func find<E: Endpoint>(_ endpoint: E.Type) -> [InputField]? {
            FieldFinder.fields(of: E.Output.self)
        }
        return find(endpoint)
    }

    /// Whether an endpoint knows all fields of an input that it can decode.
    ///
    /// - Throws: ``ApplicationError/unknownField(path:field:suggestions:)``.
    static func checkFields<E: Endpoint>(
        of endpoint: E.Type, _ json: [UInt8]
    ) throws(ApplicationError) {
        guard let value = try? JSONCoding.decode(AnyJSON.self, from: json),
            let (field, near) = fields(of: endpoint).stranger(in: value)
        else { return }
        throw .unknownField(path: E.path, field: field, suggestions: near)
    }
}

/// What a request has beside its input.
struct RequestKey: Decodable {
    let key: String?

    static let field = InputField(name: "key", type: "text", required: false)
}
