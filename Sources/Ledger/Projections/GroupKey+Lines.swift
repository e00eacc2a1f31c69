internal import EventLog

extension GroupKey {
    /// Whether events of the key state facts of a line that count, or take them back; `nil` where
    /// only a batch shows what is wrong with it.
    ///
    /// - Parameter isRetracted: Whether the key is one that is taken back: those have type 0, which
    ///   no event has.
    func hasLines(isRetracted: Bool) -> Bool? {
        guard (type == 0) == isRetracted else { return nil }
        if isRetracted { return true }
        guard let known = EventType(rawValue: type), schema <= known.schema else {
            return isCritical ? nil : false
        }
        return known.statesFacts
    }
}
