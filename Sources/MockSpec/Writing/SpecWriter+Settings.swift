import MockSpecDiagnostics

// Defaults, and project files.
extension SpecWriter {
  /// Writes defaults, unless there are none.
  mutating func write(_ name: String, _ defaults: SpecDraft.Defaults) {
    if defaults == SpecDraft.Defaults() { return }
    member(name) { spec in
      spec.object { spec in
        for key in DefaultsKey.allCases {
          let name = key.rawValue
          switch key {
          case .match: if defaults.match != MatchDraft() { spec.member(name) { $0.write(defaults.match) } }
          case .basePath: spec.member(name, defaults.basePath) { $0.text.string($1) }
          case .status: spec.member(name, defaults.status) { $0.text.raw(String($1)) }
          case .headers: spec.write(name, defaults.headers)
          case .delay: spec.member(name, defaults.delay) { $0.write($1) }
          case .throttle: spec.member(name, defaults.throttle) { $0.write($1) }
          case .template: spec.member(name, defaults.template) { $0.text.raw($1 ? "true" : "false") }
          }
        }
      }
    }
  }

  mutating func write(_ project: ProjectDraft) {
    object { spec in
      for key in ProjectKey.allCases {
        let name = key.rawValue
        switch key {
        case .schema: break
        case .mockspec: spec.text.member(name, 1)
        case .defaults: spec.write(name, project.defaults)
        case .unmatched: if let action = project.unmatched { spec.text.member(name, action.rawValue) }
        case .passthrough: if !project.passthrough.isEmpty { spec.text.member(name, project.passthrough) }
        case .timeout: if let timeout = project.timeout { spec.text.member(name, DurationText.write(timeout)) }
        case .seed:
          switch project.seed {
          case .text(let seed): spec.text.member(name, seed)
          case .random: spec.text.member(name, TemplateSeed.randomWord)
          case nil: break
          }
        case .redact: if !project.redact.isEmpty { spec.text.member(name, project.redact) }
        case .allowOutside: if !project.allowOutside.isEmpty { spec.text.member(name, project.allowOutside) }
        case .allowCallbacks:
          if !project.allowCallbacks.isEmpty { spec.text.member(name, project.allowCallbacks) }
        case .scenes:
          if project.scenes.isEmpty { break }
          spec.member(name) { spec in
            spec.object { spec in for scene in project.scenes { spec.member(scene.name) { $0.write(scene) } } }
          }
        case .server: if project.server != .init() { spec.member(name) { $0.write(project.server) } }
        }
      }
    }
  }

  private mutating func write(_ scene: ProjectDraft.Scene) {
    // Names of requests that are keys of a scene would be read as these.
    let isLikeKey = { (name: String) in ExtendedSceneKey(rawValue: name) != nil || name.hasPrefix("x-") }
    let isPlain = scene.extends == nil && scene.states.isEmpty && !scene.selections.allSatisfy { isLikeKey($0.request) }
    if isPlain { return write(scene.selections) }
    object { spec in
      for key in ExtendedSceneKey.allCases {
        switch key {
        case .extends: if let name = scene.extends { spec.text.member(key.rawValue, name) }
        case .states: spec.write(key.rawValue, scene.states, asList: false)
        case .select: if !scene.selections.isEmpty { spec.member(key.rawValue) { $0.write(scene.selections) } }
        }
      }
    }
  }

  private mutating func write(_ selections: [ProjectDraft.Selection]) {
    object { spec in for selection in selections { spec.text.member(selection.request, selection.response) } }
  }

  private mutating func write(_ server: ProjectSettings.Server) {
    let standard = ProjectSettings.Server()
    object { spec in
      for key in ServerKey.allCases {
        let name = key.rawValue
        switch key {
        case .host: if server.host != standard.host { spec.text.member(name, server.host) }
        case .port: if server.port != standard.port { spec.text.member(name, server.port) }
        case .threads: if server.threads != standard.threads { spec.text.member(name, server.threads) }
        case .tls: if server.tls.usesAuthority { spec.text.member(name, true) }
        case .certificate: if let file = server.tls.certificate { spec.text.member(name, file.path) }
        case .key: if let file = server.tls.key { spec.text.member(name, file.path) }
        case .cors:
          switch server.cors {
          case .none: break
          case .all: spec.text.member(name, true)
          case .only(let origins): spec.text.member(name, origins.sorted())
          }
        case .limits: if server.limits != standard.limits { spec.member(name) { $0.write(server.limits) } }
        }
      }
    }
  }

  private mutating func write(_ limits: ServerLimits) {
    object { spec in
      for key in ServerLimitKey.allCases {
        switch (limits[key], ServerLimits()[key]) {
        case (let value, let standard) where value == standard: break
        case (.number(let number), _): spec.text.member(key.rawValue, number)
        case (.duration(let duration), _): spec.text.member(key.rawValue, DurationText.write(duration))
        }
      }
    }
  }
}
