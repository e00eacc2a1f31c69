import EventLog
import Ledger
import Support
import Testing

extension EventStoreContract {
    @Test("ledger: erased text is gone, the rest as it was", arguments: StoreKind.allCases)
    func erasesText(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        for number in 0..<3 {
            _ = try store.append(crowd(10, "commit \(number) ", id: UInt64(number)), expecting: nil)
        }
        let head = try store.head()
        let before = try rows(store)
        let done = try store.eraseText(at: [3, 17, 29, 99])
        #expect(done.texts == 3)
        #expect(try store.head() == head)
        let after = try rows(store)
        for (position, (old, new)) in zip(before, after).enumerated() {
            let isErased = [3, 17, 29].contains(position)
            #expect(new.withoutSalt == (isErased ? old.withoutText : old))
        }
        #expect(try names(store, 16..<19) == ["commit 1 6", "", "commit 1 8"])
        #expect(try store.eraseText(at: [3, 17]).texts == 0)
        // What follows is hashed under another seed; the tree goes on.
        _ = try store.append(crowd(5, "later ", id: 9), expecting: 30)
        var tree = MerkleFrontier()
        try store.extend(&tree, to: 35)
        #expect(try store.head().root == tree.root)
        #expect(try names(store, 30..<32) == ["later 0", "later 1"])
    }

    @Test("ledger: erasing nothing changes nothing", arguments: StoreKind.allCases)
    func erasesNothing(_ kind: StoreKind) throws {
        let store = try kind.makeStore()
        #expect(try store.eraseText(at: []).texts == 0)
        #expect(try store.eraseText(at: [0]).texts == 0)
        #expect(try store.head().count == 0)
    }
}
