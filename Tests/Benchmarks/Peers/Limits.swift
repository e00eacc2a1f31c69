internal import EventLog
internal import Ledger

/// What the machine does at best, beside what we do with the same bytes.
enum Limits {
    /// Prints the table.
    static func print(_ world: World, to put: (String) -> Void) throws {
        let bytes = try HotBytes(of: "\(try world.home())/log")
        var copy = Rounds()
        var unpack = Rounds()
        for _ in 0...world.rounds {
            copy.measure { bytes.copy() }
            try unpack.measure { try bytes.decompress() }
        }
        let replay = try ReplayCase.plain(in: world, threads: 1)
        let append = try DurableAppendCase.run(in: world)
        let bare = append.figures.first { $0.name == "bare_median_ms" }?.value ?? 0
        put("limits, \(bytes.count) hot bytes of \(world.eventCount) events")
        put("")
        put("| | time | × the limit |")
        put("|---|---:|---:|")
        put("| copying the hot bytes (memcpy) | \(CaseResult.time(copy.wall.median)) | |")
        put("| decompressing them (LZ4) | \(CaseResult.time(unpack.wall.median)) | |")
        let ratio = replay.medianMilliseconds / max(copy.wall.median, 1e-6)
        put(
            "| replay of them, files and checksums included | "
                + "\(CaseResult.time(replay.medianMilliseconds)) | "
                + "\(CaseResult.text((ratio * 10).rounded() / 10)) × memcpy |")
        let share = append.medianMilliseconds / max(bare, 1e-6)
        put(
            "| bare write and sync of \(DurableAppendCase.commitBytes) bytes | "
                + "\(CaseResult.time(bare)) | |")
        put(
            "| durable append of one event, in turn with it | "
                + "\(CaseResult.time(append.medianMilliseconds)) | "
                + "\(CaseResult.text((share * 100).rounded() / 100)) |")
        put("")
    }
}
