import Foundation
import MockSpecDiagnostics
import MockSpecDocument
import TestSupport
import Testing

@testable import MockSpecImport

struct PostmanTests {
  static func imported(_ items: String, variables: String = "[]") throws -> Imported {
    let text = #"""
      {"info": {"name": "Shop", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
       "item": \#(items), "variable": \#(variables)}
      """#
    return try Imported(["a.json": text], ["a.json"])
  }

  @Test func `examples are named responses, and variables have their values`() throws {
    let imported = try Self.imported(
      #"""
      [{"name": "Find item", "request": {"method": "GET", "description": "Finds an item.\nMore.",
         "url": {"raw": "{{baseUrl}}/items/:id", "variable": [{"key": "id", "value": "7"}]}},
        "response": [
          {"name": "Found", "code": 200, "header": [{"key": "Content-Type", "value": "application/json"}],
           "body": "{\n  \"id\": 7\n}"},
          {"name": "Missing", "code": 404, "body": ""}]},
       {"name": "No example", "request": {"url": "{{baseUrl}}/x"}, "response": []}]
      """#,
      variables: #"[{"key": "baseUrl", "value": "https://{{host}}/v1"}, {"key": "host", "value": "api.example.com"}]"#)
    #expect(
      imported.spec == """
        requests:
          Find item:
            description: Finds an item.
            match: GET https://api.example.com/v1/items/{id}
            responses:
              Found:
                json:
                  id: 7
              Missing:
                status: 404

        """)
    #expect(imported.lines.count == 1)
    #expect(imported.lines[0].contains("note: 1 request has no saved example, and is left out"))
    #expect(imported.result.counts == ImportCounts(exact: 2, skipped: 1))
    #expect(imported.replay == "2 of 2")
  }

  @Test func `variables of paths can have hyphens`() throws {
    let text = #"""
      {"raw": "https://a.example/:item-id/:x",
       "variable": [{"key": "item-id", "value": "7"}, {"key": "x", "value": "8"}]}
      """#
    let node = try #require(DocumentParser.parseJSON(Array(text.utf8))?.root)
    var (variables, secrets) = (PostmanVariables(), Secrets())
    let url = try #require(URLTemplate(node, &variables, &secrets))
    #expect(url.path == "/{itemid}/{x}" && url.filledPath == "/7/8")
  }

  @Test func `an example with other values in the URL is a request of its own`() throws {
    let imported = try Self.imported(
      #"""
      [{"name": "Search", "request": {"method": "GET", "url": "{{unknown}}/search"},
        "response": [
          {"name": "All", "code": 200, "originalRequest": {"method": "GET", "url": {"raw": "{{unknown}}/search", "query": []}}},
          {"name": "Page", "code": 206, "originalRequest": {"method": "GET",
            "url": {"raw": "{{unknown}}/search?page=2", "query": [{"key": "page", "value": "2"}, {"key": "x", "value": "1", "disabled": true}]}}}]}]
      """#)
    #expect(imported.spec.contains("match: GET /search\n"))
    #expect(imported.spec.contains("match: GET /search?page=2\n"))
    #expect(imported.replay == "2 of 2")
  }

  @Test func `folders are files, and only Postman's own variables make templates`() throws {
    let imported = try Self.imported(
      #"""
      [{"name": "Orders / new", "item": [{"name": "Inner", "item": [
        {"name": "A", "request": "https://a.example/a", "response": [{"code": 200, "body": "{{$guid}}"}]},
        {"name": "B", "request": "https://a.example/b", "response": [{"code": 200, "body": "{{name}}"}]}]}]},
       {"name": "C", "request": "https://a.example/c", "response": [{"code": 200, "body": "plain"}]}]
      """#)
    #expect(imported.texts.keys.sorted() == ["orders-new.mock.yaml", "shop.mock.yaml"])
    let orders = imported.texts["orders-new.mock.yaml"] ?? ""
    #expect(orders.contains("text: '{{uuid}}'\n        template: true\n"), "\(orders)")
    #expect(orders.contains("text: '{{name}}'\n") && orders.components(separatedBy: "template: true").count == 2)
    imported.expect(losses: ["\"{{name}}|the body has a variable without a value"])
  }

  @Test func `what can't be imported is reported at its location`() throws {
    let imported = try Self.imported(
      #"""
      [{"name": "A", "request": {"url": "ftp://a.example/a"}, "response": [{"code": 200}]},
       {"name": "B", "request": {"url": "https://a.example/b"}, "response": [{"code": 101}]},
       {"name": "C", "event": [{"listen": "test", "script": {"exec": ["pm.test()"]}}],
        "request": {"url": "https://a.example/c"}, "response": [{"code": 200}]}]
      """#)
    imported.expect(
      losses: [
        "{\"url\"|the request has no URL of HTTP", "101|the status 101 isn't supported",
        "\"test\"|scripts aren't imported",
      ])
    #expect(imported.result.counts == ImportCounts(exact: 1, refused: 2))
  }
}
