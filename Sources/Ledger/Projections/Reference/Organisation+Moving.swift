extension Organisation {
    /// What persons may do in a unit by its units above, before and after an event of it: rights
    /// are inherited from above, so a unit that moves takes some up and leaves others behind.
    ///
    /// - Returns: The rights that somebody has only afterwards, and whether somebody had more
    ///   before.
    /// - Complexity: O(*n*) in the units and grants.
    package func handedOut(
        by change: UnitChanged
    ) -> (gained: Rights, isLost: Bool) {
        guard let unit = change.target.position, let old = units[unit],
            old.parent != change.facts.parent?.position
        else { return ([], false) }
        var after = self
        after.apply(.unitChanged(change), at: .max)
        let (now, then) = (RightsTable(self), RightsTable(after))
        var (gained, isLost): (Rights, Bool) = ([], false)
        for person in Set(grants.keys.map(\.person)) {
            let had = Rights.all.subtracting(now.answer(person, .all, in: unit).missing)
            let has = Rights.all.subtracting(then.answer(person, .all, in: unit).missing)
            gained.formUnion(has.subtracting(had))
            isLost = isLost || !had.subtracting(has).isEmpty
        }
        return (gained, isLost)
    }
}
