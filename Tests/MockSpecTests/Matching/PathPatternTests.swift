import Testing

@testable import MockSpec

struct PathPatternTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let pattern: String
    let path: String
    let isMatch: Bool
    var testDescription: String { "\(pattern) \(isMatch ? "takes" : "leaves") \(path)" }

    init(_ pattern: String, _ path: String, _ isMatch: Bool) {
      self.pattern = pattern
      self.path = path
      self.isMatch = isMatch
    }
  }

  static let cases = [
    Case("/", "/", true), Case("/", "/a", false), Case("/a", "/a", true), Case("/a", "/a/", false),
    Case("/a/", "/a/", true), Case("/a/", "/a", false), Case("/a", "/A", false),
    Case("/*", "/a", true), Case("/*", "/", false), Case("/*", "/a/b", false), Case("/*/", "/a/", true),
    Case("/*/", "//", false), Case("/a/{id}", "/a/", false), Case("/a/{id}", "/a/b/..", false),
    Case("/a/{id}/c", "/a/b/c", true), Case("/a/{id}/c", "/a//c", false), Case("/a/{id}/c", "/a/b/d", false),
    Case("/**/{id}", "/", false), Case("/**/{id}", "/a/", false), Case("/**/{id}", "/a", true),
    Case("/**/{id}/z", "/a//z", false), Case("/**/{id}/z", "//z", false), Case("/a/*/**", "/a/", false),
    Case("/a/*/**", "/a//b", false), Case("/a/*/**", "/a/b", true), Case("/**/z", "//z", true),
    Case("/**", "/", true), Case("/**", "/a/b/c", true), Case("/a/**", "/a", true), Case("/a/**", "/a/", true),
    Case("/a/**", "/ab", false), Case("/**/z", "/z", true), Case("/**/z", "/a/b/z", true), Case("/**/z", "/z/a", false),
    Case("/a/**/z", "/a/z", true), Case("/a/**/z", "/a/b/c/z", true), Case("/a/**/a", "/a", false),
    Case("/a%2Fb", "/a%2fb", true), Case("/a%2Fb", "/a/b", false), Case("/%7Bx%7D", "/{x}", true),
    Case("/caf%C3%A9", "/caf%c3%a9", true), Case("/a b", "/a%20b", true), Case("/100%", "/100%", true),
    Case("/b", "/a/../b", true), Case("/b", "/./b", true), Case("/b/", "/b/a/..", true), Case("/b", "/%2e%2e/b", true),
  ]

  @Test(arguments: cases)
  func `patterns match segment by segment`(item: Case) throws {
    let pattern = try PathPattern(item.pattern)
    #expect(ReferencePath.matches(pattern, item.path) == item.isMatch)
    #expect(Array(PathIndex([pattern]).sets(for: CallPath(item.path))) == (item.isMatch ? [0] : []))
  }

  @Test(arguments: ["a", "", "/a{b}", "/{}", "/{a}{b}", "/x*", "/***", "/**/a/**", "/{a}/{a}", "/}"])
  func `an invalid pattern is an error`(pattern: String) {
    #expect(throws: PathPatternError.self) { try PathPattern(pattern) }
  }

  @Test func `a repeated name among many captures is an error`() throws {
    let path = (0..<20_000).map { "/{name\($0)}" }.joined()
    #expect(try PathPattern(path).captures.count == 20_000)
    let error = #expect(throws: PathPatternError.self) { try PathPattern(path + "/{name19999}") }
    let message = try #require(error).message
    #expect(message.hasPrefix("'{name19999}' is captured twice in '/{name0}/") && message.hasSuffix("…'"))
  }

  @Test func `segments around a rest are captured`() throws {
    let pattern = try PathPattern("/{a}/**/{z}")
    #expect(pattern.parameters(in: CallPath("/1/2/3/four%20")) == ["a": "1", "z": "four "])
    #expect(pattern.parameters(in: CallPath("/1/2")) == ["a": "1", "z": "2"])
  }

  @Test func `a base path doesn't double its slash`() throws {
    let base = try PathPattern("/v1/")
    #expect(try PathPattern("/a").under(base) == PathPattern("/v1/a"))
  }
}
