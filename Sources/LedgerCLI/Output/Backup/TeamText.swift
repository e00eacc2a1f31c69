package import Application

/// What became of commits that were put behind those of a team, as text.
package enum TeamText {
    /// Keys that are on two devices, in one sentence without an end mark.
    package static func copied(_ keys: [CopiedKey]) -> String {
        keys.map { key in
            let events = key.events.map { "\($0)" }.joined(separator: " and ")
            return
                "the key of \(Explanation.quoted(key.device)) is on two devices: events \(events) "
                + "have its number \(key.number)"
        }.joined(separator: "; ")
    }

    /// What was set aside, and why; empty where nothing was.
    package static func aside(_ done: MergeCopy.Output) -> String {
        if done.aside.isEmpty { return "" }
        let shape = OutputShape(format: .text, style: Style(isOn: false))
        return MergeText(output: shape).aside(done)
    }
}
