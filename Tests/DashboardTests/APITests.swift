import Application
import Dashboard
import Testing

/// The interface for programs, held against its own description and against the standards.
@Suite("Interface")
struct APITests {
    private func call(
        _ site: TestSite, _ path: String, _ json: String = "", method: String = "POST",
        _ headers: [String: String] = [:]
    ) -> WebResponse {
        let own = ["authorization": "Bearer \(site.token)", "content-type": "application/json"]
        return site.dashboard.answer(
            TestSite.request(method, path, own.merging(headers) { $1 }, body: json))
    }

    private static func value(_ response: WebResponse) -> AnyJSON {
        AnyJSON(Array(response.body.utf8)) ?? .null
    }

    private func document(_ site: TestSite) -> AnyJSON {
        APITests.value(site.dashboard.answer(TestSite.request("GET", "/api/openapi.json")))
    }

    /// What a problem says, after it was held against its schema.
    private func problem(_ response: WebResponse, _ check: SchemaCheck) -> [String: AnyJSON] {
        #expect(response.header("Content-Type") == "application/problem+json")
        let value = APITests.value(response)
        let faults = check.faults(value, ["$ref": "#/components/schemas/Problem"])
        #expect(faults.isEmpty, "\(response.body)")
        #expect(value.object?["status"] == .integer(Int64(response.status)))
        return value.object ?? [:]
    }

    @Test("every route does as it is described: fields, types, words, methods and statuses")
    func described() throws {
        let site = try TestSite(isUnhurried: true)
        let check = SchemaCheck(document: document(site))
        let paths = try #require(check.document.object?["paths"]?.object)
        #expect(paths.count > 70)
        for (path, item) in paths.sorted(by: { $0.key < $1.key }) {
            let post = try #require(item.object?["post"]?.object)
            let body = post["requestBody"]?.object?["content"]?.object?["application/json"]
            let schema = try #require(body?.object?["schema"])
            let statuses = Set(try #require(post["responses"]?.object?.keys))
            func send(_ value: AnyJSON) -> WebResponse {
                let text = String(decoding: JSONCoding.encode(value), as: UTF8.self)
                let response = call(site, path, text)
                #expect(statuses.contains("\(response.status)"), "\(path) \(response.status)")
                if response.status != 200 { _ = problem(response, check) }
                return response
            }
            // A value of each field that the schema takes is none of another type, and one that it
            // does not take is refused by the field's name.
            for (name, field) in schema.object?["properties"]?.object ?? [:] {
                var members = check.sample(schema, full: false).object ?? [:]
                members[name] = check.stranger(to: field)
                #expect(!check.faults(.object(members), schema).isEmpty)
                let refused = send(.object(members))
                #expect(refused.status == 422, "\(path) \(name): \(refused.body)")
                #expect(
                    problem(refused, check)["code"]?.string?.hasPrefix("badInput.") == true,
                    "\(path) \(name): \(refused.body)")
            }
            for name in (schema.object?["required"]?.array ?? []).compactMap(\.string) {
                var members = check.sample(schema, full: false).object ?? [:]
                members[name] = nil
                #expect(
                    problem(send(.object(members)), check)["code"] == "badInput.missing",
                    "\(path) without \(name)")
            }
            let all = send(check.sample(schema, full: true))
            let code = APITests.value(all).object?["code"]?.string ?? ""
            #expect(code != "unknownField" && code != "badInput.wrongType", "\(path): \(all.body)")
            let stranger = send(
                .object(
                    (check.sample(schema, full: false).object ?? [:])
                        .merging(["zz": 1]) { $1 }))
            #expect(problem(stranger, check)["code"] == "unknownField", "\(path)")
            let asked = call(site, path, method: "GET")
            #expect((item.object?["get"] == nil) == (asked.status == 405), "\(path)")
        }
    }

    @Test("what is not described is not there") func complete() throws {
        let site = try TestSite(isUnhurried: true)
        let check = SchemaCheck(document: document(site))
        let paths = try #require(check.document.object?["paths"]?.object)
        let inside = [
            BackUpLedger.path, RestoreBackup.path, ImportCSV.path, ExportEvents.path,
            DemoLedger.path, NewKey.path, InitLedger.path, ImportPrices.path, MergeCopy.path,
            QueryModels.path, EraseText.path,
        ]
        for route in try Router.standard.routes {
            let path = "/api/\(route.path)"
            if paths[path] == nil { #expect(call(site, path, "{}").status == 404, "\(path)") }
        }
        for path in inside { #expect(paths["/api/\(path)"] == nil) }
        #expect(
            problem(call(site, "/api/lst", "{}"), check)["detail"]?.string?
                .contains("list") == true)
    }

    @Test("refusals of every kind are problems") func problems() throws {
        let site = try TestSite()
        let check = SchemaCheck(document: document(site))
        let none = call(site, "/api/list", "{}", ["authorization": ""])
        #expect(none.status == 401 && none.header("WWW-Authenticate") == "Bearer")
        #expect(problem(none, check)["type"] == "urn:ledger:problem:token")
        for (status, headers) in [
            (421, ["host": "evil.example"]), (403, ["origin": "http://evil.example"]),
            (400, ["content-type": "text/plain"]), (412, ["if-match": "\"1\""]),
            (400, ["idempotency-key": "a"]), (400, ["expected-version": "1"]),
        ] {
            let response = call(site, "/api/list", "{}", headers)
            #expect(response.status == status)
            #expect(!problem(response, check).isEmpty)
        }
        #expect(problem(call(site, "/api/list", "["), check)["code"] == "badInput.notJSON")
        let amount = call(site, "/api/add", #"{"lines":[{"amount":"x","title":"y"}]}"#)
        #expect(amount.status == 422)
        #expect(problem(amount, check)["code"]?.string?.hasPrefix("badAmount.") == true)
        let large = call(site, "/api/list", String(repeating: " ", count: 70_000))
        #expect(large.status == 413 && !problem(large, check).isEmpty)
        let method = call(site, "/api/add", method: "GET")
        #expect(method.status == 405 && method.header("Allow") != nil)
    }

    @Test("a key in a header records once; another content under it is refused") func keys() throws
    {
        let site = try TestSite()
        let tea = #"{"lines":[{"amount":"1.25","title":"Tea"}]}"#
        for key in ["\"k-1\"", "k-1"] {
            let added = call(site, "/api/add", tea, ["idempotency-key": key])
            #expect(added.status == 200 && added.body.contains(#""position":2"#))
        }
        #expect(try site.count == 3)
        let other = tea.replacing("Tea", with: "Milk")
        #expect(call(site, "/api/add", other, ["idempotency-key": "k-1"]).status != 200)
        let both = tea.replacing("{\"lines\"", with: "{\"key\":\"k-2\",\"lines\"")
        #expect(call(site, "/api/add", both, ["idempotency-key": "k-1"]).status == 422)
        for key in ["", "a b", "\"\"", String(repeating: "x", count: 65), "ä"] {
            #expect(call(site, "/api/add", tea, ["idempotency-key": key]).status == 400)
        }
        #expect(try site.count == 3)
    }

    @Test("the version that is to change is expected") func versions() throws {
        let site = try TestSite()
        _ = call(site, "/api/add", #"{"lines":[{"amount":"1.25","title":"Tea"}]}"#)
        let change = #"{"id":"2","amount":"2"}"#
        let shown = APITests.value(call(site, "/api/show", #"{"id":"2"}"#))
        let row = try #require(shown.object?["rows"]?.array?.first?.object)
        let version = try #require(row["version"]?.integer)
        let late = call(site, "/api/amend", change, ["expected-version": "\(version + 1)"])
        #expect(late.status == 409)
        #expect(call(site, "/api/amend", change, ["expected-version": "x"]).status == 400)
        let first = call(site, "/api/amend", change, ["expected-version": "\(version)"])
        #expect(first.status == 200)
        let again = #"{"id":"2","amount":"3"}"#
        #expect(
            call(site, "/api/amend", again, ["expected-version": "\(version)"]).status == 409)
    }

    @Test("a member that is there twice is refused, whichever is meant") func doubled() throws {
        let site = try TestSite()
        let before = try site.count
        for body in [
            #"{"lines":[{"amount":"1","title":"Tea","amount":"2"}]}"#,
            #"{"lines":[{"amount":"1","title":"Tea"}],"lines":[]}"#,
            #"{"lines":[{"amount":"1","title":"Tea","am\u006funt":"2"}]}"#,
        ] {
            for headers in [[:], ["idempotency-key": "k"]] {
                let answer = call(site, "/api/add", body, headers)
                #expect(answer.status == 422, "\(body)")
                #expect(answer.body.contains("badInput.doubled"), "\(answer.body)")
            }
        }
        #expect(try site.count == before)
        // The same name in another object, or as a value, is no second one.
        let fine = #"{"lines":[{"amount":"1","title":"amount"},{"amount":"2","title":"a\"b"}]}"#
        #expect(call(site, "/api/add", fine).status == 200)
    }

    @Test("what is known is not sent again until something is recorded") func tags() throws {
        let site = try TestSite()
        func ask(_ target: String, _ known: String? = nil) -> WebResponse {
            call(
                site, target, method: "GET", known.map { ["if-none-match": $0] } ?? [:])
        }
        let first = ask("/api/list?limit=3&voided=false")
        #expect(first.status == 200)
        let tag = try #require(first.header("ETag"))
        #expect(tag.hasPrefix("\"2."))
        for known in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
            let same = ask("/api/list?limit=3&voided=false", known)
            #expect(same.status == 304 && same.body.isEmpty && same.header("ETag") == tag)
        }
        // A tag is of its question, and what is not there is not unchanged.
        #expect(ask("/api/list?limit=2", tag).status == 200)
        for known in [tag, "*"] {
            #expect(ask("/api/show?id=99999", known).status == 404)
            #expect(ask("/api/list?query=amt:x", known).status == 422)
        }
        _ = call(site, "/api/add", #"{"lines":[{"amount":"1.25","title":"Tea"}]}"#)
        let changed = ask("/api/list?limit=3", tag)
        #expect(changed.status == 200 && changed.body.contains("Tea"))
        #expect(ask("/api/list?limit=x").status == 422)
        #expect(ask("/api/list?nolimit=1").status == 422)
        #expect(ask("/api/list?limit=1&limit=2").status == 422)
        #expect(ask("/api/list", "\"0.0\"").status == 200)
        let stranger = call(
            site, "/api/list", method: "GET", ["authorization": "", "if-none-match": "*"])
        #expect(stranger.status == 401)
    }
}
