extension ErrorCase {
    /// Files to import.
    static let files: [ErrorCase] = [
        ErrorCase("usage.recorded", "ledger add 5 Tea > /dev/full"),
        ErrorCase("usage.done", "ledger key new > /dev/full"),
        ErrorCase(
            "attachment.tooLarge",
            "truncate -s 67108865 movie.mp4\nledger attach 2 movie.mp4"),
        ErrorCase(
            "attachment.badName",
            "echo bill > bill.pdf\nledger attach 2 bill.pdf --name \"$(printf 'bill\\a.pdf')\""),
        ErrorCase(
            "backup.otherLog",
            "ledger backup copy >/dev/null\ndamage ledger\n"
                + "ledger salvage new --with copy >/dev/null\nledger backup copy --ledger new"),
        ErrorCase("attachment.unknown", "ledger detach 2 bill.pdf"),
        ErrorCase(
            "attachment.changed",
            "echo bill > bill.pdf\nledger attach 2 bill.pdf >/dev/null\n"
                + "for file in ledger/files/*; do echo x >> $file; done\nledger attachment 2"),
        ErrorCase(
            "attachment.missing",
            "echo bill > bill.pdf\nledger attach 2 bill.pdf >/dev/null\n"
                + "rm ledger/files/*\nledger attachment 2"),
        ErrorCase("reader.badName", "ledger log --reader 'a mailer'"),
        ErrorCase(
            "reader.unknown",
            "ledger log --reader mailer >/dev/null\nledger reader remove mailr"),
        ErrorCase(
            "reader.cut",
            "cp -r ledger/log old\nledger add 4 Milk >/dev/null\n"
                + "ledger log --reader mailer >/dev/null\n"
                + "rm -r ledger/log\nmv old ledger/log\nledger log --reader mailer"),
        ErrorCase(
            "reader.replaced",
            "cp -r ledger/log old\nledger add 4 Milk >/dev/null\n"
                + "ledger log --reader mailer >/dev/null\nrm -r ledger/log\nmv old ledger/log\n"
                + "ledger add 5 Milk >/dev/null\nledger log --reader mailer"),
        ErrorCase(
            "reader.damaged",
            "ledger log --reader mailer >/dev/null\necho 450 > ledger/readers/mailer.place\n"
                + "ledger log --reader mailer"),
        ErrorCase("csv.empty", "touch bank.csv\nledger import bank.csv"),
        ErrorCase(
            "csv.badHeader", "printf 'Date,\"Amount\"s\\n' > bank.csv\nledger import bank.csv"),
        ErrorCase(
            "csv.notUTF8",
            "printf 'Date,Amount,Title\\n2026-04-09,5.50,Caf\\351 \\20020\\n' > bank.csv\n"
                + "ledger import bank.csv"),
        ErrorCase(
            "csv.badText",
            "printf 'Date,Amount,Title\\n2026-04-09,5.50,Caf\\000\\n' > bank.csv\n"
                + "ledger import bank.csv"),
        ErrorCase(
            "unknownProfile",
            "printf 'Date,Amount\\n' > bank.csv\n"
                + "ledger import bank.csv --save-profile giro >/dev/null\n"
                + "ledger import bank.csv --profile gyro"),
        ErrorCase(
            "csv.otherMark",
            "printf '\\357\\273\\277Date,Amount\\n2026-04-09,5.50\\n' > bank.csv\n"
                + "ledger import bank.csv --encoding cp1252"),
        ErrorCase("csv.notText", "printf 'PK\\003\\004' > bank.xlsx\nledger import bank.xlsx"),
        ErrorCase(
            "csv.noHeader",
            "printf 'ACC1;22.01.2026;Rent;-500,00;\\nACC1;23.01.2026;Bus;-2,80;\\n' > bank.csv\n"
                + "ledger import bank.csv"),
        ErrorCase(
            "csv.unclosedQuote",
            "printf 'Date,Amount\\n2026-04-09,\"1\\n' > bank.csv\nledger import bank.csv"),
        ErrorCase(
            "csv.tooLarge",
            "(echo Date,Amount; head -c 2000000 /dev/zero | tr '\\0' x) > bank.csv\n"
                + "ledger import bank.csv"),
        ErrorCase(
            "csv.missingColumn", "printf 'When,Sum\\n' > bank.csv\nledger import bank.csv"),
        ErrorCase(
            "csv.unknownColumn",
            "printf 'Date,Amount\\n' > bank.csv\nledger import bank.csv --amount Amuont"),
        ErrorCase(
            "csv.repeatedColumn",
            "printf 'Date,Amount,Amount\\n' > bank.csv\nledger import bank.csv"),
        ErrorCase(
            "csv.badConstant",
            "printf 'Date,Amount\\n' > bank.csv\nledger import bank.csv --currency =EUX"),
        ErrorCase(
            "csv.badColumnRule",
            "printf 'Date,Amount,Type\\n2026-04-01,3.00,Fee\\n' > bank.csv\n"
                + "ledger import bank.csv --when 'Type=Fee then categry=bank'"),
        ErrorCase(
            "csv.ambiguousDates",
            "printf 'Date,Amount\\n01/02/2026,5.50\\n' > bank.csv\nledger import bank.csv"),
        ErrorCase(
            "csv.ambiguousAmounts",
            "printf 'Date;Amount\\n2026-04-09;1.000\\n' > bank.csv\nledger import bank.csv"),
        ErrorCase(
            "csv.unknownDates",
            "printf 'Date,Amount\\nMonday,5.50\\n' > bank.csv\nledger import bank.csv"),
        ErrorCase(
            "csv.unknownAmounts",
            "printf 'Date,Amount\\n2026-04-09,five\\n' > bank.csv\nledger import bank.csv"),
        ErrorCase(
            "csv.amountsTwice",
            "printf 'Date,Amount,Out\\n' > bank.csv\n"
                + "ledger import bank.csv --amount Amount --debit Out"
        ),
        ErrorCase(
            "csv.ambiguousCurrency",
            "printf 'Date,Amount\\n2026-04-09,$5.50\\n' > bank.csv\nledger import bank.csv"),
        ErrorCase(
            "csv.ambiguousColumn",
            "printf 'Date,Net,Gross\\n2026-04-09,5.50,6.00\\n' > bank.csv\nledger import bank.csv"),
        ErrorCase(
            "csv.ambiguousSides",
            "printf 'Date,A,B\\n2026-04-09,5.50,\\n2026-04-10,,7.00\\n' > bank.csv\n"
                + "ledger import bank.csv"),
        ErrorCase(
            "csv.ambiguousSign",
            "printf 'Date,Amount\\n2026-04-09,-5.50\\n2026-04-10,7.00\\n' > bank.csv\n"
                + "ledger import bank.csv"),
        ErrorCase(
            "csv.ambiguousRows",
            "printf 'Date,Title,Status,Amount\\n2026-04-09,A,Done,5\\n2026-04-10,B,Denied,7\\n'"
                + " > bank.csv\nledger import bank.csv"),
        ErrorCase(
            "csv.ambiguousDirection",
            "printf 'Date,Title,Kind,Amount\\n2026-04-09,A,Buy,5\\n2026-04-10,B,Refund,7\\n'"
                + " > bank.csv\nledger import bank.csv"),
        ErrorCase(
            "csv.contradictedBalance",
            "printf 'Date,Title,Amount,Balance\\n2026-04-09,Salary,2000,3000\\n' > bank.csv\n"
                + "printf '2026-04-10,Rent,800,2200\\n2026-04-11,Refund,30,2230\\n' >> bank.csv\n"
                + "ledger import bank.csv"),
        ErrorCase(
            "importedBefore",
            "printf 'Date,Amount\\n01/02/2026,5\\n' > bank.csv\n"
                + "ledger import bank.csv --date-form DD/MM/YYYY >/dev/null\n"
                + "ledger import bank.csv --date-form MM/DD/YYYY"),
        ErrorCase(
            "importedAgain",
            "printf 'Date,Amount\\n2026-04-09,5\\n' > bank.csv\n"
                + "ledger import bank.csv >/dev/null\nledger undo >/dev/null\n"
                + "undo=$(ledger log -n 1 -O csv | sed -n '2s/,.*//p')\n"
                + "ledger import bank.csv >/dev/null\nledger redo $undo"),
        ErrorCase(
            "tasksGone",
            "ledger task add Tea >/dev/null\nledger sync todo.txt todo.txt >/dev/null\n"
                + "rm todo.txt\nledger sync todo.txt todo.txt"),
        ErrorCase(
            "neverImported",
            "ledger task add Tea >/dev/null\nledger sync taskwarrior t.json >/dev/null\n"
                + "echo '[]' > t.json\nledger sync taskwarrior t.json"),
        ErrorCase(
            "csv.otherFormat",
            "printf '{\"rows\": []}\\n' > bank.json\nledger import bank.json"),
        ErrorCase(
            "csv.badStatement",
            "printf 'OFXHEADER:100\\n\\n<OFX>\\n<BANKMSGSRSV1>\\n' > bank.ofx\n"
                + "ledger import bank.ofx"),
        ErrorCase(
            "csv.incompleteStatement",
            "sed s/45.60/54.60/ $FIXTURES/statements/account.camt053.xml > bank.xml\n"
                + "ledger import bank.xml"),
        ErrorCase(
            "csv.statementOption",
            "printf '<OFX></OFX>' > bank.ofx\nledger import bank.ofx --sign spend"),
        ErrorCase(
            "csv.badJournal",
            "printf '2026-04-09 Tea\\n  drinks  5 EUR\\n  assets:cash\\n\\n' > l.journal\n"
                + "printf '2026-04-31 Tea\\n  expenses:a  5 EUR\\n  assets:b\\n' >> l.journal\n"
                + "ledger import l.journal"),
        ErrorCase(
            "csv.badTasks",
            "printf '[{\"description\":\"Tea\",\"uuid\":}]\\n' > tasks.json\n"
                + "ledger import tasks.json"),
        ErrorCase(
            "usage.rowsRefused",
            "printf 'Date,Amount\\n2026-04-09,5.50\\n2026-04-31,5.50\\n' > bank.csv\n"
                + "ledger import bank.csv"),
    ]
}
