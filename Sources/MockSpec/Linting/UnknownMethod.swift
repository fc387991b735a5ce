import MockSpecDiagnostics

enum UnknownMethod: SpecRule {
  static let name = "unknown-method"
  static let summary = "a method isn't registered, and is similar to one that is, or means any"
  static let explanation = """
    Any token can be a method (RFC 9110 §9.1), but this one is similar to a registered method, so it is probably misspelt, \
    and the request never answers. Correct it. For any method, write none: 'ANY' and 'ALL' are methods of their own. If \
    clients really send it, ignore this warning.
    """
  static let example = RuleExample(
    wrong: """
      requests:
        Sign out:
          match: DELTE /session
          responses: {Done: {status: 204}}
      """,
    right: """
      requests:
        Sign out:
          match: DELETE /session
          responses: {Done: {status: 204}}
      """)

  /// The IANA HTTP Method Registry (RFC 9110 §16.1.1), the methods of UPnP and of caches.
  private static let registered = Set(
    """
    ACL BASELINE-CONTROL BIND CHECKIN CHECKOUT CONNECT COPY DELETE GET HEAD LABEL LINK LOCK MERGE MKACTIVITY MKCALENDAR \
    MKCOL MKREDIRECTREF MKWORKSPACE MOVE OPTIONS ORDERPATCH PATCH POST PRI PROPFIND PROPPATCH PUT QUERY REBIND REPORT \
    SEARCH TRACE UNBIND UNCHECKOUT UNLINK UNLOCK UPDATE UPDATEREDIRECTREF VERSION-CONTROL M-SEARCH NOTIFY SUBSCRIBE \
    UNSUBSCRIBE BAN PURGE
    """.split(separator: " ").map(String.init))
  static func isRegistered(_ method: String) -> Bool { registered.contains(method) }

  /// Returns the registered method that is similar to one that isn't registered.
  static func likelyMethod(for method: String) -> String? {
    if isRegistered(method) { return nil }
    return method == "DEL" ? "DELETE" : Suggestion.nearest(to: method, among: MethodSet.Known.names)
  }

  static func check(_ spec: LintedSpec) -> [Diagnostic] {
    spec.requests.alternatives.flatMap { request -> [Diagnostic] in
      guard let methods = request.matcher.methods else { return [] }
      return methods.value.compactMap { method in
        if ["ANY", "ALL"].contains(method) {
          return warning(
            "'\(method)' isn't a registered method", at: methods.range,
            help: "remove it: without a method, any method matches")
        }
        return likelyMethod(for: method).map { near in
          warning("'\(method)' isn't a registered method", at: methods.range, help: "did you mean '\(near)'?")
        }
      }
    }
  }
}
