package import Ledger

extension Session {
    /// By what some reasons count for how much tasks press, as they were given.
    ///
    /// - Throws: ``ApplicationError/forbidden(_:)``, as does what changes them.
    package func taskUrgency() throws(ApplicationError) -> [String: String] {
        try check(.listUrgency)
        return settings.urgency
    }

    /// Gives a reason, a tag (`tag:shop`) or a project (`project:home`) a weight, in this and later
    /// sessions; `nil` for the usual one.
    package func setTaskUrgency(
        _ name: String, _ weight: String?
    ) throws(ApplicationError) {
        try check(.changeUrgency)
        let name = name.lowercased()
        guard PressureWeights.knows(name) else {
            let allowed = PressureWeights.names + ["tag:NAME", "project:NAME"]
            throw .badChoice(field: "urgency", name, allowed: allowed)
        }
        if let weight, PressureWeights.thousandths(weight) == nil {
            throw .badChoice(field: "weight", weight, allowed: ["7.5", "usual"])
        }
        try changeRoot { root, settings in
            settings.urgency[name] = weight
            root.weights = PressureWeights(reading: settings.urgency)
        }
    }
}

extension PressureWeights {
    /// The weights of a file; what is none is left out.
    package init(reading texts: [String: String]) {
        self.init()
        for (name, text) in texts {
            guard let weight = PressureWeights.thousandths(text) else { continue }
            if let reason = TodoPressure.Reason(rawValue: name) {
                changed[reason] = weight
            } else if name.hasPrefix("tag:") {
                tags[String(name.dropFirst(4))] = weight
            } else if name.hasPrefix("project:") {
                projects[String(name.dropFirst(8))] = weight
            }
        }
    }

    /// The reasons that can be given a weight.
    package static var names: [String] {
        TodoPressure.Reason.allCases.filter { $0 != .own }.map(\.rawValue)
    }

    fileprivate static func knows(_ name: String) -> Bool {
        names.contains(name)
            || ["tag:", "project:"].contains { name.hasPrefix($0) && name.count > $0.count }
    }

    /// `-7.5` as -7,500; `nil` for what is no number, has more than three decimals or is beyond
    /// ``limit``.
    static func thousandths(_ text: String) -> Int64? {
        let isNegative = text.hasPrefix("-")
        let parts = text.dropFirst(isNegative ? 1 : 0)
            .split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), (1...4).contains(parts[0].count),
            parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
            parts.count == 1 || (1...3).contains(parts[1].count)
        else { return nil }
        let decimals = parts.count == 2 ? String(parts[1]) : ""
        let digits = parts[0] + decimals + String(repeating: "0", count: 3 - decimals.count)
        guard let number = Int64(digits), number <= limit else { return nil }
        return isNegative ? -number : number
    }
}
