package import EventLog

extension ColumnID {
    /// What the column is called where people read of it; its number where only a newer program
    /// knows it. A column that takes back another is called like that one.
    package var name: String {
        if let restated { return "former \(restated.name)" }
        let hex = String(rawValue, radix: 16, uppercase: true)
        return ColumnID.names[self] ?? "0x" + (hex.count < 2 ? "0" : "") + hex
    }

    private static let names: [ColumnID: String] = [
        .target: "target", .previous: "previous", .group: "group", .undone: "undone",
        .erased: "erased",
        .kind: "kind", .currency: "currency", .category: "category", .account: "account",
        .flags: "flags", .day: "day", .amount: "amount", .changes: "changes",
        .timeOfDay: "time of day", .payer: "payer", .shares: "shares",
        .externalID: "external id", .ledgerID: "ledger id", .zone: "zone",
        .weekStart: "week start", .name: "name", .formerName: "former name", .origin: "origin",
        .deadlineDay: "deadline day", .deadlineInstant: "deadline instant", .urgency: "urgency",
        .colour: "colour", .priority: "priority", .project: "project", .assignee: "assignee",
        .counts: "counts", .isClosed: "is closed", .toldBy: "told by",
        .schemas: "schemas", .closedFrom: "closed from", .closedUntil: "closed until",
        .digest: "digest", .root: "root", .pinned: "pinned", .isCorrection: "is correction",
        .isRecorder: "is recorder", .salt: "salt", .commitment: "commitment",
        .recordedAt: "recorded at",
        .clockLead: "clock lead", .actor: "actor", .batch: "batch", .key: "key",
        .commitID: "commit id", .title: "title", .note: "note", .tags: "tags",
        .reason: "reason", .personName: "person name", .fileName: "file name",
        .payee: "payee", .unit: "unit", .rights: "rights", .post: "post",
        .picture: "picture", .contact: "contact",
    ]
}
