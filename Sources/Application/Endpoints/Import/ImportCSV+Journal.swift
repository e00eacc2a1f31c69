internal import EventLog
internal import Interchange
internal import Ledger

extension ImportCSV {
    /// What a journal comes to; `nil` where the file is none.
    static func journal(
        _ source: any ByteSource, _ input: Input, _ env: Environment
    ) throws(ApplicationError) -> JournalImport? {
        let encoding = input.options?.encoding
        let found: JournalForm?
        do throws(ImportError) {
            found = try form(source, encoding, input.fileName ?? input.path ?? "")
        } catch { throw .csv(error) }
        guard let form = found else { return nil }
        let snapshot = try env.snapshot()
        let today = try env.today(in: snapshot)
        let settings = try env.settings(of: snapshot)
        let data = snapshot.referenceData
        let (spool, files) = (SpoolFile(in: env.home.place), JournalFiles(input.path))
        var (openings, unread) = (JournalOpenings?.none, ApplicationError?.none)
        // Hardly any journal has opening balances that are looked for.
        let use = { (opening: JournalImport.Opening) -> JournalImport.Opening.Use in
            do throws(ApplicationError) {
                let known =
                    if let openings { openings } else {
                        try JournalOpenings(source, encoding, snapshot, env)
                    }
                openings = known
                return try known.use(of: opening)
            } catch {
                unread = error
                return .known
            }
        }
        let journal: JournalImport
        do throws(ImportError) {
            var options = input.options ?? CSVImportOptions()
            options.encoding = nil
            if options != CSVImportOptions() || input.profile != nil || input.saveProfile != nil {
                throw .badJournal([.options], count: 1)
            }
            journal = try JournalImport(
                source, form, encoding: encoding, year: today.day.year, base: settings.baseCurrency,
                currency: { data.currency(written: $0) }, code: { data.currency(listed: $0) },
                opening: use, spool: spool, files: files.source, matching: files.matching)
        } catch { throw spool.failure ?? .csv(error) }
        if let unread { throw unread }
        return journal
    }

    /// The market prices of a journal that nobody has told yet; none for who may not set prices.
    static func prices(
        of journal: JournalImport?, _ snapshot: LedgerSnapshot, _ env: Environment
    ) throws(ApplicationError) -> NewPrices? {
        guard let journal, journal.prices.count > 0 else { return nil }
        let prices = try NewPrices(journal.prices, snapshot, try env.lineReader(snapshot))
        if prices.isEmpty { return prices }
        // One of each kind is decided for all of it.
        let events = try snapshot.decision(.setPrices(prices.samples)).events
        var rights = RecordingRights(env, snapshot, env.grant)
        do throws(ApplicationError) { try rights.take(events) } catch { return nil }
        return prices
    }

    /// The budgets of a journal that nobody has set yet; none for who may not set any.
    static func budgets(
        of journal: JournalImport?, _ snapshot: LedgerSnapshot, _ env: Environment
    ) throws(ApplicationError) -> JournalPlans {
        guard let said = journal?.budgets else { return JournalPlans() }
        var plans = JournalPlans(left: said.left)
        if said.budgets.isEmpty { return plans }
        let reader = try env.lineReader(snapshot)
        let book = try mappingError(ApplicationError.store, snapshot.budgetBook())
        let known = Dictionary(
            book.budgets(snapshot.referenceData).map {
                (JournalBudgets.id($0.category.text, $0.currency), $0)
            }, uniquingKeysWith: { first, _ in first })
        var taken: Set<String> = []
        for budget in said.budgets {
            let first = budget.period.interval(
                containing: budget.day ?? reader.today.day, weekStart: reader.settings.weekStart)
            let path = (try? CategoryPath(budget.category)).map(snapshot.referenceData.renamed)
            let id = JournalBudgets.id(path?.text ?? budget.category, budget.goal.currency)
            // Names that were made one by renaming are one budget.
            guard taken.insert(id).inserted else {
                plans.leave(budget)
                continue
            }
            if let same = known[id] {
                // What was set since stays.
                let isSame = same.goals.contains {
                    $0.minor == budget.goal.minor && $0.period == budget.period
                        && $0.day == first.start
                }
                if isSame { plans.take(budget) } else { plans.leave(budget) }
                continue
            }
            let new = NewBudget(
                category: budget.category, goal: budget.goal, period: budget.period,
                day: first.start)
            do throws(ApplicationError) {
                var events = try snapshot.decision(.setBudget(new)).events
                if let end = budget.end, case .budgetSet(let set)? = events.last {
                    guard end > set.day else {
                        plans.leave(budget)
                        continue
                    }
                    let ended = BudgetEnded(
                        category: set.category, currency: set.goal.currency, day: end)
                    events.append(.budgetEnded(ended))
                }
                var rights = RecordingRights(env, snapshot, env.grant)
                try rights.take(events)
                plans.new += events
                plans.take(budget)
            } catch { plans.leave(budget) }
        }
        plans.close(reader.today.day)
        return plans
    }

    /// Budgets that come with a journal.
    struct JournalPlans {
        /// The events of those that are new.
        var new: [Event] = []
        /// How many the journal has that are or were taken over.
        var count = 0
        /// The periodic transactions of which that is not so, or not of all.
        var left: [JournalRule.Left] = []
        /// The last day of all of them, where that is over; else `nil`.
        private(set) var lastDay: Day?
        private var ends: [Day?] = []
        private var taken: Set<JournalRule.Left> = []
        /// Those that say budgets that are left out, and in which categories.
        private var missed: [(rule: JournalRule.Left, categories: [String])] = []
        /// Where each of these stands.
        private var places: [JournalRule.Left: Int] = [:]

        init(left: [JournalRule.Left] = []) { self.left = left }

        mutating func take(_ budget: JournalBudgets.Budget) {
            count += 1
            ends.append(budget.end)
            taken.formUnion(budget.rules)
        }

        mutating func leave(_ budget: JournalBudgets.Budget) {
            for rule in budget.rules {
                if let place = places[rule] {
                    missed[place].categories.append(budget.category)
                } else {
                    places[rule] = missed.count
                    missed.append((rule, [budget.category]))
                }
            }
        }

        /// Each of them is said once: whole, or with what of it is left out.
        mutating func close(_ today: Day) {
            let last = ends.compactMap(\.self).max()
            if let last, ends.allSatisfy({ $0 != nil }), last <= today {
                lastDay = last.adding(days: -1)
            }
            for (rule, categories) in missed {
                left.append(taken.contains(rule) ? rule.of(categories) : rule)
            }
            (missed, places) = ([], [:])
        }
    }

    /// What is no text is refused later, as any file is.
    private static func form(
        _ source: any ByteSource, _ encoding: TextEncoding?, _ name: String
    ) throws(ImportError) -> JournalForm? {
        do throws(ImportError) {
            return try JournalImport.form(of: source, given: encoding, name: name)
        } catch .empty, .notText, .notUTF8, .otherMark {
            return nil
        } catch {
            throw error
        }
    }
}
