import Support
import Testing

/// `tools/install` with the program that is under test.
@Suite("Installing")
struct InstallTests {
    private let runner: CommandRunner

    init() throws {
        runner = try CommandRunner(["INSTALL": SourceTree.fullPath("tools/install")])
    }

    private func install(_ options: String, before: String = "") throws -> CommandResult {
        try runner.shell("\(before)\n\"$INSTALL\" --from \"$LEDGER_PROGRAM\" --prefix p \(options)")
    }

    @Test(
        "a second time changes nothing; uninstalling leaves nothing", arguments: ["ledger", "l-g"])
    func again(_ name: String) throws {
        let files =
            "find p -type f -printf '%m %P\\n' | sort; find p -type f -exec cksum {} + | sort"
        #expect(try install("--name \(name)").code == 0)
        let first = try runner.shell(files).output
        #expect(
            first.hasPrefix(
                """
                644 share/bash-completion/completions/\(name)
                644 share/fish/vendor_completions.d/\(name).fish
                644 share/man/man1/\(name).1
                644 share/zsh/site-functions/_\(name)
                755 bin/\(name)

                """))
        #expect(try install("--name \(name)").code == 0)
        #expect(try runner.shell(files).output == first)
        #expect(try runner.shell("p/bin/\(name) --version").output.hasPrefix("ledger "))
        #expect(try install("--name \(name) --uninstall").code == 0)
        #expect(try runner.shell("find p -type f").output.isEmpty)
    }

    @Test("completions work under the name", arguments: ["ledger", "l-g"])
    func completions(_ name: String) throws {
        #expect(try install("--name \(name)").code == 0)
        let typed = try runner.shell(
            """
            source p/share/bash-completion/completions/\(name)
            COMP_WORDS=(\(name) hist); COMP_CWORD=1; COMP_LINE='\(name) hist'; COMP_POINT=30
            $(complete -p \(name) | sed -E 's/.*-F ([^ ]+) .*/\\1/') \(name) hist \(name)
            echo "${COMPREPLY[@]}"
            """)
        #expect(typed.output == "history\n", "\(typed.errors)")
        let zsh = try runner.shell("head -n 1 p/share/zsh/site-functions/_\(name)")
        #expect(zsh.output == "#compdef \(name)\n")
        let fish = try runner.shell(
            "grep -c \"^complete -c '\(name)'\" p/share/fish/vendor_completions.d/\(name).fish")
        #expect(Int(fish.output.dropLast()) ?? 0 > 50)
    }

    @Test("another program of the name is told of, and never replaced") func other() throws {
        let script = "mkdir -p q p/bin; printf '#!/bin/sh\\necho Ledger 3.3.2\\n' >q/ledger\n"
        let beside = script + "chmod +x q/ledger; PATH=$PWD/q:$PATH"
        let told = try install("", before: beside)
        #expect(told.code == 0 && told.errors.contains("there is another ledger: "))
        let refused = try install("", before: "cp q/ledger p/bin/ledger")
        #expect(refused.code == 1 && refused.errors.contains("of another program"))
        #expect(try runner.shell("p/bin/ledger").output == "Ledger 3.3.2\n")
        #expect(try install("--uninstall").code == 1)
        #expect(try runner.shell("p/bin/ledger").output == "Ledger 3.3.2\n")
    }

    @Test("what is not understood", arguments: ["--name 'a b'", "--name", "--frob"])
    func usage(_ options: String) throws {
        let result = try runner.shell("\"$INSTALL\" \(options)")
        #expect(result.code == 2 && result.errors.hasPrefix("install: "))
    }
}
