/// Names of months and weekdays in the languages of Western Europe, in full and cut short.
enum DateWords {
    /// The number of a month, 1 to 12; `nil` for no month. Case does not count.
    static func month(_ word: Cell) -> Int? { months[word.text.lowercased()] }

    /// Whether a word is a weekday.
    static func isWeekday(_ word: Cell) -> Bool { weekdays.contains(word.text.lowercased()) }

    /// Whether letters make an ordinal of the number before them.
    static func isOrdinal(_ letters: Cell) -> Bool {
        ["st", "nd", "rd", "th", "er", "º", "ª", "e"].contains(letters.text.lowercased())
    }

    /// Whether a word only joins the parts of a date.
    static func isFiller(_ word: Cell) -> Bool {
        ["de", "del", "of", "do", "di"].contains(word.text.lowercased())
    }

    /// Months from January on; for each English, German, French, Spanish, Italian, Dutch,
    /// Portuguese, and short forms.
    private static let monthNames: [String] = [
        """
        january jan januar jänner jän janvier janv enero ene gennaio gen januari janeiro
        """,
        """
        february feb februar feber février fevrier févr fevr fév fev febrero febbraio febr \
        februari fevereiro
        """,
        """
        march mar märz maerz marz mär mrz mars marzo maart mrt março marco
        """,
        """
        april apr avril avr abril abr aprile
        """,
        """
        may mai mayo maggio mag mei maio
        """,
        """
        june jun juni juin junio giugno giu junho
        """,
        """
        july jul juli juillet juil julio luglio lug julho
        """,
        """
        august aug août aout aoû agosto ago augustus
        """,
        """
        september sep sept septembre septiembre setiembre settembre set setembro
        """,
        """
        october oct oktober okt octobre octubre ottobre ott outubro out
        """,
        """
        november nov novembre noviembre novembro
        """,
        """
        december dec dezember dez décembre decembre déc dic diciembre dicembre desember \
        dezembro
        """,
    ]

    private static let months: [String: Int] = {
        var months: [String: Int] = [:]
        for (index, names) in monthNames.enumerated() {
            for name in names.split(separator: " ") { months[String(name)] = index + 1 }
        }
        return months
    }()

    private static let weekdays: Set<String> = {
        let names = """
            monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur \
            thurs fri sat sun montag dienstag mittwoch donnerstag freitag samstag sonnabend \
            sonntag mo di mi do fr sa so lundi mardi mercredi jeudi vendredi samedi dimanche lun \
            mar mer jeu ven sam dim lunes martes miércoles miercoles jueves viernes sábado sabado \
            domingo mié jue vie sáb sab dom lunedì lunedi martedì martedi mercoledì mercoledi \
            giovedì giovedi venerdì venerdi sabato domenica gio maandag dinsdag woensdag \
            donderdag vrijdag zaterdag zondag ma wo vr za zo segunda terça terca quarta quinta \
            sexta seg ter qua qui sex
            """
        return Set(names.split(separator: " ").map(String.init))
    }()
}
