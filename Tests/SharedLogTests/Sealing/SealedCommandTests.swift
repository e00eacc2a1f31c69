import Foundation
import SharedLog
import Support
import Testing

/// The commands for ledgers that the server does not see, as they are typed.
@Suite("ledger remote, encrypted")
struct SealedCommandTests {
    private let runner: CommandRunner

    init() throws { runner = try CommandRunner(["USER": "ada"]) }

    private static let setUp = """
        set -e
        ledger init --currency EUR --zone UTC --week-start monday --owner Ada >/dev/null
        ledger add 3.50 Bread -c food >/dev/null
        away() { XDG_STATE_HOME=$PWD/away ledger "$@"; }
        id() { ledger remote status --format json | sed 's/.*"ledger":"\\([0-9a-f]*\\)".*/\\1/'; }

        """

    @Test("share, let a device in, remove it, and recover what a lost device had", .needsServer)
    func lives() throws {
        let address = try #require(TestServer.shared).address
        let begin = try runner.shell(
            SealedCommandTests.setUp + """
                echo 'correct horse battery' |
                    ledger remote add '\(address)' --encrypt all --recovery key.txt --name desk
                [ "$(stat -c %a key.txt .local/state/ledger/member.key)" = "600\n600" ]
                ledger remote sync
                away remote clone '\(address)' other --id $(id) && exit 9
                key=$(away remote member key --format json | sed 's/.*"key":"\\([^"]*\\)".*/\\1/' |
                    sed 's/\\\\//g')
                ledger remote member add "$key" --name laptop
                mark=$(ledger remote member list | tail -n 1 | cut -d' ' -f2)
                away remote clone '\(address)' other --id $(id) --keys $mark
                away list --ledger other
                away remote status --ledger other
                away remote member list --ledger other
                """)
        #expect(begin.code == 0, "\(begin.output)\(begin.errors)")
        for words in [
            "The server sees sizes, ids and hashes", "laptop can open the ledger", "Bread",
            "hidden   all", "laptop (this device)", "recovery", "desk", "fingerprint",
        ] {
            #expect(begin.output.contains(words), "\(words) in \(begin.output)")
        }
        #expect(begin.errors.contains("this device cannot open it; those who can: desk, recovery"))
        #expect(begin.errors.contains("ledger remote member add ledger-member:"))

        let rest = try runner.shell(
            """
            away() { XDG_STATE_HOME=$PWD/away ledger "$@"; }
            name=$(ledger remote status --format json |
                sed 's/.*"ledger":"\\([0-9a-f]*\\)".*/\\1/')
            ledger remote member remove laptop
            ledger add 1.20 Milk -c food >/dev/null
            ledger remote sync
            away remote sync --ledger other; echo "code $?"
            away list --ledger other | grep -c Milk
            export XDG_STATE_HOME=$PWD/fresh
            for words in 'wrong horse battery' 'correct horse battery'; do
                echo "$words" | ledger remote clone '\(address)' third --recover key.txt --id $name
                echo "code $?"
            done
            ledger list --ledger third
            """)
        for words in [
            "which laptop does not have", "What was read stays read", "code 1\n0\ncode 1",
            "code 0", "Milk",
        ] {
            #expect(rest.output.contains(words), "\(words) in \(rest.output)\(rest.errors)")
        }
        #expect(rest.errors.contains("is not the passphrase"))
    }

    @Test("says what is wrong with a recovery key, and what leads on", .needsServer)
    func recoveries() throws {
        let address = try #require(TestServer.shared).address
        let done = try runner.shell(
            SealedCommandTests.setUp + """
                words='correct horse battery'
                echo "$words" | ledger remote add '\(address)' --encrypt all --recovery old.txt
                ledger remote sync
                echo "$words" | ledger remote member recovery new.txt
                name=$(id)
                sed "2s/.*/ledger $(echo $name | tr 0-9a-f 1-9a-f0)/" new.txt >other.txt
                echo hello >none.txt
                set +e
                export XDG_STATE_HOME=$PWD/away
                for file in gone none other old; do
                    echo "$words" | ledger remote clone '\(address)' new --id $name \
                        --recover $file.txt
                    echo "code $?"
                done
                echo 'wrong horse battery' |
                    ledger remote clone '\(address)' new --id $name --recover new.txt
                echo "code $?"
                ls new 2>/dev/null
                echo "$words" | ledger remote clone '\(address)' new --id $name --recover new.txt
                echo "code $?"
                ledger list --ledger new
                """)
        let codes = done.output.split(separator: "\n").filter { $0.hasPrefix("code ") }
        #expect(
            codes == ["code 2", "code 2", "code 2", "code 1", "code 1", "code 0"],
            "\(done.output)\(done.errors)")
        #expect(done.output.contains("Bread"))
        for words in [
            "there is no file gone.txt, where the recovery key was looked for",
            "none.txt is no recovery key", "other.txt is the recovery key of another ledger, ",
            "old.txt lets nobody in any more: it was replaced or removed", "--recover NEWER-FILE",
            "ledger remote member add ledger-member:", "is not the passphrase",
            "ledger remote member recovery FILE   on a device of the ledger",
        ] {
            #expect(done.errors.contains(words), "\(words) in \(done.errors)")
        }
    }

    @Test(
        "what a device has seen is not taken for plain, and plain not for encrypted", .needsServer)
    func confusions() throws {
        let server = try #require(TestServer.shared)
        let done = try runner.shell(
            SealedCommandTests.setUp + """
                set +e
                ledger remote add '\(server.address)' --encrypt text --no-recovery >/dev/null
                ledger remote sync >/dev/null
                name=$(id)
                psql -qXAt '\(server.address)' \
                    -c "DELETE FROM ledger.keyring WHERE ledger = '$name'"
                ledger remote sync; echo $?
                rm -r .local
                ledger remote sync; echo $?
                ledger init --currency EUR --zone UTC --week-start monday --owner Bo \
                    --ledger plain >/dev/null
                ledger remote add '\(server.address)' --ledger plain >/dev/null
                ledger remote sync --ledger plain >/dev/null
                ledger remote member list --ledger plain; echo $?
                ledger remote detach --ledger plain >/dev/null
                ledger remote add '\(server.address)' --encrypt all --no-recovery --ledger plain
                echo $?
                """)
        let codes = done.output.split(separator: "\n").map(String.init)
            .filter { $0.count == 1 }
        #expect(codes == ["1", "1", "1", "1"], "\(done.output)\(done.errors)")
        for words in [
            "the server has no keys of it", "the ledger is not encrypted", "in plain already",
        ] {
            #expect(done.errors.contains(words), "\(words) in \(done.errors)")
        }
    }

    @Test(
        "says what was typed wrong",
        arguments: [
            ("remote add postgres://h/d --encrypt all", "needs --recovery FILE"),
            ("remote add postgres://h/d --encrypt some --no-recovery", "text or all"),
            ("remote add postgres://h/d --recovery f", "goes with --encrypt"),
            ("remote member", "member needs list, key, add, remove or recovery"),
            ("remote member nosuch", "unknown command \"member nosuch\""),
            ("remote member add", "member add needs KEY"),
            ("remote member list --name x", "--name does not go with member list"),
            ("remote sync --encrypt all --no-recovery", "--encrypt does not go with sync"),
            ("remote member list", "shared with nobody"),
        ])
    func words(_ line: String, _ expected: String) throws {
        let done = try runner.shell(
            "ledger init --currency EUR --zone UTC --week-start monday --owner Ada >/dev/null\n"
                + "ledger \(line)")
        #expect(done.code != 0)
        #expect(done.errors.contains(expected), "\(done.errors)")
        #expect(done.errors.contains("try"))
    }
}
