import MockSpec
import MockSpecDocument
import Testing

@testable import MockSpecControl

/// `openapi.json` describes the routes.
struct OpenAPITests {
  let document: Node

  init() throws {
    document = try #require(DocumentParser.parseJSON(PackageResources.openapi_json)?.root)
  }

  private var operations: [(path: String, method: String, node: Node)] {
    (document.value("paths")?.entries ?? document.entries).flatMap { path, methods in
      methods.entries.map { (path.text, $0.key.text.uppercased(), $0.value) }
    }
  }

  @Test func `each route is documented, and nothing else is`() {
    let documented = Set(operations.map { "\($0.method) \($0.path)" })
    let routes = MockControl.routes.filter { !$0.isPage || $0.path == "/nonce" }.map { "\($0.method) \($0.path)" }
    #expect(documented == Set(routes))
    #expect(routes.count == documented.count)
  }

  @Test func `the session is a parameter of the resources that belong to one`() throws {
    for (path, method, node) in operations {
      let route = try #require(MockControl.routes.first { $0.path == path && $0.method == method })
      let references = node.value("parameters")?.elements.compactMap { $0.value("$ref")?.text } ?? []
      #expect(references.contains("#/components/parameters/Session") == route.isOfSession, "\(method) \(path)")
    }
  }

  @Test func `query parameters and types of bodies are documented`() throws {
    for (path, method, node) in operations {
      let route = try #require(MockControl.routes.first { $0.path == path && $0.method == method })
      let parameters = node.value("parameters")?.elements.filter { $0.value("in")?.text == "query" } ?? []
      #expect(Set(parameters.compactMap { $0.value("name")?.text }) == route.query, "\(method) \(path)")
      let types = node.value("requestBody")?.value("content")?.entries.map(\.key.text) ?? []
      #expect(Set(types) == Set(route.types), "\(method) \(path)")
    }
  }
}
