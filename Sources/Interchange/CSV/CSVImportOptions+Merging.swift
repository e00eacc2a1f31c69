extension CSVImportOptions {
    /// These options, and those of a profile for what they leave open.
    ///
    /// Amounts are in one column or in two: who names the one does without the profile's others.
    package func over(_ profile: CSVImportOptions) -> CSVImportOptions {
        var profile = profile
        if amount != nil { (profile.debit, profile.credit) = (nil, nil) }
        if debit != nil || credit != nil { profile.amount = nil }
        return CSVImportOptions(
            date: date ?? profile.date, time: time ?? profile.time,
            amount: amount ?? profile.amount, debit: debit ?? profile.debit,
            credit: credit ?? profile.credit, sign: sign ?? profile.sign,
            minorUnits: minorUnits ?? profile.minorUnits, title: title ?? profile.title,
            payee: payee ?? profile.payee, note: note ?? profile.note,
            category: category.isEmpty ? profile.category : category, kind: kind ?? profile.kind,
            incoming: incoming ?? profile.incoming,
            leftOut: leftOut.isEmpty ? profile.leftOut : leftOut,
            when: when + profile.when.filter { !when.contains($0) },
            currency: currency ?? profile.currency, account: account ?? profile.account,
            tag: tag.isEmpty ? profile.tag : tag, externalID: externalID ?? profile.externalID,
            balance: balance ?? profile.balance, dateForm: dateForm ?? profile.dateForm,
            decimalMark: decimalMark ?? profile.decimalMark,
            separator: separator ?? profile.separator, encoding: encoding ?? profile.encoding,
            skippedLines: skippedLines ?? profile.skippedLines,
            hasHeader: hasHeader ?? profile.hasHeader)
    }
}

extension CSVPlan {
    /// The options by which the file was read, and the form of dates, the decimal mark and the sign
    /// that its columns decided: those of another file of the bank may not.
    package func decided(_ options: CSVImportOptions) -> CSVImportOptions {
        // A statement's format decides them anew.
        if layout.statement != nil { return options }
        var options = options
        options.dateForm = dates.form
        if amounts.isDecided { options.decimalMark = amounts.decimalMark }
        if signs.isFound { options.sign = signs.sign }
        return options
    }
}
