extension Shell {
    /// Where the list of keys is: pages do without it until somebody asks.
    static let keysPath = "/keys"

    /// The list of keys, and the same for the script, which opens it on `?`.
    static var keysPage: HTML {
        document(title: "Keys") {
            tag("main", .css("alone")) {
                tag("h1") { "Keys" }
                keyTable
                tag("p") { tag("a", .href(Link("/"))) { "Today" } }
                keys
            }
        }
    }

    private static var keys: HTML {
        tag("dialog", .of("id", "keys"), .of("aria-labelledby", "keys-title")) {
            tag("h2", .of("id", "keys-title")) { "Keys" }
            keyTable
            tag("form", .of("method", "dialog"), .css("actions")) {
                tag("button", .css("main")) { "Close" }
                tag(
                    "button", .css("plain"), .of("type", "button"), .of("id", "keys-switch"),
                    .of("data-on", ("Turn on" as Phrase).text),
                    .of("data-off", ("Turn off" as Phrase).text)
                ) {
                    "Turn off"
                }
            }
        }
    }

    private static var keyTable: HTML {
        tag("table") {
            tag("tbody") {
                for (index, item) in menu.prefix(9).enumerated() {
                    keyRow("\(index + 1)", item.name)
                }
                keyRow("/", "search")
                keyRow("n", "the first field to record something")
                keyRow("j k", "next and previous link or button; Enter opens it")
                keyRow("[ ]", "previous and next rows")
                keyRow("Esc", "out of a field, so that these keys count")
                keyRow("u", "undo what was recorded just now")
                keyRow("?", "this list")
            }
        }
    }

    private static func keyRow(_ key: String, _ text: Phrase) -> HTML {
        tag("tr") {
            tag("th", .of("scope", "row")) { tag("kbd") { key } }
            tag("td") { text }
        }
    }
}
