/// Text with what differs from run to run replaced by words: roots, ids, seconds, rates, folders.
///
/// - Parameters:
///   - text: What a program printed.
///   - folder: A path that is shown as `FOLDER`.
package func masked(_ text: String, folder: String) -> String {
    text.replacing(folder, with: "FOLDER")
        .replacing(/\bextra [A-Za-z0-9+\/=]+/, with: "extra EVENT")
        .replacing(/\ [A-Za-z0-9+\/]{91}=/, with: " SIGNATURE")
        .replacing(/\+[0-9a-f]{8}\+A[A-Za-z0-9+\/]{43}/, with: "+KEY-ID+KEY")
        .replacing(/\b[A-Za-z0-9+\/]{43}=/, with: "HASH")
        .replacing(/ey [0-9a-f]{8}\b/, with: "ey KEY-ID")
        .replacing(/(?m)^[0-9a-f]{8}  sign/, with: "KEY-ID    sign")
        .replacing(/"(id|key)":"[0-9a-f]{8}"/, with: "\"key\":\"KEY-ID\"")
        .replacing(/\b[0-9a-f]{64}\b/, with: "ROOT")
        .replacing(/\b[0-9a-f]{32}\b/, with: "LEDGER-ID")
        .replacing(/root [0-9a-f]{12}…/, with: "root ROOT…")
        .replacing(/[0-9]+\.[0-9]+ (ms|s)\b/, with: "TIME")
        .replacing(/"(s|hashS)econds":[0-9.e-]+/) { "\"\($0.1)econds\":TIME" }
        .replacing(/"eventsPerSecond":[0-9.e+-]+/, with: "\"eventsPerSecond\":RATE")
        .replacing(/[0-9,]+ events\/s/, with: "RATE events/s")
}
