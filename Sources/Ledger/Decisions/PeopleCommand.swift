/// What someone wants to happen to persons, units, memberships and rights; everyone and everything
/// by position.
public enum PeopleCommand: Hashable, Sendable {
    /// Adds a person, also to a unit where there is one.
    case addPerson(PersonFacts, unit: UInt64?, post: String)
    /// Changes what is known of a person.
    case changePerson(UInt64, PersonChanges)
    /// Adds a unit below another one; `nil` for right below the ledger.
    case addUnit(String, parent: UInt64?)
    /// Gives a unit another name.
    case renameUnit(UInt64, String)
    /// Moves a unit, with all below it, below another one; `nil` for right below the ledger.
    case moveUnit(UInt64, to: UInt64?)
    /// Puts persons into a unit, or gives those who are there another post.
    case join([UInt64], unit: UInt64, post: String)
    /// Takes persons out of a unit.
    case leave([UInt64], unit: UInt64, reason: String)
    /// Grants rights to persons; `nil` for the whole ledger.
    case grant([UInt64], Rights, unit: UInt64?, reason: String)
    /// Revokes rights of persons; `nil` for the whole ledger.
    case revoke([UInt64], Rights, unit: UInt64?, reason: String)
}

/// What a change of a person does; everything else stays.
public struct PersonChanges: Hashable, Sendable {
    /// Another name, not blank.
    package var name: String?
    /// Another post; empty for none.
    package var post: String?
    /// Another picture; empty for none.
    package var picture: String?
    /// Another way to reach the person; empty for none.
    package var contact: String?

    /// A change; without arguments none.
    public init(
        name: String? = nil, post: String? = nil, picture: String? = nil, contact: String? = nil
    ) {
        self.name = name
        self.post = post
        self.picture = picture
        self.contact = contact
    }
}
