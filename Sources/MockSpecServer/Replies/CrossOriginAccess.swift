import HTTPTypes
import MockSpec

/// Whether the page that makes a call can read the reply, if CORS is on.
///
/// See <https://fetch.spec.whatwg.org/#http-cors-protocol>.
struct CrossOriginAccess {
  /// `nil` if no page of another origin makes the call.
  let access: AllowedOrigins.Access?

  /// Determines the access; `nil` if CORS is off or the call is for the control API, whose replies no other page can
  /// read.
  init?(_ head: CallHead, _ allowed: AllowedOrigins) {
    if case .none = allowed { return nil }
    if head.isForControl { return nil }
    access = allowed.access(origins: head.fields.values(of: .origin), host: head.host)
  }

  /// A note for the log if access is denied.
  var note: String? {
    if case .denied(let origin) = access { "'server.cors' doesn't allow \(origin)" } else { nil }
  }

  /// Returns the lines to add to the head of a reply.
  ///
  /// Replies that no other page can read vary by origin, too, since a browser could reuse them from its cache for a
  /// page that may read them.
  ///
  /// - Parameter fields: The fields of the reply, which don't change. `Vary: Origin` is added even if there is another
  ///   `Vary`. A reply that sets `Access-Control-Allow-Origin` gets no lines.
  func lines(for fields: HTTPFields) -> String {
    if fields.contains(.accessControlAllowOrigin) { return "" }
    var lines = ""
    if !fields.varyByOrigin { lines += "Vary: Origin\r\n" }
    guard case .granted(let origin) = access else { return lines }
    lines += "Access-Control-Allow-Origin: \(origin)\r\n"
    if !fields.contains(.accessControlAllowCredentials) { lines += "Access-Control-Allow-Credentials: true\r\n" }
    let exposed = fields.exposedNames
    if !fields.contains(.accessControlExposeHeaders), !exposed.isEmpty {
      lines += "Access-Control-Expose-Headers: \(exposed.joined(separator: ", "))\r\n"
    }
    return lines
  }
}

extension HTTPFields {
  /// The names of fields that needn't be listed: pages can read them in any reply or in none, or they aren't sent as in
  /// the spec.
  private static let unexposed: Set = [
    "cache-control", "content-language", "content-length", "content-type", "expires", "last-modified", "pragma",
    "set-cookie", "set-cookie2", "connection", "transfer-encoding",
  ]

  /// The names of the fields that pages can read only if `Access-Control-Expose-Headers` lists them.
  fileprivate var exposedNames: [String] {
    var known = Self.unexposed
    return compactMap { field in
      let name = field.name.canonicalName
      return !name.hasPrefix("access-control-") && known.insert(name).inserted ? field.name.rawName : nil
    }
  }

  fileprivate var varyByOrigin: Bool {
    self[values: .vary].contains { value in
      value.lowercased().split { ", \t".contains($0) }.contains { $0 == "origin" || $0 == "*" }
    }
  }
}
