import Ledger
import Testing

/// Money, days and names.
@Suite("Values")
struct ValueTests {
    @Test("money is whole minor units of a currency") func money() throws {
        let euro = try #require(Currency.iso("EUR"))
        let amount = try Money(parsing: "12.50", currency: euro)
        #expect(amount.minor == 1_250)
        #expect(try amount.adding(Money(minor: 50, currency: euro)).description == "13.00")
        #expect(throws: AmountError.self) { try Money(parsing: "12.505", currency: euro) }
        let rate = try Rate(parsing: "1.08")
        #expect(rate.digits == 108 && rate.scale == 2)
    }

    @Test("days are of a calendar, and times of a zone") func days() throws {
        let day = try #require(Day(year: 2026, month: 3, day: 29))
        #expect(day.weekday == Weekday.sunday)
        #expect(Period.monthly.interval(containing: day, weekStart: .monday).count == 31)
        let berlin = try Zone(name: "Europe/Berlin")
        let noon = berlin.timestamp(of: day, try #require(TimeOfDay(hour: 12, minute: 0)))
        #expect(noon.description == "2026-03-29T10:00:00Z")
        #expect(berlin.day(at: noon) == day)
        #expect(throws: ZoneError.self) { try Zone(name: "Europe/Nowhere") }
    }

    @Test("what comes again is said in words") func recurrence() throws {
        let start = try #require(Day("2026-01-31"))
        let monthly = try Recurrence(parsing: "month on the 31st", from: start)
        let after = start.adding(days: 1)
        #expect(monthly.next(onOrAfter: after, from: start)?.description == "2026-02-28")
        #expect(throws: RecurrenceError.self) { try Recurrence(parsing: "often", from: start) }
    }

    @Test("categories are paths") func categories() throws {
        let lunch = try CategoryPath("food:lunch")
        #expect(lunch.parent?.text == "food")
        #expect(try CategoryPath("food").contains(lunch))
        #expect(throws: CategoryPathError.self) { try CategoryPath("food::lunch") }
    }
}
