extension [Event] {
    /// Whether one of them adds a device.
    ///
    /// - Complexity: O(*n*)
    package var addDevice: Bool {
        contains { if case .deviceAdded = $0 { true } else { false } }
    }
}
