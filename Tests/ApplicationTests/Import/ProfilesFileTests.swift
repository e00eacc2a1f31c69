import Application
import Foundation
import Interchange
import Ledger
import Support
import Testing

@Suite struct ProfilesFileTests {
    private static let bunq = CSVProfile(
        name: "bunq", header: ["Datum", "Bedrag", "Naam"],
        options: CSVImportOptions(
            sign: .account, category: ["Food", "Out"], account: "=bunq",
            dateForm: DateForm(rawValue: "DD/MM/YYYY"), decimalMark: .comma))

    @Test func keepsItsForm() throws {
        var file = ProfilesFile()
        file.save(ProfilesFileTests.bunq)
        file.save(CSVProfile(name: "card", header: ["Date"], options: CSVImportOptions()))
        expectGolden(String(decoding: file.bytes, as: UTF8.self), "cli/profiles.json")
        #expect(try ProfilesFile(file.bytes, path: "p").items == file.items)
    }

    @Test func keepsWhatItDoesNotKnow() throws {
        let text = """
            {"colour":"red","version":1,"profiles":[{"name":"bunq","header":["A"],"since":2025,
            "options":{"date":"A","newer":[1]}}]}
            """
        var file = try ProfilesFile(Array(text.utf8), path: "p")
        #expect(file["bunq"]?.options.date == "A")
        file.save(ProfilesFileTests.bunq)
        #expect(file.items.count == 1)
        let again = try #require(JSONValue(parsing: file.bytes))
        #expect(again["colour"]?.string == "red")
        let profile = try #require(again["profiles"]?.array?.first)
        #expect(profile["since"]?.integer == 2_025)
        #expect(profile["options"]?["newer"]?.array?.first?.integer == 1)
        #expect(profile["options"]?["date"] == nil)
        #expect(profile["options"]?["sign"]?.string == "account")
        #expect(profile["header"]?.array?.count == 3)
    }

    @Test(arguments: [
        ("", ""), ("[]", ""), (#"{"version":"x"}"#, "version"), (#"{"version":-1}"#, "version"),
        (#"{"profiles":{}}"#, "profiles"), (#"{"profiles":[1]}"#, "profiles[0]"),
        (#"{"profiles":[{"name":"a","header":[]}]}"#, "profiles[0]"),
        (#"{"profiles":[{"name":"a","header":[],"options":{"sign":"up"}}]}"#, "profiles[0]"),
        (
            #"{"profiles":[{"name":"a","header":[],"options":{}},"#
                + #"{"name":"a","header":[],"options":{}}]}"#, "profiles[1]"
        ),
    ])
    func saysWhatIsDamaged(_ text: String, _ field: String) {
        #expect(throws: SettingsError.damaged(path: "p", field: field)) {
            try ProfilesFile(Array(text.utf8), path: "p")
        }
    }

    @Test func refusesANewerVersion() {
        #expect(throws: SettingsError.newerVersion(path: "p", found: 2, supported: 1)) {
            try ProfilesFile(Array(#"{"version":2}"#.utf8), path: "p")
        }
    }

    @Test func isReadFromAFolderAndWrittenToIt() throws {
        let name = "ledger-profiles-\(UInt64.random(in: .min ... .max))"
        let folder = FileManager.default.temporaryDirectory.appending(path: name).path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(try FileHome(folder).kept(CSVProfile.self).items == [])
        var file = ProfilesFile()
        file.save(ProfilesFileTests.bunq)
        try FileHome(folder).keep(file)
        let attributes = try FileManager.default.attributesOfItem(
            atPath: "\(folder)/profiles.json")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try FileHome(folder).kept(CSVProfile.self).items == [ProfilesFileTests.bunq])
    }

    @Test func findsTheProfilesOfAHeader() {
        let other = CSVProfile(name: "x", header: ["Datum", "Bedrag"], options: CSVImportOptions())
        let twice = CSVProfile(
            name: "y", header: ["Naam", "Naam", "Bedrag", "Datum"], options: CSVImportOptions())
        let all = [other, ProfilesFileTests.bunq, twice]
        #expect(all.matching([" Naam", "Datum", "Bedrag ", ""]).map(\.name) == ["bunq"])
        #expect(all.matching(["naam", "Datum", "Bedrag"]) == [])
    }
}
