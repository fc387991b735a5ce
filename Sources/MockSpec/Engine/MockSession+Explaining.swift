// Explanations of calls that no request of the session answers.
extension MockSession {
  /// Explains a call to a server, which answers calls of its control API and preflights itself.
  package func explainOnServer(_ request: MockRequest) -> Explanation {
    let sets = sets
    let explainer = Explainer(sets) { _ in true }
    if ControlPath.contains(request.path) {
      return explainer.answeredByServer(request) { "the server's control API answers \($0), if it is on" }
    }
    guard let preflight = sets.settings.server.cors.preflight(request), !answersOptions(request) else {
      return explain(request)
    }
    return explainer.answeredByServer(request) { call in
      switch preflight {
      case .granted(let origin): "the server grants the preflight \(call), since 'server.cors' allows \(origin)"
      case .denied(let origin):
        "the server denies the preflight \(call) with 403, since 'server.cors' doesn't allow \(origin)"
      }
    }
  }

  /// Explains a call that is refused with an error of its session.
  func explain(_ request: MockRequest, _ error: SessionError) -> Explanation {
    Explainer(sets) { _ in true }.rejected(request, error.description)
  }
}
