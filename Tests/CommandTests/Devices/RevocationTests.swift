import Foundation
import Support
import Testing

/// What a device of a household does, and what comes of it, once it was revoked.
@Suite("Revoked devices")
struct RevocationTests {
    /// `phone COMMAND …` is the program on another machine, whose copy lies in `phone`; the
    /// laptop believes it.
    private static let household = """
        set -e
        phone() { XDG_STATE_HOME=$PWD/phone-state ledger "$@" --ledger phone; }
        key() { sed -n 's/.*"verifier":"\\([^"]*\\)".*/\\1/p'; }
        ledger init --currency EUR --zone UTC --owner Ada --now 2026-04-01 >/dev/null
        ledger add 12.50 Lunch -c food -a bank --now 2026-04-01 >/dev/null
        ledger device add --name laptop --now 2026-04-01 >/dev/null
        XDG_STATE_HOME=$PWD/phone-state ledger clone ledger phone --device phone \
            --now 2026-04-02 >/dev/null
        own=$(phone device list -O json | tr '{' '\\n' | grep '"own":true' | key)
        ledger device add "$own" --now 2026-04-02 >/dev/null
        ledger merge phone --both --now 2026-04-02 >/dev/null

        """

    private func run(_ script: String) throws -> CommandResult {
        try CommandRunner().shell(RevocationTests.household + script)
    }

    @Test("a device that knows of its revocation records nothing more, until it has a new key")
    func ownRevocation() throws {
        let done = try run(
            """
            ledger device revoke phone --reason lost --now 2026-04-03 >/dev/null
            ledger merge phone --both --now 2026-04-03 >/dev/null
            before=$(cat phone/log/*.log phone/device.json | sha256sum)
            for words in 'add 4 Gin' 'add 4 Gin --dry-run' 'people add Bo' 'task add Taxes'; do
                phone $words --now 2026-04-04 2>refused && exit 9
                grep -q "this device, 'phone', was revoked" refused || exit 8
                grep -q 'try: ledger -f phone device add --new-key' refused || exit 7
            done
            test "$before" = "$(cat phone/log/*.log phone/device.json | sha256sum)"
            phone list --all >/dev/null
            phone device add --new-key --name found --now 2026-04-05 >/dev/null
            phone add 3 Tea --now 2026-04-05 >/dev/null
            own=$(phone device list -O json | tr '{' '\\n' | grep '"own":true' | key)
            ledger device add "$own" --now 2026-04-06 >/dev/null
            ledger merge phone --both --now 2026-04-06 >/dev/null
            ledger verify >/dev/null
            phone verify >/dev/null
            ledger report -Y -O csv
            """)
        #expect(done.code == 0, "\(done.output)\(done.errors)")
        // 12.50 + 3: the gin was never recorded.
        #expect(done.output.contains(",EUR,15.50,2\n"), "\(done.output)")
    }

    @Test("a stranger that calls itself as a device, or as its key, is not revoked in its place")
    func sameName() throws {
        let done = try run(
            """
            digits=$(ledger device list -O csv | grep ',phone,' | cut -d, -f3)
            cp -r phone thief
            export XDG_STATE_HOME=$PWD/thief-state
            for name in phone "$digits"; do
                rm thief/device.json
                ledger device add --name "$name" --ledger thief --now 2026-04-03 >/dev/null
            done
            unset XDG_STATE_HOME
            rm -r ledger/log && cp -r thief/log ledger/log
            cp -r ledger second
            for folder in ledger second; do
                word=phone
                if test $folder = second; then word=$digits; fi
                ledger device revoke "$word" --now 2026-04-04 --ledger $folder >/dev/null
                ledger device list -O csv --ledger $folder | cut -d, -f3,5 |
                    grep -c "^$digits,revoked"
            done
            """)
        #expect(done.code == 0 && done.output == "1\n1\n", "\(done.output)\(done.errors)")
    }

    @Test("that a device was revoked is believed of one that is believed") func badRevocation()
        throws
    {
        let done = try run(
            """
            cp -r phone thief
            export XDG_STATE_HOME=$PWD/thief-state
            ledger device add --name thief --ledger thief --now 2026-04-03 >/dev/null
            ledger device revoke laptop --ledger thief --now 2026-04-03 >/dev/null
            unset XDG_STATE_HOME
            rm -r ledger/log && cp -r thief/log ledger/log
            ledger add 3 Tea --now 2026-04-04 >/dev/null
            ledger verify >/dev/null 2>named && exit 9
            words="signed by 'thief', which no device here has added"
            grep -c "$words" named
            ledger clone ledger tablet --device tablet --now 2026-04-05 | grep -c "$words"
            """)
        #expect(done.code == 0 && done.output == "2\n2\n", "\(done.output)\(done.errors)")
    }
}
