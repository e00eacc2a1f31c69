import Application
import Dashboard
import Testing

/// The organisation on the page of people: units, and what each person may do where.
@Suite("Units on the page of people")
struct UnitPageTests {
    @Test("units stand below each other, persons with posts and rights; German has words for all")
    func tree() throws {
        let site = try TestSite()
        #expect(!site.get("/people").body.contains("Units"))
        _ = try site.send("/do/people/add", ["name": "Bo"], from: "/people")
        let before = site.get("/people?person=Bo").body
        #expect(before.contains("Nobody was granted a right yet"))
        _ = try AddUnit.run(AddUnit.Input(name: "Home"), in: site.env)
        _ = try AddUnit.run(AddUnit.Input(name: "Kitchen", parent: "Home"), in: site.env)
        _ = try JoinUnit.run(
            MembersInput(people: ["Bo"], unit: "Kitchen", post: "Cook"), in: site.env)
        _ = try Permit.run(
            Permit.Input(people: ["Bo"], rights: ["read", "create"], unit: "Home"), in: site.env)
        let page = site.get("/people").body
        let home = try #require(page.firstRange(of: ">Home</a>"))
        let kitchen = try #require(page.firstRange(of: ">Home/Kitchen</a>"))
        #expect(home.lowerBound < kitchen.lowerBound && page.contains(">1 person<"))
        #expect(page.contains("href=\"/people?person="))
        let person = site.get("/people?person=Bo").body
        #expect(person.contains(">Home<") && person.contains(">Home/Kitchen<"))
        #expect(person.contains(">Cook<"))
        #expect(person.contains(">read</span>") && person.contains(">create</span>"))
        #expect(!person.contains("Nobody was granted"))
        #expect(site.get("/people?person=Nobody").status == 422)
        let missing = Language.Missing()
        Language.$missing.withValue(missing) {
            for target in ["/people", "/people?person=Bo", "/people?person=Ada"] {
                let german = site.get(target, ["accept-language": "de"])
                #expect(german.status == 200 && german.body.contains("Einheiten"), "\(target)")
            }
        }
        #expect(missing.all == [])
    }
}
