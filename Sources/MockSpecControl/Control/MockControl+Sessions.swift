import MockSpec
import MockSpecDiagnostics

extension MockControl {
  /// Begins a session, or begins an ended one again.
  func beginSession(_ call: ControlCall) throws(ControlProblem) -> ControlOutcome {
    let text = try ControlBody(call.received, names: ["id"]).optionalText("id")
    let id = try SessionID(controlled: text ?? EngineEnvironment.system.uuid())
    do throws(SessionError) {
      try engine.beginSession(id)
    } catch {
      throw ControlProblem(error)
    }
    // It may have ended since.
    guard let status = engine.status(of: id) else {
      throw ControlProblem(.sessionEnded, "the session was ended meanwhile")
    }
    return .reply(.json(201) { $0.write(status) })
  }
}

extension SessionID {
  init(controlled text: String) throws(ControlProblem) {
    do throws(SessionError) {
      try self.init(text)
    } catch {
      throw ControlProblem(error)
    }
  }
}

extension JSONText {
  mutating func write(_ session: SessionStatus) {
    member("id", session.id.description)
    member("begun", Timestamp.text(session.begun))
    member("used", Timestamp.text(session.lastUsed))
    member("calls", session.callCount)
  }
}
