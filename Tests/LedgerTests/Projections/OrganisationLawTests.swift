import EventLog
import Ledger
import Support
import Testing

/// Laws of the organisation over random trees, moves, memberships and grants.
@Suite("Whatever happens to the organisation")
struct OrganisationLawTests {
    private typealias Account = OrganisationProgram.Account

    private func check(
        _ organisation: Organisation, _ account: Account, _ persons: [UInt64]
    ) {
        #expect(Account(organisation) == account)
        let table = RightsTable(organisation)
        for person in persons {
            for unit in [nil] + account.units.keys.map(Optional.some) {
                for right in Rights.all.each {
                    let answer = table.answer(person, right, in: unit)
                    #expect(
                        answer.isGranted == account.allows(person, right, in: unit),
                        "\(person) \(right.names) \(String(describing: unit))")
                    guard let source = answer.sources.first else { continue }
                    let place = Organisation.Place(person: person, unit: source.unit)
                    #expect(account.rights[place]?.contains(right) == true)
                }
            }
        }
    }

    @Test(
        "a decision is a walk up the tree, now and as of any moment",
        arguments: 0..<8 as Range<UInt64>, StoreKind.allCases)
    func decides(_ seed: UInt64, _ kind: StoreKind) throws {
        var program = try OrganisationProgram(seed: seed, on: kind)
        var past: [(count: UInt64, account: Account)] = []
        for step in 0..<60 {
            try program.step()
            past.append((try program.snapshot.count, program.account))
            #expect(program.account.owners > 0)
            if step % 20 == 19 {
                check(try program.snapshot.organisation(), program.account, program.persons)
            }
        }
        for (count, account) in past {
            let snapshot = try LedgerSnapshot(store: program.store, upTo: count)
            #expect(Account(try snapshot.organisation()) == account, "as of \(count)")
        }
        let (count, account) = past[30]
        let then = try LedgerSnapshot(store: program.store, upTo: count).organisation()
        check(then, account, program.persons.filter { $0 < count })
    }

    @Test("parts merge to the whole, wherever the log is cut", arguments: 20..<24 as Range<UInt64>)
    func merges(_ seed: UInt64) throws {
        var program = try OrganisationProgram(seed: seed, on: .memory)
        for _ in 0..<40 { try program.step() }
        let count = try program.snapshot.count
        let whole: Organisation = try program.store.project(0..<count)
        let referenceData: ReferenceData = try program.store.project(0..<count)
        #expect(whole == (try program.snapshot.organisation()))
        #expect(referenceData == (try program.snapshot.referenceData))
        for cut in 0...count {
            var left: Organisation = try program.store.project(0..<cut)
            left.merge(try program.store.project(cut..<count))
            #expect(left == whole, "cut at \(cut)")
            var names: ReferenceData = try program.store.project(0..<cut)
            names.merge(try program.store.project(cut..<count))
            #expect(names == referenceData, "cut at \(cut)")
        }
    }

    @Test(
        "an undo leads back step by step, and a redo forth again",
        arguments: 40..<52 as Range<UInt64>)
    func undoes(_ seed: UInt64) throws {
        var program = try OrganisationProgram(seed: seed, on: .memory)
        func names(_ snapshot: LedgerSnapshot) -> [String] {
            snapshot.referenceData.persons.map { "\($0.position) \($0.name) \($0.facts.contact)" }
        }
        var past = [(program.account, names(try program.snapshot))]
        var steps = 0
        while steps < 25 {
            let before = try program.snapshot.referenceData.persons.count
            try program.step()
            // A person stays known, so adding one alone is nothing that can be undone.
            if try program.snapshot.referenceData.persons.count > before {
                past = [(program.account, names(try program.snapshot))]
                steps = 0
                continue
            }
            past.append((program.account, names(try program.snapshot)))
            steps += 1
            if past.count > 12 { break }
        }
        for (account, names) in past.dropLast().reversed() {
            try program.undo(.newest)
            #expect(Account(try program.snapshot.organisation()) == account)
            #expect(
                try program.snapshot.referenceData.persons.map(\.name)
                    == names.map(OrganisationLawTests.name))
        }
        for (account, names) in past.dropFirst() {
            try program.undo(.newestUndo)
            #expect(Account(try program.snapshot.organisation()) == account)
            #expect(
                try program.snapshot.referenceData.persons.map(\.name)
                    == names.map(OrganisationLawTests.name))
        }
    }

    private static func name(_ text: String) -> String {
        text.split(separator: " ").dropFirst().first.map(String.init) ?? ""
    }

    @Test(
        "whatever is undone, a tree stays a tree and somebody owns it",
        arguments: 60..<72 as Range<UInt64>)
    func staysWhole(_ seed: UInt64) throws {
        var program = try OrganisationProgram(seed: seed, on: .memory)
        for _ in 0..<40 { try program.step() }
        var undone = 0
        for _ in 0..<30 {
            let snapshot = try program.snapshot
            let target = UInt64(4 + program.number(below: Int(snapshot.count) - 4))
            let plan: UndoPlan
            do {
                plan = try UndoPlan(
                    of: snapshot.commits(toUndo: .events([target]), by: 1), in: snapshot,
                    reason: "",
                    limit: 5)
            } catch UndoError.decision { continue }
            guard plan.hindrance == nil, !plan.commits.isEmpty else { continue }
            undone += 1
            var events: [Event] = []
            try plan.events { events.append($0) }
            #expect(events.count == plan.eventsCount)
            try program.append(events)
            let organisation = try program.snapshot.organisation()
            #expect(!organisation.owners.isEmpty)
            for unit in organisation.units.values {
                let chain = organisation.chain(of: unit.position)
                #expect(chain.last?.parent == nil)
                #expect(Set(chain.map(\.position)).count == chain.count)
                if !unit.isClosed { #expect(chain.allSatisfy { !$0.isClosed }) }
            }
            for (place, membership) in organisation.memberships where membership.isMember {
                #expect(organisation.units[place.unit ?? 0]?.isClosed == false)
            }
        }
        #expect(undone > 0)
    }
}
