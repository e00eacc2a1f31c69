internal import Ledger

/// The sample: a year of a made-up household up to a day, told day by day, the same every time for
/// the same day.
struct DemoStory {
    /// Something that happens, in the order of time.
    enum Step {
        /// A command that depends on nothing before.
        case command(Command)
        /// A change of the line of an earlier step, by the key that the step was given.
        case change(String, (UInt64) -> Command)
    }

    /// A step and the day on which it is recorded.
    struct Entry {
        let day: Day
        /// What later steps call the line.
        let key: String?
        let step: Step
    }

    private(set) var entries: [Entry] = []
    private var random = SteadyNumbers(seed: 2_025)
    private let euro: Currency
    private let yen: Currency

    /// The first day.
    let start: Day
    /// The last one.
    let today: Day

    /// The whole story.
    ///
    /// - Parameter today: The last day of it.
    init(until today: Day, euro: Currency, yen: Currency) {
        self.today = today
        start = DemoStory.start(of: today)
        self.euro = euro
        self.yen = yen
        openAccounts()
        var day = start
        while day <= today {
            tellMonthly(day)
            tellWeekly(day)
            tellChance(day)
            day = day.adding(days: 1)
        }
        tellTrip()
        tellChanges()
        tellTasks()
        tellPlans()
        // Stable: what happens on one day stays in the order in which it was given.
        entries = entries.enumerated().sorted {
            ($0.element.day, $0.offset) < ($1.element.day, $1.offset)
        }.map(\.element)
    }

    /// A year before the day behind the last one.
    static func start(of today: Day) -> Day { today.adding(days: 1).adding(months: -12) }

    private mutating func add(_ day: Day, key: String? = nil, _ command: Command) {
        entries.append(Entry(day: day, key: key, step: .command(command)))
    }

    private mutating func add(_ day: Day, key: String? = nil, _ lines: [NewLine]) {
        add(day, key: key, .addEntry(lines))
    }

    private func line(
        _ cents: Int64, _ title: String, _ category: String?, on day: Day, from account: String,
        kind: EntryKind = .expense, tags: [String] = [], in currency: Currency? = nil
    ) -> NewLine {
        NewLine(
            kind: kind, amount: Money(minor: cents, currency: currency ?? euro), day: day,
            category: category, account: account,
            details: LineDetails(title: title, tags: tags))
    }

    private mutating func openAccounts() {
        let balances: [(String, Int64)] = [
            ("Checking", 214_350), ("Savings", 860_000), ("Cash", 8_500), ("Card", 0),
        ]
        for (name, cents) in balances {
            let opening = Money(minor: cents, currency: euro)
            add(start, .openAccount(AccountOpened(name: name, opening: opening, day: start)))
        }
    }

    private mutating func tellMonthly(_ day: Day) {
        let month = "\(day.year)-\(day.month)"
        switch day.dayOfMonth {
        case 1:
            add(day, [line(98_000, "Rent", "home:rent", on: day, from: "Checking")])
            add(day, [line(4_900, "Month ticket", "transport:local", on: day, from: "Checking")])
        case 3: add(day, [line(7_850, "Electricity", "home:energy", on: day, from: "Checking")])
        case 5: add(day, [line(3_490, "Internet", "home:internet", on: day, from: "Checking")])
        case 8: add(day, [line(1_499, "Phone", "home:phone", on: day, from: "Card")])
        case 25:
            let pay = 284_500 + (day >= start.adding(months: 6) ? Int64(9_000) : 0)
            add(
                day, key: "salary \(month)",
                [line(pay, "Salary", "work:salary", on: day, from: "Checking", kind: .income)])
        case 26:
            let title = "To the savings"
            var out = line(35_000, title, nil, on: day, from: "Checking", kind: .transfer)
            var into = line(35_000, title, nil, on: day, from: "Savings", kind: .transfer)
            (out.isIncoming, into.isIncoming) = (false, true)
            add(day, key: "saving \(month)", [out, into])
        default: break
        }
    }

    private mutating func tellWeekly(_ day: Day) {
        switch day.weekday {
        case .tuesday, .saturday:
            let food = random.next(2_200...7_900)
            var lines = [line(food, "Market hall", "food:groceries", on: day, from: "Card")]
            if day.weekday == .saturday, random.next(0...3) == 0 {
                let cents = random.next(350...1_900)
                lines.append(line(cents, "Market hall", "home:things", on: day, from: "Card"))
            }
            add(day, key: "market \(day)", lines)
        case .thursday:
            let cents = random.next(620...1_480)
            add(day, [line(cents, "Canteen", "food:eating out", on: day, from: "Cash")])
        case .friday where random.next(0...1) == 0:
            let cents = random.next(1_900...5_600)
            add(
                day, key: "dinner \(day)",
                [line(cents, "Dinner", "food:eating out", on: day, from: "Card", tags: ["friends"])]
            )
        default: break
        }
    }

    private mutating func tellChance(_ day: Day) {
        let chances: [(Int64, String, String, ClosedRange<Int64>, String)] = [
            (8, "Coffee", "food:coffee", 280...540, "Cash"),
            (30, "Train", "transport:train", 1_290...6_900, "Card"),
            (33, "Books", "fun:books", 990...3_800, "Card"),
            (36, "Cinema", "fun:cinema", 1_150...2_700, "Card"),
            (45, "Pharmacy", "health", 480...2_950, "Card"),
            (60, "Bicycle repair", "transport:bicycle", 1_800...9_500, "Cash"),
            (70, "Birthday gift", "gifts", 1_500...6_000, "Card"),
        ]
        for (oneIn, title, category, cents, account) in chances
        where random.next(0...(oneIn - 1)) == 0 {
            add(
                day, key: "\(title) \(day)",
                [line(random.next(cents), title, category, on: day, from: account)])
        }
    }
}

/// The same numbers every time (SplitMix64).
struct SteadyNumbers {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// A number of a range that begins at 0 or later.
    mutating func next(_ range: ClosedRange<Int64>) -> Int64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        mixed ^= mixed >> 31
        let count = UInt64(range.upperBound - range.lowerBound) + 1
        return range.lowerBound + Int64(mixed % count)
    }
}

extension DemoStory {
    /// A journey in the eleventh month, paid in another currency.
    fileprivate mutating func tellTrip() {
        let first = start.adding(months: 10).adding(days: 6)
        let ticket = line(71_200, "Flight", "travel:tickets", on: first, from: "Card")
        add(first.adding(days: -40), key: "flight", [ticket])
        let costs: [(Int, Int64, String, String, String)] = [
            (1, 1_240, "Airport train", "travel:local", "Cash"),
            (1, 18_400, "Guesthouse", "travel:nights", "Card"),
            (1, 1_150, "Noodles", "travel:food", "Cash"),
            (2, 980, "Museum", "travel:sights", "Cash"),
            (2, 2_360, "Sushi bar", "travel:food", "Card"),
            (3, 640, "Metro", "travel:local", "Cash"),
            (3, 18_400, "Guesthouse", "travel:nights", "Card"),
            (4, 14_720, "Express train", "travel:tickets", "Card"),
            (4, 890, "Tea house", "travel:food", "Cash"),
            (5, 500, "Garden", "travel:sights", "Cash"),
            (5, 3_100, "Grill", "travel:food", "Card"),
            (6, 22_800, "Inn with bath", "travel:nights", "Card"),
            (7, 4_650, "Pottery", "gifts", "Card"),
            (8, 1_320, "Breakfast", "travel:food", "Cash"),
            (9, 18_400, "Guesthouse", "travel:nights", "Card"),
            (10, 2_980, "Airport train", "travel:local", "Card"),
        ]
        for (offset, amount, title, category, account) in costs {
            let day = first.adding(days: offset)
            add(
                day, key: "trip \(title) \(offset)",
                [
                    line(
                        amount, title, category, on: day, from: account, tags: ["japan trip"],
                        in: yen)
                ])
        }
        let home = first.adding(days: 13)
        add(
            home,
            [
                line(
                    -4_500, "Flight, seat refunded", "travel:tickets", on: home, from: "Card",
                    tags: ["japan trip"])
            ])
    }

    /// What is put right later: every ninth trip to the market was off by a little, some meals were
    /// entered twice, one of them was right after all.
    fileprivate mutating func tellChanges() {
        let told = entries.compactMap { entry in entry.key.map { (entry.day, $0) } }
        let markets = told.filter { $0.1.hasPrefix("market ") }
        for (index, (day, key)) in markets.enumerated() where index % 9 == 4 {
            var changes = LineChanges()
            changes.amount = Money(minor: random.next(2_200...7_900), currency: euro)
            change(key, on: day.adding(days: 1)) {
                .amend($0, changes, reason: "read off the receipt")
            }
        }
        let dinners = told.filter { $0.1.hasPrefix("dinner ") }
        for (index, (day, key)) in dinners.enumerated() where index % 6 == 2 {
            change(key, on: day.adding(days: 2)) { .void([$0], reason: "entered twice") }
            if index % 12 == 2 {
                change(key, on: day.adding(days: 4)) {
                    .restore([$0], reason: "it was another evening")
                }
            }
        }
        for (day, key) in told where key.hasPrefix("Books ") && day.month % 4 == 0 {
            let back = day.adding(days: 6)
            if back > today { continue }
            let cents = random.next(500...980)
            add(back, [line(-cents, "Book returned", "fun:books", on: back, from: "Card")])
        }
    }

    private mutating func change(
        _ key: String, on day: Day, _ command: @escaping (UInt64) -> Command
    ) {
        guard day <= today else { return }
        entries.append(Entry(day: day, key: nil, step: .change(key, command)))
    }

    fileprivate mutating func tellTasks() {
        let tasks: [(Int, String, TodoUrgency, Int, Int?)] = [
            (9, "Send the tax papers", .important, 60, 52),
            (34, "Service the bicycle", .basic, 30, 41),
            (75, "Renew the passport", .urgent, 45, 39),
            (120, "Compare electricity rates", .basic, 30, nil),
            (160, "Book the flight", .important, 100, 96),
            (214, "Ask about the deposit", .basic, 20, 27),
            (280, "Insurance for the journey", .urgent, 14, 12),
            (330, "Cards for the family", .basic, 20, nil),
            (345, "Plan the next journey", .important, 40, nil),
        ]
        for (offset, title, urgency, days, done) in tasks {
            let day = start.adding(days: offset)
            let facts = TodoFacts(
                title: title, deadline: .day(day.adding(days: days)), urgency: urgency)
            add(day, key: title, .addTask(facts))
            if let done {
                change(title, on: day.adding(days: done)) { .completeTask($0, reason: "") }
            }
        }
    }

    /// What lies ahead on the last day: tasks, budgets, and what comes again.
    fileprivate mutating func tellPlans() {
        let tasks: [(String, TodoUrgency, Int)] = [
            ("Call the landlord", .urgent, 0), ("Return the library books", .important, 1),
            ("Order a lamp for the bicycle", .basic, 5),
        ]
        for (title, urgency, days) in tasks {
            let facts = TodoFacts(
                title: title, deadline: .day(today.adding(days: days)), urgency: urgency)
            add(today.adding(days: -6), key: title, .addTask(facts))
        }
        let month = start.adding(days: 1 - start.dayOfMonth)
        for (category, cents) in [
            ("food:groceries", Int64(48_000)), ("food:eating out", 16_000), ("fun", 5_000),
        ] {
            let goal = Money(minor: cents, currency: euro)
            add(
                today,
                .setBudget(
                    NewBudget(category: category, goal: goal, period: .monthly, day: month)))
        }
        let next = today.adding(days: 1)
        let rent = line(98_000, "Rent", "home:rent", on: next, from: "Checking")
        let ticket = line(4_900, "Month ticket", "transport:local", on: next, from: "Checking")
        guard let monthly = try? Recurrence(parsing: "month on the 1st", from: next),
            let weekly = try? Recurrence(parsing: "week on friday", from: next)
        else { return }
        for line in [rent, ticket] { add(today, .addRepeat(NewRepeat(line, monthly, from: next))) }
        let backup = TodoFacts(title: "Back up the ledger", deadline: nil, urgency: .basic)
        add(today, .addRepeat(NewRepeat(backup, weekly, from: next)))
    }
}
