#if os(Linux)
import CConformances
import Testing

/// What the program knows of types and protocols without the runtime's look through all.
@Suite("Conformances in a table are those of the runtime")
struct ConformanceTests {
    /// What is known, beside what the runtime says of a value of the type.
    private struct Found {
        let isKnown: Bool
        /// Where the table is; 0 for none.
        let table: UInt
        let ofRuntime: UInt
    }

    private func look<T>(_ value: T) -> Found {
        // SAFETY: the metadata of a type is where its metatype points, that of an existential
        // type names its protocol behind two words, and a metatype of one has its table in the
        // second (the ABI of Swift 5 and later).
        let type = unsafe unsafeBitCast(T.self as Any.Type, to: UnsafeRawPointer.self)
        let named = unsafe unsafeBitCast((any Named).self as Any.Type, to: UnsafeRawPointer.self)
        let described = unsafe named.load(fromByteOffset: 16, as: UnsafeRawPointer.self)
        var table: UnsafeRawPointer?
        let isKnown = unsafe conformance_is_known(type, described, &table)
        var ofRuntime: UInt = 0
        if let found = T.self as? any Named.Type {
            ofRuntime = unsafe [found].withUnsafeBytes {
                unsafe $0.load(fromByteOffset: 8, as: UInt.self)
            }
        }
        return Found(
            isKnown: isKnown, table: UInt(bitPattern: table), ofRuntime: ofRuntime)
    }

    @Test("structures, enumerations, generic types and types of other modules that conform")
    func conforming() {
        let all = [
            look(Plain()), look(Choice.one), look(Box(held: 1)), look(Box(held: "a")),
            look(7), look(Int?.none), look(Choice.Inner()),
        ]
        for found in all {
            #expect(found.isKnown)
            #expect(found.table != 0)
            #expect(found.table == found.ofRuntime)
        }
    }

    @Test("structures, enumerations and generic types that do not")
    func others() {
        for found in [look(Bare()), look(Direction.left), look(Crate(held: Plain()))] {
            #expect(found.isKnown)
            #expect(found.table == 0)
            #expect(found.ofRuntime == 0)
        }
    }

    @Test("of classes, functions, tuples and conformances on a condition nothing is known")
    func unknown() {
        let all = [
            look(Thing()), look(Part()), look(Maybe(held: Plain())), look(Maybe(held: Bare())),
            look({ 1 }), look((1, 2)), look(Plain.self),
        ]
        for found in all {
            #expect(!found.isKnown)
            #expect(found.table == 0)
        }
        #expect(
            all.map { $0.ofRuntime != 0 }
                == [true, true, true, false, false, false, false])
    }
}

private protocol Named { var name: String { get } }
extension Named { var name: String { "\(Self.self)" } }

private struct Plain: Named {}
private enum Choice: Named {
    case one, two
    struct Inner: Named {}
}
private struct Box<Held>: Named { let held: Held }
private struct Maybe<Held> { let held: Held }
extension Maybe: Named where Held: Named {}
private struct Crate<Held> { let held: Held }
private struct Bare {}
private enum Direction { case left, right }
private class Thing: Named {}
private final class Part: Thing {}
extension Int: Named {}
extension Optional: Named {}
#endif
