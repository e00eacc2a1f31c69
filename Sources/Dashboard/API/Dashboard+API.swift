internal import Application
internal import EventLog
internal import Ledger
internal import LedgerCLI

extension Dashboard {
    /// `/api/ROUTE` for programs that show the token in a header: `Authorization: Bearer TOKEN`.
    /// With `POST` and a JSON object any route, with `GET` and a query those that only read. No
    /// route touches files beside the ledger.
    func api(_ request: WebRequest) -> WebResponse {
        if request.path == OpenAPI.path, request.method != "POST" {
            return WebResponse(200, type: "application/json", OpenAPI.text)
        }
        if let logins, request.path == Dashboard.sessionPath { return session(request, logins) }
        do throws(Gate.Refusal) {
            return try entered(byProgram: request).answer(program: request)
        } catch {
            return Problem(error).response
        }
    }

    private func answer(program request: WebRequest) -> WebResponse {
        let path = String(request.path.dropFirst("/api/".count))
        do throws(ApplicationError) {
            guard let route = APIRoutes.route(path) else {
                let near = Spelling.nearest(to: path, among: APIRoutes.names)
                throw .unknownPath(path, suggestions: near)
            }
            return request.method == "POST"
                ? try call(route, request, env) : try ask(route, request, env)
        } catch {
            return Problem(error).response
        }
    }

    private func answer(
        _ bytes: [UInt8], headers: [(name: String, value: String)] = []
    ) -> WebResponse {
        WebResponse(
            200, type: "application/json", String(decoding: bytes, as: UTF8.self),
            headers: headers)
    }

    // MARK: POST

    private func call(
        _ route: Route, _ request: WebRequest, _ env: Environment
    ) throws(ApplicationError) -> WebResponse {
        if request.headers["if-unmodified-since"] != nil {
            return Problem(
                412, code: "ifMatch", "the time of a version is not known: see If-Match"
            ).response
        }
        guard let match = request.headers["if-match"], match != "*" else {
            return try call(route, request, asking: env)
        }
        let seen = SeenLog.all(in: match)
        if seen.isEmpty {
            return Problem(
                412, code: "ifMatch",
                """
                If-Match has the ETag of an earlier answer; the version of one thing is told by \
                Expected-Version
                """
            ).response
        }
        guard try stands(seen) else { return Problem.merged.response }
        do throws(ApplicationError) {
            return try call(route, request, asking: holding(seen, env))
        } catch {
            guard try stands(seen) else { return Problem.merged.response }
            throw error
        }
    }

    private func call(
        _ route: Route, _ request: WebRequest, asking env: Environment
    ) throws(ApplicationError) -> WebResponse {
        if let type = request.headers["content-type"], !request.body.isEmpty,
            type.split(separator: ";").first?.lowercased() != "application/json"
        {
            return Problem(400, code: "contentType", "the body is no application/json").response
        }
        var body = request.body
        if let text = request.headers["idempotency-key"] {
            guard route.hasKey, let key = Dashboard.key(text) else {
                return Problem(
                    400, code: "idempotencyKey",
                    route.hasKey
                        ? "the header Idempotency-Key has 1 to 64 visible characters of ASCII"
                        : "\(route.path) takes no Idempotency-Key: it can be called twice"
                ).response
            }
            body = try adding("key", .string(key), to: body, route)
        }
        if let text = request.headers["expected-version"] {
            guard route.hasVersion, let version = Int64(text), version >= 0 else {
                return Problem(
                    400, code: "expectedVersion",
                    route.hasVersion
                        ? "the header Expected-Version is the number of a version"
                        : "\(route.path) changes nothing that has a version"
                ).response
            }
            body = try adding("version", .integer(version), to: body, route)
        }
        return answer(try router.call(route.path, body, in: env))
    }

    /// The key of a header, in quotes (RFC 9651) or without.
    private static func key(_ text: String) -> String? {
        let isQuoted = text.count > 1 && text.hasPrefix("\"") && text.hasSuffix("\"")
        let key = isQuoted ? String(text.dropFirst().dropLast()) : text
        let isPlain = key.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x22 }
        return isPlain && (1...64).contains(key.utf8.count) ? key : nil
    }

    /// An object with one more member; one that is there already says it itself.
    private func adding(
        _ name: String, _ value: AnyJSON, to body: [UInt8], _ route: Route
    ) throws(ApplicationError) -> [UInt8] {
        if let name = JSONMembers.doubled(in: body) {
            throw .badInput(path: route.path, field: name, .doubled)
        }
        guard var members = AnyJSON(body.isEmpty ? Array("{}".utf8) : body)?.object else {
            throw .badInput(path: route.path, field: "", .notJSON)
        }
        if let said = members[name], said != value {
            throw .badInput(path: route.path, field: name, .badValue)
        }
        members[name] = value
        return JSONCoding.encode(AnyJSON.object(members))
    }

    // MARK: GET

    /// What a route answers of the ledger as it is now; nothing where the program has that.
    private func ask(
        _ route: Route, _ request: WebRequest, _ env: Environment
    ) throws(ApplicationError) -> WebResponse {
        guard route.onlyReads else {
            return Problem(405, code: "method", "\(route.path) is called with POST").response
        }
        let input = try QueryInput(route).json(request.query)
        let store = try env.store()
        let head = try mappingError(ApplicationError.store, store.head())
        let tag = entityTag(head, route, input, env)
        let headers = [("ETag", tag), ("Vary", "Authorization")]
        let then = env.with { $0.asOf = .position(head.count - 1) }
        let unchanged = WebResponse(304, type: "application/json", "", headers: headers)
        let known = request.headers["if-none-match"]
        if Dashboard.names(known, tag) {
            // Who may not ask is not told that nothing changed, either.
            try router.admit(route.path, input, in: then)
            return unchanged
        }
        let bytes = try router.call(route.path, input, in: then)
        // Whatever there is is known; where there is nothing, that is said.
        return Dashboard.matches(known, tag) ? unchanged : answer(bytes, headers: headers)
    }

    /// The same as long as the answer to a question is: position and root, the acting person, the
    /// question, and the day, or the minute where the time of day counts. Only what was answered
    /// has one.
    private func entityTag(
        _ head: LogHead, _ route: Route, _ input: [UInt8], _ env: Environment
    ) -> String {
        let minutes = env.now().millisecondsSince1970 / 60_000
        // Days begin at quarters of an hour everywhere.
        let time = route.isOfTheMinute ? minutes : minutes / 15
        let asked = SHA256.hash(Array(route.path.utf8) + [0] + input).hex.prefix(16)
        return "\"\(head.count).\(head.root.hex.prefix(16)).\(env.user ?? 0).\(time).\(asked)\""
    }

    /// Whether a program has what is tagged so, or whatever there is (RFC 9110, weak comparison).
    static func matches(_ header: String?, _ tag: String) -> Bool {
        names(header, tag) || names(header, "*")
    }

    /// Whether a header has a tag itself.
    private static func names(_ header: String?, _ tag: String) -> Bool {
        guard let header else { return false }
        return header.split(separator: ",").contains { part in
            let text = part.drop { $0 == " " }.prefix { $0 != " " }
            return text == tag || text == "W/" + tag
        }
    }
}
