internal import Application

/// The description of what programs can call (OpenAPI 3.1), made of the router's table.
enum OpenAPI {
    static let path = "/api/openapi.json"

    /// The document; it is the same for every ledger.
    static let text = String(decoding: JSONCoding.encode(AnyJSON.object(document)), as: UTF8.self)

    private static var document: [String: AnyJSON] {
        [
            "openapi": "3.1.0",
            "info": [
                "title": "ledger", "version": "1",
                "summary": "An expense and task ledger on an immutable event log.",
                "description": .string(
                    "POST calls any route with a JSON object; GET those that only read. Every "
                        + "error is a problem (RFC 9457). Amounts are decimal texts."),
            ],
            "servers": [["url": "/"]],
            "security": [["token": []]],
            "paths": .object(paths),
            "components": [
                "securitySchemes": ["token": ["type": "http", "scheme": "bearer"]],
                "schemas": ["Problem": problem],
                "responses": .object(responses),
            ],
        ]
    }

    private static var paths: [String: AnyJSON] {
        var paths: [String: AnyJSON] = [:]
        for route in APIRoutes.all {
            var item: [String: AnyJSON] = ["post": .object(post(route))]
            if route.onlyReads { item["get"] = .object(get(route)) }
            paths["/api/\(route.path)"] = .object(item)
        }
        return paths
    }

    private static func common(_ route: Route, _ method: String) -> [String: AnyJSON] {
        [
            "operationId": .string(
                method + "-" + route.path.replacing("/", with: "-")),
            "summary": .string(route.summary),
            "x-rights": .array(route.needs.map { .string($0.rawValue) }),
        ]
    }

    private static func post(_ route: Route) -> [String: AnyJSON] {
        var operation = common(route, "post")
        var parameters: [AnyJSON] = []
        if route.hasKey {
            parameters.append(
                header(
                    "Idempotency-Key", ["type": "string", "minLength": 1, "maxLength": 64],
                    "The same key with the same input records once; the field key in a header."))
        }
        if route.hasVersion {
            parameters.append(
                header(
                    "Expected-Version", ["type": "integer", "minimum": 0],
                    "The version that is to change; another is refused with 409."))
        }
        if !route.onlyReads {
            parameters.append(
                header(
                    "If-Match", ["type": "string"],
                    "The ETag of an earlier answer: where another copy of the ledger was merged "
                        + "since, so that ids may be others, nothing is done, with 412."))
        }
        if !parameters.isEmpty { operation["parameters"] = .array(parameters) }
        operation["requestBody"] = [
            "required": .bool(route.fields.contains(where: \.required)),
            "content": ["application/json": ["schema": object(route.fields)]],
        ]
        operation["responses"] = answers(route, ["400", "403", "404", "409", "412", "413", "422"])
        return operation
    }

    private static func get(_ route: Route) -> [String: AnyJSON] {
        var operation = common(route, "get")
        var parameters: [AnyJSON] = QueryInput.fields(of: route).map { field in
            [
                "name": .string(field.name), "in": "query",
                "required": .bool(field.required), "schema": schema(field),
            ]
        }
        parameters.append(
            header("If-None-Match", ["type": "string"], "The ETag of what is known already."))
        operation["parameters"] = .array(parameters)
        var answers = answers(route, ["403", "404", "422"]).object ?? [:]
        answers["304"] = ["description": "Nothing changed since."]
        operation["responses"] = .object(answers)
        return operation
    }

    private static func header(
        _ name: String, _ schema: AnyJSON, _ text: String
    ) -> AnyJSON {
        [
            "name": .string(name), "in": "header", "required": false, "schema": schema,
            "description": .string(text),
        ]
    }

    private static func answers(_ route: Route, _ statuses: [String]) -> AnyJSON {
        var answers: [String: AnyJSON] = [
            "200": [
                "description": "What was asked for, or what was recorded.",
                "content": ["application/json": ["schema": answer(route)]],
            ]
        ]
        for status in statuses + ["401", "429", "500"] {
            answers[status] = ["$ref": .string("#/components/responses/\(status)")]
        }
        return .object(answers)
    }

    private static var responses: [String: AnyJSON] {
        var responses: [String: AnyJSON] = [:]
        for (status, title) in Problem.titles {
            responses["\(status)"] = [
                "description": .string(title),
                "content": [
                    "application/problem+json": [
                        "schema": ["$ref": "#/components/schemas/Problem"]
                    ]
                ],
            ]
        }
        return responses
    }

    private static var problem: AnyJSON {
        [
            "type": "object", "required": ["type", "title", "status", "detail", "code", "exit"],
            "properties": [
                "type": ["type": "string", "format": "uri"], "title": ["type": "string"],
                "status": ["type": "integer"], "detail": ["type": "string"],
                "code": ["type": "string"],
                "exit": ["type": "integer", "minimum": 1],
                "tries": ["type": "array", "items": ["type": "string"]],
            ],
        ]
    }

    // MARK: Fields

    private static let described: [String: AnyJSON] = {
        let pairs = APIRoutes.described.compactMap { endpoint in
            Router.answer(of: endpoint).map { (endpoint.path, object($0, isAnswer: true)) }
        }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }()

    /// What a route answers.
    private static func answer(_ route: Route) -> AnyJSON {
        described[route.path] ?? ["type": "object"]
    }

    /// - Parameter isAnswer: Whether it is what a route answers: what is not there may be null, and
    ///   what is worked out of the rest, or what a later program knows, may stand beside it.
    private static func object(_ fields: [InputField], isAnswer: Bool = false) -> AnyJSON {
        var result: [String: AnyJSON] = [
            "type": "object",
            "properties": .object(
                Dictionary(
                    fields.map { ($0.name, schema($0, isAnswer)) },
                    uniquingKeysWith: { first, _ in first })),
        ]
        if !isAnswer { result["additionalProperties"] = false }
        let required = fields.filter(\.required).map { AnyJSON.string($0.name) }
        if !required.isEmpty { result["required"] = .array(required) }
        return .object(result)
    }

    private static func schema(_ field: InputField, _ isAnswer: Bool = false) -> AnyJSON {
        let isList = field.type.hasPrefix("list of ")
        let element = one(isList ? String(field.type.dropFirst(8)) : field.type, field, isAnswer)
        let whole: AnyJSON = isList ? ["type": "array", "items": element] : element
        return isAnswer && !field.required ? orNull(whole) : whole
    }

    /// The same schema, or null.
    private static func orNull(_ schema: AnyJSON) -> AnyJSON {
        guard var rules = schema.object, let type = rules["type"] else { return schema }
        rules["type"] = .array([type, "null"])
        if let words = rules["enum"]?.array { rules["enum"] = .array(words + [.null]) }
        return .object(rules)
    }

    private static func one(
        _ type: String, _ field: InputField, _ isAnswer: Bool
    ) -> AnyJSON {
        switch type {
        case "integer": return ["type": "integer"]
        case "number": return ["type": "number"]
        case "flag": return ["type": "boolean"]
        case "object":
            return field.fields.isEmpty
                ? ["type": "object"] : object(field.fields, isAnswer: isAnswer)
        default:
            guard let values = field.values else { return ["type": "string"] }
            return ["type": "string", "enum": .array(values.map { .string($0) })]
        }
    }
}
