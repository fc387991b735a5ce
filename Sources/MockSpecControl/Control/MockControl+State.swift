import MockSpec
import MockSpecDiagnostics
import Synchronization

extension MockControl {
  /// The mocks and the selections, with their reasons.
  func state(_ call: ControlCall) -> ControlOutcome {
    let session = call.session
    let (sets, selections) = (session.sets, session.selections)
    let (warnings, rejection) = project.now
    return .reply(
      .json { json in
        json.member("version", 1)
        json.member("session", call.sessionID?.description)
        json.member("snapshot", sets.number)
        json.member("summary") { json in
          json.member("files", sets.summary.files)
          json.member("requests", sets.summary.requests)
          json.member("responses", sets.summary.responses)
        }
        json.member("readOnly", options.isReadOnly)
        if let port = ports.withLock({ $0.mocks }) { json.member("mocksPort", port) } else { json.null("mocksPort") }
        json.member("scene", selections.scene)
        json.member("scenes", sets.scenes.sorted { $0.key < $1.key }) { json, scene in
          json.member("name", scene.key)
          json.member("selections") { $0.members(scene.value) }
          json.member("states") { $0.members(sets.sceneStates[scene.key] ?? [:]) }
        }
        json.member("states", session.listedStates) { json, state in
          json.member("name", state.name)
          json.member("value", state.value)
          json.member("values", state.values)
        }
        json.member("collections", session.listedCollections) { json, collection in
          json.member("name", collection.name)
          json.member("path", collection.path)
          json.member("count", collection.count)
        }
        json.member("requests", session.requests) { json, request in
          json.write(
            request, selected: selections.responses[request.name], calls: (try? session.count(of: request.name)) ?? 0)
        }
        json.member("heldFiles", sets.heldFiles) { $0.write($1) }
        if let rejection { json.member("problem") { $0.write(rejection) } } else { json.null("problem") }
        json.member("diagnostics", warnings)
      })
  }
}

extension JSONText {
  mutating func write(_ file: HeldFile) {
    member("file", file.file)
    key("hasEarlierVersion")
    raw(file.hasEarlierVersion ? "true" : "false")
    member("errors", file.diagnostics.count { $0.severity == .error })
  }

  mutating func write(_ rejection: ProjectState.Rejection) {
    member("message", rejection.message)
    member("diagnostics", rejection.diagnostics)
  }
}
