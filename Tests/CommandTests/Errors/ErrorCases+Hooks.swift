extension ErrorCase {
    /// Programs that are asked before something is recorded.
    static let hooks: [ErrorCase] = [
        ErrorCase("hook.refused", making("echo 'over 10' >&2; exit 1") + "ledger add 12 Tea"),
        ErrorCase("hook.killed", making("kill -9 $$") + "ledger add 12 Tea"),
        ErrorCase("hook.late", making("sleep 9") + "LEDGER_HOOK_SECONDS=1 ledger add 12 Tea"),
        ErrorCase(
            "hook.exposed",
            making("exit 0") + "chmod o+w .config/ledger/hooks/before-record\nledger add 12 Tea"),
        ErrorCase(
            "hook.notAProgram",
            making("exit 0") + "chmod -x .config/ledger/hooks/before-record\nledger add 12 Tea"),
        ErrorCase(
            "hook.insideLedger",
            making("exit 0") + "mv .config/ledger ledger/ledger\n"
                + "XDG_CONFIG_HOME=$PWD/ledger ledger add 12 Tea"),
        ErrorCase(
            "hook.notStarted",
            making("exit 0", begin: "#!/no/such/shell") + "ledger add 12 Tea"),
    ]

    /// A script that makes a hook of some words.
    private static func making(_ words: String, begin: String = "#!/bin/sh") -> String {
        """
        mkdir -p -m 755 .config/ledger/hooks; hook=.config/ledger/hooks/before-record
        echo "\(begin)" >$hook; echo '\(words.replacing("'", with: "'\\''"))' >>$hook
        chmod 755 .config .config/ledger $hook

        """
    }
}
