import Foundation
import TestSupport
import Testing

/// The folders of a module are layers: a folder uses only types of the folders before it.
struct LayerTests {
  struct Module: Sendable, CustomTestStringConvertible {
    let name: String
    /// The lowest first.
    let layers: [String]
    var testDescription: String { name }
  }

  static let modules = [
    Module(
      name: "MockSpec",
      layers: [
        "Collections", "Concurrency", "Text", "HTTP", "MocksInCode", "Decisions", "Matching", "Items", "Files",
        "Spec", "Writing", "Templates", "Models", "Callbacks", "Responses", "Resolving",
        "Explaining", "Engine", "Linting", "RulePages", "Advice", "Pipeline", "Trials", "Projects", "Fixing",
        "Conversion",
      ]),
    Module(
      name: "MockSpecSchema",
      layers: ["Values", "RegularExpression", "JSONPath", "Errors", "Formats", "References", "Compilation", "Checking"]),
    Module(
      name: "MockSpecDocument", layers: ["Nodes", "Building", "Characters", "YAML", "JSON", "Recovery", "Writing"]),
    Module(name: "MockSpecWatcher", layers: ["Folders", "Project"]),
    Module(
      name: "MockSpecURLSession",
      layers: [
        "Replies", "Forwarding", "Errors", "MocksInCode", "Calls", "URLProtocol", "Connected", "Launch", "Selections",
        "Interceptor",
        "Screen",
      ]),
    Module(name: "MockSpecTesting", layers: ["Expectations", "Scope", "Trait"]),
    Module(
      name: "MockSpecClient",
      layers: ["Redaction", "Service", "Encoding", "Errors", "Responses", "Middleware", "Client"]),
    Module(name: "MockSpecControl", layers: ["Events", "Replies", "Calls", "Control", "Panel"]),
    Module(
      name: "MockSpecServer",
      layers: [
        "Scanning", "TLS", "Forwarding", "Callbacks", "Proxy", "Replies", "Connections", "HTTP2", "WebSockets",
        "Server",
      ]),
    Module(
      name: "MockSpecImport",
      layers: [
        "Reading", "Model", "Writing", "WireMock", "HAR", "Postman", "Mockoon", "OpenAPI", "Hoverfly", "Killgrave",
        "Curl",
        "JSONServer", "Import",
      ]),
    Module(name: "MockSpecCLI", layers: ["Output", "Client", "Files", "Options", "Commands"]),
  ]

  @Test(arguments: modules)
  func `a folder uses no type of a later layer`(module: Module) throws {
    let root = Repository.root.appendingPathComponent("Sources/\(module.name)")
    let check = try LayerCheck(module: root, layers: module.layers)
    #expect(check.violations == [])
    #expect(check.folders == Set(module.layers), "each folder with sources is a layer")
  }

  @Test func `the article about the architecture lists the layers in their order`() throws {
    #expect(try ArchitectureTests.names(under: "Folders of MockSpec") == Self.modules[0].layers)
  }

  @Test func `a type of a later layer is found wherever code uses it`() throws {
    let folder = try TemporaryFolder()
    try folder.save(
      "package struct Tower {}\nprivate struct Cellar {}\nenum Roof { struct Tile {} }", to: "High/Tower.swift")
    try folder.save(
      ###"""
      // Tower in a comment
      /* a /* nested */ Tower */
      struct Ground {
        let text = "Tower", other = """
          "Tower" \(Tower.self)
          """, raw = ##"\(Tower) "# \##(Tower.self)"##
        var tower: Tower? { nil }
        let tile: Roof.Tile, own = Ground.Tower.self
        struct Cellar { let cellar: Cellar.Type; let nested = "\("a" + "\(Tower())")" }
      }
      """###, to: "Low/Ground.swift")
    try folder.save(
      "struct Own { struct Tower {}; let tower: Tower }\nlet cellar: Cellar?", to: "Low/Own.swift")
    let check = try LayerCheck(module: URL(fileURLWithPath: folder.path), layers: ["Low", "High"])
    #expect(
      check.violations == [
        "Low/Ground.swift:5: uses 'Tower' of High, a later layer",
        "Low/Ground.swift:6: uses 'Tower' of High, a later layer",
        "Low/Ground.swift:7: uses 'Tower' of High, a later layer",
        "Low/Ground.swift:8: uses 'Roof' of High, a later layer",
        "Low/Ground.swift:9: uses 'Tower' of High, a later layer",
      ])
    #expect(try LayerCheck(module: URL(fileURLWithPath: folder.path), layers: ["High", "Low"]).violations == [])
  }
}
