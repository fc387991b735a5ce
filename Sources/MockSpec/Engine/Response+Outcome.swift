extension Response.Outcome {
  /// What an adapter is told to do for one request.
  ///
  /// - Parameter scope: what a template may name; asked for only if this is one.
  func decided(_ scope: () -> TemplateScope) -> Decision.Outcome {
    switch self {
    case .reply(let reply): return .reply(reply)
    case .failure(let failure): return .failure(failure)
    case .forward(let origin): return .forward(origin)
    case .passThrough: return .passThrough
    case .template(let template):
      do throws(TemplateFailure) {
        return .reply(try template.reply(scope()))
      } catch {
        return .templateFailure(error.message)
      }
    }
  }
}
