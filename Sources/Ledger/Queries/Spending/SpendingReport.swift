/// Sums and counts by period, kind and currency, and by category or account where asked.
public struct SpendingReport: Codable, Hashable, Sendable {
    /// What was in force.
    public struct InForce: Codable, Hashable, Sendable {
        /// Code of the currency of amounts that name none.
        public let currency: String
        /// IANA name of the zone.
        public let zone: String
        /// Lower-case English name of the day on which weeks start in this report.
        public let weekStart: String
    }

    /// What lines of one bucket, kind, currency and group come to.
    public struct Row: Hashable, Sendable {
        /// First day of the bucket; a calendar bound even when the asked range cuts the bucket.
        public let start: Day
        /// The day after the last of the bucket.
        public let end: Day
        /// Whether the asked range cuts the bucket.
        public let partial: Bool
        /// Whether today lies in the bucket.
        public let running: Bool
        /// `expense`, `income` or `transfer`.
        public let kind: EntryKind
        /// `nil` when the report is not by category; empty for uncategorised.
        public let category: String?
        /// `nil` when the report is not by account; empty for none. Left out of JSON when `nil`.
        public let account: String?
        /// `nil` when the report is not by payee; empty for none. Left out of JSON when `nil`.
        public let payee: String?
        /// `nil` when the report is not by tag, or by the values of one; empty for none. Left out
        /// of JSON when `nil`.
        public let tag: String?
        /// The name of who paid; `nil` when the report is not by person; empty for none. Left out
        /// of JSON when `nil`.
        public let person: String?
        /// Code of the currency.
        public let currency: String
        /// Decimal, with exactly as many digits behind the point as the currency has.
        public let sum: String
        /// How many live lines.
        public let count: Int64
        /// What the sum was before it was rounded, where prices are in it.
        package var unrounded = UnroundedSum.none
    }

    /// Name of the period, such as `monthly` or `every 14 days from 2026-01-05`; `nil` for one
    /// bucket.
    public let period: String?
    /// ``ReportGrouping/name`` of what distinguishes rows, such as `category` or
    /// `category,payee`; `nil` for nothing.
    public let by: String?
    /// How many segments of a category count; `nil` for all.
    package let depth: Int?
    /// The terms that lines had to pass; `nil` where all count, and then left out of JSON.
    package let terms: String?
    /// The currency that figures are told in, where one is asked for: rows in others have no price
    /// in it; `nil` where each is in its own, and then left out of JSON.
    package let exchange: ExchangeNote?
    /// The kinds that count, in order.
    package let kinds: [EntryKind]
    /// Of the asked range, or where it is open the first day with money; `nil` when there is none.
    public internal(set) var start: Day?
    /// Of the asked range, or where it is open the day after the last with money; `nil` when there
    /// is none.
    public internal(set) var end: Day?
    /// What was in force.
    public let settings: InForce
    /// In order of start, kind, category, account, payee, tag, person, currency;
    /// texts by bytes.
    public internal(set) var rows: [Row]
    /// The position of the last event that was taken in.
    public let position: UInt64
    /// The root over all events up to and including it, lower-case hex.
    public let root: String
    /// What it says of closed periods; `nil` where it has none of their days, and then left out
    /// of JSON. It is no part of the digest.
    package internal(set) var closed: ClosedReport?
    /// Whether every event that was added up was hashed for it, and gave the root; `nil` where
    /// nothing is said of that, and then left out of JSON. It is no part of the digest.
    package var hashed: Bool?
    /// The kinds that have lines in the asked range and do not count, in order; `nil` where there
    /// is none or nothing is said of that, and then left out of JSON. It is no part of the digest.
    package var leftOut: [EntryKind]?
    /// What comes again after today and is not recorded, in rows as those of the report, which do
    /// not have it; `nil` where it is not asked for, and then left out of JSON. It is no part of
    /// the digest, and nothing proves it.
    package var forecast: [Row]?
    /// The first day of which the forecast tells, and the day after the last; no part of JSON.
    package var forecastDays: [Day]?

    /// Where nothing was found, names that may be meant; `nil` for none, and then left out of JSON.
    /// It is no part of the digest.
    package var hints: [NameHint]?

    /// The currencies of the rows: the ledger's own, or that of an exchange, stands first.
    package var currencies: [String] {
        CurrencyOrder(exchange?.currency ?? settings.currency).sorted(Set(rows.map(\.currency)))
    }

    /// The forecast alone, as a report.
    package var ofForecast: SpendingReport {
        var report = self
        report.rows = forecast ?? []
        if !report.rows.isEmpty {
            report.start = forecastDays?.first
            report.end = forecastDays?.last
        }
        (report.forecast, report.closed, report.hashed, report.leftOut) = (nil, nil, nil, nil)
        report.hints = nil
        return report
    }
}

/// Why there is no report.
public enum ReportError: Error, Hashable, Sendable {
    /// The ledger has no first event.
    case notOpened
}

/// Why the books cannot answer.
public enum BooksError: Error, Hashable, Sendable {
    /// Reading failed.
    case store(StoreError)
    /// There is nothing to report on.
    case report(ReportError)
}
