/// A whole number of any size, 0 or more: what exact sums of fractions need and nothing else.
struct Magnitude: Hashable, Comparable, Sendable {
    /// The least 32 bits first; without zeros at the end.
    private var limbs: [UInt32]

    static let zero = Magnitude(0)
    static let one = Magnitude(1)

    init(_ value: UInt128) {
        limbs = []
        var rest = value
        while rest > 0 {
            limbs.append(UInt32(truncatingIfNeeded: rest))
            rest >>= 32
        }
    }

    private init(limbs: [UInt32]) {
        self.limbs = limbs
        while self.limbs.last == 0 { self.limbs.removeLast() }
    }

    var isZero: Bool { limbs.isEmpty }

    /// How many bits it takes; 0 for zero.
    var bitWidth: Int {
        guard let last = limbs.last else { return 0 }
        return limbs.count * 32 - last.leadingZeroBitCount
    }

    /// Ten to a power that is not negative.
    static func ten(to power: Int) -> Magnitude {
        var result = Magnitude.one
        for _ in 0..<max(0, power) { result = result * Magnitude(10) }
        return result
    }

    static func + (left: Magnitude, right: Magnitude) -> Magnitude {
        var limbs: [UInt32] = []
        limbs.reserveCapacity(max(left.limbs.count, right.limbs.count) + 1)
        var carry: UInt64 = 0
        for index in 0..<max(left.limbs.count, right.limbs.count) {
            let sum = carry + UInt64(left.limb(index)) + UInt64(right.limb(index))
            limbs.append(UInt32(truncatingIfNeeded: sum))
            carry = sum >> 32
        }
        limbs.append(UInt32(truncatingIfNeeded: carry))
        return Magnitude(limbs: limbs)
    }

    /// The difference; zero where the right one is greater.
    static func - (left: Magnitude, right: Magnitude) -> Magnitude {
        if left < right { return .zero }
        var limbs: [UInt32] = []
        limbs.reserveCapacity(left.limbs.count)
        var borrow: Int64 = 0
        for index in left.limbs.indices {
            let difference = Int64(left.limb(index)) - Int64(right.limb(index)) - borrow
            borrow = difference < 0 ? 1 : 0
            limbs.append(UInt32(truncatingIfNeeded: difference))
        }
        return Magnitude(limbs: limbs)
    }

    static func * (left: Magnitude, right: Magnitude) -> Magnitude {
        if left.isZero || right.isZero { return .zero }
        var limbs = [UInt32](repeating: 0, count: left.limbs.count + right.limbs.count)
        for (offset, limb) in left.limbs.enumerated() {
            var carry: UInt64 = 0
            for (index, other) in right.limbs.enumerated() {
                let sum = UInt64(limb) * UInt64(other) + UInt64(limbs[offset + index]) + carry
                limbs[offset + index] = UInt32(truncatingIfNeeded: sum)
                carry = sum >> 32
            }
            limbs[offset + right.limbs.count] = UInt32(truncatingIfNeeded: carry)
        }
        return Magnitude(limbs: limbs)
    }

    static func < (left: Magnitude, right: Magnitude) -> Bool {
        if left.limbs.count != right.limbs.count { return left.limbs.count < right.limbs.count }
        for (one, other) in zip(left.limbs.reversed(), right.limbs.reversed()) where one != other {
            return one < other
        }
        return false
    }

    /// The quotient, which has to fit in 128 bits, and the remainder.
    ///
    /// - Complexity: O(*q* · *n*) in the bits of the quotient and the size of the numbers.
    func divided(by divisor: Magnitude) -> (quotient: UInt128, remainder: Magnitude) {
        var quotient: UInt128 = 0
        var rest = self
        var shift = bitWidth - divisor.bitWidth
        while shift >= 0 {
            let part = divisor.shifted(by: shift)
            if rest >= part {
                rest = rest - part
                quotient |= 1 << UInt128(shift)
            }
            shift -= 1
        }
        return (quotient, rest)
    }

    private func shifted(by bits: Int) -> Magnitude {
        let (whole, part) = bits.quotientAndRemainder(dividingBy: 32)
        var shifted = [UInt32](repeating: 0, count: whole)
        var carry: UInt64 = 0
        for limb in limbs {
            let wide = UInt64(limb) << UInt64(part) | carry
            shifted.append(UInt32(truncatingIfNeeded: wide))
            carry = wide >> 32
        }
        shifted.append(UInt32(truncatingIfNeeded: carry))
        return Magnitude(limbs: shifted)
    }

    private func limb(_ index: Int) -> UInt32 { index < limbs.count ? limbs[index] : 0 }
}
