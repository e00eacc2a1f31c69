extension CSVRecord {
    /// Forgets everything, for the record that starts on a line.
    mutating func start(line: Int) {
        self.line = line
        fault = nil
        fields.removeAll(keepingCapacity: true)
        doubled.removeAll(keepingCapacity: true)
    }

    /// Takes the bytes in which its fields lie, and leaves out every second quote of a pair.
    mutating func take(_ bytes: ArraySlice<UInt8>) {
        text.removeAll(keepingCapacity: true)
        text.append(contentsOf: bytes)
        for index in doubled { undouble(Int(index)) }
    }

    /// Takes fields as they are.
    mutating func take(_ cells: [[UInt8]], line: Int) {
        start(line: line)
        text.removeAll(keepingCapacity: true)
        for cell in cells {
            let start = Int32(clamping: text.count)
            text.append(contentsOf: cell)
            fields.append(Field(start: start, end: Int32(clamping: text.count)))
        }
    }

    private mutating func undouble(_ index: Int) {
        let quote = UInt8(ascii: "\"")
        var source = Int(fields[index].start)
        var target = source
        let end = Int(fields[index].end)
        while source < end {
            let byte = text[source]
            text[target] = byte
            target += 1
            source += byte == quote ? 2 : 1
        }
        fields[index].end = Int32(target)
    }

    /// Finds the first field that is no text.
    mutating func check() {
        guard text.contains(where: { $0 >= 0x80 }) else { return }
        for index in fields.indices where fault == nil || index < fault?.field ?? 0 {
            let bytes = bytes(index)
            var check = UTF8Check()
            check.add(bytes.span)
            check.finish()
            if check.firstFlaw == nil { continue }
            fault = .undecodable(field: index)
            return
        }
    }
}
