internal import Ledger

extension CommitStream {
    /// The same commit, which tells now and then how many of its events were handed over.
    func telling(_ progress: @escaping (UInt64) -> Void) -> CommitStream {
        var telling = self
        telling.events = { [events] (emit) throws(StoreError) in
            var count: UInt64 = 0
            try events { (event) throws(StoreError) in
                try emit(event)
                count += 1
                if count.isMultiple(of: 4_096) { progress(count) }
            }
        }
        return telling
    }
}
