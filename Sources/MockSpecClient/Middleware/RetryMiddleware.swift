public import Foundation
public import HTTPTypes
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends calls again that have failed temporarily.
///
/// Only calls with idempotent methods (RFC 9110 §9.2.2) are retried: after a failure of the connection, or with a
/// status code such as 503. The delay is that of `Retry-After` (RFC 9110 §10.2.3), or else a random part of an
/// exponentially growing one. If `Retry-After` exceeds the maximum delay, the response is the result.
public final class RetryMiddleware: Middleware {
  /// The rules for retries.
  public struct Policy: Sendable {
    /// The maximum number of retries of a call.
    public var limit = 3
    /// The longest delay before the first retry. It doubles with each retry.
    public var baseDelay: Duration = .milliseconds(500)
    /// The maximum delay.
    public var maximumDelay: Duration = .seconds(30)
    /// The methods of calls that are retried; by default, the idempotent ones.
    public var methods: Set<HTTPRequest.Method> = [.get, .head, .options, .trace, .put, .delete]
    /// The status codes of responses after which a call is retried.
    public var statusCodes: Set<Int> = [429, 503]
    /// The transport errors after which a call is retried. `unknown` is what URLSession on Linux reports if a body ends
    /// early, if its chunks are malformed, or if the connection breaks while a body is sent.
    public var transportErrors: Set<URLError.Code> = [
      .timedOut, .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .networkConnectionLost,
      .notConnectedToInternet, .badServerResponse, .cannotParseResponse, .resourceUnavailable, .unknown,
    ]

    /// Creates the policy of these defaults.
    public init() {}
  }

  private let policy: Policy
  private let clock: any Clock<Duration>
  private let now: @Sendable () -> Date
  private let random: @Sendable () -> Double
  /// The number of retries by call.
  private let counts = Mutex<[UInt64: Int]>([:])

  /// Creates a middleware that retries calls.
  ///
  /// - Parameters:
  ///   - policy: The rules for retries.
  ///   - clock: The clock that delays are measured by.
  ///   - now: Returns the present date, which dates in `Retry-After` are compared with.
  ///   - random: Returns a number from 0 to 1, the part of a delay that is waited for.
  public init(
    _ policy: Policy = Policy(), clock: any Clock<Duration> = ContinuousClock(),
    now: @escaping @Sendable () -> Date = { Date() },
    random: @escaping @Sendable () -> Double = { .random(in: 0...1) }
  ) {
    (self.policy, self.clock, self.now, self.random) = (policy, clock, now, random)
  }

  /// Waits and asks for a retry, if the call can be retried and has failed temporarily.
  public func process(
    _ result: Result<ServiceResponse, ServiceError>, for call: ServiceCall
  ) async throws -> Processing {
    let count = counts.withLock { $0[call.id, default: 0] }
    guard !call.isLastAttempt, count < policy.limit, let delay = delay(after: result, count: count) else {
      return .result(result)
    }
    counts.withLock { $0[call.id] = count + 1 }
    try await clock.sleep(for: delay)
    return .retry
  }

  /// Removes the state of the call.
  public func didEnd(_ call: ServiceCall) async {
    counts.withLock { _ = $0.removeValue(forKey: call.id) }
  }

  /// Returns how long to wait, or `nil` if the call isn't to be retried.
  private func delay(after result: Result<ServiceResponse, ServiceError>, count: Int) -> Duration? {
    guard let name = result.request?.httpMethod, let method = HTTPRequest.Method(name), policy.methods.contains(method)
    else { return nil }
    if case .failure(let error) = result, case .transport(let error) = error.reason {
      guard policy.transportErrors.contains(error.code) else { return nil }
    } else {
      guard let response = result.response, policy.statusCodes.contains(response.status) else { return nil }
      if let value = response.headers[.retryAfter], let delay = RetryAfter.delay(value, now: now()) {
        return delay <= policy.maximumDelay ? delay : nil
      }
    }
    return min(policy.maximumDelay, policy.baseDelay * (1 << min(count, 30))) * min(max(random(), 0), 1)
  }
}

/// The value of `Retry-After`.
enum RetryAfter {
  /// - Returns: The delay, not negative; `nil` if the value is neither seconds nor a date.
  static func delay(_ value: String, now: Date) -> Duration? {
    let value = value.trimmingCharacters(in: .whitespaces)
    if !value.isEmpty, value.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
      // More than ten digits are centuries.
      return .seconds(Int64(value.prefix(11)) ?? .max)
    }
    return date(value).map { .seconds(max(0, $0.timeIntervalSince(now))) }
  }

  /// Parses an HTTP date, in its present form or in one of the two obsolete ones (RFC 9110 §5.6.7).
  static func date(_ value: String) -> Date? {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "GMT")
    formatter.isLenient = false
    for format in ["EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'", "EEE MMM d HH:mm:ss yyyy"] {
      formatter.dateFormat = format
      if let date = formatter.date(from: value) { return date }
    }
    return nil
  }
}
