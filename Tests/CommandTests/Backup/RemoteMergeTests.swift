import Foundation
import Support
import Testing

/// Copies on other machines, behind a stand-in for `ssh` that runs the command here, in `far` as
/// the home folder.
@Suite("Merging over ssh")
struct RemoteMergeTests {
    /// A stand-in that notes what it was called with and does what a shell there would do.
    static let standIn = """
        #!/bin/bash
        printf '%s\\n' "$@" >>"$HOME/called"
        while [ "$1" != -- ]; do shift; done
        [ "$2" = nowhere ] && exit 255
        mkdir -p "$HOME/far/bin"; ln -sf "$LEDGER_PROGRAM" "$HOME/far/bin/ledger"
        export HOME="$HOME/far"; PATH="$HOME/bin:$PATH"; unset LEDGER_HOME
        cd "$HOME" && exec bash -c "$3"
        """

    private func shell(_ script: String) throws -> CommandResult {
        let runner = try CommandRunner()
        try runner.write(Array(RemoteMergeTests.standIn.utf8), to: "ssh")
        return try runner.shell(
            """
            chmod +x ssh; PATH="$PWD:$PATH"
            on() { local folder=$1; shift; ledger "$@" --ledger "$folder"; }
            root() { on "$1" info -O json | grep -o '"root":"[^"]*"'; }
            ledger init --currency EUR --zone UTC --owner Ada --now 2026-04-01 >/dev/null
            ledger add 12.50 Lunch -c food --now 2026-04-01 >/dev/null
            \(script)
            """)
    }

    @Test("clone, offline edits on both sides, and merge to one root") func whole() throws {
        let done = try shell(
            """
            mkdir far; mv ledger far/books
            ledger clone ssh://ada@laptop:2222/~/books | tail -4
            ledger add 3 Tea --now 2026-04-02 >/dev/null
            on far/books add 4 Bus --now 2026-04-02 >/dev/null
            ledger merge --both --dry-run --now 2026-04-03 | grep would
            ledger merge --both --now 2026-04-03
            [ "$(root ledger)" = "$(root far/books)" ] && echo same
            : >called; ledger add 5 Ham --now 2026-04-04 >/dev/null
            on far/books add 6 Egg --now 2026-04-04 >/dev/null
            ledger merge --both --now 2026-04-05 | head -1
            [ "$(root ledger)" = "$(root far/books)" ] && echo again
            grep -v '^--$' called; ls
            ledger merge ssh://ada@laptop/~/books --now 2026-04-06
            """)
        #expect(done.code == 0, "\(done.errors)")
        #expect(done.output.contains("ssh://ada@laptop:2222/~/books would take in 1 commit"))
        #expect(done.output.contains("Took in 1 commit (1 event) of ssh://ada@laptop:2222/~/books"))
        #expect(done.output.contains("took in 1 commit (1 event) of this copy"))
        #expect(done.output.contains("same\n") && done.output.contains("again\n"), "\(done.output)")
        // Only what is new comes, and only the result's end goes.
        #expect(
            done.output.contains(
                "-p\n2222\nada@laptop\nledger bundle - --since 5 --ledger='books'"),
            "\(done.output)")
        #expect(done.output.contains("All that ssh://ada@laptop/~/books has is here."))
    }

    @Test("the other side is asked before anything is taken in here") func asked() throws {
        let done = try shell(
            """
            there() { (export HOME="$PWD/far"; ledger "$@" --ledger far/books); }
            roots() { root ledger; root far/books; }
            mkdir far; mv ledger far/books
            there device add --name desk --now 2026-04-01 >/dev/null
            ledger clone ssh://laptop/~/books --device phone --now 2026-04-02 >/dev/null
            ledger add 3 Tea --now 2026-04-03 >/dev/null
            there add 4 Bus --now 2026-04-03 >/dev/null
            before=$(roots)
            ledger merge --both --dry-run --now 2026-04-04 >/dev/null 2>&1; echo "exit $?"
            ledger merge --both --now 2026-04-04 >/dev/null 2>refused; echo "exit $?"
            grep -q 'said no (exit 1)' refused && grep -q "signed by 'phone'" refused && echo told
            [ "$before" = "$(roots)" ] && echo unchanged
            key=$(ledger device list -O json | tr '{' '\\n' | grep '"own":true' \\
                | sed -n 's/.*"verifier":"\\([^"]*\\)".*/\\1/p')
            there device add "$key" --now 2026-04-04 >/dev/null
            ledger merge --both --now 2026-04-05 >/dev/null; echo "exit $?"
            [ "$(root ledger)" = "$(root far/books)" ] && echo same
            """)
        #expect(
            done.output == "exit 3\nexit 3\ntold\nunchanged\nexit 0\nsame\n",
            "\(done.output)\(done.errors)")
    }

    @Test("a name is only ever a name") func injection() throws {
        let done = try shell(
            """
            mkdir far
            folder="it's \\$(touch pwned) ; touch pwned & \\"x\\" *"
            mkdir "far/$folder" && mv ledger/* "far/$folder" && rmdir ledger
            ledger clone "ssh://laptop/~/$folder" copy >/dev/null && echo cloned
            on copy add 3 Tea --now 2026-04-02 >/dev/null
            on copy merge --both --now 2026-04-03 >/dev/null && echo merged
            [ "$(root copy)" = "$(root "far/$folder")" ] && echo same
            for name in '-oProxyCommand=touch$IFS;pwned' 'a;b' 'a b' '$(x)' 'a@-b' '@b' 'a@' '' \\
                'a@b@c' 'a:x' 'a:0' 'a:1:2' 'a:-1' "a'b"; do
                ledger merge "ssh://$name/books" 2>/dev/null; echo "exit $?"
            done | sort | uniq -c
            ledger merge "ssh://laptop/a$(printf '\\nb')" 2>/dev/null; echo "exit $?"
            find . -name 'pwned*'
            """)
        #expect(done.output.hasPrefix("cloned\nmerged\nsame\n"), "\(done.output)\(done.errors)")
        #expect(done.output.hasSuffix("14 exit 2\nexit 2\n"), "\(done.output)")
    }

    @Test("what goes wrong there is told, and nothing is half done") func failing() throws {
        let done = try shell(
            """
            mkdir far; ledger backup far/books >/dev/null
            ledger merge ssh://nowhere/books; echo "exit $?"
            ledger merge ssh://laptop/~/nothing; echo "exit $?"
            ledger clone ssh://laptop/~/nothing new; echo "exit $?"
            ls -d new
            # The other side goes back to an earlier state: everything is asked for again.
            ledger clone ssh://laptop/~/books copy >/dev/null
            on copy add 3 Tea --now 2026-04-02 >/dev/null
            cp -r far/books old
            on copy merge --both --now 2026-04-03 >/dev/null
            rm -r far/books; mv old far/books
            on far/books add 4 Bus --now 2026-04-04 >/dev/null
            on copy merge --both --now 2026-04-05 | head -1
            [ "$(root copy)" = "$(root far/books)" ] && echo same
            """)
        let output = done.output + done.errors
        #expect(output.contains("cannot be reached"), "\(output)")
        #expect(output.contains("said no"), "\(output)")
        #expect(done.output.hasPrefix("exit 3\nexit 3\nexit 3\n"), "\(output)")
        #expect(done.output.contains("Took in 1 commit (1 event) of ssh://laptop/~/books"))
        #expect(done.output.hasSuffix("same\n"), "\(output)")
    }

    /// Whether a server of the system can be started here, for a real connection.
    private static let hasServer = ["/usr/sbin/sshd", "/usr/bin/ssh", "/usr/bin/ssh-keygen"]
        .allSatisfy(FileManager.default.isExecutableFile)

    @Test("by the system's own ssh and sshd", .enabled(if: hasServer, "there is no sshd"))
    func real() throws {
        let runner = try CommandRunner()
        let done = try runner.shell(
            """
            mkdir bin far keys; ln -s "$LEDGER_PROGRAM" bin/ledger; chmod 700 keys
            on() { local folder=$1; shift; ledger "$@" --ledger "$folder"; }
            root() { on "$1" info -O json | grep -o '"root":"[^"]*"'; }
            ssh-keygen -q -t ed25519 -N '' -f keys/host; ssh-keygen -q -t ed25519 -N '' -f keys/me
            port=$((20000 + RANDOM % 20000))
            [ "$(id -u)" = 0 ] && mkdir -p /run/sshd
            printf '%s\n' "Port $port" "ListenAddress 127.0.0.1" "HostKey $PWD/keys/host" \
                "AuthorizedKeysFile $PWD/keys/me.pub" "UsePAM no" "StrictModes no" \
                "PidFile none" "PasswordAuthentication no" "SetEnv PATH=$PWD/bin:/usr/bin:/bin" \
                >keys/server
            echo "[127.0.0.1]:$port $(cut -d' ' -f1,2 keys/host.pub)" >keys/known
            printf '#!/bin/sh\nexec /usr/bin/ssh -F none -o BatchMode=yes -i %s -o %s "$@"\n' \
                "$PWD/keys/me" "UserKnownHostsFile=$PWD/keys/known" >bin/ssh
            chmod +x bin/ssh; PATH="$PWD/bin:$PATH"
            timeout 60 /usr/sbin/sshd -D -e -f keys/server 2>keys/said & server=$!
            trap 'kill $server' EXIT
            for n in $(seq 50); do
                (: >/dev/tcp/127.0.0.1/$port) 2>/dev/null && break; sleep 0.1
            done
            ledger init --currency EUR --zone UTC --owner Ada --now 2026-04-01 \
                --ledger "far/it's books" >/dev/null
            address="ssh://$(id -un)@127.0.0.1:$port$PWD/far/it's books"
            ledger clone "$address" >/dev/null && echo cloned
            ledger add 3 Tea --now 2026-04-02 >/dev/null
            on "far/it's books" add 4 Bus --now 2026-04-02 >/dev/null
            ledger merge --both --now 2026-04-03 | head -1 | cut -c1-32
            [ "$(root ledger)" = "$(root "far/it's books")" ] && echo same
            echo "[127.0.0.1]:$port $(cut -d' ' -f1,2 keys/me.pub)" >keys/known
            ledger merge; echo "exit $?"
            """)
        #expect(
            done.output == "cloned\nTook in 1 commit (1 event) of ss\nsame\nexit 3\n",
            "\(done.output)\(done.errors)")
        #expect(done.errors.contains("cannot be reached"), "\(done.errors)")
    }
}
