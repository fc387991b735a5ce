import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Calls that are made once over each stack, and have to look the same.
struct Scenario: Sendable {
  enum Kind: String, CaseIterable { case data, uploadData, uploadFile, uploadStream, download }
  enum Style: String, CaseIterable { case completion, async, delegate }
  enum Payload: String { case none, small, large, stream }
  enum RedirectDecision: String { case follow, veto, other }
  enum Cancellation: String { case beforeResume, afterResume, onRequest, onData }
  /// When a task is suspended, and resumed at once.
  enum Suspension: String { case beforeStart, onRequest }
  /// How an interceptor gets the answer.
  enum Route: String, CaseIterable { case mocked, passedThrough, forwarded }

  /// A kind of task and how its end is reported.
  struct Form: Sendable {
    var kind: Kind
    var style: Style

    /// All forms; a stream can only come from a delegate.
    static let all = Kind.allCases.flatMap { kind in
      Style.allCases.filter { kind != .uploadStream || $0 == .delegate }.map { Form(kind: kind, style: $0) }
    }
    static let data = all.filter { $0.kind == .data }
    static let downloads = all.filter { $0.kind == .download }
    static let uploads = all.filter(\.isUpload)
    /// The forms that most apps use.
    static let common = data + downloads + [Form(kind: .uploadData, style: .delegate)]

    var isUpload: Bool { kind != .data && kind != .download }
  }

  var group: String
  var form: Form
  var method: String
  /// The path and query at the server's origin, or a URL.
  var target: String
  var payload = Payload.none
  var fields: [String: String] = [:]
  var redirect = RedirectDecision.follow
  var cancellation: Cancellation?
  var suspension: Suspension?
  /// Whether the session of a task with a completion handler has a delegate.
  var hasSessionDelegate = false
  /// Whether an async method gets a delegate.
  var hasTaskDelegate = false
  /// What is special; words of the name.
  var variant: String?
  var calls = 1
  var timeout: TimeInterval?
  var configure: (@Sendable (URLSessionConfiguration, _ origin: URL) -> Void)?

  /// Whether the system decides what happens: the thread that is to cancel the call can be preempted until it has ended.
  var isDecidedByChance: Bool { cancellation == .afterResume }

  init(_ group: String, _ form: Form, method: String? = nil, _ target: String, body payload: Payload? = nil) {
    self.group = group
    self.form = form
    self.method = method ?? (form.isUpload ? "POST" : "GET")
    self.target = target
    self.payload = payload ?? (form.isUpload ? .small : .none)
  }

  /// All that distinguishes the scenario, in words.
  var name: String {
    var words = [group, form.kind.rawValue, form.style.rawValue, method, target]
    if payload != .none { words.append(payload.rawValue) }
    if redirect != .follow { words.append(redirect.rawValue) }
    if let cancellation { words.append(cancellation.rawValue) }
    if let suspension { words.append(suspension.rawValue) }
    if hasSessionDelegate { words.append("besideDelegate") }
    if hasTaskDelegate { words.append("withDelegate") }
    if let variant { words.append(variant) }
    return words.joined(separator: " ")
  }

  /// The body of the request.
  var body: Data? {
    switch payload {
    case .none: form.isUpload ? Data() : nil
    case .small, .stream: Data("a=1&b=2".utf8)
    case .large: Data(repeating: UInt8(ascii: "x"), count: 1 << 20)
    }
  }

  func with(_ change: (inout Scenario) -> Void) -> Scenario {
    var scenario = self
    change(&scenario)
    return scenario
  }
}
