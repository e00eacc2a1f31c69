internal import EventLog

extension EventDeclaration {
    // Nothing brings it back, so that it takes all rights.
    static let textErased = EventDeclaration(
        .textErased, "text", "erased", Event.textErased, isCritical: false,
        [.needed(.erased), .maybe(.isRecorder)], .reason, undoneBy: .impossible,
        changesFigures: false, rights: .all)
}

extension TextErased: RowContent {
    func write(to writer: inout RowWriter) {
        writer.add(target, in: .erased)
        if isRecorder { writer.add(1, in: .isRecorder) }
        writer.add(text: reason, in: .reason)
    }

    init(from reader: RowReader) throws(StoreError) {
        target = try reader.required(.erased, reader.reference)
        let recorder: UInt8 = try reader.integer(.isRecorder) ?? 0
        if recorder > 1 { throw reader.undecodable(.isRecorder) }
        isRecorder = recorder == 1
        reason = try reader.text(.reason)
    }
}
