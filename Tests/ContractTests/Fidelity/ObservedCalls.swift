import Foundation
import HTTPTypes
import MockSpec

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// All that an app and a server can see of the calls of a scenario, as texts by name.
struct ObservedCalls: Sendable {
  private(set) var values: [String: String] = [:]

  subscript(name: String) -> String? {
    get { values[name] }
    set { values[name] = newValue }
  }

  /// The names of the values that differ.
  func differences(from other: ObservedCalls) -> Set<String> {
    Set(values.keys).union(other.values.keys).filter { values[$0] != other.values[$0] }
  }

  /// All values, and both where they differ.
  func description(besides mock: ObservedCalls) -> String {
    let differing = differences(from: mock)
    return differing.union(values.keys).sorted().map { name in
      let value = "  \(name): \(self[name] ?? "-")"
      return differing.contains(name) ? "\(value)\n  ✗ interceptor: \(mock[name] ?? "-")" : value
    }.joined(separator: "\n")
  }

  // MARK: - The app's side

  /// Notes what a completion handler or an async method got.
  mutating func note(response: URLResponse?) {
    self["response"] = response.map { "\($0.url?.absoluteString ?? "-")" }
    self["length"] = response.map { "\($0.expectedContentLength)" }
    self["type"] = response.map { "\($0.mimeType ?? "-") \($0.textEncodingName ?? "-") \($0.suggestedFilename ?? "-")" }
    guard let response = response as? HTTPURLResponse else { return }
    self["status"] = "\(response.statusCode)"
    // `Date` is the time; `Connection` and `Transfer-Encoding` describe the connection, which a mock doesn't have.
    let hop: Set = ["Date", "Connection", "Transfer-Encoding"]
    self["fields"] = Self.lines(response.allHeaderFields.map { ("\($0)", "\($1)") }.filter { !hop.contains($0.0) })
  }

  mutating func note(body: Data?) { self["body"] = body.map(Self.shown) }

  mutating func note(error: (any Error)?) {
    self["error"] = error.map(Self.shown)
    self["error.url"] = error.map { "\(($0 as NSError).userInfo[NSURLErrorFailingURLErrorKey] ?? "-")" }
  }

  /// `Progress` isn't compared: over a socket on Linux, it depends on timing, and is wrong (`0 of 6` or `7 of 6` after 7 bytes
  /// were sent, `1 of 1`, `9 of -1`).
  mutating func note(task: URLSessionTask) {
    self["task.state"] = "\(task.state.rawValue)"
    self["task.error"] = task.error.map(Self.shown)
    self["task.response"] = task.response.map {
      "\(($0 as? HTTPURLResponse)?.statusCode ?? 0) \($0.url?.absoluteString ?? "-")"
    }
    self["task.original"] = task.originalRequest.map(Self.shown)
    self["task.current"] = task.currentRequest.map(Self.shown)
    self["task.received"] = "\(task.countOfBytesReceived) of \(task.countOfBytesExpectedToReceive)"
    self["task.sent"] = "\(task.countOfBytesSent) of \(task.countOfBytesExpectedToSend)"
  }

  mutating func note(cookies: [HTTPCookie]) {
    self["cookies"] = Self.lines(cookies.map { ($0.name, "\($0.value) \($0.domain) \($0.path) \($0.isHTTPOnly)") })
  }

  // MARK: - The engine's side

  /// Fields that URLSession itself adds to a request.
  private static let automatic: Set<String> = [
    "host", "accept", "accept-encoding", "accept-language", "user-agent", "connection", "content-length",
    "content-type",
    "expect", "transfer-encoding",
  ]

  mutating func note(journal: [CallRecord]) {
    self["journal"] = journal.map { "\($0.method) \($0.url) \($0.requestName ?? "unmatched")" }.joined(separator: "\n")
    self["journal.body"] = journal.map { "\($0.bodySize) \(Self.shown(Data($0.body)))" }.joined(separator: "\n")
    for isAutomatic in [true, false] {
      self[isAutomatic ? "journal.automatic" : "journal.fields"] = journal.map { call in
        Self.lines(
          call.fields.filter { Self.automatic.contains($0.name.canonicalName) == isAutomatic }
            .map { ($0.name.rawName, $0.value) })
      }.joined(separator: "\n--\n")
    }
  }

  // MARK: - Texts

  static func shown(_ data: Data) -> String {
    let text = String(decoding: data.prefix(100), as: UTF8.self)
    guard data.count > 100 else { return text }
    return "\(text)… \(data.count) bytes, checksum \(data.reduce(0) { ($0 &* 31) &+ Int($1) })"
  }

  static func shown(_ error: any Error) -> String {
    let isURLError = error is URLError
    let error = error as NSError
    return "\(error.domain) \(error.code)\(isURLError ? ", a URLError" : "")"
  }

  static func shown(_ request: URLRequest) -> String {
    let fields = lines((request.allHTTPHeaderFields ?? [:]).map { ($0, $1) })
    let body = request.httpBody.map(shown) ?? (request.httpBodyStream == nil ? "no body" : "a stream")
    return "\(request.httpMethod ?? "-") \(request.url?.absoluteString ?? "-") \(body)\n\(fields)"
  }

  /// The order of fields, and that of cookies in a field, isn't defined.
  private static func lines(_ pairs: [(String, String)]) -> String {
    pairs.map { name, value in
      name == "Cookie" ? "\(name): \(value.components(separatedBy: "; ").sorted())" : "\(name): \(value)"
    }.sorted().joined(separator: "\n")
  }
}
