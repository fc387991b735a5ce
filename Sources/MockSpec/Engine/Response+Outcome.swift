import HTTPTypes

extension Response.Outcome {
  /// Returns the outcome of a call of a collection's request.
  func answered(_ answer: ItemAnswer) -> Decision.Outcome {
    var fields = HTTPFields()
    if case .items(_, let inherited) = self { fields = inherited }
    for field in answer.fields { fields[field.name] = nil }
    for field in answer.fields { fields.append(field) }
    return .reply(Reply(status: answer.outcome.status, fields: fields, body: answer.body, isShared: false))
  }

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
    case .items(let action, let fields):
      // Only an answer to a call has items.
      let status = action.operation.outcomes[0].status
      return .reply(Reply(status: status, fields: fields, body: [], isShared: false))
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
