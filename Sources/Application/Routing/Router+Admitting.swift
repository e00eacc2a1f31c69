extension Router {
    /// Whether a call from outside would be let in; nothing is done.
    ///
    /// - Throws: ``ApplicationError/unknownPath(_:suggestions:)``,
    ///   ``ApplicationError/badInput(path:field:_:)``, ``ApplicationError/denied(path:missing:)``,
    ///   ``ApplicationError/loginNeeded(path:)``, ``ApplicationError/forbidden(_:)``.
    package func admit(
        _ path: String, _ json: [UInt8], in env: Environment
    ) throws(ApplicationError) {
        guard let endpoint = byPath[path] else { throw unknown(path) }
        try admit(endpoint, json, in: env)
    }

    private func admit<E: Endpoint>(
        _ endpoint: E.Type, _ json: [UInt8], in env: Environment
    ) throws(ApplicationError) {
        try Router.check(endpoint, env)
        let input: E.Input
        do throws(JSONFault) {
            input = try JSONCoding.decode(E.Input.self, from: json)
        } catch {
            throw .badInput(path: E.path, field: error.field, error.fault)
        }
        try env.check(
            E.path, E.asks(input), isMending: E.isMending, receipt: E.receipt(input))
        try Router.checkFields(of: endpoint, json)
    }
}
