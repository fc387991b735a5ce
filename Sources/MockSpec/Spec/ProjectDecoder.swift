import MockSpecDiagnostics
import MockSpecDocument

/// Decodes a `ProjectSpec` from a project file that the schema has checked.
struct ProjectDecoder {
  private var decoder: SpecDecoder

  /// - Parameter folder: The absolute path of the project file's folder.
  init(folder: String) { decoder = SpecDecoder(folder: folder) }

  var diagnostics: [Diagnostic] { decoder.diagnostics }

  mutating func project(_ root: Node) -> ProjectSpec {
    var project = ProjectSpec()
    for (key, value) in root.entries(of: ProjectKey.self) {
      let texts = { value.elements.filter(\.isScalar).map { Located($0.text, at: $0.range) } }
      switch key {
      case .schema, .mockspec: break
      case .defaults: project.defaults = decoder.defaults(value)
      case .unmatched: project.settings.unmatched = .init(rawValue: value.text) ?? project.settings.unmatched
      case .timeout: project.settings.timeout = DurationText.parse(value.text) ?? project.settings.timeout
      case .seed: project.settings.seed = value.text == TemplateSeed.randomWord ? .random : .text(value.text)
      case .passthrough: project.settings.passthrough = texts().map { HostPattern($0.value) }
      case .redact: project.settings.redaction = Redaction(texts().map(\.value))
      case .allowOutside: project.allowOutside = texts()
      case .allowCallbacks: project.settings.allowedCallbacks = value.elements.compactMap { decoder.origin($0) }
      case .scenes: project.scenes = value.entries.map { scene($0.key, $0.value) }
      case .server: project.settings.server = server(value)
      }
    }
    return project
  }

  /// Decodes a scene of the form `{request: response, …}` or `{extends: scene, states: {…}, select: {request: response, …}}`.
  ///
  /// As in the schema, a scene has the second form if `select` or `states` is a mapping, or if there are no other keys than
  /// these three.
  private func scene(_ key: Node, _ node: Node) -> ProjectSpec.Scene {
    var scene = ProjectSpec.Scene(name: Located(key.text, at: key.range), extends: nil, selections: [])
    let keys = node.entries.map(\.key.text).filter { !$0.hasPrefix("x-") }
    let isExtension =
      [ExtendedSceneKey.select, .states].contains { node.value($0.rawValue)?.kind == .mapping }
      || (!keys.isEmpty && keys.allSatisfy { ExtendedSceneKey(rawValue: $0) != nil })
    var list: Node? = node
    if isExtension {
      list = nil
      for (key, value) in node.entries(of: ExtendedSceneKey.self) {
        switch key {
        case .extends where value.isScalar: scene.extends = Located(value.text, at: value.range)
        // The schema has rejected it.
        case .extends: break
        case .states: scene.states = decoder.stateChanges(value)
        case .select: list = value
        }
      }
    }
    guard let list else { return scene }
    for (request, response) in list.entries where response.isScalar {
      scene.selections.append((Located(request.text, at: request.range), Located(response.text, at: response.range)))
    }
    return scene
  }

  private mutating func server(_ node: Node) -> ProjectSettings.Server {
    var server = ProjectSettings.Server()
    for (key, value) in node.entries(of: ServerKey.self) {
      switch key {
      case .host: server.host = value.text
      case .port: server.port = value.intValue ?? server.port
      case .threads: server.threads = value.intValue ?? server.threads
      case .tls: server.tls.usesAuthority = value.boolValue == true
      case .certificate: server.tls.certificate = namedFile(value)
      case .key: server.tls.key = namedFile(value)
      case .cors: server.cors = cors(value)
      case .limits:
        for (key, value) in value.entries(of: ServerLimitKey.self) {
          _ = server.limits.set(key, to: value.intValue.map(String.init) ?? value.text)
        }
      }
    }
    return server
  }

  private func namedFile(_ node: Node) -> ProjectSettings.Server.NamedFile {
    ProjectSettings.Server.NamedFile(path: node.text, folder: decoder.folder, range: node.range)
  }

  private mutating func cors(_ node: Node) -> AllowedOrigins {
    if node.kind == .sequence { return AllowedOrigins(node.elements.compactMap { decoder.pageOrigin($0) }) }
    return node.boolValue == true ? .all : .none
  }
}
