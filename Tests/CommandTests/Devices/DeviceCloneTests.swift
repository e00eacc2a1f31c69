import Support
import Testing

/// Copies that are to be devices.
@Suite("Clones as devices")
struct DeviceCloneTests {
    @Test("a device of a ledger that is not shared is none, and that is said")
    func notShared() throws {
        let done = try CommandRunner().shell(
            """
            ledger init --currency EUR --zone UTC --owner Ada --now 2026-04-01 >/dev/null
            ledger clone ledger tablet --device tablet
            ledger clone ledger other | grep -c 'No device' || true
            ledger device add --name tablet --ledger tablet --now 2026-04-02 >/dev/null
            ledger device list --ledger tablet -O csv | cut -d, -f2
            """)
        #expect(done.code == 0, "\(done.errors)")
        for words in [
            "No device signs in ledger, so the copy is none either",
            "  ledger -f tablet device add --name tablet\n", "\n0\nname\ntablet\n",
        ] {
            #expect(done.output.contains(words), "\(words) in \(done.output)")
        }
    }
}
