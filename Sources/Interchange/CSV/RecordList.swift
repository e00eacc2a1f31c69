/// Records one behind the other: of their own, each would be three arrays.
struct RecordList: Sendable {
    /// A record without its bytes.
    private struct Head {
        let line: Int
        let fault: CSVFault?
        /// Where its bytes and its fields end.
        let textEnd: Int
        let fieldsEnd: Int
    }

    /// Records that are handed to a core at once, and bytes of them, at most.
    static let countMax = 2_048
    private static let bytesMax = 1 << 20

    private var text: [UInt8] = []
    private var fields: [CSVRecord.Field] = []
    private var heads: [Head] = []

    var count: Int { heads.count }
    var isFull: Bool { count >= RecordList.countMax || text.count >= RecordList.bytesMax }

    /// Bytes that it takes in memory, about.
    var bytes: Int {
        text.count + fields.count * MemoryLayout<CSVRecord.Field>.stride
            + count * MemoryLayout<Head>.stride
    }

    mutating func append(_ record: CSVRecord) {
        text += record.text
        fields += record.fields
        heads.append(
            Head(
                line: record.line, fault: record.fault, textEnd: text.count,
                fieldsEnd: fields.count))
    }

    /// An empty one with room for as much as this has: to grow step by step takes twice of it.
    var successor: RecordList {
        var next = RecordList()
        next.text.reserveCapacity(text.count + text.count / 8)
        next.fields.reserveCapacity(fields.count + fields.count / 8)
        next.heads.reserveCapacity(count)
        return next
    }

    /// Makes a record what one of them is.
    func load(_ index: Int, into record: inout CSVRecord) {
        let (before, head) = (index > 0 ? heads[index - 1] : nil, heads[index])
        record.start(line: head.line)
        record.fault = head.fault
        record.text.removeAll(keepingCapacity: true)
        record.text += text[(before?.textEnd ?? 0)..<head.textEnd]
        record.fields += fields[(before?.fieldsEnd ?? 0)..<head.fieldsEnd]
    }
}

/// The records of a whole file, in memory as long as they are few: to make them once more of what a
/// bank wrote takes longer than all else.
struct KeptRecords: Sendable {
    /// Bytes of them, at most.
    private static let bytesMax = 32 << 20

    /// The records; none where they are too many.
    private(set) var lists: [RecordList] = []
    private var open = RecordList()
    private var bytes = 0
    /// Whether all of them are there.
    private(set) var isWhole = true

    mutating func append(_ record: CSVRecord) {
        if !isWhole { return }
        open.append(record)
        if open.isFull { put() }
    }

    /// Nothing follows.
    mutating func close() {
        if isWhole, open.count > 0 { put() }
    }

    private mutating func put() {
        bytes += open.bytes
        if bytes > KeptRecords.bytesMax {
            (isWhole, lists) = (false, [])
        } else {
            lists.append(open)
        }
        open = isWhole ? open.successor : RecordList()
    }
}
