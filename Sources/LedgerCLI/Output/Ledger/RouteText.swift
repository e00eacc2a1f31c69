internal import Application

/// Requests that can be made in JSON, as text and CSV.
struct RouteText {
    let output: OutputShape

    init(_ output: OutputShape) { self.output = output }

    /// A line for each.
    func text(_ routes: [Route]) -> String {
        var table = TextTable(
            columns: [
                .init(title: "Path"), .init(title: "Needs"), .init(title: "What", widthMin: 20),
            ], style: output.style)
        for route in routes { table.add(route.path, RouteText.needs(route), route.summary) }
        let example = routes.first { !$0.fields.isEmpty }?.path ?? "report"
        return table.rendered(columns: output.columns) + "\n"
            + output.style.dim("  fields: \(output.program) routes \(example)") + "\n"
    }

    /// All of one.
    func text(_ route: Route) -> String {
        var text = "\(route.path): \(route.summary)\n"
        text += route.needs.isEmpty ? "" : "needs \(RouteText.needs(route))\n"
        if route.fields.isEmpty { return text + "takes nothing\n" }
        var table = TextTable(
            columns: [
                .init(title: "Field"), .init(title: "Type"), .init(title: "Must"),
                .init(title: "One of", widthMin: 10),
            ], style: output.style)
        for field in route.fields.flatMap(\.flattened) {
            table.add(
                field.name, field.type, field.required ? "yes" : "",
                Screen.plain((field.values ?? []).joined(separator: " ")))
        }
        return text + "\n" + table.rendered(columns: output.columns)
    }

    /// A row for each.
    static func csv(_ routes: [Route]) -> String {
        CSVOutput.text(
            header: ["path", "needs", "summary", "fields"],
            rows: routes.map { route in
                [
                    route.path, needs(route), route.summary,
                    route.fields.map(\.name).joined(separator: " "),
                ]
            })
    }

    /// A row for each field.
    static func csv(_ route: Route) -> String {
        CSVOutput.text(
            header: ["name", "type", "required", "values"],
            rows: route.fields.flatMap(\.flattened).map { field in
                [
                    field.name, field.type, "\(field.required)",
                    (field.values ?? []).joined(separator: " "),
                ]
            })
    }

    private static func needs(_ route: Route) -> String {
        route.needs.map(\.rawValue).joined(separator: " ")
    }
}
