package import EventLog

/// What stands in a salvaged ledger where an event was lost, so that all others keep their
/// positions.
///
/// It says nothing and is not critical: every program passes over it.
package enum LostEvent {
    /// Its type. It is no ``EventType``: what is not critical and says nothing need not be known.
    package static let type: UInt16 = 22

    /// The event.
    package static let row = Row(type: type, schema: 1, isCritical: false, fields: [])
}

extension ColumnID {
    /// In an event that a salvage put in the place of a lost one: the position of the event that
    /// told what it said, or its own where nothing did.
    package static let toldBy = ColumnID(rawValue: 0x64)
}
