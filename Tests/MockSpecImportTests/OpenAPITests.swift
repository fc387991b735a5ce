import Foundation
import MockSpecDiagnostics
import MockSpecDocument
import TestSupport
import Testing

@testable import MockSpec
@testable import MockSpecImport

/// OpenAPI 3.0, 3.1, 3.2 and Swagger 2 become specs.
struct OpenAPITests {
  /// Imports a document of OpenAPI 3.0 in YAML, or of another version.
  static func imported(
    _ paths: String, version: String = "openapi: 3.0.3", more: String = "", files: [String: String] = [:]
  ) throws -> Imported {
    let text = "\(version)\ninfo: {title: Shop, version: '1'}\npaths:\n\(paths)\n\(more)\n"
    return try Imported(files.merging(["shop.yaml": text]) { $1 }, ["shop.yaml"])
  }

  /// Imports one operation, `GET /a`, with a schema for its body in JSON.
  static func body(_ schema: String, version: String = "openapi: 3.1.0", more: String = "") throws -> Imported {
    try imported(
      "  /a: {get: {operationId: A, responses: {200: {content: {application/json: {schema: \(schema)}}}}}}",
      version: version, more: more)
  }

  @Test func `operations become requests, and their first response of success is the default`() throws {
    let imported = try Self.imported(
      """
        /pets/{petId}:
          get:
            operationId: showPet
            summary: Finds a pet
            tags: [pets]
            responses:
              default: {description: Unexpected error}
              404: {description: No such pet. Try another one.}
              200:
                description: The pet
                content:
                  application/json:
                    example: {id: 7, name: Rex}
          delete:
            tags: [pets]
            responses:
              204: {description: ''}
        /stores:
          get:
            responses:
              4XX: {description: Refused}
              200:
                description: Stores
                content:
                  application/json:
                    examples:
                      none: {value: []}
                      two: {summary: Two stores, value: [Oslo, Bern]}
      """, more: "servers: [{url: 'https://api.example.com/{v}', variables: {v: {default: v2}}}]")
    #expect(
      imported.texts["pets.mock.yaml"] == """
        # Imported from shop.yaml (Shop 1) by 'mockspec import'.
        mockspec: 1
        defaults:
          match:
            scheme: https
            host: api.example.com
        requests:
          showPet:
            description: Finds a pet
            match: GET /v2/pets/{petId}
            responses:
              200 The pet:
                json:
                  id: 7
                  name: Rex
              500 Unexpected error:
                status: 500
              404 No such pet:
                status: 404
          DELETE /pets/{petId}:
            match: DELETE /v2/pets/{petId}
            responses:
              204 No Content:
                status: 204

        """)
    #expect(
      imported.texts["stores.mock.yaml"] == """
        # Imported from shop.yaml (Shop 1) by 'mockspec import'.
        mockspec: 1
        requests:
          GET /stores:
            match: GET https://api.example.com/v2/stores
            responses:
              none:
                json: []
              Two stores:
                json:
                  - Oslo
                  - Bern
              400 Refused:
                status: 400

        """)
    #expect(imported.replay == "7 of 7")
    #expect(imported.lines.count == 1 && imported.lines[0].contains("other servers, and other values"))
  }
}

extension OpenAPITests {
  @Test func `Swagger 2 has a host, media types for all operations, and definitions`() throws {
    let imported = try Imported(
      [
        "a.json": ##"""
        {"swagger": "2.0", "info": {"title": "Bank", "version": "3"}, "host": "bank.example:8443", "basePath": "/api/",
         "schemes": ["https"], "produces": ["application/xml", "application/json"],
         "paths": {"/accounts": {"get": {"responses": {
           "200": {"description": "Accounts", "schema": {"type": "array", "items": {"$ref": "#/definitions/Account"}},
             "headers": {"X-Count": {"type": "integer", "default": 3}, "X-Other": {"type": "string"}}},
           "401": {"description": "Sign in", "examples": {"text/plain": "no"}}}},
           "post": {"produces": ["application/octet-stream"],
             "responses": {"201": {"description": "", "schema": {"type": "file"}}}}}},
         "definitions": {"Account": {"type": "object", "required": ["number", "pin"], "properties": {
           "number": {"type": "integer", "minimum": 10, "exclusiveMinimum": true},
           "pin": {"type": "string", "writeOnly": true}, "owner": {"type": "string", "x-nullable": true, "example": null}}}}}
        """##
      ], ["a.json"])
    #expect(
      imported.spec == """
        defaults:
          match:
            scheme: https
            host: bank.example
            port: 8443
        requests:
          GET /accounts:
            match: GET /api/accounts
            responses:
              200 Accounts:
                headers:
                  X-Count: '3'
                json:
                  - number: 11
                    owner: null
              401 Sign in:
                status: 401
                headers:
                  Content-Type: text/plain
                text: 'no'
          POST /accounts:
            match: POST /api/accounts
            responses:
              201 Created:
                status: 201
                headers:
                  Content-Type: application/octet-stream

        """)
    imported.expect(losses: [
      "\"application/xml\"|a response in another media type", "\"application/octet-stream\"|a body in this media type",
    ])
    #expect(imported.replay == "3 of 3")
  }

  @Test func `3.2 has other methods and data beside serialized text`() throws {
    let imported = try Self.imported(
      """
        /a:
          query: {operationId: Search, responses: {2XX: {summary: Found, content: {application/json: {examples: {a: {dataValue: [1]}}}}}}}
          additionalOperations:
            COPY: {operationId: Copy, responses: {200: {content: {application/jsonl: {examples: {b: {serializedValue: "1\\n2\\n"}}}}}}}
      """, version: "openapi: 3.2.0", more: "webhooks: {new: {post: {}}}")
    #expect(imported.spec.contains("match: QUERY /a\n") && imported.spec.contains("match: COPY /a\n"))
    #expect(imported.spec.contains("200 Found:\n") && imported.spec.contains("- 1\n"), "\(imported.spec)")
    imported.expect(losses: ["new|webhooks aren't imported"])
    #expect(imported.replay == "2 of 2")
  }

  @Test(arguments: [
    ("{}", "{}"), ("true", "{}"), ("{type: boolean}", "true"), ("{type: 'null'}", "null"),
    ("{type: [string, 'null']}", "\"string\""),
    ("{const: 5}", "5"), ("{enum: [b, a]}", "\"b\""), ("{type: integer, enum: [x, 2]}", "2"),
    ("{default: [1], type: array}", "[1]"),
    ("{type: integer, default: x}", "1"), ("{type: string, examples: [5, seven]}", "\"string\""),
    ("{type: string, example: e}", "\"e\""),
    ("{type: integer, minimum: 5, multipleOf: 4}", "8"), ("{type: integer, maximum: -3}", "-3"),
    ("{type: number, exclusiveMinimum: 1, exclusiveMaximum: 2}", "1.25"), ("{type: number, multipleOf: 0.01}", "0.01"),
    ("{type: string, minLength: 8, maxLength: 9}", "\"stringst\""), ("{type: string, maxLength: 3}", "\"ing\""),
    ("{type: string, format: date-time}", "\"2026-01-01T09:30:00Z\""),
    ("{type: string, pattern: '^[A-Z]{3}-\\d+$'}", "\"AAA-1\""),
    ("{type: array}", "[{}]"), ("{type: array, items: {type: integer}, minItems: 3, uniqueItems: true}", "[1,2,3]"),
    ("{type: array, items: {enum: [a, b]}, minItems: 2, uniqueItems: true}", "[\"a\",\"b\"]"),
    (
      "{type: array, items: {type: string, minLength: 10}, minItems: 2, uniqueItems: true}",
      "[\"stringstri\",\"stringstr2\"]"
    ),
    ("{type: array, maxItems: 0}", "[]"),
    ("{type: array, prefixItems: [{const: a}, {const: b}], items: false}", "[\"a\",\"b\"]"),
    ("{type: array, items: {type: string}, contains: {const: c}}", "[\"c\"]"),
    ("{additionalProperties: {type: integer}}", "{\"key\":1}"),
    ("{type: object, minProperties: 2}", "{\"key\":{},\"key2\":{}}"),
    ("{type: object, required: [a], additionalProperties: {const: 1}}", "{\"a\":1}"),
    ("{type: object, maxProperties: 1, required: [b], properties: {a: {const: 1}, b: {const: 2}}}", "{\"b\":2}"),
    (
      "{type: object, patternProperties: {'^x-': {const: 1}}, additionalProperties: false, minProperties: 1}",
      "{\"x-\":1}"
    ),
    ("{allOf: [{properties: {a: {type: number}}}, {required: [a], properties: {a: {minimum: 7}}}]}", "{\"a\":7}"),
    ("{oneOf: [{required: [a]}, {required: [b]}], properties: {a: {const: 1}, b: {const: 2}}}", "{\"a\":1}"),
    ("{oneOf: [{type: string, not: {}}, {type: integer}]}", "1"), ("{anyOf: [false, {const: 2}]}", "2"),
    (
      "{type: object, properties: {a: {const: 1, writeOnly: true}, b: {const: 2, readOnly: true}}, required: [a, b]}",
      "{\"b\":2}"
    ),
    ("{type: object, properties: {a: {not: {}}, b: {const: 2}}}", "{\"b\":2}"),
  ])
  func `a body is made from its schema`(schema: String, body: String) throws {
    let imported = try Self.body(schema)
    let sent = try #require(imported.result.replay.calls == 1 ? imported.spec : nil)
    #expect(imported.lines == [])
    #expect(try Self.json(in: sent) == body, "\(sent)")
  }

  /// The JSON of the only response of a spec.
  private static func json(in spec: String) throws -> String {
    let body = try #require(spec.components(separatedBy: "json:").dropFirst().first)
    let root = try #require(DocumentParser.parse(Array("json:\(body)".utf8), path: "", format: .yaml).document?.root)
    return String(decoding: try #require(root.value("json")).json, as: UTF8.self)
  }

  @Test func `a schema that contains itself is cut, and a discriminator names the schema`() throws {
    let imported = try Self.body(
      "{$ref: '#/components/schemas/Node'}",
      more: """
        components:
          schemas:
            Node: {type: object, required: [pet], properties: {children: {type: array, items: {$ref: '#/components/schemas/Node'}}, parent: {$ref: '#/components/schemas/Node'}, pet: {$ref: '#/components/schemas/Pet'}}}
            Pet: {oneOf: [{$ref: '#/components/schemas/Cat'}], discriminator: {propertyName: kind, mapping: {cat: '#/components/schemas/Cat'}}}
            Cat: {type: object, required: [kind], properties: {kind: {type: string}}}
        """)
    #expect(try Self.json(in: imported.spec) == #"{"children":[],"pet":{"kind":"cat"}}"#)
    #expect(imported.lines == [])
  }

  @Test func `examples are sent also if they contradict their schema, which is reported where they do`() throws {
    let imported = try Self.imported(
      """
        /a:
          get:
            responses:
              200:
                description: A
                content:
                  application/json:
                    schema: {type: object, properties: {n: {type: integer}, s: {type: string}}}
                    examples:
                      wrong: {value: {s: a, n: [one]}}
                      text: {value: '{"n": 1}'}
                      missing: {}
      """)
    #expect(imported.spec.contains("n:\n            - one\n") && imported.spec.contains("n: 1\n"), "\(imported.spec)")
    imported.expect(losses: [
      "[one|the example isn't valid against its schema: expected an integer", "missing|the example has no value",
    ])
    #expect(imported.replay == "2 of 2")
  }

  @Test func `a schema without a valid value, a broken one and an unknown pattern are reported`() throws {
    let imported = try Self.imported(
      """
        /a: {get: {responses: {200: {content: {application/json: {schema: {$ref: '#/components/schemas/None'}}}}, 500: {content: {application/json: {schema: {$ref: '#/components/schemas/None'}}}}}}}
        /b: {get: {responses: {200: {content: {application/json: {schema: {type: string, pattern: '^(?=a)'}}}}}}}
        /c: {get: {responses: {200: {content: {application/json: {schema: {$ref: '#/components/schemas/Loop'}}}}}}}
      """,
      more: """
        components:
          schemas:
            None: {type: object, required: [a], properties: {a: {type: string, maxLength: 2, minLength: 5}}}
            Loop: {allOf: [{$ref: '#/components/schemas/Loop'}]}
        """)
    imported.expect(losses: [
      "'^(?=a)'|the pattern '^(?=a)' isn't supported",
      "{type: object|no valid body is made from the schema: no value is valid",
      "{allOf|the schema isn't used: circular reference",
    ])
    #expect(imported.replay == "4 of 4")
  }

  @Test func `paths have parts of segments, queries, fragments and servers of their own`() throws {
    let imported = try Self.imported(
      """
        /a/{id}.csv: {get: {operationId: A, tags: [t], responses: {200: {}}}}
        /b/{x},{y}/{proxy+}: {get: {operationId: B, tags: [t], responses: {200: {}}}}
        /?Action=List&page={page}: {get: {operationId: C, tags: [t], responses: {200: {}}}}
        /#X-Target=Go: {post: {operationId: D, tags: [t], parameters: [{in: header, name: X-Target, schema: {enum: [Go]}}], responses: {200: {}}}}
        /e#other: {get: {operationId: E, tags: [t], responses: {200: {}}}}
        /f: {servers: [{url: //f.example/base}], get: {operationId: F, tags: [t], responses: {200: {}}}}
      """)
    for expected in [
      "params:\n        id:\n          matches: ^.+\\.csv$\n", "path: /b/{x}/**\n", "x:\n          matches: ^.+,.+$\n",
      "Action: List\n        page:\n          present: true\n", "headers:\n        X-Target: Go\n", "match: GET /e\n",
      "match: GET //f.example/base/f\n",
    ] { #expect(imported.spec.contains(expected), "\(expected)\n\(imported.spec)") }
    imported.expect(losses: ["/e#other|the part after '#' never reaches a server"])
    #expect(imported.replay == "6 of 6")
  }

  @Test func `references lead to files below the folder of the input only`() throws {
    let folder = try TemporaryFolder([
      "api/shop.yaml": """
      openapi: 3.0.0
      paths:
        /a: {$ref: 'paths/a.yaml'}
        /b: {get: {responses: {200: {content: {application/json: {schema: {$ref: '../secret.json'}}}}}}}
        /c: {get: {responses: {200: {content: {application/json: {schema: {$ref: 'link.json'}}}}}}}
        /d: {get: {responses: {200: {$ref: 'https://127.0.0.1:1/d.yaml#/x'}, 404: {$ref: '#/paths/~1d/get/responses/404'}}}}
        /e: {get: {responses: {200: {content: {text/plain: {examples: {a: {externalValue: e.txt}, b: {externalValue: '../secret.json'}}}}}}}}
      """,
      "api/paths/a.yaml":
        "get: {responses: {200: {content: {application/json: {schema: {$ref: '../schemas.json#/A'}}}}}}",
      "api/schemas.json":
        ##"{"A": {"type": "object", "properties": {"own": {"$ref": "#/B"}}}, "B": {"const": 1, "type": "integer"}}"##,
      "api/e.txt": "hello", "secret.json": #"{"const": "secret"}"#,
    ])
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/api/link.json", withDestinationPath: "../secret.json")
    let result = try SpecImport(["api/shop.yaml"], workingDirectory: folder.path)
    let text = result.files.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
    #expect(text.contains("own: 1\n") && text.contains("text: hello\n") && !text.contains("secret"))
    let reasons = [
      "'../secret.json' is outside", "'link.json' is outside", "'https://127.0.0.1:1/d.yaml#/x' isn't in a file",
      "'#/paths/~1d/get/responses/404' leads back", "'../secret.json' is outside",
    ]
    #expect(result.diagnostics.count == reasons.count, "\(result.diagnostics)")
    for (found, reason) in zip(result.diagnostics, reasons) { #expect(found.message.contains(reason), "\(found)") }
  }

  @Test func `a redirect is the first response, and not an error`() throws {
    let imported = try Self.imported("  /a: {get: {responses: {default: {}, 302: {}}}}")
    let names = imported.spec.matches(of: /(?m)^      (\w+)/).map { String($0.1) }
    #expect(names == ["302", "500"], "\(imported.spec)")
  }

  @Test func `each operation with a reference that leads nowhere has a loss`() throws {
    let imported = try Self.imported(
      """
        /a: {get: {responses: {200: {$ref: '#/components/responses/Missing'}}}}
        /b: {get: {responses: {200: {$ref: '#/components/responses/Missing'}}}}
      """)
    #expect(imported.result.counts.exact == 0)
  }

  @Test func `references stay in the folder of the document, also beside folders of WireMock`() throws {
    let files = [
      "__files/x": "", "outside.yaml": "a: {description: CANARY}", "mappings/x/near.yaml": "a: {description: NEAR}",
      "mappings/x/in.yaml": """
      openapi: 3.1.0
      paths:
        /a: {get: {responses: {200: {$ref: 'outside.yaml#/a'}}}}
        /b: {get: {responses: {200: {$ref: 'near.yaml#/a'}}}}
        /c: {get: {responses: {200: {$ref: '../../outside.yaml#/a'}}}}

      """,
    ]
    let imported = try Imported(files, ["mappings/x/in.yaml"])
    let texts = imported.texts.values.joined()
    #expect(!texts.contains("CANARY") && texts.contains("NEAR"))
    imported.expect(losses: ["'outside.yaml|the reference", "'../../|the reference"])
  }

  @Test func `what isn't an operation or a response is reported`() throws {
    let imported = try Self.imported(
      """
        /a: {get: {responses: {200: , 201: [1], 202: {}}}}
        /b: {get: }
        /c: {GET: {responses: {200: {}}}, x-a: 1, summary: c}
        /d: x
        /f/../g: {get: {responses: {200: {}}}}
        /e: {additionalOperations: {'A B': {responses: {200: {}}}}}
      """)
    #expect(imported.result.counts.exact == 0 && imported.lines.count == 7, "\(imported.lines)")
  }

  @Test func `an ignored warning that is gone isn't ignored`() throws {
    let imported = try Self.imported(
      """
        '/a?b=c&b=d': {get: {responses: {200: {}}}}
        '/a?b[]=1': {get: {responses: {200: {}}}}
        '/a?b=a+b%20c': {get: {responses: {200: {}}}}
      """)
    #expect(imported.lines.filter { $0.contains("unused-ignore") } == [])
  }

  @Test(arguments: [
    #"{"log": {"version": "1.2", "entries": []}}"#, #"{"mappings": []}"#, #"{"lastMigration": 1, "routes": []}"#,
    #"{"info": {"schema": "getpostman.com/json/collection/v2"}, "item": []}"#, #"{"openapi": "3.1.0"}"#,
  ])
  func `a file with nothing to import is reported`(text: String) throws {
    let imported = try Imported(["a.json": text], ["a.json"])
    #expect(imported.lines.count == 1 && imported.result.counts.refused == 1, "\(imported.lines)")
  }

  @Test func `what each operation has is reported once`() throws {
    let operation =
      "callbacks: {x: {}}, responses: {200: {links: {y: {}}, content: {application/xml: {schema: {type: object}}}}}"
    let imported = try Self.imported(
      "  /a: {get: {\(operation)}}\n  /b: {get: {\(operation)}, put: {responses: {100: {}, 700: {}}}}")
    imported.expect(losses: [
      "{x|callbacks aren't imported (2 times, first here)", "{y|links aren't imported (2 times",
      "application/xml|a body in this media type isn't made", "put|the operation has no response",
      "100|the status '100' isn't supported", "700|the status '700' isn't supported",
    ])
    #expect(imported.result.counts == ImportCounts(approximated: 2, refused: 1))
  }

  @Test func `what is wrong with a part that operations share is reported once`() throws {
    let imported = try Self.imported(
      "  /a: {get: {responses: {200: {$ref: '#/components/responses/A'}}}, put: {responses: {200: {$ref: '#/components/responses/A'}}}}",
      more: """
        components: {responses: {A: {content: {application/json: {schema: {type: integer}, example: one}, a: {example: {b: 1}}}}}}
        """)
    imported.expect(losses: ["one|the example isn't valid against its schema", "a|'a' isn't a media type"])
  }

  @Test func `versions before 2 and after 3, and documents without operations, aren't imported`() throws {
    try Self.imported("", version: "openapi: 4.0.0").expect(losses: ["4.0.0|the version '4.0.0' isn't supported"])
    try Self.imported("", version: "swagger: '1.2'").expect(losses: ["'1.2'|the version '1.2' isn't supported"])
    try Self.imported("  /a: {}").expect(losses: ["paths|the document has no operation"])
  }

  // MARK: - Hostile documents

  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      "{type: array, minItems: 1000000000, items: {type: string}}", "{type: string, minLength: 1000000000}",
      "{type: string, pattern: '^(((a{1000}){1000}){1000})$'}",
      "{type: string, pattern: '((((((((((a*)*)*)*)*)*)*)*)*)*)'}",
      "{type: object, minProperties: 100000000}", "{type: integer, minimum: 1e400, maximum: -1e400}",
      "{type: number, multipleOf: 1e-300, minimum: 1e300}", "{type: number, multipleOf: 1e400, minimum: 5}",
      "{required: true, properties: 5, allOf: x, type: [7], enum: 1}",
      "{type: integer, minimum: 9223372036854775807, exclusiveMinimum: 9223372036854775807}",
      "{$ref: '#/components/schemas/S0'}", "{$ref: '#/components/schemas/T'}",
    ])
  func `schemas of hostile documents are read in bounded time`(schema: String) throws {
    // Each schema contains the next one ten times, as members and as alternatives.
    let wide = (0..<30).map { index in
      let members = (0..<10).map { "p\($0): {oneOf: [{$ref: '#/components/schemas/S\(index + 1)'}, false]}" }
      return
        "    S\(index): {required: [p0, p1, p2, p3, p4, p5, p6, p7, p8, p9], properties: {\(members.joined(separator: ", "))}}\n"
    }
    let imported = try Self.body(
      schema,
      more: "components:\n  schemas:\n\(wide.joined())    S30: {type: string}\n"
        + "    T: {required: [t, u], properties: {t: {$ref: '#/components/schemas/T'}, u: {$ref: '#/components/schemas/T'}}}\n"
    )
    #expect(imported.result.counts.refused == 0)
    #expect(imported.result.files.allSatisfy { $0.bytes.count < 2 << 20 })
  }

  @Test(.timeLimit(.minutes(1))) func `deep and wide documents are read in bounded time`() throws {
    let deep = String(repeating: "{properties: {a: ", count: 50) + "{}" + String(repeating: "}}", count: 50)
    #expect(try Self.body(deep).result.counts.refused == 0)
    let responses = (0..<2000).map { "e\($0): {value: \($0)}" }.joined(separator: ", ")
    let many = try Self.imported(
      "  /a: {get: {responses: {200: {content: {application/json: {examples: {\(responses)}}}}}}}")
    #expect(many.replay == "2000 of 2000")
    for path in [
      String(repeating: "{", count: 1900) + String(repeating: "}", count: 1900), String(repeating: "a", count: 5000),
    ] {
      let text = #"{"openapi": "3.1.0", "paths": {"/\#(path)": {"get": {"responses": {"200": {}}}}}}"#
      let imported = try Imported(["a.json": text], ["a.json"])
      #expect(imported.result.counts.exact + imported.result.counts.refused == 1)
    }
  }
}
