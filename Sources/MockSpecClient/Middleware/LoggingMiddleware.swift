import Foundation
import HTTPTypes
public import Logging

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Logs calls without secrets, with the metadata `category` and `call`, which identifies the call. Values that the
/// client's redaction rules hide aren't logged, either.
///
/// | category | what | level |
/// | --- | --- | --- |
/// | `operation` | the end of a call, and how often it was sent | the given one |
/// | `request` | each request, with its fields | the given one |
/// | `response` | each response, with its fields | the given one |
/// | `response` | a request that has failed | `warning` |
/// | `middleware` | a call that is sent again | `notice` |
public struct LoggingMiddleware: Middleware {
  private let logger: Logger
  private let level: Logger.Level
  private let redaction: RedactionRules

  /// Creates a middleware that logs.
  ///
  /// - Parameters:
  ///   - logger: The logger that gets the messages.
  ///   - level: The level of the messages about each request, each response and the end of a call.
  ///   - redaction: The rules for values that aren't logged, in addition to those of the client.
  public init(_ logger: Logger, level: Logger.Level = .debug, redaction: RedactionRules = RedactionRules()) {
    (self.logger, self.level, self.redaction) = (logger, level, redaction)
  }

  /// Logs that a call is sent again.
  public func prepare(_ request: inout PreparedRequest, for call: ServiceCall) async throws {
    guard call.attempt > 1 else { return }
    let rules = redaction.union(request.redaction)
    log(.notice, "middleware", "attempt \(call.attempt): \(rules.line(of: request.request))", call)
  }

  /// Logs the request.
  public func willSend(_ request: PreparedRequest, for call: ServiceCall) async {
    let rules = redaction.union(request.redaction)
    let fields = (request.request.allHTTPHeaderFields ?? [:]).sorted { $0.key < $1.key }
    log(level, "request", rules.line(of: request.request), call, fields.map { ($0, rules.shown($1, of: $0)) })
  }

  /// Logs the response, or why there is none.
  public func didReceive(_ result: Result<ServiceResponse, ServiceError>, for call: ServiceCall) async {
    if let response = result.response {
      let rules = redaction.union(response.redaction)
      let url = response.url.map { " " + rules.shown($0) } ?? ""
      log(
        level, "response", "\(response.status)\(url), \(response.body.count) bytes", call,
        rules.shown(response.headers))
    } else if case .failure(let error) = result {
      let rules = redaction.union(error.redaction)
      let secrets = rules.secrets(of: error.request)
      let text = rules.shown(text: error.description, without: secrets)
      log(error.isCancelled ? level : .warning, "response", text, call)
    }
  }

  /// Logs the end of the call.
  public func didEnd(_ call: ServiceCall) async {
    let times = call.attempt == 1 ? "1 attempt" : "\(call.attempt) attempts"
    log(level, "operation", "ended after \(times)", call)
  }

  private func log(
    _ level: Logger.Level, _ category: String, _ message: @autoclosure () -> String, _ call: ServiceCall,
    _ fields: @autoclosure () -> [(name: String, value: String)] = []
  ) {
    guard level >= logger.logLevel else { return }
    var metadata: Logger.Metadata = ["category": .string(category), "call": .stringConvertible(call.id)]
    let fields = fields()
    if !fields.isEmpty {
      metadata["fields"] = .array(fields.map { .string("\($0.name): \($0.value)") })
    }
    logger.log(level: level, "\(message())", metadata: metadata)
  }
}
