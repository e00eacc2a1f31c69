internal import Application
internal import Ledger

/// Devices as text.
struct DeviceText {
    private let output: OutputShape

    init(_ output: OutputShape) { self.output = output }

    func list(_ list: ListDevices.Output) -> String {
        let footer = output.footer(list.position, list.root)
        if list.devices.isEmpty {
            return "No device signs here: \(output.program) device add --name laptop\n\n" + footer
        }
        var table = TextTable(
            columns: [
                .init(title: ""), .init(title: "Device", widthMin: 8),
                .init(title: "Signed", alignment: .right), .init(title: "State"),
                .init(title: "Key"),
            ], style: output.style)
        for row in list.devices {
            table.add(
                row.own ? "*" : "", Screen.plain(row.name), grouped(row.signed),
                DeviceText.word(row.state), Screen.plain(row.verifier))
        }
        return table.rendered(columns: nil) + notes(list.devices) + "\n" + footer
    }

    private func notes(_ rows: [DeviceRow]) -> String {
        var lines: [String] = []
        if rows.contains(where: \.own) { lines.append("* records here") }
        for row in rows where row.state == .unknown {
            let key = Explanation.shellWord(row.verifier)
            lines.append("to believe it: \(output.program) device add \(key)")
        }
        return lines.isEmpty ? "" : "\n" + output.style.dim(lines.joined(separator: "\n")) + "\n"
    }

    private static func word(_ state: DeviceRow.State) -> String {
        switch state {
        case .believed: "believed"
        case .unknown: "! not added by a device that is believed"
        case .revoked: "revoked"
        case .copied: "! its key is on two devices"
        }
    }

    func added(_ added: AddDevice.Output, isDryRun: Bool) -> String {
        let name = Screen.plain(added.name)
        if isDryRun {
            return "Would have added \(name)\n"
                + output.style.dim("A dry run: nothing was written.\n")
        }
        var text = output.style.bold("Added \(name)") + "\n\n"
        if added.shares {
            text += "The ledger is shared from now on: every commit is signed.\n"
        }
        if added.own {
            let key = Explanation.shellWord(added.verifier)
            text += output.style.dim("  on the other devices: \(output.name) device add \(key)")
            text += "\n"
        }
        return text
    }

    static func csv(_ rows: [DeviceRow]) -> String {
        CSVOutput.text(
            header: ["id", "name", "key", "verifier", "state", "own", "signed"],
            rows: rows.map { row in
                [
                    "\(row.id)", row.name, row.key, row.verifier, row.state.rawValue, "\(row.own)",
                    "\(row.signed)",
                ]
            })
    }
}
