/// Made-up records of a household over ten years, the same for the same count: 2 % of expenses are
/// amended, 1 % voided, and for every 20 expenses there is a task.
///
/// An expense follows from its number alone, so that nothing is kept of those that never change.
/// Of more than a hundred million records only recent expenses are changed, so that nothing is kept
/// of the others.
package struct Generator: RecordSource {
    package let count: Int
    package let reach: Int?

    /// A household with so many records.
    ///
    /// - Parameter reach: How many expenses back one is changed; `nil` for what the count asks for.
    package init(count: Int, reach: Int? = nil) {
        self.count = count
        self.reach = reach ?? (count > 100_000_000 ? 50_000 : nil)
    }

    /// 2016-01-01T00:00:00Z.
    static let start: Int64 = 1_451_606_400
    private static let seconds: Int64 = 3_653 * 86_400
    private static let currencies = ["EUR", "USD", "GBP", "CHF", "JPY"]
    /// Of how many records one adds an expense, in ten thousand.
    private static let additions = 8_962
    private static let changedBefore = 500
    private static let openTasks = 60

    /// Titles by how common they are: shop and place.
    private static let titles: [(shop: Int, place: Int)] = {
        var random = SteadyRandom(seed: 7)
        let names = shops.indices.flatMap { shop in shops[shop].names.map { (shop, $0) } }
        var all = (0..<2_000).map { (shop: $0 % names.count, place: $0 / names.count) }
        for index in all.indices.reversed().dropLast() {
            all.swapAt(index, random.below(index + 1))
        }
        return all
    }()
    private static let names: [(shop: Int, name: String)] =
        shops.indices.flatMap { shop in shops[shop].names.map { (shop: shop, name: $0) } }
    private static let titleTexts = titles.map { names[$0.shop].name + " " + places[$0.place] }
    /// How common titles are, added up: the n-th is as common as 1 / (n + 4).
    private static let titleWeights: [Int] = {
        var sum = 0
        return titles.indices.map {
            sum += 1_000_000 / ($0 + 4)
            return sum
        }
    }()

    package func visit(_ body: (Record) throws -> Void) throws {
        var random = SteadyRandom(seed: 20_160_101)
        var history = History()
        for index in 0..<count {
            let now =
                Generator.start
                + Int64(Int128(Generator.seconds) * Int128(index) / Int128(count))
            try body(record(&history, &random, at: now))
        }
    }

    /// What happened so far, as far as it matters.
    private struct History {
        var expenses = 0
        var tasks: [RecordID] = []
        var tasksAdded = 0
        /// Expenses that were amended, as they are now.
        var amended: [Int: Record] = [:]
        var voided: Set<Int> = []
        var due: [RecordID: Int64] = [:]

        /// Forgets expenses before one: nobody changes them any more.
        mutating func forget(before first: Int) {
            amended = amended.filter { $0.key >= first }
            voided = voided.filter { $0 >= first }
        }
    }

    private func record(
        _ history: inout History, _ random: inout SteadyRandom, at now: Int64
    ) -> Record {
        let dice = random.below(10_000)
        switch dice {
        case 0..<180: if let record = amendment(&history, &random, at: now) { return record }
        case 180..<270:
            if let index = changed(history, &random) {
                history.voided.insert(index)
                return Record(kind: .voided, id: Generator.id(index, 0), recordedAt: now)
            }
        case 270..<590:
            if !history.tasks.isEmpty {
                let id = history.tasks.remove(at: random.below(history.tasks.count))
                history.due[id] = nil
                return Record(kind: .taskCompleted, id: id, recordedAt: now)
            }
        case 590..<1_038:
            return task(&history, &random, at: now)
        default: break
        }
        defer { history.expenses += 1 }
        if let reach, history.expenses.isMultiple(of: reach) {
            history.forget(before: history.expenses - reach)
        }
        return expense(history.expenses, recordedAt: now)
    }

    /// The id of the n-th expense (kind 0) or task (kind 1).
    private static func id(_ index: Int, _ kind: UInt64) -> RecordID {
        var random = SteadyRandom(seed: UInt64(index) << 1 | kind)
        let high = random.next() & ~0xF000 | 0x4000
        return RecordID(high: high, low: random.next() >> 2 | 1 << 63)
    }

    private func expense(_ index: Int, recordedAt: Int64) -> Record {
        var random = SteadyRandom(seed: ~UInt64(index))
        let all = Int128(count) * Int128(Generator.additions) / 10_000 + 1
        let added =
            Generator.start + Int64(Int128(Generator.seconds) * Int128(index) / Swift.max(all, 1))
        let back = random.happens(6_000) ? random.below(43_200) : random.below(4 * 86_400)
        let weights = Generator.titleWeights
        let rank = weights.firstIndex(above: random.below(weights[weights.count - 1]))
        let usual = Generator.names[Generator.titles[rank].shop].shop
        let shop = random.happens(8_500) ? usual : random.below(Generator.shops.count)
        let dice = random.below(100)
        let currency = dice < 80 ? 0 : dice < 88 ? 1 : dice < 94 ? 2 : dice < 98 ? 3 : 4
        // Three dice around what is usual: from an eighth to eight times.
        let power = random.below(3) + random.below(3) + random.below(3)
        let cents = Generator.shops[shop].cents * (64 + random.below(64)) << power / 8 / 96
        var record = Record(
            kind: .added, id: Generator.id(index, 0), recordedAt: recordedAt,
            occurredAt: Swift.max(Generator.start, added - Int64(back)),
            title: Generator.titleTexts[rank], category: Generator.shops[shop].category,
            currency: Generator.currencies[currency], amount: Int64(cents + 1))
        if random.happens(3_000) {
            record.comment = Generator.notes[random.below(Generator.notes.count)]
            if random.happens(2_500) { record.comment += " no. \(10_000 + random.below(90_000))" }
        }
        return record
    }

    /// An expense that can be changed: most often a recent one.
    private func changed(_ history: History, _ random: inout SteadyRandom) -> Int? {
        guard history.expenses > 0 else { return nil }
        let recent = Swift.min(Generator.changedBefore, history.expenses)
        let all = Swift.min(history.expenses, reach ?? .max)
        let span = random.happens(8_000) ? Swift.min(recent, all) : all
        let index = history.expenses - 1 - random.below(span)
        return history.voided.contains(index) ? nil : index
    }

    private func amendment(
        _ history: inout History, _ random: inout SteadyRandom, at now: Int64
    ) -> Record? {
        guard let index = changed(history, &random) else { return nil }
        var record = history.amended[index] ?? expense(index, recordedAt: now)
        record.kind = .amended
        record.recordedAt = now
        if random.happens(5_000) {
            record.changed = "amount"
            let half = Swift.max(record.amount / 2, 1)
            record.amount = half + Int64(random.below(Int(half) * 2)) + record.amount % 2
        } else {
            record.changed = "category"
            let other = Generator.shops[random.below(Generator.shops.count)].category
            if other == record.category { return nil }
            record.category = other
        }
        history.amended[index] = record
        return record
    }

    private func task(
        _ history: inout History, _ random: inout SteadyRandom, at now: Int64
    ) -> Record {
        let hour = now / 3_600 * 3_600
        let later = hour + Int64(1 + random.below(45)) * 86_400
        if random.happens(2_500), !history.tasks.isEmpty {
            let id = history.tasks[random.below(history.tasks.count)]
            if history.due[id] != later {
                history.due[id] = later
                return Record(kind: .taskRescheduled, id: id, recordedAt: now, dueAt: later)
            }
        }
        let id = Generator.id(history.tasksAdded, 1)
        history.tasksAdded += 1
        history.tasks.append(id)
        // What is too old to be done any more just stays open.
        if history.tasks.count > Generator.openTasks {
            history.due[history.tasks.removeFirst()] = nil
        }
        history.due[id] = later
        let thing = Generator.things[random.below(Generator.things.count)]
        return Record(
            kind: .taskAdded, id: id, recordedAt: now,
            title: Generator.verbs[random.below(Generator.verbs.count)] + " " + thing,
            category: Generator.shops[random.below(Generator.shops.count)].category, dueAt: later)
    }
}

extension [Int] {
    /// The index of the first number above another; the numbers ascend, and the last is above it.
    fileprivate func firstIndex(above number: Int) -> Int {
        var low = 0
        var high = count - 1
        while low < high {
            let middle = (low + high) / 2
            if self[middle] > number { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
