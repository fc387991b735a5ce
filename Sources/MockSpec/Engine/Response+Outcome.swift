extension Response.Outcome {
  /// Returns the outcome for one call. Only templates read the call here.
  ///
  /// - Parameters:
  ///   - parsed: The call.
  ///   - path: The path pattern of the mocked request, which matches the call's path.
  ///   - environment: The values of templates that don't come from the call.
  ///   - settings: The project's settings.
  func decided(
    on parsed: ParsedCall, path: @autoclosure () -> PathPattern?, _ environment: EngineEnvironment,
    _ settings: ProjectSettings
  ) -> Decision.Outcome {
    switch self {
    case .fixed(let outcome): return Decision.Outcome(outcome)
    case .closure where parsed.call.unkeptBodySize != nil: return .closureFailure(.bodyTooLarge)
    case .closure(let closure):
      return .closure(ClosureCall(closure, for: parsed.call.captured(by: path()), timeout: settings.timeout))
    case .template(let template, let fault):
      do throws(TemplateFailure) {
        let reply = try template.reply(TemplateScope(parsed, path: path(), environment, seed: settings.seed))
        return fault.map { .fault($0, reply) } ?? .reply(reply)
      } catch {
        let reason = parsed.call.unkeptBodySize == nil ? "" : "; \(BodyLimit.reason)"
        return .templateFailure(error.message + reason)
      }
    }
  }
}
