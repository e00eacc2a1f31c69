internal import Ledger
public import ReadModels

/// The table `weekday`: what was spent on each day of the week.
public enum WeekdayModel: SummedModel {
    /// What the projection is called.
    public static let name = "weekday"
    /// Add one whenever the same events give other rows.
    public static let version = 1

    /// One table.
    public static let tables = [
        ModelTable(
            name: "weekday", meaning: "what was spent on each day of the week",
            columns: [
                .integer("number", "1 is Monday, 7 Sunday"),
                .text("currency", "its code"),
                .integer("exponent", "digits behind the point of an amount"),
                .integer("amount", "the sum in minor units: 1250 with exponent 2 is 12.50"),
                .integer("count", "how many lines"),
            ],
            key: ["number", "currency", "exponent"])
    ]

    /// Key and sums; rows that are there are added to.
    public static func rows(of fold: WeekdaySums, named names: ModelNames) -> [[SQLValue]] {
        fold.sums.map { key, sum in
            [
                .integer(Int64(key.weekday.rawValue)), .text(key.currency.code),
                .integer(Int64(key.currency.exponent)), .integer(sum.amount), .integer(sum.count),
            ]
        }
    }
}
