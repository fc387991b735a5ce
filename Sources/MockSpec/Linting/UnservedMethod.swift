import MockSpecDiagnostics

enum UnservedMethod: SpecRule {
  static let name = "unserved-method"
  static let summary = "a server refuses calls with a method"
  static let explanation = """
    'mockspec serve' refuses CONNECT, which is for proxies, so the request never answers there. In process, it does. \
    Choose another method, or ignore this warning if the spec isn't served.
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

  static func check(_ spec: LintedSpec) -> [Diagnostic] {
    spec.requests.alternatives.flatMap { request -> [Diagnostic] in
      guard let methods = request.matcher.methods else { return [] }
      return methods.value.contains("CONNECT")
        ? [warning("a server refuses the method 'CONNECT'", at: methods.range)] : []
    }
  }
}
