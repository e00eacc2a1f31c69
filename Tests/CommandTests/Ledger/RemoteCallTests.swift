import Foundation
import Support
import Testing

/// Requests to a server, behind a stand-in for `curl` that answers with the files that are there.
@Suite("Calling the ledger of a server")
struct RemoteCallTests {
    private static let standIn = """
        #!/bin/bash
        printf '%s\\n' "$@" >words; cat >request
        take() { sed -n "s/^$1 = \\"@\\{0,1\\}\\(.*\\)\\"$/\\1/p" request; }
        asked=$(take data-binary)
        cp "$asked" question; stat -c %a "$asked" "$(dirname "$asked")" >modes
        [ -f slow ] && { touch started; exec sleep 60; }
        [ -f code ] && exit "$(cat code)"
        cp reply "$(take output)" 2>/dev/null || exit 23; printf %s "$(cat status)"
        """

    private func shell(_ script: String) throws -> CommandResult {
        let runner = try CommandRunner()
        try runner.write(Array(RemoteCallTests.standIn.utf8), to: "curl")
        return try runner.shell(
            """
            chmod +x curl; PATH="$PWD:$PATH"; export TMPDIR="$PWD"; unset LEDGER_TOKEN
            printf 200 >status; printf '{"position":3}' >reply
            \(script)
            """)
    }

    @Test("an answer is the server's, and a token is in no argument") func answers() throws {
        let done = try shell(
            """
            export LEDGER_TOKEN=abc123
            echo '{"period":"monthly"}' | ledger call report - --remote https://ledger.example/ \\
                --timeout 5
            cat words question; grep -v "$PWD" request; cat modes; ls -d ledger-check-* ledger 2>&1
            ledger call task/list --remote http://127.0.0.1:8080 && cat question
            grep -e '^url' -e '^proto' request
            """)
        #expect(done.output.hasPrefix("{\"position\":3}"), "\(done.output)\(done.errors)")
        #expect(done.output.contains("{\"period\":\"monthly\"}"))
        for line in [
            "url = \"https://ledger.example/api/report\"", "proto = \"=https\"",
            "header = \"Authorization: Bearer abc123\"", "max-time = 5.0", "600\n700\n",
            "url = \"http://127.0.0.1:8080/api/task/list\"", "proto = \"=http\"",
        ] {
            #expect(done.output.contains(line), "\(line): \(done.output)")
        }
        let words = try #require(done.output.split(separator: "url =").first)
        #expect(words.contains("-q\n--config\n") && !words.contains("abc123"), "\(words)")
        // No ledger is made here, and what was asked is on no disk any more.
        #expect(done.output.contains("No such file") || done.errors.contains("No such file"))
        #expect(!done.output.contains("\nledger-check-"), "\(done.output)")
    }

    @Test(
        "whoever ends it while it waits leaves no token, no question and no answer behind",
        arguments: ["INT", "TERM", "HUP"])
    func ended(_ signal: String) throws {
        let done = try shell(
            """
            export LEDGER_TOKEN=abc123; touch slow
            # As a key does: the signal is for all that the terminal has in front.
            set -m
            env --default-signal=INT,TERM,HUP "$LEDGER_PROGRAM" call session \
                '{"password":"pw77"}' --remote http://localhost:8080 >said 2>&1 &
            job=$!
            for n in $(seq 600); do [ -f started ] && break; sleep 0.05; done
            ls ledger-check-*; grep -rl abc123 ledger-check-*; grep -c abc123 request
            kill -\(signal) -- -$job
            wait $job; echo "exit $?"
            ls -d ledger-check-* 2>/dev/null; grep -c -e abc123 -e pw77 said
            """)
        #expect(
            done.output == "answer\nquestion\nstatus\n1\nexit 130\n0\n",
            "\(done.output)\(done.errors)")
    }

    @Test(
        "whoever ends it while an answer is put out ends it, and no answer is left on the disk",
        arguments: [("INT", 130), ("TERM", 143), ("HUP", 129)])
    func endedLater(_ signal: String, _ exit: Int) throws {
        let done = try shell(
            """
            { printf '{"rows":["'; head -c 3000000 /dev/zero | tr '\\0' x; printf '"]}'; } >reply
            mkfifo pipe; exec 9<>pipe
            env --default-signal=INT,TERM,HUP "$LEDGER_PROGRAM" call list \
                --remote http://localhost:8080 >pipe 2>said &
            job=$!
            timeout 60 head -c 9 <&9; echo; ls -d ledger-check-* 2>/dev/null
            kill -\(signal) $job
            for n in $(seq 100); do kill -0 $job 2>/dev/null || break; sleep 0.05; done
            kill -9 $job 2>/dev/null; wait $job; echo "exit $?"
            ls -d ledger-check-* 2>/dev/null; cat said
            """)
        #expect(
            done.output == "{\"rows\":[\nexit \(exit)\n", "\(done.output)\(done.errors)")
    }

    @Test("a refusal has the server's words, code and exit") func refusals() throws {
        let done = try shell(
            """
            printf 409 >status
            printf '{"code":"changedSince","exit":1,%s,"tries":["ledger show 2"]}' \\
                '"detail":"a\\u001b[31m\\nb"' >reply
            ledger call amend '{"id":"2"}' --remote http://localhost:8080; echo "exit $?"
            ledger call amend '{"id":"2"}' --remote http://localhost:8080 -O json; echo "exit $?"
            printf 422 >status; printf '{"code":"badTime","exit":2,"detail":"no"}' >reply
            ledger call list --remote http://localhost:8080; echo "exit $?"
            printf 502 >status; printf '<html>' >reply
            ledger call list --remote http://localhost:8080; echo "exit $?"
            printf 7 >code; ledger call list --remote http://localhost:8080; echo "exit $?"
            for code in 28 52; do
                printf $code >code; ledger call list --remote http://localhost:8080; echo "exit $?"
            done
            """)
        let exits = done.output.split(separator: "\n").filter { $0.hasPrefix("exit") }
        #expect(exits == ["exit 1", "exit 1", "exit 2", "exit 3", "exit 3", "exit 3", "exit 3"])
        #expect(done.errors.contains("try: ledger show 2"), "\(done.errors)")
        #expect(done.errors.contains("\"code\":\"changedSince\""), "\(done.errors)")
        #expect(!done.errors.contains("\u{1B}"))
        #expect(done.errors.contains("status 502") && done.errors.contains("curl ended with 7"))
        // Out of time, and cut behind what was sent.
        #expect(done.errors.ranges(of: "may have been recorded").count == 2, "\(done.errors)")
    }

    @Test("an answer has a size at most, which can be raised")
    func sizes() throws {
        let done = try shell(
            """
            row='{"title":"Tea and bread"},'
            { printf '{"rows":['; yes "$row" | head -n 90000; printf '{}]}'; } >reply
            ask() { ledger call list --remote https://a "$@" >out; echo "exit $?"; }
            ask --max-size 1; wc -c <out; ask --max-size 4; cmp out reply && echo same
            grep max-filesize request; ask; grep max-filesize request
            ledger call list --remote https://a -o taken.json && cmp taken.json reply && echo taken
            printf 63 >code; ask --max-size 2; rm code
            { head -c 2000000 reply; } >cut; mv cut reply; ask; wc -c <out
            printf 500 >status; ask
            ask --max-size 0; ask --max-size 2000000; ledger call list --max-size 3
            ls -d ledger-check-*
            """)
        let lines = done.output.split(separator: "\n").map(String.init)
        #expect(
            lines == [
                "exit 3", "0", "exit 0", "same", "max-filesize = 4194304", "exit 0",
                "max-filesize = 268435456", "taken", "exit 3", "exit 3", "0", "exit 3", "exit 2",
                "exit 2",
            ], "\(done.output)\(done.errors)")
        #expect(done.errors.contains("more than 1 MiB") && done.errors.contains("more than 2 MiB"))
        #expect(
            done.errors.contains("try: ledger call list --remote https://a --max-size 4"),
            "\(done.errors)")
        // What ends within a row is no ledger's answer, whatever its status.
        #expect(done.errors.contains("status 200") && done.errors.contains("status 500"))
    }

    @Test("what is no address, path or token is asked of nobody") func nobody() throws {
        let done = try shell(
            """
            ask() { ledger call "$@" 2>>said; echo "$?"; }
            for url in ledger.example ftp://a 'https://a b' https://-a https://u@a 'https://a/b' \\
                'https://a#b' https:// http://ledger.example http://127.0.0.1.evil.example \\
                'http://127.0.0.1:80/?token=x' 'https://a"' "$(printf 'https://a\\nb')"; do
                ask list --remote "$url"
            done | sort | uniq -c
            for path in '../list' 'a b' 'list?x' '%2e' ''; do
                ask "$path" --remote https://a
            done | sort | uniq -c
            for more in --dry-run '--as Ann' '--as-of 3' '--ledger x' '--now 2026-01-01'; do
                ask list --remote https://a $more
            done | sort | uniq -c
            LEDGER_TOKEN="$(printf 'a\\nheader')" ask list --remote https://a
            ls words said; grep -c LEDGER_TOKEN said
            """)
        let words = done.output.split(separator: "\n").map { $0.drop { $0 == " " } }
        #expect(words.prefix(4) == ["13 2", "5 2", "5 2", "2"], "\(done.output)")
        #expect(!words.contains("words"), "\(done.output)\(done.errors)")
    }
}
