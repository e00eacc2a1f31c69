package import Application

/// What became of commits that were put behind those of a team, as text.
package enum TeamText {
    /// What was set aside, and why; empty where nothing was.
    package static func aside(_ done: MergeCopy.Output) -> String {
        if done.aside.isEmpty { return "" }
        let shape = OutputShape(format: .text, style: Style(isOn: false))
        return MergeText(output: shape).aside(done)
    }
}
