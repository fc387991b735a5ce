extension Response.Outcome {
  /// What an adapter is told to do for one request. Only a template looks at the request at once.
  ///
  /// - Parameter path: of the mocked request; the request's own matches it.
  func decided(
    on request: ParsedRequest, path: PathPattern?, _ templates: TemplateEnvironment, _ settings: ProjectSettings
  ) -> Decision.Outcome {
    switch self {
    case .reply(let reply): return .reply(reply)
    case .failure(let failure): return .failure(failure)
    case .forward(let origin): return .forward(origin)
    case .passThrough: return .passThrough
    case .closure(let closure):
      return .closure(ClosureReply(closure, for: request.request, timeout: settings.timeout))
    case .template(let template):
      do throws(TemplateFailure) {
        return .reply(try template.reply(TemplateScope(request, path: path, templates)))
      } catch {
        return .templateFailure(error.message)
      }
    }
  }
}
