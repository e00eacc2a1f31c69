import Foundation
import Support
import Testing

/// What a merge of both says where one of them does not believe a device.
@Suite("Devices that merge")
struct DeviceMergeTests {
    /// `phone COMMAND …` records in a clone of the ledger, with the same keys at hand.
    private static let cloned = """
        set -e
        phone() { ledger "$@" --ledger phone; }
        key() { sed -n 's/.*"verifier":"\\([^"]*\\)".*/\\1/p'; }
        own() { phone device list -O json | tr '{' '\\n' | grep '"own":true' | key; }
        sums() { cat ledger/log/*.log phone/log/*.log | sha256sum; }
        ledger init --currency EUR --zone UTC --owner Ada --now 2026-04-01 >/dev/null
        ledger device add --name laptop --now 2026-04-01 >/dev/null
        ledger clone ledger phone --device phone --now 2026-04-02 >/dev/null

        """

    private func run(_ script: String) throws -> CommandResult {
        try CommandRunner().shell(DeviceMergeTests.cloned + script)
    }

    @Test("where the other copy does not believe this one, neither takes anything in")
    func bothOrNone() throws {
        let done = try run(
            """
            ledger add 1 Tea --now 2026-04-03 >/dev/null
            phone add 2 Gin --now 2026-04-03 >/dev/null
            before=$(sums)
            phone merge --both --dry-run --now 2026-04-04 2>rehearsed && exit 9
            phone merge --both --now 2026-04-04 2>refused && exit 8
            test "$before" = "$(sums)"
            cmp rehearsed refused && cat refused
            sed -n 's/^  try: \\(.*\\)/\\1 --now 2026-04-04/p' refused >try
            set -e; . ./try >/dev/null
            phone merge --both --now 2026-04-05 >/dev/null
            for folder in ledger phone; do
                ledger list --all -O csv --ledger $folder | grep -c 'Tea\\|Gin'
            done
            """)
        #expect(done.code == 0, "\(done.output)\(done.errors)")
        #expect(done.output.hasSuffix("\n2\n2\n"), "\(done.output)")
        for words in [
            "commits are not believed in ", "nothing was taken in on either side",
            "phone: signed by 'phone', which no device of ", "try: ledger device add phone+",
            "ledger has added", " --ledger ",
        ] {
            #expect(done.output.contains(words), "\(words) in \(done.output)")
        }
    }

    @Test("what a revoked device recorded comes in by a new key, and nothing is lost")
    func revoked() throws {
        let done = try run(
            """
            ledger device add "$(own)" --now 2026-04-02 >/dev/null
            ledger merge phone --both --now 2026-04-02 >/dev/null
            ledger device revoke phone --reason lost --now 2026-04-03 >/dev/null
            phone add 4 Bread --now 2026-04-04 >/dev/null
            phone merge --both --now 2026-04-05 2>here && exit 9
            ledger merge phone --now 2026-04-05 2>there && exit 8
            cat here there
            phone device add --new-key --name found --now 2026-04-06 >/dev/null
            ledger device add "$(own)" --now 2026-04-06 >/dev/null
            phone merge --both --now 2026-04-07 >/dev/null
            for folder in ledger phone; do
                ledger verify --ledger $folder >/dev/null
                ledger list --all -O csv --ledger $folder | grep -c Bread
            done
            """)
        #expect(done.code == 0, "\(done.output)\(done.errors)")
        #expect(done.output.hasSuffix("\n1\n1\n"), "\(done.output)")
        #expect(!done.output.contains("ledger clone"), "\(done.output)")
        for words in [
            "  try: ledger -f phone device add --new-key\n"
                + "  try: there: ledger device add THE-NEW-KEY\n",
            "  try: there: ledger device add --new-key\n  try: ledger device add THE-NEW-KEY\n",
        ] {
            #expect(done.output.contains(words), "\(words) in \(done.output)")
        }
    }

    @Test("the numbers that were signed are kept beside the log, and made anew where they are not")
    func numbers() throws {
        let done = try run(
            """
            kept() {
                ledger doctor >/dev/null || true
                sed 's/.*"largest":{\\([^}]*\\)}.*/\\1/; s/"[0-9a-f]*"/KEY/g' ledger/numbers.json
            }
            kept
            ledger add 1 Tea --now 2026-04-03 >/dev/null
            kept
            cp -r ledger/log was
            ledger add 2 Gin --now 2026-04-03 >/dev/null
            kept
            # Nobody else writes it, and it is of this log alone.
            sed -i 's/:3/:9/' ledger/numbers.json
            kept
            rm -r ledger/log; mv was ledger/log
            kept
            rm ledger/numbers.json
            kept
            """)
        #expect(done.code == 0, "\(done.output)\(done.errors)")
        #expect(
            done.output == "KEY:1\nKEY:2\nKEY:3\nKEY:3\nKEY:2\nKEY:2\n", "\(done.output)")
    }
}
