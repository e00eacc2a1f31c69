extension ErrorCase {
    /// What can be read in two ways, or looks like something that it is not.
    static let words: [ErrorCase] = [
        ErrorCase("decision.similarCategory", "ledger add 5 Bread -c foood"),
        ErrorCase(
            "decision.similarAccount",
            "ledger account open card >/dev/null\nledger add 5 Bread -a crad"),
        ErrorCase(
            "decision.similarPerson",
            "ledger people add Annika >/dev/null\nledger add 20 Dinner --split me,Anika"),
        ErrorCase("badAmount.mayBeThousands", "ledger add 1,000 Rent"),
        ErrorCase("badAmount.differentCurrencies", "ledger add '12,50€' Lunch --currency USD"),
        ErrorCase(
            "badDate.severalDays", "ledger add 12.50 Lunch --on 'last month' --now 2026-04-10"),
        ErrorCase("badDate.endless", "ledger goal since 2026 --now 2026-04-10"),
        ErrorCase("badAmount.negative", "ledger budget set food -5"),
        ErrorCase("badDate.notYet", "ledger task log Tea --done 2026-05-01 --now 2026-04-10"),
        ErrorCase("badDate.dayOrMonthFirst", "ledger add 12.50 Lunch --on 3/4 --now 2026-04-10"),
        ErrorCase("badQuery.noSuchSyntax", "ledger list rewe or"),
        ErrorCase("badQuery.bracket", "ledger list '(rewe or aldi'"),
        ErrorCase("badQuery.pattern", "ledger list 'title:/(rewe/'"),
        ErrorCase("badQuery.noPattern", "ledger list amt:/5/"),
        ErrorCase("badQuery.choice", "ledger task list is:nice"),
        ErrorCase("badQuery.attribute", "ledger task list planned.over:much"),
        ErrorCase("badQuery.notAKey", "ledger diff --from 2 rewe"),
        ErrorCase("badQuery.notRecordedYet", "ledger report id:2 --forecast"),
        ErrorCase(
            "badQuery.tooManyChoices",
            "ledger list a b" + String(repeating: " or a b", count: 10)),
        ErrorCase(
            "changedSince", "ledger call amend '{\"id\":\"2\",\"amount\":\"6\",\"version\":1}'"),
        ErrorCase(
            "keyOfAnother",
            "ledger people add Bo >/dev/null; ledger add 4 Milk --key order-7 >/dev/null\n"
                + "ledger login Bo >/dev/null\nledger add 4 Milk --key order-7"),
        ErrorCase("ownKey", "ledger add 4 Milk --key repeat/1/2026-04-01"),
        ErrorCase(
            "decision.recordedSince",
            "ledger undo >/dev/null; ledger add 1 Tea >/dev/null\nledger redo"),
        ErrorCase("usage.oneLineOnly", "ledger amend --where lunch --currency USD"),
        ErrorCase("usage.repeated", "ledger add 5 Tea -c food --category drinks"),
        ErrorCase(
            "usage.unknownLocale",
            "env LC_ALL=xx_XX.UTF-8 \"$LEDGER_PROGRAM\" report --numbers locale"),
        ErrorCase("ambiguousCurrency", "ledger add '$12.50' Lunch"),
        ErrorCase(
            "decision.duplicateRepeat",
            "ledger repeat add 980 Rent --every 'month on the 1st' --from 2026-05 >/dev/null\n"
                + "ledger repeat add 980 Rent --every 'month on the 1st' --from 2026-07"),
        ErrorCase(
            "rule.exists",
            "ledger rules add tea --where tea -c drinks >/dev/null\n"
                + "ledger rules add tea --where tea -c drinks"),
    ]
}
