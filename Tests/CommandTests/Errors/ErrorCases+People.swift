extension ErrorCase {
    /// Sales in Company, and Bob.
    private static let organised = """
        ledger unit add Company >/dev/null
        ledger unit add Sales --in Company >/dev/null
        ledger people add Bob >/dev/null

        """

    private static func organised(_ code: String, _ script: String) -> ErrorCase {
        ErrorCase(code, organised + script)
    }

    /// What cannot be done with persons, units and rights.
    static let people: [ErrorCase] = [
        ErrorCase(
            "unknownPersons",
            """
            ledger people add Zoe >/dev/null; ledger people add Max Moritz >/dev/null
            ledger add 5 Tea --payer Zoe --split 'Max Moritz,Ada' >/dev/null
            ledger export hledger -o trip.journal
            ledger --ledger other init --currency EUR --owner Ada >/dev/null
            ledger --ledger other import trip.journal
            """),
        organised(
            "forbidden",
            """
            ledger permit bob read,write Company >/dev/null
            ledger unit add Field --in sales --as bob
            """),
        organised(
            "ambiguousPerson", "ledger people add 'Bob Stone' >/dev/null\nledger people show bo"),
        organised("unknownUnit", "ledger people join bob Slaes"),
        organised(
            "ambiguousUnit", "ledger unit add Sales --in sales >/dev/null\nledger unit tree sales"),
        organised("badSplit.badPart", "ledger add 30 Dinner --split ada,bob:0"),
        organised("badSplit.comma", "ledger add 30 Dinner --split ada=12,5,bob"),
        organised("badSplit.together", "ledger add 30 Dinner --split 'ada and bob'"),
        organised("badSplit.twice", "ledger add 30 Dinner --split bob,ada,5"),
        organised("badSplit.left", "ledger add 30 Dinner --split ada=12.50,bob=10"),
        organised(
            "decision.unlikeShares",
            """
            ledger add 30 Dinner --split ada,bob >/dev/null
            ledger amend dinner --amount 31
            """),
        ErrorCase(
            "merge.unknownName",
            "ledger init --currency EUR --zone UTC --owner Ada --ledger other >/dev/null\n"
                + "ledger add 5 Tea -a bank --on 2026-04-09 --ledger other >/dev/null\n"
                + "ledger join other --same Ada --rename bnak=own-bank"),
        ErrorCase(
            "merge.cameBefore",
            "ledger init --currency EUR --zone UTC --owner Ada --ledger other >/dev/null\n"
                + "ledger add 5 Tea -a bank --on 2026-04-09 --ledger other >/dev/null\n"
                + "ledger join other --same Ada --rename bank=other-bank >/dev/null\n"
                + "ledger join other --rename bank=own-bank"),
        ErrorCase(
            "decision.closingStays",
            "ledger close 2026-04 --now 2026-05-02 >/dev/null\nledger undo --now 2026-05-02"),
        organised("usage.tooMany", "ledger people --pick --max 1 --ids ada,bob"),
        organised("decision.unknownPerson", "ledger people show 2"),
        organised("usage.nobody", "ledger people --pick </dev/null"),
        organised("decision.duplicatePerson", "ledger people add BOB"),
        organised("decision.duplicateUnit", "ledger unit add sales --in Company"),
        organised("decision.unitCycle", "ledger unit move Company Sales"),
        organised("decision.notAMember", "ledger people leave bob Sales"),
        organised(
            "decision.notGranted",
            "ledger permit bob write Company >/dev/null\nledger revoke bob write Sales"),
        organised("decision.lastOwner", "ledger revoke me share"),
    ]
}
