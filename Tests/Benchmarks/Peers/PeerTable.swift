/// Ours and every peer side by side.
struct PeerTable {
    private let place: PeerPlace
    private let wanted: [String]
    private(set) var skipped: [String] = []

    /// - Parameter wanted: Parts of the names of peers, in small letters; all of them when empty.
    init(_ world: World, only wanted: [String]) throws {
        let folder = "\(world.folder)/peers"
        try Files.makeFolder(folder)
        place = PeerPlace(world: world, folder: folder, python: Peers.python())
        self.wanted = wanted.map { $0.lowercased() }
    }

    /// Runs everything and prints a table for each kind of work, row by row.
    mutating func print(to put: (String) -> Void) {
        for work in Peer.Work.allCases {
            put("\(work.rawValue)")
            put("")
            put("| | wall | CPU | peak memory | CPU × ours |")
            put("|---|---:|---:|---:|---:|")
            var own: Double?
            for peer in Peers.all where peer.work == work && isWanted(peer) {
                guard Peers.isHere(peer, python: place.python) else {
                    skipped.append(peer.name)
                    continue
                }
                do {
                    let run = try peer.run(place)
                    put(PeerTable.row(peer.name, run, own: own))
                    if own == nil { own = run.cpu.median }
                } catch { put("| \(peer.name) | failed: \(error) | | | |") }
            }
            put("")
        }
        if !skipped.isEmpty {
            put("Not here: \(skipped.joined(separator: ", ")); get them: ")
            put("tools/bench/run --install-peers")
        }
    }

    private func isWanted(_ peer: Peer) -> Bool {
        let name = peer.name.lowercased()
        return wanted.isEmpty || peer.name == "ledger" || wanted.contains { name.contains($0) }
    }

    private static func row(_ name: String, _ run: PeerRun, own: Double?) -> String {
        let peak = run.peakMegabytes.map { "\(Int($0.rounded())) MB" } ?? ""
        let ratio = own.map { times(run.cpu.median / max($0, 0.01)) } ?? "1"
        let spent = [run.wall.median, run.cpu.median].map(CaseResult.time)
        return "| \(name) | \(spent[0]) | \(spent[1]) | \(peak) | \(ratio) |"
    }

    private static func times(_ value: Double) -> String {
        value >= 10 ? "\(Int(value.rounded()))" : CaseResult.text((value * 10).rounded() / 10)
    }
}

extension CaseResult {
    /// Milliseconds as people read them.
    static func time(_ milliseconds: Double) -> String {
        if milliseconds >= 10_000 { return "\(text((milliseconds / 100).rounded() / 10)) s" }
        if milliseconds < 1 { return "\(Int((milliseconds * 1_000).rounded())) µs" }
        if milliseconds >= 100 { return "\(Int(milliseconds.rounded())) ms" }
        return "\(text((milliseconds * 10).rounded() / 10)) ms"
    }
}
