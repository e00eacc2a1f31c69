internal import Interchange
internal import Ledger

/// Understands what files of tasks say of attributes that the ledger declares.
struct TaskValueReader {
    /// The attributes that tasks may have.
    let attributes: [TaskAttributeDeclared]
    /// That in which days are.
    let zone: Zone
    private let reader: TaskReader
    private let clock: TaskClock

    init(
        _ env: Environment, _ snapshot: LedgerSnapshot, _ zone: Zone
    ) throws(ApplicationError) {
        self.zone = zone
        reader = try TaskReader(env, snapshot)
        clock = reader.clock
        attributes = try reader.attributes()
    }

    /// The tasks of a file with what they have of attributes; what an attribute cannot hold stays
    /// in the note.
    ///
    /// - Parameter file: Is left without its tasks: a copy of them all would take as long again.
    func valued(_ file: inout TaskImport) -> [TaskRecord] {
        let format = file.note.format
        let keys = TaskAttributeKeys(format, attributes, zone)
        var kept: [String] = []
        let records = file.takeRecords(at: clock, in: zone) { record in
            for (name, text) in record.said.sorted(by: { $0.key < $1.key }) {
                if let value = value(text, of: name, keys) {
                    record.values[name] = value
                } else {
                    record.keep(format, name, text)
                    if !text.trimmed.isEmpty { kept.append(name) }
                }
            }
        }
        for name in kept { file.keep(name) }
        return records
    }

    private func value(
        _ text: String, of name: String, _ keys: TaskAttributeKeys
    ) -> TodoValue? {
        guard let attribute = attributes.first(where: { $0.name == name }), !text.trimmed.isEmpty
        else { return nil }
        if attribute.kind == .date { return keys.moment(text).map { .date($0) } }
        let value: TodoValue?
        do throws(ApplicationError) { value = try reader.value(text, of: attribute) } catch {
            return nil
        }
        guard case .text(let choice) = value, !attribute.choices.isEmpty else { return value }
        return attribute.choices.contains(choice) ? value : nil
    }
}
