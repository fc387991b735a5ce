import MockSpecDiagnostics
import MockSpecDocument

/// A checked project file → `ProjectSpec`.
struct ProjectDecoder {
  private var decoder: SpecDecoder

  /// - Parameter folder: that of the project file; absolute.
  init(folder: String) { decoder = SpecDecoder(folder: folder) }

  var diagnostics: [Diagnostic] { decoder.diagnostics }

  mutating func project(_ root: Node) -> ProjectSpec {
    var project = ProjectSpec()
    if let defaults = root.value("defaults") { project.defaults = decoder.defaults(defaults) }
    if let unmatched = root.value("unmatched").flatMap({ ProjectSettings.Unmatched(rawValue: $0.text) }) {
      project.settings.unmatched = unmatched
    }
    if let timeout = root.value("timeout").flatMap({ DurationText.parse($0.text) }) {
      project.settings.timeout = timeout
    }
    if let list = root.value("passthrough") {
      project.settings.passthrough = list.elements.filter(\.isScalar).map { HostPattern($0.text) }
    }
    if let list = root.value("redact") {
      project.settings.redaction = Redaction(list.elements.filter(\.isScalar).map(\.text))
    }
    if let list = root.value("allowOutside") {
      project.allowOutside = list.elements.filter(\.isScalar).map { Located($0.text, at: $0.range) }
    }
    if let scenes = root.value("scenes") { project.scenes = scenes.entries.map { scene($0.key, $0.value) } }
    if let server = root.value("server") { project.settings.server = self.server(server) }
    return project
  }

  /// Either `{request: response, …}` or `{extends: scene, select: {request: response, …}}`, told apart as the schema
  /// does: the second form has a mapping under `select`, or no keys besides these two.
  private func scene(_ key: Node, _ node: Node) -> ProjectSpec.Scene {
    var scene = ProjectSpec.Scene(name: Located(key.text, at: key.range), extends: nil, selections: [])
    let keys = node.entries.map(\.key.text).filter { !$0.hasPrefix("x-") }
    let isExtension =
      node.value("select")?.kind == .mapping || (!keys.isEmpty && keys.allSatisfy { $0 == "extends" || $0 == "select" })
    var list: Node? = node
    if isExtension {
      scene.extends = node.value("extends").map { Located($0.text, at: $0.range) }
      list = node.value("select")
    }
    guard let list else { return scene }
    for (request, response) in list.entries where response.isScalar {
      scene.selections.append((Located(request.text, at: request.range), Located(response.text, at: response.range)))
    }
    return scene
  }

  private mutating func server(_ node: Node) -> ProjectSettings.Server {
    decoder.refuseUnsupported(["cors"], in: node)
    var server = ProjectSettings.Server()
    if let host = node.value("host") { server.host = host.text }
    if let port = node.value("port")?.intValue { server.port = port }
    if let threads = node.value("threads")?.intValue { server.threads = threads }
    return server
  }
}
