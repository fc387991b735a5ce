import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpecImport

struct MockoonTests {
  static func route(_ endpoint: String, _ responses: String..., more: String = "") -> String {
    #"{"uuid": "r-\#(endpoint)", "type": "http", "method": "get", "endpoint": "\#(endpoint)", "responses": [\#(responses.joined(separator: ", "))]\#(more)}"#
  }

  static func imported(_ routes: String..., more: String = "", files: [String: String] = [:]) throws -> Imported {
    let text =
      #"{"lastMigration": 32, "name": "Shop", "endpointPrefix": "api", "routes": [\#(routes.joined(separator: ",\n"))]\#(more)}"#
    return try Imported(files.merging(["a.json": text]) { $1 }, ["a.json"])
  }

  @Test func `responses keep their labels, and rules are conditions`() throws {
    let imported = try Self.imported(
      Self.route(
        "users/:id", #"{"label": "Missing", "statusCode": 404, "body": ""}"#,
        #"{"label": "Found", "statusCode": 200, "body": "{ \"id\": 1 }", "default": true, "latency": 20}"#,
        #"{"label": "Admin", "statusCode": 403, "rules": [{"target": "header", "modifier": "X-Role", "operator": "equals", "value": "admin"}, {"target": "params", "modifier": "id", "operator": "regex", "value": "^9"}], "rulesOperator": "AND"}"#
      ))
    #expect(
      imported.spec == """
        requests:
          GET /api/users/{id} Admin:
            match:
              method: GET
              path: /api/users/{id}
              params:
                id:
                  matches: ^9
              headers:
                X-Role: admin
            responses:
              Admin:
                status: 403
          GET /api/users/{id}:
            match: GET /api/users/{id}
            default: Found
            responses:
              Missing:
                status: 404
              Found:
                json:
                  id: 1
                delay: 20ms

        """)
    #expect(imported.lines == [])
    #expect(imported.replay == "1 of 1")
  }

  @Test func `a CRUD route is a collection of its bucket's items`() throws {
    let imported = try Self.imported(
      #"{"type": "crud", "endpoint": "users", "responses": [{"databucketID": "b1", "crudKey": "key", "default": true}]}"#,
      #"{"type": "crud", "endpoint": "none", "responses": [{"databucketID": "zz"}]}"#,
      more: #", "data": [{"id": "b1", "name": "Users", "value": "[{\"key\": \"a\", \"n\": 1}]"}]"#)
    #expect(
      imported.spec == """
        collections:
          users:
            path: /api/users
            items:
              - key: a
                n: 1
            idName: key
            newIds: uuid

        """)
    imported.expect(losses: ["\"none\"|the route has no data bucket with a list in JSON"])
    #expect(imported.result.counts == ImportCounts(exact: 1, refused: 1))
  }

  @Test func `a loss of a response isn't one of another with rules`() throws {
    let rules = #"[{"target": "header", "modifier": "X-Role", "operator": "equals", "value": "admin"}]"#
    let imported = try Self.imported(
      Self.route(
        "a", #"{"label": "Plain", "statusCode": 200, "body": "{{faker 'x.y'}}", "default": true}"#,
        #"{"label": "Admin", "statusCode": 403, "rules": \#(rules)}"#))
    #expect(imported.lines.count == 1 && imported.result.counts == ImportCounts(exact: 1, approximated: 1))
  }

  @Test func `endpoints become paths`() throws {
    let cases = [
      ("a/:id.json", "path: /api/a/{id}\n"), ("files/*", "match: GET /api/files/**\n"),
      ("n/:id(\\\\d+)", "matches: ^(?:\\d+)$\n"),
      ("o/:id?", "- GET /api/o\n"), ("v1/:name:cancel", "path: /api/v1/{name}\n"),
    ]
    for (endpoint, expected) in cases {
      let imported = try Self.imported(Self.route(endpoint, #"{"statusCode": 204}"#))
      #expect(imported.spec.contains(expected), "\(imported.spec)")
      #expect(imported.lines == [], "\(endpoint)")
    }
  }

  @Test func `modes, templates, files and the proxy are mapped`() throws {
    let imported = try Self.imported(
      Self.route("seq", #"{"body": "one"}"#, #"{"body": "two"}"#, more: #", "responseMode": "SEQUENTIAL""#),
      Self.route(
        "hello/:name", #"{"body": "Hi {{urlParam 'name'}}, {{queryParam 'q' 'x'}} {{faker 'person.firstName'}}"}"#),
      Self.route("frozen", #"{"body": "{{setVar 'a' 1}}"}"#),
      Self.route("raw", #"{"body": "{{x}}", "disableTemplating": true}"#),
      Self.route("file", #"{"bodyType": "FILE", "filePath": "./data/a.csv"}"#),
      Self.route("out", #"{"bodyType": "FILE", "filePath": "/etc/passwd"}"#),
      Self.route("off", "{}", more: #", "enabled": false"#),
      Self.route("random", #"{"body": "r"}"#, more: #", "responseMode": "RANDOM""#),
      more:
        #", "proxyMode": true, "proxyHost": "http://localhost:9", "folders": [{"uuid": "f", "name": "Sequences", "children": [{"type": "route", "uuid": "r-seq"}]}], "rootChildren": [{"type": "folder", "uuid": "f"}]"#,
      files: ["data/a.csv": "1,2\n"])
    let shop = imported.texts["shop.mock.yaml"] ?? ""
    #expect(imported.texts["sequences.mock.yaml"]?.contains("afterSequence: restart\n") == true)
    #expect(
      shop.contains("text: 'Hi {{request.path.name}}, {{request.query.q | default: ''x''}} {{fake.firstName}}'\n"),
      "\(shop)")
    #expect(shop.contains("file: bodies/a.csv\n") && imported.texts["bodies/a.csv"] == "1,2\n")
    #expect(shop.contains("forward: http://localhost:9\n") && shop.contains("priority: -1000\n"))
    imported.expect(
      losses: [
        "\"{{setVar|the tag 'setVar 'a' 1' of the template isn't supported",
        "\"/etc/passwd\"|the body file '/etc/passwd' is outside",
        "\"RANDOM\"|random choice isn't supported",
      ])
  }
}
