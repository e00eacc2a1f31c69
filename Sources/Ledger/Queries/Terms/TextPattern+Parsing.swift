extension TextPattern {
    /// The most scalars, sets and ends that an expression can have, repetitions written out.
    package static let positionsMax = 64

    /// Reads an expression.
    ///
    /// - Throws: ``TextPatternError`` for the first thing that is not understood.
    package init(parsing source: String) throws(TextPatternError) {
        var reader = PatternReader(source)
        let whole = try reader.alternatives()
        // What is left begins with a bracket that closes none.
        if reader.scalar != nil { throw reader.error(.bracket) }
        self.source = source
        items = reader.items
        follow = reader.follow
        first = whole.first
        last = whole.last
        isNullable = whole.isNullable
    }
}

/// Makes the positions of an expression while it is read.
private struct PatternReader {
    /// A piece of the expression.
    struct Part {
        var first: UInt64 = 0
        var last: UInt64 = 0
        var isNullable = true
    }

    private let scalars: [Unicode.Scalar]
    private var next = 0
    /// How many groups are open.
    private var depth = 0
    private(set) var items: [TextPattern.Item] = []
    private(set) var follow: [UInt64] = []
    private static let depthMax = 32
    private static let repetitions: Set<Unicode.Scalar> = ["*", "+", "?", "{"]

    init(_ source: String) { scalars = Array(source.unicodeScalars) }

    /// The next one; `nil` at the end.
    var scalar: Unicode.Scalar? { next < scalars.count ? scalars[next] : nil }

    func error(_ reason: TextPatternError.Reason, at index: Int? = nil) -> TextPatternError {
        TextPatternError(reason, at: (index ?? next) + 1)
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard self.scalar == scalar else { return false }
        next += 1
        return true
    }

    mutating func alternatives() throws(TextPatternError) -> Part {
        var whole = try sequence()
        while take("|") {
            let other = try sequence()
            whole.first |= other.first
            whole.last |= other.last
            whole.isNullable = whole.isNullable || other.isNullable
        }
        return whole
    }

    private mutating func sequence() throws(TextPatternError) -> Part {
        var whole = Part()
        while let scalar, scalar != "|", scalar != ")" { join(&whole, try repeated()) }
        return whole
    }

    private mutating func join(_ left: inout Part, _ right: Part) {
        connect(left.last, right.first)
        if left.isNullable { left.first |= right.first }
        left.last = right.isNullable ? left.last | right.last : right.last
        left.isNullable = left.isNullable && right.isNullable
    }

    private mutating func connect(_ from: UInt64, _ to: UInt64) {
        for index in follow.indices where from & (1 << UInt64(index)) != 0 { follow[index] |= to }
    }

    private mutating func repeated() throws(TextPatternError) -> Part {
        let start = next
        var part = try atom()
        guard let mark = scalar, PatternReader.repetitions.contains(mark) else { return part }
        next += 1
        switch mark {
        case "{": part = try counted(part, from: start)
        case "?": part.isNullable = true
        default:
            connect(part.last, part.first)
            if mark == "*" { part.isNullable = true }
        }
        if let mark = scalar, PatternReader.repetitions.contains(mark) { throw error(.repetition) }
        return part
    }

    /// Writes `x{2,5}` out: what is repeated is read as often as it occurs.
    private mutating func counted(
        _ once: Part, from start: Int
    ) throws(TextPatternError) -> Part {
        let mark = next - 1
        guard let low = number() else { throw error(.range, at: mark) }
        var high: Int? = low
        if take(",") { high = number() }
        guard take("}"), (high ?? low) >= low else { throw error(.range, at: mark) }
        let end = next
        var whole = Part()
        for index in 0..<(high ?? (low + 1)) {
            next = start
            var copy = index == 0 ? once : try atom()
            if index >= low { copy.isNullable = true }
            if high == nil, index == low { connect(copy.last, copy.first) }
            join(&whole, copy)
        }
        next = end
        return whole
    }

    /// Up to three digits.
    private mutating func number() -> Int? {
        var digits = ""
        while let scalar, ("0"..."9").contains(scalar), digits.utf8.count < 3 {
            digits.unicodeScalars.append(scalar)
            next += 1
        }
        return Int(digits)
    }

    private mutating func atom() throws(TextPatternError) -> Part {
        let start = next
        guard let scalar else { return Part() }
        if PatternReader.repetitions.contains(scalar) { throw error(.repetition) }
        next += 1
        switch scalar {
        case "(": return try group(from: start)
        case "[": return try position(.set(try set(from: start)), at: start)
        case ".": return try position(.set(TextPattern.Scalars(isInverted: true)), at: start)
        case "^": return try position(.start, at: start)
        case "$": return try position(.end, at: start)
        case "\\":
            var set = TextPattern.Scalars()
            try escape(into: &set)
            return try position(.set(set), at: start)
        default:
            let value = PatternReader.folded(scalar)
            return try position(.set(TextPattern.Scalars(ranges: [value...value])), at: start)
        }
    }

    private mutating func group(from start: Int) throws(TextPatternError) -> Part {
        depth += 1
        defer { depth -= 1 }
        if depth > PatternReader.depthMax {
            throw error(.tooLong(max: TextPattern.positionsMax), at: start)
        }
        if take("?"), !take(":") { throw error(.unknown) }
        let part = try alternatives()
        guard take(")") else { throw error(.bracket, at: start) }
        return part
    }

    private mutating func position(
        _ item: TextPattern.Item, at start: Int
    ) throws(TextPatternError) -> Part {
        guard items.count < TextPattern.positionsMax else {
            throw error(.tooLong(max: TextPattern.positionsMax), at: start)
        }
        let bit: UInt64 = 1 << UInt64(items.count)
        items.append(item)
        follow.append(0)
        return Part(first: bit, last: bit, isNullable: false)
    }

    /// What is between `[` and `]`.
    private mutating func set(from start: Int) throws(TextPatternError) -> TextPattern.Scalars {
        var set = TextPattern.Scalars()
        set.isInverted = take("^")
        while let scalar, scalar != "]" {
            next += 1
            if scalar == "\\" {
                try escape(into: &set)
                continue
            }
            let low = PatternReader.folded(scalar)
            guard self.scalar == "-", next + 1 < scalars.count, scalars[next + 1] != "]" else {
                set.ranges.append(low...low)
                continue
            }
            let high = PatternReader.folded(scalars[next + 1])
            guard low <= high else { throw error(.range) }
            set.ranges.append(low...high)
            next += 2
        }
        guard take("]"), !set.ranges.isEmpty || !set.kinds.isEmpty else {
            throw error(.bracket, at: start)
        }
        return set
    }

    /// What follows a `\`.
    private mutating func escape(into set: inout TextPattern.Scalars) throws(TextPatternError) {
        guard let scalar else { throw error(.unknown, at: next - 1) }
        let letter = scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
        if ["d", "w", "s"].contains(letter) {
            set.kinds.append(TextPattern.Kind(letter: letter, isInverted: letter != scalar))
        } else if scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) {
            throw error(.unknown, at: next - 1)
        } else {
            set.ranges.append(scalar.value...scalar.value)
        }
        next += 1
    }

    /// In lower case, where that is one scalar.
    private static func folded(_ scalar: Unicode.Scalar) -> UInt32 {
        let lower = scalar.properties.lowercaseMapping.unicodeScalars
        return lower.count == 1 ? lower.first?.value ?? scalar.value : scalar.value
    }
}
