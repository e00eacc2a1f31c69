internal import Application
internal import Ledger

/// Events as lines of JSON, and the receipt of a ledger that was made of such lines.
enum EventFileText {
    static func line(_ value: some Encodable) -> [UInt8] { JSONCoding.encode(value) }

    /// Adds an event, its members in the order in which people read them.
    static func append(_ event: EventLine, to bytes: inout [UInt8]) {
        let start = "{\"position\":\(event.position),\"commit\":\"\(event.commit)\""
        bytes += (start + ",\"index\":\(event.index),\"type\":\"\(event.type)\"").utf8
        bytes += ",\"schema\":\(event.schema),\"critical\":\(event.critical)".utf8
        bytes += ",\"columns\":".utf8
        bytes += JSONCoding.encode(event.columns).dropLast()
        bytes += ",\"leaf\":\"\(event.leaf)\"}\n".utf8
    }

    static func made(_ done: ImportEvents.Output, path: String, _ output: OutputShape) -> String {
        let events = counted(done.events, "event")
        let place = Screen.plain(path == "-" ? "standard input" : path)
        if done.dryRun == true {
            return "\(place) has \(events), and they make the root that it says.\n"
                + output.style.dim("A dry run: nothing was written.") + "\n"
        }
        return "Made a ledger of \(events) in \(Screen.plain(done.home))"
            + "; the root is the one the file says.\n"
            + MissingFilesText.text(done.missingFiles, "do not come along with events", output)
            + output.footer(done.position, done.root)
    }

    static func csv(_ done: ImportEvents.Output) -> String {
        ReportCSV.text([
            "home": done.home, "events": "\(done.events)", "seconds": "\(done.seconds)",
            "position": "\(done.position)", "root": done.root,
        ])
    }
}
