/// What entities are called now.
struct LogNames {
    let referenceData: ReferenceData
    private let units: Organisation

    init(_ referenceData: ReferenceData, units: Organisation) {
        self.referenceData = referenceData
        self.units = units
    }

    func person(_ reference: Reference) -> String { referenceData.personName(reference) ?? "" }

    /// The path of a unit, or its id where nothing is known of it; `nil` for none.
    func unit(_ reference: Reference?) -> String? {
        guard let position = reference?.position else { return nil }
        return units.path(of: position).nonEmpty ?? "\(position)"
    }
}
