import Support

/// Small files of other programs and of banks.
enum SampleFiles {
    /// Their texts by name.
    static let texts = [
        "2026.journal": """
        2026-03-01 * Bakery | Bread
            expenses:food:bread    3.20 EUR
            assets:cash

        2026-03-02 Salary
            assets:giro         1,900.00 EUR
            income:salary

        """,
        "main.beancount": """
        option "operating_currency" "EUR"
        2026-01-01 open Assets:Cash EUR
        2026-01-01 open Expenses:Food EUR
        2026-01-01 open Equity:Opening EUR
        2026-01-02 * "Opening"
          Assets:Cash        50.00 EUR
          Equity:Opening    -50.00 EUR
        2026-03-01 * "Bakery" "Bread"
          Expenses:Food      3.20 EUR
          Assets:Cash
        2026-03-02 balance Assets:Cash 46.80 EUR

        """,
        "tasks.json": """
        [
        {"id":1,"description":"Order bulbs","due":"20260327T230000Z","entry":"20260301T100000Z",\
        "modified":"20260301T100000Z","project":"home","status":"pending","tags":["shop"],\
        "uuid":"5a1e8d3c-0b6f-4a52-9c1d-2f6f0e7c9b11","urgency":10}
        ]

        """,
        "todo.txt": "(A) 2026-03-01 Call Ann +home @phone due:2026-03-27\n",
        "done.txt": "x 2026-03-02 2026-03-01 Water plants +home\n",
        "statement.csv": """
        Date,Payee,Amount,Note
        2026-03-01,Bakery,-3.20,Bread
        2026-03-02,Employer,1900.00,Salary

        """,
        "statement.ofx": """
        OFXHEADER:100
        DATA:OFXSGML
        VERSION:102
        SECURITY:NONE
        ENCODING:USASCII
        CHARSET:1252
        COMPRESSION:NONE
        OLDFILEUID:NONE
        NEWFILEUID:NONE

        <OFX><BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS>
        <STMTRS><CURDEF>EUR<BANKACCTFROM><BANKID>1<ACCTID>77<ACCTTYPE>CHECKING</BANKACCTFROM>
        <BANKTRANLIST><DTSTART>20260301<DTEND>20260331
        <STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260305<TRNAMT>-12.00<FITID>a1<NAME>Kiosk</STMTTRN>
        </BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>

        """,
    ]

    /// Lists of other programs; a list of Splitwise needs its people.
    static let lists = [
        "Register.csv": """
        "Account","Flag","Date","Payee","Category Group/Category","Category Group","Category",\
        "Memo","Outflow","Inflow","Cleared"
        "Giro","","2026-03-13","Grocer","Needs: Food","Needs","Food","","€12.50","€0.00","Cleared"
        "Giro","","2026-03-15","Transfer : Savings","","","","","€100.00","€0.00","Cleared"
        "Savings","","2026-03-15","Transfer : Giro","","","","","€0.00","€100.00","Cleared"

        """,
        "All-Accounts.csv": """
        Account,Date,Payee,Notes,Category_Group,Category,Amount,Split_Amount,Cleared
        Giro,2026-03-14,Shop,(SPLIT INTO 2) ,,,0,-8.2,Cleared
        Giro,2026-03-14,Shop,(SPLIT 1 OF 2) Bread,Needs,Food,-3.2,0,Cleared
        Giro,2026-03-14,Shop,(SPLIT 2 OF 2) ,Wants,Fun,-5,0,Cleared

        """,
        "transactions.csv": """
        user_id,group_id,journal_id,type,currency_code,amount,description,date,source_name,\
        destination_name,category,budget,tags,notes
        1,9,21,Withdrawal,EUR,-3.20,Bread,2026-03-14T10:30:00+01:00,Giro,Bakery,Food,Daily,,

        """,
        "money.tsv": """
        Date\tAccount\tCategory\tSubcategory\tNote\tEUR\tIncome/Expense\tDescription
        2026-03-14 12:03:00\tCash\tFood\tSnacks\tCake\t3.2\tExpense\t

        """,
        "group.csv": """
        Date,Description,Category,Cost,Currency,Ann,Bo

        2026-03-14,Dinner,Dining out,60.00,EUR,30.00,-30.00

        2026-03-20,Total balance, , ,EUR,30.00,-30.00

        """,
    ]

    /// Writes all of them into the folder of a runner.
    static func write(_ runner: CommandRunner) throws {
        for (name, text) in texts.merging(lists, uniquingKeysWith: { $1 }) {
            try runner.write(Array(text.utf8), to: name)
        }
    }
}
