import Foundation
import Support
import Testing

/// Devices that sign what they record, and copies of which somebody should not believe a word.
@Suite("Devices")
struct DeviceTests {
    /// `phone COMMAND …` is the program on another machine, whose copy lies in `phone`.
    private static let helpers = """
        set -e
        phone() { XDG_STATE_HOME=$PWD/phone-state ledger "$@" --ledger phone; }
        key() { sed -n 's/.*"verifier":"\\([^"]*\\)".*/\\1/p'; }

        """

    /// A shared ledger of the laptop, and a clone of it, the phone, that is not known yet.
    private func cloned() throws -> CommandRunner {
        let runner = try CommandRunner()
        let made = try shell(
            runner,
            """
            ledger init --currency EUR --zone UTC --owner Ada --now 2026-04-01 >/dev/null
            ledger add 12.50 Lunch -c food -a bank --now 2026-04-01 >/dev/null
            ledger device add --name laptop --now 2026-04-01 >/dev/null
            XDG_STATE_HOME=$PWD/phone-state ledger clone ledger phone --device phone \
                --now 2026-04-02 >/dev/null
            """)
        #expect(made.code == 0, "\(made.errors)")
        return runner
    }

    /// The same, with the key of the phone added.
    private func household() throws -> CommandRunner {
        let runner = try cloned()
        let made = try shell(
            runner,
            """
            own=$(phone device list -O json | tr '{' '\\n' | grep '"own":true' | key)
            ledger device add "$own" --now 2026-04-02 >/dev/null
            ledger merge phone --both --now 2026-04-02 >/dev/null
            """)
        #expect(made.code == 0, "\(made.errors)")
        return runner
    }

    private func shell(_ runner: CommandRunner, _ script: String) throws -> CommandResult {
        try runner.shell(DeviceTests.helpers + script)
    }

    private func root(_ runner: CommandRunner, _ folder: String) throws -> String? {
        let info = try runner.run("info", "--ledger", folder, "-O", "json")
        return JSONValue(parsing: info.output)?["root"]?.string
    }

    @Test("a clone is a device, and is believed once its key was added") func added() throws {
        let runner = try cloned()
        let refused = try shell(runner, "ledger merge phone --now 2026-04-02")
        #expect(refused.code == 1)
        #expect(refused.errors.contains("signed by 'phone', which no device here has added"))
        let key = try #require(
            refused.errors.split(separator: "\n").first { $0.contains("ledger device add ") })
        let command = key.split(separator: "try: ").last.map(String.init) ?? ""
        let done = try shell(
            runner,
            """
            \(command) --now 2026-04-02 >/dev/null
            phone add 3 Tea -c food --now 2026-04-03 >/dev/null
            ledger add 4 Milk -c food --now 2026-04-03 >/dev/null
            ledger merge phone --both --now 2026-04-04
            phone verify
            """)
        #expect(done.code == 0, "\(done.errors)")
        #expect(done.output.contains("signed by devices that are believed"))
        #expect(try root(runner, "ledger") == root(runner, "phone"))
        let list = JSONValue(parsing: try runner.run("device", "list", "-O", "json").output)
        let rows = list?["devices"]?.array ?? []
        #expect(rows.compactMap { $0["name"]?.string } == ["laptop", "phone"])
        #expect(rows.allSatisfy { $0["state"]?.string == "believed" })
        #expect(rows.map { $0["own"]?.bool } == [true, false])
    }

    @Test("a device that nobody added is refused by name") func stranger() throws {
        let runner = try household()
        let done = try shell(
            runner,
            """
            cp -r phone thief
            export XDG_STATE_HOME=$PWD/thief-state
            ledger list --ledger thief >/dev/null
            ledger add 9 Gin --ledger thief --now 2026-04-05 2>no-key && exit 5
            ledger device add --name thief --ledger thief --now 2026-04-05 >/dev/null
            ledger add 9 Gin --ledger thief --now 2026-04-05 >/dev/null
            unset XDG_STATE_HOME
            cat no-key >&2
            ledger merge thief --now 2026-04-06
            """)
        #expect(done.code == 1)
        #expect(done.errors.contains("try: ledger -f thief device add\n"))
        #expect(done.errors.contains("2 commits are not believed"))
        #expect(done.errors.contains("signed by 'thief', which no device here has added"))
    }

    @Test("what a device signs after it was revoked is refused, and not what was before")
    func revoked() throws {
        let runner = try household()
        let done = try shell(
            runner,
            """
            phone add 3 Tea --now 2026-04-03 >/dev/null
            ledger merge phone --now 2026-04-03 >/dev/null
            ledger device revoke phone --reason lost --now 2026-04-04
            ledger verify >/dev/null
            phone add 4 Gin --now 2026-04-05 >/dev/null
            ledger device list
            ledger merge phone --now 2026-04-06
            """)
        #expect(done.code == 1)
        #expect(done.output.contains("Revoked phone"))
        #expect(done.output.contains("revoked"))
        #expect(done.errors.contains("1 commit is not believed"))
        #expect(done.errors.contains("signed by 'phone' after it was revoked"))
    }

    @Test("a key on two devices is found when both have recorded something") func copied() throws {
        let runner = try household()
        let done = try shell(
            runner,
            """
            cp -r phone other
            phone add 3 Tea --now 2026-04-03 >/dev/null
            XDG_STATE_HOME=$PWD/phone-state ledger add 4 Gin --ledger other \
                --now 2026-04-03 >/dev/null
            ledger merge phone --now 2026-04-04 >/dev/null
            ledger merge other --now 2026-04-05
            """)
        #expect(done.code == 1)
        #expect(done.errors.contains("the key of 'phone' is on two devices (number 2, as event "))
    }

    @Test("a copy of a device gets a key of its own, and what it signed stays")
    func newKey() throws {
        let runner = try household()
        let done = try shell(
            runner,
            """
            cp -r phone other
            other() { XDG_STATE_HOME=$PWD/phone-state ledger "$@" --ledger other; }
            phone add 3 Tea --now 2026-04-03 >/dev/null
            other add 4 Gin --now 2026-04-03 >/dev/null
            ledger merge phone --now 2026-04-04 >/dev/null
            ledger merge other --now 2026-04-04 2>refused && exit 9
            grep -q 'try: there: ledger device add --new-key' refused || exit 8
            other device add --new-key --name copy --dry-run --now 2026-04-05 | head -n 1
            other device add --new-key --name copy --now 2026-04-05 >/dev/null
            other verify >/dev/null
            own=$(other device list -O json | tr '{' '\n' | grep '"own":true' | key)
            ledger device add "$own" --now 2026-04-05 >/dev/null
            ledger merge other --both --now 2026-04-05 >/dev/null
            other add 5 Rum --now 2026-04-06 >/dev/null
            phone add 6 Ale --now 2026-04-06 >/dev/null
            ledger merge other --both --now 2026-04-07 >/dev/null
            ledger merge phone --both --now 2026-04-07 >/dev/null
            ledger merge other --both --now 2026-04-07 >/dev/null
            for folder in ledger phone; do ledger verify --ledger $folder >/dev/null; done
            other verify >/dev/null
            ledger device list -O csv | cut -d, -f2,5
            ledger report -Y -O csv
            """)
        #expect(done.code == 0, "\(done.output)\(done.errors)")
        #expect(done.output.hasPrefix("Would have added copy\n"), "\(done.output)")
        for name in ["laptop", "phone", "copy"] {
            #expect(done.output.contains("\(name),believed\n"), "\(done.output)")
        }
        // 12.50 + 3 + 4 + 5 + 6.
        #expect(done.output.contains(",EUR,30.50,5\n"), "\(done.output)")
        #expect(try root(runner, "ledger") == root(runner, "phone"))
        #expect(try root(runner, "ledger") == root(runner, "other"))
    }

    @Test("a file of the device that is older than the log hands out no number twice")
    func older() throws {
        let runner = try household()
        let done = try shell(
            runner,
            """
            cp ledger/device.json older
            ledger add 3 Tea --now 2026-04-03 >/dev/null
            ledger add 4 Gin --now 2026-04-03 >/dev/null
            cp older ledger/device.json
            ledger add 5 Rum --now 2026-04-04 >/dev/null
            sed 's/"events":[0-9]*,//' older > ledger/device.json
            ledger add 6 Ale --now 2026-04-04 >/dev/null
            ledger verify >/dev/null
            phone merge ledger --now 2026-04-05 >/dev/null
            """)
        #expect(done.code == 0, "\(done.output)\(done.errors)")
        #expect(try root(runner, "ledger") == root(runner, "phone"))
    }

    @Test("what is left out of a replay is shown without its salts") func salts() throws {
        let runner = try household()
        let added = try runner.run("add", "3", "Tea", "--now", "2026-04-03", "-O", "json")
        let id = try #require(JSONValue(parsing: added.output)?["id"]?.integer)
        for format in ["text", "json"] {
            let shown = try runner.run("replay", "--without", "\(id)", "-O", format)
            #expect(shown.code == 0 && shown.output.contains("Tea"), "\(shown.errors)")
            #expect(!shown.output.contains("salt"), "\(shown.output)")
        }
    }

    @Test("a copy whose key was revoked becomes a device anew") func anew() throws {
        let runner = try household()
        let done = try shell(
            runner,
            """
            ledger device revoke phone --reason lost --now 2026-04-03 >/dev/null
            ledger merge phone --both --now 2026-04-03 >/dev/null
            phone device add --name found --now 2026-04-04 >/dev/null
            phone add 3 Tea -c food --now 2026-04-04 >/dev/null
            own=$(phone device list -O json | tr '{' '\\n' | grep '"own":true' | key)
            ledger device add "$own" --now 2026-04-05 >/dev/null
            ledger merge phone --both --now 2026-04-05 >/dev/null
            ledger verify >/dev/null
            ledger device list -O csv | cut -d, -f2,5,7
            """)
        #expect(done.code == 0, "\(done.errors)")
        #expect(done.output.contains("phone,revoked,1\n"), "\(done.output)")
        #expect(done.output.contains("found,believed,2\n"), "\(done.output)")
    }

    @Test("what a ledger that is shared brought by joining is no other one's signature")
    func joined() throws {
        let runner = try CommandRunner()
        let done = try shell(
            runner,
            """
            ledger init --currency EUR --zone UTC --owner Ada --now 2026-04-01 >/dev/null
            ledger init --currency EUR --zone UTC --owner Bo --ledger bo --now 2026-04-01 >/dev/null
            ledger device add --name bo --ledger bo --now 2026-04-01 >/dev/null
            ledger add 3 Tea -a giro --ledger bo --now 2026-04-01 >/dev/null
            ledger join bo --now 2026-04-02 >/dev/null
            ledger verify >/dev/null
            ledger device add --name laptop --now 2026-04-03 >/dev/null
            ledger verify -O json
            """)
        #expect(done.code == 0, "\(done.errors)")
        let signatures = JSONValue(parsing: done.output)?["signatures"]
        #expect(signatures?["doubtful"]?.integer == 0, "\(done.output)")
        #expect(signatures?["signed"]?.integer == 1, "\(done.output)")
    }

    @Test("whom a copy believes is told by the device that looks at it")
    func anchored() throws {
        let runner = try household()
        let done = try shell(
            runner,
            """
            ledger backup copy >/dev/null
            export XDG_STATE_HOME=$PWD/copy-state
            ledger device add --name copy --ledger copy --now 2026-04-03 >/dev/null
            unset XDG_STATE_HOME
            ledger verify --ledger copy
            """)
        // From here the device of the copy is none that is believed.
        #expect(done.code == 1)
        #expect(done.errors.contains("1 commit is not signed by a device that is believed"))
        let vouched = try shell(
            runner,
            """
            export XDG_STATE_HOME=$PWD/copy-state
            ledger verify --ledger copy >/dev/null
            ledger device vouch --ledger copy --now 2026-04-03
            """)
        #expect(vouched.code == 1)
        #expect(vouched.errors.contains("every commit is signed as it should be"))
    }

    @Test("undo, redo, imports and erasures are signed, and figures are the same")
    func everyday() throws {
        let runner = try household()
        try runner.write(
            Array("Date,Amount,Title\n2026-04-02,4.00,Milk\n2026-04-02,6.00,Tea\n".utf8),
            to: "bank.csv")
        let done = try shell(
            runner,
            """
            ledger import bank.csv --now 2026-04-03 >/dev/null
            ledger undo --now 2026-04-03 >/dev/null
            ledger redo --now 2026-04-03 >/dev/null
            ledger amend lunch --amount 13 --note secretword --now 2026-04-03 >/dev/null
            ledger erase lunch --yes --now 2026-04-04 >/dev/null
            phone task add Taxes --now 2026-04-03 >/dev/null
            ledger merge phone --both --now 2026-04-05 >/dev/null
            ledger seal >/dev/null
            for folder in ledger phone; do ledger verify --ledger $folder >/dev/null; done
            phone verify >/dev/null
            grep -r secretword ledger phone && exit 5
            ledger report -Y -O csv
            """)
        #expect(done.code == 0, "\(done.errors)")
        #expect(done.output.contains(",EUR,23.00,3\n"))
        #expect(try root(runner, "ledger") == root(runner, "phone"))
        let log = try runner.run("log", "--kind", "commit-signed", "-O", "csv")
        #expect(log.output.split(separator: "\n").count > 8)
    }

    @Test("a merge that changes what was signed vouches for it") func adapted() throws {
        let runner = try household()
        let done = try shell(
            runner,
            """
            ledger add 1 One -a card --now 2026-04-03 >/dev/null
            ledger add 2 Two -a card --now 2026-04-03 >/dev/null
            phone add 3 Three -a card --now 2026-04-03 >/dev/null
            cp ledger/device.json before
            ledger merge phone --dry-run --now 2026-04-05 >/dev/null
            cmp ledger/device.json before
            ledger merge phone --both --now 2026-04-05 >/dev/null
            ledger verify -O json
            """)
        #expect(done.code == 0, "\(done.errors)")
        let signatures = JSONValue(parsing: done.output)?["signatures"]
        #expect(signatures?["doubtful"]?.integer == 0)
        #expect(signatures?["vouched"]?.integer ?? 0 > 0)
        #expect(try runner.run("balance", "card", "-O", "csv").output.contains("-6.00"))
    }

    @Test(
        "another program finds the same signatures, and what was changed",
        .enabled(if: PythonTool.isThere))
    func checkedByAnother() throws {
        let runner = try household()
        let tool = SourceTree.fullPath("tools/verify-proof")
        let done = try shell(
            runner,
            """
            ledger people add Bo --now 2026-04-03 >/dev/null
            ledger add 10 Cinema --split me,Bo -a card --now 2026-04-03 >/dev/null
            ledger amend cinema --amount 12 --split me,Bo --now 2026-04-03 >/dev/null
            ledger close 2026-03 --now 2026-04-03 >/dev/null
            phone add 3 Tea -a card --now 2026-04-03 >/dev/null
            ledger merge phone --both --now 2026-04-05 >/dev/null
            ledger erase cinema --yes --now 2026-04-06 >/dev/null
            for folder in ledger phone; do \(tool) devices $folder; done
            """)
        #expect(done.code == 0, "\(done.errors)")
        #expect(done.output.contains("laptop "))
        #expect(done.output.contains("phone "))
    }

    @Test("a rehearsal makes no key and writes nothing") func rehearsed() throws {
        let runner = try CommandRunner()
        let done = try shell(
            runner,
            """
            ledger init --currency EUR --zone UTC --owner Ada --now 2026-04-01 >/dev/null
            ledger device add --name laptop --dry-run --now 2026-04-01
            test ! -e ledger/device.json
            test ! -e .local/state/ledger/devices
            ledger device list
            ledger device add --name laptop --now 2026-04-01 >/dev/null
            cp ledger/device.json before
            ledger add 5 Tea --dry-run --now 2026-04-01 >/dev/null
            cmp ledger/device.json before
            ledger log --kind device-added -O csv | tail -n 1
            """)
        #expect(done.code == 0, "\(done.errors)")
        #expect(done.output.contains("Would have added laptop"))
        #expect(done.output.contains("No device signs here"))
        #expect(done.output.contains("laptop"))
    }

    @Test("the key is for its owner only, and lies in no copy") func secret() throws {
        let runner = try household()
        let done = try shell(
            runner,
            """
            stat -c %a .local/state/ledger/devices/*.key
            ledger backup copy >/dev/null
            ledger bundle all.bundle >/dev/null
            grep -rl PRIVATE ledger copy phone all.bundle && exit 5
            test ! -e copy/device.json
            ledger doctor -O json | grep -o '"check":"device","[^}]*'
            XDG_STATE_HOME=$PWD/none ledger doctor
            """)
        #expect(done.output.hasPrefix("600\n"))
        #expect(done.output.contains("laptop"))
        #expect(done.code == 1)
        #expect(done.errors.contains("try: ledger device add"))
    }
}
