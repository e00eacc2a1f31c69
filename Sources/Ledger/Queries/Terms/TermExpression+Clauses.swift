extension TermExpression<LineQuery.Test> {
    /// The same as clauses that must all hold, each of terms of which one must; `nil` where
    /// these would be more than ``LineQuery/clausesMax``.
    func clauses(isNegated: Bool = false) -> [[LineQuery.Term]]? {
        switch self {
        case .test(let test): return [[LineQuery.Term(test, isNegated: isNegated)]]
        case .not(let part): return part.clauses(isNegated: !isNegated)
        case .all(let parts), .any(let parts):
            var isAll = false
            if case .all = self { isAll = true }
            return isAll == isNegated
                ? Self.oneOf(parts, isNegated) : Self.allOf(parts, isNegated)
        }
    }

    private static func allOf(_ parts: [Self], _ isNegated: Bool) -> [[LineQuery.Term]]? {
        var whole: [[LineQuery.Term]] = []
        for part in parts {
            guard let clauses = part.clauses(isNegated: isNegated) else { return nil }
            whole += clauses
        }
        return whole.count <= LineQuery.clausesMax ? whole : nil
    }

    /// Distributes: one of each part's clauses for every choice of them.
    private static func oneOf(_ parts: [Self], _ isNegated: Bool) -> [[LineQuery.Term]]? {
        var whole: [[LineQuery.Term]] = [[]]
        for part in parts {
            guard let clauses = part.clauses(isNegated: isNegated),
                whole.count * clauses.count <= LineQuery.clausesMax
            else { return nil }
            whole = whole.flatMap { one in clauses.map { other in one + other } }
        }
        return whole
    }
}
