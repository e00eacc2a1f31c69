/// Reads what a program wrote as CSV; no field has a line break.
enum CSVText {
    static func rows(_ text: String) -> [[String]] {
        text.split(whereSeparator: \.isNewline).map { line in
            var (fields, isQuoted) = ([""], false)
            for letter in line {
                if letter == "\"" {
                    isQuoted.toggle()
                } else if letter == ",", !isQuoted {
                    fields.append("")
                } else {
                    fields[fields.count - 1].append(letter)
                }
            }
            return fields
        }
    }
}
