import MockSpecDiagnostics
import TestSupport
import Testing

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
              500 Unexpected error: 500
              404 No such pet: 404
          DELETE /pets/{petId}:
            match: DELETE /v2/pets/{petId}
            responses:
              204 No Content: 204

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
              400 Refused: 400

        """)
    #expect(imported.replay == "7 of 7")
    #expect(imported.lines.count == 1 && imported.lines[0].contains("other servers, and other values"))
  }
}
