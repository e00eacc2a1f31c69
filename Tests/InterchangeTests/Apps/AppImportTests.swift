import Interchange
import Support
import Testing

/// The columns are those of real exports; the payments are made up, and the lines are by hand.
@Suite("Lists of other programs")
struct AppImportTests {
    @Test("a register of YNAB has transfers, splits, money back and a starting balance")
    func ynab() throws {
        let text = """
            \u{FEFF}"Account","Flag","Date","Payee","Category Group/Category","Category Group",\
            "Category","Memo","Outflow","Inflow","Cleared"
            "Giro","","13/03/2026","Grocer","Needs: Food","Needs","Food","",€1.234,50,€0,00,\
            "Cleared"
            "Giro","Red","14/03/2026","Shop","Needs: Food","Needs","Food","Split (1/2) Bread",\
            €3,20,€0,00,"Cleared"
            "Giro","Red","14/03/2026","Shop","Wants: Fun","Wants","Fun","Split (2/2) ",€5,00,€0,00,\
            "Cleared"
            "Giro","","15/03/2026","Transfer : Savings","","","","Put by",€100,00,€0,00,"Cleared"
            "Savings","","15/03/2026","Transfer : Giro","","","","",€0,00,€100,00,"Uncleared"
            "Giro","","16/03/2026","Employer","Inflow: Ready to Assign","Inflow","Ready to Assign",\
            "March",€0,00,€1.900,00,"Reconciled"
            "Giro","","17/03/2026","Grocer","Needs: Food","Needs","Food","Bottles",€0,00,€2,50,""
            "Savings","","01/03/2026","Starting Balance","Inflow: Ready to Assign","Inflow",\
            "Ready to Assign","",€0,00,€500,00,"Cleared"
            "Giro","","18/03/2026","Transfer : Broker","","","","",€70,00,€0,00,""

            """.replacing(",50,", with: "\u{1},").replacing(",00,", with: "\u{2},")
            .replacing("€3,20,", with: "€3\u{3},").replacing("\u{1}", with: ",50\"")
            .replacing("\u{2}", with: ",00\"").replacing("\u{3}", with: ",20\"")
            .replacing("€", with: "\"€")
        #expect(
            try AppTexts.lines(text) == [
                "2026-03-13 expense 1234.50 EUR Giro Needs:Food Grocer *",
                "1: 2026-03-14 expense 3.20 EUR Giro Needs:Food Shop | Bread #flag:red *",
                "1: 2026-03-14 expense 5.00 EUR Giro Wants:Fun Shop #flag:red *",
                "2: 2026-03-15 transfer from 100.00 EUR Giro - Transfer : Savings | Put by *",
                "2: 2026-03-15 transfer into 100.00 EUR Savings - Transfer : Savings !",
                "2026-03-16 income 1900.00 EUR Giro - Employer | March *",
                "2026-03-17 expense -2.50 EUR Giro Needs:Food Grocer | Bottles",
                "2026-03-01 transfer into 500.00 EUR Savings - Starting Balance *",
                "2026-03-18 transfer from 70.00 EUR Giro - Transfer : Broker",
            ])
        let note = try #require(try AppTexts.app(text)).note
        #expect(note.format == .ynab && note.rows == 9)
        #expect(note.transfers == 1 && note.alone == 1 && note.splits == 1)
        #expect(note.kept == ["flag": 2] && note.leftOut.isEmpty)
    }

    @Test("two equal transfers of a day are two, and both sides stay together")
    func equalTransfers() throws {
        let head = "Account,Flag,Date,Payee,Category,Memo,Outflow,Inflow,Cleared\n"
        let rows = [
            "A,,2026-03-20,Transfer : B,,x,5.00,,C", "A,,2026-03-20,Transfer : B,,y,5.00,,C",
            "B,,2026-03-20,Transfer : A,,,,5.00,C", "B,,2026-03-20,Transfer : A,,,,5.00,C",
        ]
        let lines = [
            "1: 2026-03-20 transfer from 5.00 EUR A - Transfer : B | x *",
            "1: 2026-03-20 transfer into 5.00 EUR B - Transfer : B *",
            "2: 2026-03-20 transfer from 5.00 EUR A - Transfer : B | y *",
            "2: 2026-03-20 transfer into 5.00 EUR B - Transfer : B *",
        ]
        #expect(try AppTexts.lines(head + rows.joined(separator: "\n")) == lines)
        let turned = rows[2...] + rows[..<2]
        #expect(try AppTexts.lines(head + turned.joined(separator: "\n")) == lines)
    }

    @Test("Actual has transfers by the name of the other account, and splits with their sum")
    func actual() throws {
        let text = """
            Account,Date,Payee,Notes,Category_Group,Category,Amount,Split_Amount,Cleared
            Giro,2026-03-14,Shop,(SPLIT INTO 2) Weekend,,,0,-8.2,Cleared
            Giro,2026-03-14,Shop,(SPLIT 1 OF 2) Bread,Needs,Food,-3.2,0,Cleared
            Giro,2026-03-14,Shop,(SPLIT 2 OF 2) ,Wants,Fun: big,-5,0,Cleared
            Giro,2026-03-15,Savings,,,,-100,0,Cleared
            Savings,2026-03-15,Giro,,,,100,0,Not cleared
            Giro,2026-03-16,Employer,,Income,Income,1900,0,Reconciled
            Savings,2026-03-01,Starting Balance,,Income,Starting Balances,500,0,Cleared

            """
        #expect(
            try AppTexts.lines(text) == [
                "1: 2026-03-14 expense 3.20 EUR Giro Needs:Food Shop | Bread *",
                "1: 2026-03-14 expense 5.00 EUR Giro Wants:Fun - big Shop | Weekend *",
                "2: 2026-03-15 transfer from 100.00 EUR Giro - Transfer : Savings *",
                "2: 2026-03-15 transfer into 100.00 EUR Savings - Transfer : Savings !",
                "2026-03-16 income 1900.00 EUR Giro Income:Income Employer *",
                "2026-03-01 transfer into 500.00 EUR Savings - Starting Balance *",
            ])
        let head = "Account,Date,Payee,Notes,Category,Amount,Split_Amount,Cleared\n"
        #expect(
            try AppTexts.refused(
                head + """
                    A,2026-03-14,S,(SPLIT INTO 2) x,,0,-8.2,C
                    A,2026-03-14,S,(SPLIT 1 OF 2) y,F,-3.2,0,C
                    A,2026-03-14,S,(SPLIT 2 OF 2) z,F,-5.1,0,C
                    A,2026-03-15,S,(SPLIT 1 OF 2) y,F,-3.2,0,C
                    A,2026-03-16,S,(SPLIT INTO 2) x,,0,-8.2,C
                    A,2026-03-16,S,(SPLIT 1 OF 2) y,F,-8.2,0,C
                    A,2026-13-16,S,,F,-8.2,0,C
                    A,2026-03-16,S,,F,eight,0,C
                    """) == [
                    "2 badSum(\"-8.20\", found: \"-8.30\")", "5 partWithoutSum",
                    "6 partsMissing(found: 1, expected: 2)", "8 badDate(\"2026-13-16\")",
                    "9 badAmount(\"eight\")",
                ])
    }

    @Test("Firefly has payees, budgets, groups, exchanges, debts and opening balances")
    func firefly() throws {
        let text = """
            user_id,group_id,journal_id,group_title,type,currency_code,amount,\
            foreign_currency_code,foreign_amount,description,date,source_name,source_type,\
            destination_name,destination_type,reconciled,category,budget,bill,tags,notes
            1,9,21,,Withdrawal,EUR,-3.20,,,Bread,2026-03-14T10:30:00+01:00,Giro,Asset account,\
            Bakery,Expense account,1,Food,Daily,,"fresh,brown",Two
            1,10,22,Weekend,Withdrawal,EUR,-8.00,,,Milk,2026-03-15T00:00:00+01:00,Giro,\
            Asset account,Shop,Expense account,,Food,,,,
            1,10,23,Weekend,Withdrawal,EUR,-5.00,USD,5.50,Book,2026-03-15T00:00:00+01:00,Giro,\
            Asset account,Shop,Expense account,,Fun,,,,
            1,11,24,,Deposit,EUR,1900.00,,,March,2026-03-16T00:00:00+01:00,Employer,\
            Revenue account,Giro,Asset account,,Salary,,,,
            1,12,25,,Transfer,EUR,-100.00,USD,110.00,Put by,2026-03-17T00:00:00+01:00,Giro,\
            Asset account,Dollars,Asset account,,,,,,
            1,13,26,,Withdrawal,EUR,-50.00,,,Rate,2026-03-18T00:00:00+01:00,Giro,Asset account,\
            Car,Loan,,,,,,
            1,14,27,,Opening balance,EUR,500.00,,,Opening,2026-03-01T00:00:00+01:00,\
            Initial,Initial balance account,Giro,Asset account,,,,,,
            1,15,28,,Reconciliation,EUR,-1.00,,,Odd,2026-03-19T00:00:00+01:00,Giro,Asset account,\
            Giro reconciliation,Reconciliation account,,,,,,

            """
        #expect(
            try AppTexts.lines(text) == [
                "2026-03-14 expense 3.20 EUR Giro Food Bakery | Bread; Two #fresh #brown "
                    + "#budget:Daily * at 10:30",
                "1: 2026-03-15 expense 8.00 EUR Giro Food Shop | Milk",
                "1: 2026-03-15 expense 5.00 EUR Giro Fun Shop | Book; 5.50 USD",
                "2026-03-16 income 1900.00 EUR Giro Salary Employer | March",
                "2: 2026-03-17 transfer from 100.00 EUR Giro - Put by | 110.00 USD",
                "2: 2026-03-17 transfer into 110.00 USD Dollars - Put by | 110.00 USD",
                "3: 2026-03-18 transfer from 50.00 EUR Giro - Rate",
                "3: 2026-03-18 transfer into 50.00 EUR Car - Rate",
                "2026-03-01 transfer into 500.00 EUR Giro - Opening",
                "2026-03-19 transfer from 1.00 EUR Giro - Odd",
            ])
    }

    @Test("Splitwise has who paid and who bears what, and what settled it")
    func splitwise() throws {
        let text = """
            Date,Description,Category,Cost,Currency,Ann,Bo,Eve

            2026-03-14,Dinner,Dining out,90.00,EUR,60.00,-30.00,-30.00
            2026-03-15,"Cab, late",Taxi,45.00,EUR,-15.00,30.00,-15.00
            2026-03-16,Present,Gifts,20.00,EUR,20.00,-20.00,0.00
            2026-03-17,Bo paid Ann,Payment,25.00,EUR,-25.00,25.00,0.00
            2026-03-18,Own,General,4.00,EUR,0.00,0.00,0.00
            2026-03-19,Two paid,General,100.00,EUR,30.00,20.00,-50.00

            2026-03-20,Total balance, , ,EUR,70.00,25.00,-95.00

            """
        #expect(
            try AppTexts.lines(text) == [
                "2026-03-14 expense 90.00 EUR - Dining out Dinner Ann for Ann=3000 Bo=3000 "
                    + "Eve=3000",
                "2026-03-15 expense 45.00 EUR - Taxi Cab, late Bo for Bo=1500 Ann=1500 Eve=1500",
                "2026-03-16 expense 20.00 EUR - Gifts Present Ann for Bo=2000",
                "2026-03-17 transfer from 25.00 EUR - - Bo paid Ann Bo for Ann=2500",
                "2026-03-18 expense 4.00 EUR - General Own",
                "1: 2026-03-19 expense 30.00 EUR - General Two paid Ann for Eve=3000",
                "1: 2026-03-19 expense 20.00 EUR - General Two paid Bo for Eve=2000",
                "1: 2026-03-19 expense 50.00 EUR - General Two paid",
            ])
        let app = try #require(try AppTexts.app(text))
        #expect(app.people == ["Ann", "Bo", "Eve"] && app.note.leftOut == ["Total balance": 1])
        #expect(
            try AppTexts.refused(
                """
                Date,Description,Category,Cost,Currency,Ann,Bo
                2026-03-14,Off,General,10.00,EUR,5.00,-4.00
                2026-03-14,More,General,10.00,EUR,11.00,-11.00
                2026-03-14,None,General,,EUR,5.00,-5.00
                2026-03-14,What,General,10.00,QQQ,5.00,-5.00
                """) == [
                    "2 badSum(\"10.00\", found: \"5.00\")", "3 badSum(\"10.00\", found: \"11.00\")",
                    "4 noAmount", "5 unknownCurrency(\"QQQ\")",
                ])
    }

    @Test("Money Manager has transfers as one row or two, levels and times")
    func moneyManager() throws {
        let text = """
            Date\tAccount\tCategory\tSubcategory\tNote\tEUR\tIncome/Expense\tDescription\tAmount\t\
            Currency\tAccount
            03/14/2026 12:03:00\tCash\tFood\tSnacks\tCake\t3.2\tExpense\tTwo\t3.2\tEUR\t3.2
            03/15/2026 09:00:00\tBank\tSalary\t\t\t1900\tIncome\t\t1900\tEUR\t1900
            03/16/2026\tBank\tCash\t\tATM\t50\tTransfer-Out\t\t50\tEUR\t50
            03/16/2026\tCash\tBank\t\tATM\t50\tTransfer-In\t\t50\tEUR\t50
            03/17/2026\tBank\tBroker\t\t\t20\tTransfer-Out\t\t22\tUSD\t20
            03/18/2026\tBank\tCash\t\t\t20\tBorrowed\t\t22\tUSD\t20

            """
        #expect(
            try AppTexts.lines(text) == [
                "2026-03-14 expense 3.20 EUR Cash Food:Snacks Cake | Two at 12:03",
                "2026-03-15 income 1900.00 EUR Bank Salary Salary at 09:00",
                "1: 2026-03-16 transfer from 50.00 EUR Bank - ATM",
                "1: 2026-03-16 transfer into 50.00 EUR Cash - ATM",
                "2: 2026-03-17 transfer from 22.00 USD Bank - Transfer : Broker",
                "2: 2026-03-17 transfer into 22.00 USD Broker - Transfer : Broker",
            ])
        #expect(try AppTexts.refused(text) == ["7 unknownKind(\"Borrowed\")"])
    }

    @Test("both rows of a transfer of Money Manager are one, whatever their signs and currencies")
    func moneyManagerPairs() throws {
        let head = "Date,Account,Category,Note,Income/Expense,Amount,Currency\n"
        let rows = [
            // Two currencies.
            "2026-03-16,Bank,Dollars,x,Transfer-Out,100,EUR",
            "2026-03-16,Dollars,Bank,x,Transfer-In,110,USD",
            // A minus, and a plus.
            "2026-03-17,Bank,Cash,y,Transfer-Out,-50,EUR",
            "2026-03-17,Cash,Bank,y,Transfer-In,50,EUR",
            // One word for both, which the sign tells apart.
            "2026-03-18,Bank,Cash,z,Transfer,-7,EUR", "2026-03-18,Cash,Bank,z,Transfer,7,EUR",
            // Of one amount first, then the rest.
            "2026-03-19,Bank,Dollars,v,Transfer-Out,1,EUR",
            "2026-03-19,Bank,Dollars,w,Transfer-Out,2,USD",
            "2026-03-19,Dollars,Bank,w,Transfer-In,2,USD",
            "2026-03-19,Dollars,Bank,v,Transfer-In,3,USD",
        ]
        #expect(
            try AppTexts.lines(head + rows.joined(separator: "\n")) == [
                "1: 2026-03-16 transfer from 100.00 EUR Bank - x",
                "1: 2026-03-16 transfer into 110.00 USD Dollars - x",
                "2: 2026-03-17 transfer from 50.00 EUR Bank - y",
                "2: 2026-03-17 transfer into 50.00 EUR Cash - y",
                "3: 2026-03-18 transfer from 7.00 EUR Bank - z",
                "3: 2026-03-18 transfer into 7.00 EUR Cash - z",
                "4: 2026-03-19 transfer from 1.00 EUR Bank - v",
                "4: 2026-03-19 transfer into 3.00 USD Dollars - v",
                "5: 2026-03-19 transfer from 2.00 USD Bank - w",
                "5: 2026-03-19 transfer into 2.00 USD Dollars - w",
            ])
    }

    @Test("a shop that is called like an account of Actual is paid, and no transfer")
    func actualShop() throws {
        let head = "Account,Date,Payee,Notes,Category_Group,Category,Amount,Split_Amount,Cleared\n"
        let rows = [
            "Giro,2026-03-15,Savings,,Needs,Food,-100,0,", "Giro,2026-03-15,Savings,,,,-5,0,",
            "Savings,2026-03-15,Giro,,,,5,0,", "Savings,2026-03-16,Giro,,,,3,0,",
        ]
        #expect(
            try AppTexts.lines(head + rows.joined(separator: "\n")) == [
                "2026-03-15 expense 100.00 EUR Giro Needs:Food Savings",
                "1: 2026-03-15 transfer from 5.00 EUR Giro - Transfer : Savings",
                "1: 2026-03-15 transfer into 5.00 EUR Savings - Transfer : Savings",
                "2026-03-16 income 3.00 EUR Savings - Giro",
            ])
    }

    @Test("names of Splitwise may have a plus, and be equal") func splitwiseNames() throws {
        let text = """
            Date,Description,Category,Cost,Currency,Ann + Bo,ann,Ann,Ann 2
            2026-03-14,Dinner,Food,9.00,EUR,6.00,-1.00,-2.00,-3.00
            """
        #expect(
            try AppTexts.lines(text) == [
                "2026-03-14 expense 9.00 EUR - Food Dinner Ann + Bo for Ann + Bo=300 ann=100 "
                    + "Ann 3=200 Ann 2=300"
            ])
        #expect(
            try #require(try AppTexts.app(text)).people == ["Ann + Bo", "ann", "Ann 3", "Ann 2"])
    }

    @Test("lists that are cut anywhere do no harm") func cut() throws {
        let texts = [
            "Account,Flag,Date,Payee,Category,Memo,Outflow,Inflow,Cleared\n"
                + "A,,2026-03-14,Transfer : B,,\"Split (1/2)\",5.00,,C\n",
            "Account,Date,Payee,Notes,Category,Amount,Split_Amount,Cleared\n"
                + "A,2026-03-14,S,(SPLIT INTO 2) x,,0,-8.2,C\n"
                + "A,2026-03-14,S,(SPLIT 1 OF 2) y,F,-3.2,0,C\n",
            "Date,Description,Category,Cost,Currency,Ann,Ann\n"
                + "2026-03-14,Dinner,Dining out,90.00,EUR,60.00,-60.00\n",
            "Date,Account,Category,Note,Income/Expense,Amount\n"
                + "2026-03-14 10:00,A,B,n,Transfer-Out,5\n",
        ]
        for text in texts {
            for count in 0...text.count {
                do throws(ImportError) {
                    _ = try AppTexts.app(String(text.prefix(count)))
                } catch {}
            }
        }
        let app = try #require(try AppTexts.app(texts[2]))
        #expect(app.people == ["Ann", "Ann 2"])
    }

    @Test("what may be read in two ways is asked, and other files are none of them")
    func others() throws {
        let head = "Account,Flag,Date,Payee,Category,Memo,Outflow,Inflow,Cleared\n"
        #expect(throws: ImportError.self) {
            try AppTexts.app(head + "A,,03/04/2026,P,,,5.00,,C\n")
        }
        var options = CSVImportOptions()
        options.dateForm = DateForm(rawValue: "MM/DD/YYYY")
        #expect(
            try AppTexts.lines(head + "A,,03/04/2026,P,,,5.00,,C\n", options)
                == ["2026-03-04 expense 5.00 EUR A - P *"])
        // A dollar may be of several countries, none of which is the ledger's.
        #expect(throws: ImportError.self) {
            try AppTexts.app(head + "A,,2026-03-04,P,,,$5.00,,C\n")
        }
        options = CSVImportOptions()
        options.currency = "CAD"
        #expect(
            try AppTexts.lines(head + "A,,2026-03-04,P,,,$5.00,,C\n", options)
                == ["2026-03-04 expense 5.00 CAD A - P *"])
        for text in [
            "Date,Payee,Memo,Outflow,Inflow\n2026-03-04,P,,5.00,\n",
            "Date,Description,Amount\n2026-03-04,P,5.00\n", "\"", "\n\n", "x",
        ] {
            #expect(try AppTexts.app(text) == nil, "\(text)")
        }
    }
}
