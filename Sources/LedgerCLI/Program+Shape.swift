internal import Application
internal import ArgumentParser
internal import EventLog

/// What is shown where: on a screen, in a pipe, in a file.
extension Program {
    /// How a command puts what it found.
    ///
    /// - Parameter isFile: Whether any ending of the file will do.
    func shape(
        _ shared: SharedOptions, isFile: Bool
    ) throws(CommandFailure) -> OutputShape {
        var format = shared.format ?? .text
        if shared.format == nil, let file = shared.file {
            let ending = file.split(separator: ".").last.map(String.init) ?? ""
            guard let meant = OutputFormat(ending: ending) ?? (isFile ? .text : nil) else {
                throw .usage(.unknownEnding(file))
            }
            format = meant
        }
        let goesToScreen = shared.file == nil && Terminal.isTerminal(.output)
        return OutputShape(
            format: format, columns: shared.file == nil ? screenColumns : nil,
            rows: goesToScreen ? Terminal.rows() : nil,
            style: Style(isOn: usesColour(shared.color, goesToScreen)), name: name,
            folder: shared.folder, isASCII: isASCII, isQuiet: shared.quiet)
    }

    /// Whether the locale says that a terminal has no Unicode (POSIX.1-2017, 8.2: the first of
    /// these that is set and not empty); of none of them nothing is known.
    private var isASCII: Bool {
        func set(_ name: String) -> String? { variables[name].flatMap { $0.isEmpty ? nil : $0 } }
        let locale = set("LC_ALL") ?? set("LC_CTYPE") ?? set("LANG")
        guard let locale = locale?.lowercased() else { return false }
        return !locale.contains("utf-8") && !locale.contains("utf8")
    }

    /// `NO_COLOR` (no-color.org) goes before `CLICOLOR_FORCE`, and what is typed before both.
    private func usesColour(_ choice: ColorChoice, _ goesToScreen: Bool) -> Bool {
        func isSet(_ name: String) -> Bool { !(variables[name] ?? "").isEmpty }
        switch choice {
        case .always: return true
        case .never: return false
        case .auto:
            if isSet("NO_COLOR") { return false }
            if isSet("CLICOLOR_FORCE"), variables["CLICOLOR_FORCE"] != "0" { return true }
            return goesToScreen && variables["TERM"] != "dumb"
        }
    }

    /// What `COLUMNS` says, else the screen.
    var screenColumns: Int? {
        if let columns = variables["COLUMNS"].flatMap({ Int($0) }), columns > 0 { return columns }
        return Terminal.isTerminal(.output) ? Terminal.columns() : nil
    }
}
