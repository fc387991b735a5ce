import HTTPTypes
import MockSpec

/// A call with which a browser asks whether a page may make another one
/// (<https://fetch.spec.whatwg.org/#cors-preflight-request>).
enum Preflight {
  /// The page may make the other call. The reply has these fields.
  case granted(HTTPFields)
  case denied(origin: String)

  /// Creates a preflight; `nil` for other calls, and if `Access-Control-Request-Method` isn't a method, which no
  /// browser sends.
  init?(_ head: CallHead, _ access: CrossOriginAccess) {
    guard head.method == "OPTIONS", let method = head.fields.values(of: .accessControlRequestMethod).first,
      method.utf8.isToken
    else { return nil }
    switch access.access {
    case nil: return nil
    case .denied(let origin): self = .denied(origin: origin)
    case .granted(let origin): self = .granted(Self.fields(for: head, method, origin))
    }
  }

  private static func fields(for head: CallHead, _ method: String, _ origin: String) -> HTTPFields {
    var fields: HTTPFields = [
      .accessControlAllowOrigin: origin, .accessControlAllowCredentials: "true", .accessControlAllowMethods: method,
    ]
    let names = head.fields.values(of: .accessControlRequestHeaders).flatMap { $0.split(separator: ",") }
      .map { String($0.withoutBlanks) }.filter(\.utf8.isToken)
    if !names.isEmpty { fields[.accessControlAllowHeaders] = names.joined(separator: ", ") }
    if head.fields.values(of: .init("Access-Control-Request-Private-Network")!) == ["true"] {
      fields[.init("Access-Control-Allow-Private-Network")!] = "true"
    }
    // The time for which browsers keep the reply without this field; short, so that an edit applies soon.
    fields[.accessControlMaxAge] = "5"
    fields[.vary] = "Origin, Access-Control-Request-Method, Access-Control-Request-Headers"
    return fields
  }
}
