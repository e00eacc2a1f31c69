/// What lives on a simulated disk came to: of what was not done nothing is proved.
struct CrashCounts: CustomStringConvertible {
    /// Runs of twelve lives.
    var runs = 0
    var crashes = 0
    /// Losses of power after which blocks of 4,096 bytes were written at once.
    var blocks = 0
    /// Runs in which somebody was told of what follows.
    var sealed = 0
    var erased = 0
    var backedUp = 0
    /// Openings without a look into an old segment.
    var listed = 0
    /// Runs in which something acknowledged was lost, or something appeared that nobody appended.
    var failures = 0

    var description: String {
        "crashes simulated: \(crashes) in \(runs) runs, of which \(sealed) sealed, "
            + "\(erased) erased, \(backedUp) backed up, \(failures) lost or invented something; "
            + "\(blocks) losses of power in blocks of 4 KiB"
    }

    /// Adds what a run came to.
    mutating func add(_ run: CrashRun, isWhole: Bool) {
        runs += 1
        crashes += run.crashes
        blocks += run.blocks
        listed += run.listed
        if run.seals > 0 { sealed += 1 }
        if !run.erased.isEmpty { erased += 1 }
        if run.backups > 0 { backedUp += 1 }
        if !isWhole { failures += 1 }
    }
}
