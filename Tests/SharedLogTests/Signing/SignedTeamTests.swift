import EventLog
import Foundation
import Ledger
import SharedLog
import Support
import Testing

/// Devices of a team that sign, and commits on the server that nobody should believe.
@Suite("Devices of a team that sign")
struct SignedTeamTests {
    private let runner: CommandRunner

    init() throws { runner = try CommandRunner(["USER": "ada"]) }

    private func run(_ script: String) throws -> CommandResult { try runner.shell(script) }

    /// A ledger of the device `desk`, shared, and clones of it: that in the folder `other` is the
    /// device `laptop`.
    private func share(_ clones: String = "other") throws {
        let server = try #require(TestServer.shared)
        let begin = try run(
            """
            set -e
            ledger init --currency EUR --zone UTC --week-start monday --owner Ada >/dev/null
            ledger add 3.50 Bread -c food >/dev/null
            ledger device add --name desk >/dev/null
            ledger remote add '\(server.address)' >/dev/null
            ledger remote sync >/dev/null
            ledger remote status --format json | sed 's/.*"ledger":"\\([0-9a-f]*\\)".*/\\1/' >id
            for name in \(clones); do
                ledger remote clone '\(server.address)' $name --id $(cat id) >/dev/null
            done
            ledger device add --name laptop --ledger other >/dev/null
            ledger remote sync --ledger other >/dev/null
            ledger remote sync >/dev/null
            key=$(ledger device list -O json | tr '{' '\\n' | grep '"own":false' |
                sed -n 's/.*"verifier":"\\([^"]*\\)".*/\\1/p')
            ledger device add "$key" >/dev/null
            ledger remote sync >/dev/null
            for name in \(clones); do ledger remote sync --ledger $name >/dev/null; done
            """)
        #expect(begin.code == 0, "\(begin.output)\(begin.errors)")
    }

    /// What a device shows as its key.
    private static let own = """
        own() {
            ledger device list -O json --ledger "$1" | tr '{' '\\n' | grep '"own":true' |
                sed -n 's/.*"verifier":"\\([^"]*\\)".*/\\1/p'
        }

        """

    @Test(
        "what waits on a device that was revoked meanwhile goes out by a new key alone",
        .needsServer)
    func revoked() throws {
        try share()
        let done = try run(
            SignedTeamTests.own + """
                set -e
                ledger device revoke laptop --reason lost >/dev/null
                ledger remote sync >/dev/null
                ledger add 1.20 Milk -c food --ledger other >/dev/null
                ledger remote sync --ledger other >/dev/null 2>refused && exit 9
                grep -c "signed by 'laptop' after it was revoked" refused
                grep -c 'try: ledger device add --new-key --ledger other' refused
                ledger remote sync >/dev/null
                ledger verify >/dev/null
                ledger list --all -O csv | grep -c Milk || true
                ledger device add --new-key --name found --ledger other >/dev/null
                ledger device add "$(own other)" >/dev/null
                ledger remote sync >/dev/null
                ledger remote sync --ledger other >/dev/null
                ledger remote sync >/dev/null
                for folder in "$LEDGER_HOME" other; do
                    ledger verify --ledger $folder >/dev/null
                    ledger list --all -O csv --ledger $folder | grep -c Milk
                done
                """)
        #expect(done.code == 0 && done.output == "1\n1\n0\n1\n1\n", "\(done.output)\(done.errors)")
    }

    @Test(
        "a device that knows of its revocation exchanges nothing, until it has a new key",
        .needsServer)
    func ownRevocation() throws {
        try share()
        let done = try run(
            """
            set -e
            ledger device revoke laptop --reason lost >/dev/null
            ledger remote sync >/dev/null
            ledger remote sync --ledger other >/dev/null
            before=$(cat other/log/*.log | sha256sum)
            ledger add 1.20 Milk -c food --ledger other >/dev/null 2>add && exit 9
            ledger remote sync --ledger other >/dev/null 2>sync && exit 8
            for file in add sync; do
                grep -c "this device, 'laptop', was revoked" $file
            done
            grep -c 'try: ledger -f other device add --new-key' add
            grep -c 'try: ledger device add --new-key --ledger other' sync
            test "$before" = "$(cat other/log/*.log | sha256sum)"
            ledger remote status --ledger other | grep -c 'pending  nothing'
            ledger device add --new-key --name found --ledger other >/dev/null
            ledger add 1.20 Milk -c food --ledger other >/dev/null
            ledger remote sync --ledger other >/dev/null
            ledger remote sync >/dev/null 2>refused && exit 7
            grep -c "signed by 'found', which no device here has added" refused
            sed -n 's/^  try: //p' refused | head -n 1 >try
            grep -c '^ledger device add found+' try
            . ./try >/dev/null
            ledger remote sync >/dev/null
            ledger verify >/dev/null
            ledger verify --ledger other >/dev/null
            ledger list --all -O csv | grep -c Milk
            """)
        #expect(
            done.code == 0 && done.output == String(repeating: "1\n", count: 8),
            "\(done.output)\(done.errors)")
    }

    @Test(
        "what a key signed that was revoked is refused by all, whoever put it on the server",
        .needsServer)
    func forged() throws {
        try share("other rogue")
        let begin = try run(
            """
            set -e
            ledger device revoke laptop --reason lost >/dev/null
            ledger remote sync >/dev/null
            ledger remote sync --ledger rogue >/dev/null
            """)
        #expect(begin.code == 0, "\(begin.errors)")
        let event = try sign(in: "rogue", with: "other")
        let address = try #require(TestServer.shared).address
        let done = try run(
            """
            set -e
            root() { ledger info -O json | grep -o '"root":"[0-9a-f]*"'; }
            words="signed by 'laptop' after it was revoked"
            ledger remote sync --ledger rogue >/dev/null
            before=$(root)
            ledger remote sync >/dev/null 2>refused && exit 9
            grep -c "event \(event) there: $words" refused
            grep -c 'try: ledger remote sync --doubtful && ledger verify' refused
            test "$before" = "$(root)"
            ledger verify >/dev/null
            ledger remote clone '\(address)' late --id $(cat id) >/dev/null 2>told
            grep -c "event \(event): $words" told
            ledger remote sync --doubtful >/dev/null
            ledger verify >/dev/null 2>named && exit 8
            grep -c "event \(event): $words" named
            ledger remote sync >/dev/null
            """)
        #expect(done.code == 0 && done.output == "1\n1\n1\n1\n", "\(done.output)\(done.errors)")
    }

    /// Appends a commit to a folder's log that is signed with the key of another one's device, as a
    /// program does that asks nobody.
    ///
    /// - Returns: Where it stands.
    private func sign(in folder: String, with device: String) throws -> UInt64 {
        let file = try String(
            contentsOf: URL(filePath: "\(runner.folder)/\(device)/device.json"), encoding: .utf8)
        let key = try #require(JSONValue(parsing: file)?["key"]?.string)
        let path = "\(runner.folder)/.local/state/ledger/devices/\(key).key"
        let text = try String(contentsOf: URL(filePath: path), encoding: .utf8)
        let signer = try #require(NoteSigner(text.trimmingCharacters(in: .newlines)))
        let store = try Replica(at: "\(runner.folder)/\(folder)/log", secret: { nil }).store
        let event = try store.head().count
        let commit = NewCommit(
            id: CommitID.random(), recordedAt: Timestamp(millisecondsSince1970: 1_000),
            actor: .position(1), events: [.personAdded(PersonAdded(name: "Eve"))])
        let seed = [UInt8](repeating: 3, count: 32)
        let signed = try DeviceSigner(signer, number: 99, seed: seed).signed(commit, over: store)
        _ = try store.append(signed, expecting: event)
        return event
    }

    @Test("a key that was copied with its folder is told as soon as both record", .needsServer)
    func copiedKey() throws {
        try share()
        let done = try run(
            """
            set -e
            cp -r other third
            ledger add 1.20 Milk -c food --ledger other >/dev/null
            ledger add 1.30 Tea -c food --ledger third >/dev/null
            ledger remote sync --ledger other >/dev/null
            ledger remote sync --ledger third >/dev/null 2>refused && exit 9
            grep -c "another commit has the same number: the key of 'laptop' is on two" refused
            grep -c 'try: ledger device add --new-key' refused
            ledger remote sync >/dev/null
            ledger verify >/dev/null
            ledger list --all -O csv | grep -c 'Milk\\|Tea'
            """)
        #expect(done.code == 0 && done.output == "2\n1\n1\n", "\(done.output)\(done.errors)")
    }

    @Test(
        "a key on two devices is named by sync, status and doctor, and stops the others",
        .needsServer)
    func namedCopies() throws {
        try share()
        let done = try run(
            """
            set -e
            cp -r other third
            ledger add 1.20 Milk -c food --ledger other >/dev/null
            ledger add 1.30 Tea -c food --ledger third >/dev/null
            ledger remote sync --ledger other >/dev/null
            ledger remote sync >/dev/null
            ledger doctor --ledger third -O json | grep -c '"check":"keys"' || true
            ledger remote sync --doubtful --ledger third >sync
            ledger remote status --ledger third >status
            ledger doctor --ledger third -O json >doctor || true
            for file in sync status doctor; do
                grep -c "the key of 'laptop' is on two devices: events [0-9]* and [0-9]* have" $file
            done
            before=$(cat "$LEDGER_HOME"/log/*.log | sha256sum)
            ledger remote status | grep -c '^refused '
            ledger remote sync >/dev/null 2>refused && exit 9
            grep -c "the key of 'laptop' is on two devices (number 2, as event [0-9]* here" refused
            test "$before" = "$(cat "$LEDGER_HOME"/log/*.log | sha256sum)"
            ledger device vouch --ledger third >/dev/null
            ledger remote sync --ledger third | grep -c 'is on two devices' || true
            ledger doctor --ledger third -O json | grep -c '"check":"keys"' || true
            """)
        #expect(
            done.code == 0 && done.output == "0\n1\n1\n1\n1\n1\n0\n0\n",
            "\(done.output)\(done.errors)")
    }

    @Test(
        "a new key that was sent before anybody added it is advised with its commits", .needsServer)
    func sentNewKey() throws {
        try share()
        let done = try run(
            """
            set -e
            ledger device revoke laptop --reason lost >/dev/null
            ledger remote sync >/dev/null
            ledger add 1.20 Milk -c food --ledger other >/dev/null
            ledger device add --new-key --name found --ledger other >/dev/null
            ledger remote sync --ledger other >/dev/null
            ledger remote sync >/dev/null 2>refused && exit 9
            grep -c "signed by 'laptop' after it was revoked" refused
            sed -n 's/^  try: //p' refused | head -n 1 >try
            grep -c '^ledger device add found+' try
            . ./try >/dev/null
            ledger remote sync >/dev/null
            ledger verify >/dev/null
            ledger list --all -O csv | grep -c Milk
            """)
        #expect(done.code == 0 && done.output == "1\n1\n1\n", "\(done.output)\(done.errors)")
    }

    @Test("a new device shows its key to one on which something waits, too", .needsServer)
    func introduced() throws {
        try share("other third")
        let done = try run(
            SignedTeamTests.own + """
                set -e
                ledger device add --name tablet --ledger third >/dev/null
                ledger remote sync --ledger third >/dev/null
                ledger add 0.80 Salt -c food >/dev/null
                ledger remote sync >/dev/null
                ledger device add "$(own third)" >/dev/null
                ledger remote sync >/dev/null
                ledger remote sync --ledger third >/dev/null
                for folder in "$LEDGER_HOME" third; do
                    ledger verify --ledger $folder >/dev/null
                    ledger list --all -O csv --ledger $folder | grep -c Salt
                done
                """)
        #expect(done.code == 0 && done.output == "1\n1\n", "\(done.output)\(done.errors)")
    }

    /// Appends a commit to the log of `rogue` that nobody signed.
    ///
    /// - Returns: Where it stands.
    private func appendUnsigned() throws -> UInt64 {
        let store = try Replica(at: "\(runner.folder)/rogue/log", secret: { nil }).store
        let event = try store.head().count
        _ = try store.append(
            NewCommit(
                id: CommitID.random(), recordedAt: Timestamp(millisecondsSince1970: 1_000),
                actor: .position(1), events: [.personAdded(PersonAdded(name: "Eve"))]),
            expecting: event)
        return event
    }

    @Test(
        "what was taken and is not believed stops no sync for which something waits", .needsServer)
    func unvouched() throws {
        try share("other rogue")
        _ = try appendUnsigned()
        let done = try run(
            """
            set -e
            ledger remote sync --ledger rogue >/dev/null
            for folder in "$LEDGER_HOME" other; do
                ledger remote sync --doubtful --ledger $folder >/dev/null
            done
            ledger add 1.20 Milk -c food --ledger other >/dev/null
            ledger remote sync --ledger other >/dev/null
            ledger add 0.80 Salt -c food >/dev/null
            ledger remote sync >/dev/null
            ledger list --all -O csv | grep -c 'Milk\\|Salt'
            ledger verify >/dev/null 2>named && exit 9
            grep -c 'not signed$' named
            """)
        #expect(done.code == 0 && done.output == "2\n1\n", "\(done.output)\(done.errors)")
    }

    @Test(
        "a commit that nobody signed is named, and what is pending has a way past it", .needsServer)
    func unsigned() throws {
        try share("other rogue")
        let event = try appendUnsigned()
        let refused = try run(
            """
            ledger remote sync --ledger rogue >/dev/null
            ledger remote sync 2>fast && exit 9
            grep -q 'event \(event) there: not signed' fast || exit 8
            ledger add 1.20 Milk -c food --ledger other >/dev/null
            ledger remote sync --ledger other
            """)
        #expect(refused.code == 1)
        for words in [
            "1 commit is not believed", "event \(event) there: not signed",
            "ledger remote sync --doubtful --ledger other && ledger verify --ledger other",
            "ledger device vouch",
        ] {
            #expect(refused.errors.contains(words), "\(words) in \(refused.errors)")
        }
        #expect(!refused.errors.contains("there: ledger"))
        let done = try run(
            """
            ledger remote sync --doubtful --ledger other
            ledger verify --ledger other >/dev/null 2>named && exit 9
            grep -q 'event \(event): not signed' named || exit 8
            set -e
            ledger device vouch --ledger other
            ledger remote sync --ledger other
            ledger add 0.80 Salt -c food >/dev/null
            ledger remote sync
            ledger verify >/dev/null
            ledger list
            """)
        #expect(done.code == 0, "\(done.output)\(done.errors)")
        for words in ["Vouched for 1 commit", "Milk", "Salt", "Bread"] {
            #expect(done.output.contains(words), "\(words) in \(done.output)")
        }
    }
}
