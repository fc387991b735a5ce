import MockSpecDiagnostics

enum UnservedMethod: SpecRule {
  static let name = "unserved-method"
  static let summary = "a server refuses calls with a method"
  static let explanation = """
    'mockspec serve' refuses CONNECT, which is for proxies, and methods that its HTTP parser doesn't know, so the request \
    never answers there. In process, it does. Choose another method, or ignore this warning if the spec isn't served.
    """
  static let example = RuleExample(
    wrong: """
      requests:
        Tunnel:
          match: CONNECT /session
          responses: {Done: {status: 204}}
      """,
    right: """
      requests:
        Tunnel:
          match: POST /session
          responses: {Done: {status: 204}}
      """)

  /// The methods that NIO's decoder knows, except `CONNECT`.
  static let served = Set(
    """
    ACL BIND CHECKOUT COPY DELETE GET HEAD LINK LOCK M-SEARCH MERGE MKACTIVITY MKCALENDAR MKCOL MOVE NOTIFY OPTIONS \
    PATCH POST PROPFIND PROPPATCH PURGE PUT QUERY REBIND REPORT SEARCH SOURCE SUBSCRIBE TRACE UNBIND UNLINK UNLOCK \
    UNSUBSCRIBE
    """.split(separator: " ").map(String.init))

  static func check(_ spec: LintedSpec) -> [Diagnostic] {
    spec.requests.flatMap { request -> [Diagnostic] in
      guard let methods = request.matcher.methods else { return [] }
      return methods.value.filter { !served.contains($0) && UnknownMethod.likelyMethod(for: $0) == nil }.map { method in
        warning("a server refuses the method '\(method)'", at: methods.range)
      }
    }
  }
}
