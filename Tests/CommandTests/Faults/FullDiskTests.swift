import Support
import Testing

/// Whether a small disk can be made here, in a namespace of its own.
private let hasSmallDisks =
    (try? CommandRunner().shell("unshare -rm mount -t tmpfs tmpfs /mnt").code) == 0

@Suite("On a full disk", .enabled(if: hasSmallDisks, "no file system can be mounted here"))
struct FullDiskTests {
    /// Runs a script with the ledger's folder on a disk of its own.
    private func run(_ script: String, kibibytes: Int) throws -> CommandResult {
        try CommandRunner().shell(
            """
            export -f ledger; mkdir ledger
            unshare -rm bash -c 'mount -t tmpfs -o size=\(kibibytes)k tmpfs ledger
            \(script)'
            """)
    }

    /// The log takes in advance what the disk has, so that nothing is left for the settings.
    @Test("a ledger is open although its settings cannot be saved") func settings() throws {
        let result = try run(
            "ledger init --currency EUR --zone UTC --owner Ada && ledger add 5 Tea", kibibytes: 64)
        #expect(result.code == 0 && result.output.hasPrefix("Opened a ledger in "))
        #expect(result.output.contains("\nRecorded 2: "))
        #expect(result.errors.contains("/settings.json"))
        #expect(result.errors.contains("\n  try: df -h\n  the ledger is open all the same\n"))
    }

    @Test("what does not fit is not there") func tooSmall() throws {
        let result = try run("ledger init --currency EUR --zone UTC", kibibytes: 8)
        #expect(result.code == 3 && result.output.isEmpty)
        #expect(result.errors.contains("\n  try: df -h\n"))
    }
}
