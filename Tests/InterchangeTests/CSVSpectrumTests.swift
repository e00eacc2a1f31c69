import Interchange
import Support
import Testing

/// The files of csv-spectrum, each with the JSON that its author demands.
@Suite(.enabled(if: SharedData.has("naughty-csv-spectrum"), "naughty-csv-spectrum is not there"))
struct CSVSpectrumTests {
    static let names = [
        "comma_in_quotes", "empty", "empty_crlf", "escaped_quotes", "json", "location_coordinates",
        "newlines", "newlines_crlf", "quotes_and_newlines", "simple", "simple_crlf", "utf8",
    ]

    /// The files that are named after CRLF may have lost their CRs on the way.
    private func bytes(_ name: String) throws -> [UInt8] {
        let bytes = try #require(SharedData.bytes("naughty-csv-spectrum/csvs/\(name).csv"))
        guard name.hasSuffix("_crlf"), !bytes.contains(0x0D) else { return bytes }
        return bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
    }

    @Test(arguments: names)
    func readsAsDemanded(_ name: String) throws {
        let json = try #require(SharedData.json("naughty-csv-spectrum/json/\(name).json"))
        // One of the files holds its only row without the array around it.
        var demanded = (json.array ?? [json]).map { row in
            (row.object ?? [:]).mapValues { $0.string ?? "not a string" }
        }
        let read = records(try bytes(name))
        #expect(read.error == nil)
        let header = try #require(read.records.first?.fields)
        let rows = read.records.dropFirst().map { Dictionary(zip(header, $0.fields)) { $1 } }
        if name == "location_coordinates" {
            // Here the author's JSON has another number than his CSV.
            #expect(rows.first?["Contact Phone Number"] == "2095257564")
            demanded[0]["Contact Phone Number"] = "2095257564"
        }
        #expect(rows == demanded)
    }

    @Test(arguments: names)
    func survivesEveryCut(_ name: String) throws {
        let bytes = try bytes(name)
        let whole = records(bytes).records
        for length in bytes.indices {
            let read = records(Array(bytes[..<length])).records
            #expect(read.count <= whole.count)
            #expect(read.dropLast().elementsEqual(whole.prefix(max(0, read.count - 1))))
        }
    }
}
