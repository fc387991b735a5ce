import HTTPTypes

extension Decision.Outcome {
  /// Returns the outcome of a call of a collection's request.
  ///
  /// - Parameters:
  ///   - answer: What the operation answers.
  ///   - builtIn: What is written of the response.
  func answered(_ answer: ItemAnswer, _ builtIn: BuiltInResponse) -> Decision.Outcome {
    switch self {
    case .reply(let reply): .reply(builtIn.reply(reply, answer))
    case .fault(let fault, let reply): .fault(fault, builtIn.reply(reply, answer))
    default: self
    }
  }
}

extension Response.Outcome {
  /// Returns the outcome for one call. Only templates read the call here.
  ///
  /// - Parameters:
  ///   - parsed: The call.
  ///   - path: The path pattern of the mocked request, which matches the call's path.
  ///   - environment: The values of templates that don't come from the call.
  ///   - settings: The project's settings.
  ///   - items: The items that templates read.
  func decided(
    on parsed: ParsedCall, path: @autoclosure () -> PathPattern?, _ environment: EngineEnvironment,
    _ settings: ProjectSettings, _ items: @autoclosure () -> TemplateItems = TemplateItems()
  ) -> Decision.Outcome {
    switch self {
    case .fixed(let outcome): return Decision.Outcome(outcome)
    case .closure where parsed.call.unkeptBodySize != nil: return .closureFailure(.bodyTooLarge)
    case .closure(let closure):
      return .closure(ClosureCall(closure, for: parsed.call.captured(by: path()), timeout: settings.timeout))
    case .template(let template, let fault):
      do throws(TemplateFailure) {
        let reply = try template.reply(TemplateScope(parsed, path: path(), environment, items(), seed: settings.seed))
        return fault.map { .fault($0, reply) } ?? .reply(reply)
      } catch {
        let reason = parsed.call.unkeptBodySize == nil ? "" : "; \(BodyLimit.reason)"
        return .templateFailure(error.message + reason)
      }
    }
  }
}
