import HTTPTypes
import MockSpec
import MockSpecDiagnostics

/// The error of a call, answered with `application/problem+json` (RFC 9457).
struct ControlProblem: Error {
  enum Code: String {
    // The call.
    case badRequest = "bad-request"
    case unauthorized
    case forbidden
    case unknownResource = "unknown-resource"
    case methodNotAllowed = "method-not-allowed"
    case tooLarge = "too-large"
    case unsupportedType = "unsupported-type"
    case misdirected
    case invalid
    // The names in it.
    case unknownName = "unknown-name"
    case conflict
    case readOnly = "read-only"
    case sessionEnded = "session-ended"
    case busy
    // The items of collections.
    case invalidItems = "invalid-items"
    case full
    // Verification.
    case wrongCount = "wrong-count"
    case journalTruncated = "journal-truncated"
    case undecided

    var status: Int {
      switch self {
      case .badRequest: 400
      case .unauthorized: 401
      case .forbidden, .readOnly: 403
      case .unknownResource, .unknownName: 404
      case .methodNotAllowed: 405
      case .conflict, .wrongCount, .journalTruncated, .undecided: 409
      case .sessionEnded: 410
      case .tooLarge: 413
      case .unsupportedType: 415
      case .misdirected: 421
      case .invalid, .invalidItems: 422
      case .busy: 503
      case .full: 507
      }
    }

    var title: String {
      switch self {
      case .badRequest: "The call isn't valid"
      case .unauthorized: "A token is needed"
      case .forbidden: "The call isn't allowed"
      case .unknownResource: "There is no such resource"
      case .methodNotAllowed: "The resource doesn't have this method"
      case .tooLarge: "The body is too large"
      case .unsupportedType: "The body has another type"
      case .misdirected: "The call is for another server"
      case .invalid: "The spec isn't valid"
      case .unknownName: "There is no such name"
      case .conflict: "The name is in use"
      case .readOnly: "Mocks can't be changed"
      case .sessionEnded: "The session has ended"
      case .busy: "There is no room"
      case .invalidItems: "The items aren't valid"
      case .full: "There is no room for the items"
      case .wrongCount: "There were more or fewer calls"
      case .journalTruncated: "The journal no longer has all calls"
      case .undecided: "The conditions can't be decided for all calls"
      }
    }
  }

  let code: Code
  let detail: String
  var fields: HTTPFields = [:]
  var members: @Sendable (inout JSONText) -> Void = { _ in }

  init(
    _ code: Code, _ detail: String, fields: HTTPFields = [:],
    members: @escaping @Sendable (inout JSONText) -> Void = { _ in }
  ) {
    self.code = code
    self.detail = detail
    self.fields = fields
    self.members = members
  }

  init(bodyLimit: Int) { self.init(.tooLarge, "the body is larger than \(bodyLimit) bytes") }

  init(_ error: UnknownNameError) { self.init(.unknownName, error.description) }

  init(_ error: SessionError) {
    let code: Code =
      switch error.status {
      case 404: .unknownName
      case 410: .sessionEnded
      case 503: .busy
      default: .badRequest
      }
    self.init(code, error.description)
  }

  init(_ message: String, _ diagnostics: [Diagnostic]) {
    self.init(.invalid, message) { $0.member("diagnostics", diagnostics) }
  }

  var reply: ControlReply {
    var json = JSONText()
    json.object { json in
      json.member("type", "urn:mockspec:problem:\(code.rawValue)")
      json.member("title", code.title)
      json.member("status", code.status)
      json.member("detail", detail)
      json.member("code", code.rawValue)
      members(&json)
    }
    var fields = fields
    fields[.contentType] = "application/problem+json"
    return ControlReply(code.status, fields: fields, body: json.bytes)
  }
}
