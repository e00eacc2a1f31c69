/// Something that is measured.
package protocol BenchCase: SendableMetatype {
    /// What it is called.
    static var name: String { get }
    /// What it does, in a few words.
    static var summary: String { get }

    /// Measures it.
    static func run(in world: World) throws -> CaseResult
}

/// All cases.
package enum Cases {
    /// In the order in which they are shown.
    package static let all: [any BenchCase.Type] = [
        ReplayCase.self, TypedCase.self, AppendCase.self, DurableAppendCase.self, GroupCase.self,
        KeyedCase.self, ImportCase.self, StartupCase.self, ScaleCase.self, VerifyCase.self,
        SizesCase.self, GrowthCase.self, FindCase.self, ModelsCase.self, ProofCase.self,
        PeopleCase.self, AuditCase.self,
    ]

    /// A case by its name.
    static func named(_ name: String) throws -> any BenchCase.Type {
        guard let found = all.first(where: { $0.name == name }) else {
            let names = all.map { $0.name }.joined(separator: ", ")
            throw BenchError("no case \(name); there are \(names)")
        }
        return found
    }
}
