internal import Application

/// What a phone or desk needs to keep the pages like a program (W3C, Web Application Manifest).
enum WebManifest {
    static let path = "/app.webmanifest"
    static let link = Link("/app.webmanifest")

    static let text = String(
        decoding: JSONCoding.encode(
            [
                "name": "ledger", "short_name": "ledger", "id": "/", "start_url": "/",
                "scope": "/", "display": "standalone", "background_color": "#f6f6f1",
                "theme_color": "#17694d",
                "icons": [
                    ["src": .string(Stylesheet.icon.path), "type": "image/svg+xml", "sizes": "any"]
                ],
                "shortcuts": [
                    ["name": "Tasks", "url": "/tasks"], ["name": "Entries", "url": "/entries"],
                ],
            ] as AnyJSON), as: UTF8.self)
}
