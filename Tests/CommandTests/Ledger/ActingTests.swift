import Support
import Testing

/// Who acts, beside the past that is looked at.
@Suite("Acting as somebody") struct ActingTests {
    @Test("who it is counts as of now, whatever past is looked at") func past() throws {
        let result = try CommandRunner().shell(
            """
            ledger init --currency EUR --zone UTC --owner Ada >/dev/null
            ledger add 5 Old -c food --new >/dev/null
            ledger people add Zed >/dev/null; ledger permit Zed all >/dev/null
            ledger list --as Zed --as-of 2 -O csv | tail -n +2 | wc -l | tr -d ' '
            ledger revoke Zed all >/dev/null
            ledger list --as Zed --as-of 4 >/dev/null 2>&1; echo $?
            """)
        #expect(result.output == "1\n1\n", "\(result.output)\(result.errors)")
    }

    @Test("a rule on columns without its then is advised on, never one that takes all rows")
    func rules() throws {
        let result = try CommandRunner().shell(
            """
            ledger init --currency EUR --zone UTC --owner Ada >/dev/null
            printf 'Date,Amount,Type\\n2026-04-01,3.00,Fee\\n' > bank.csv
            for rule in 'Type=Fee category=a' 'Type~/(/ then category=a' 'Type=Fee then' ''; do
                ledger import bank.csv --when "$rule" 2>&1 | grep try
            done
            """)
        #expect(
            result.output == """
                  try: ledger import bank.csv --when 'Type=Fee then category=a'
                  try: ledger import --help
                  try: ledger import --help
                  try: ledger import --help

                """, "\(result.output)\(result.errors)")
    }
}
