import Foundation
import MockSpecClient
import Testing

struct RequestPathTests {
  @Test func `an interpolated value stays one segment`() {
    let name = "a/b?c#d%e é"
    let path: RequestPath = "/users/\(name)/\(7)"
    #expect(path.encoded == "/users/a%2Fb%3Fc%23d%25e%20%C3%A9/7")
  }

  @Test func `a path can have a number of values`() {
    var text = RequestPath.StringInterpolation(literalCapacity: 0, interpolationCount: 0)
    for folder in ["a/b", "c"] {
      text.appendLiteral("/")
      text.appendInterpolation(folder)
    }
    #expect(RequestPath(stringInterpolation: text).encoded == "/a%2Fb/c")
  }

  @Test func `text keeps what a path can have`() {
    let path: RequestPath = "/a b/é/%2f/~!$&'()*+,;=:@\"<>[]\\^`{|}"
    #expect(path.encoded == "/a%20b/%C3%A9/%2f/~!$&'()*+,;=:@%22%3C%3E%5B%5D%5C%5E%60%7B%7C%7D")
  }

  @Test(
    arguments: [
      ("/a/../b", "'/a/../b' has a segment '.' or '..', which would change the path"),
      ("./a", "'./a' has a segment '.' or '..', which would change the path"),
      ("/a/%2E%2e", "'/a/%2E%2e' has a segment '.' or '..', which would change the path"),
      ("/a/.%2e/b", "'/a/.%2e/b' has a segment '.' or '..', which would change the path"),
      ("/a?b=c", "'/a?b=c' has a '?', which starts a query: declare its parameters as content with 'query'"),
      ("/a?\u{301}b", "'/a?\u{301}b' has a '?', which starts a query: declare its parameters as content with 'query'"),
      ("/%\u{301}41", "'/%\u{301}41' has a '%' without two hexadecimal digits after it: write '%25' for the character"),
      ("/a#b", "'/a#b' has a '#', which starts a fragment: write '%23' for the character"),
      ("/100%", "'/100%' has a '%' without two hexadecimal digits after it: write '%25' for the character"),
      ("/%4", "'/%4' has a '%' without two hexadecimal digits after it: write '%25' for the character"),
      ("/%zz", "'/%zz' has a '%' without two hexadecimal digits after it: write '%25' for the character"),
    ] as [(RequestPath, String)])
  func `a path that would be another one is an error`(path: RequestPath, message: String) {
    let failure = DeclaredCall(path: path).failure
    #expect(failure?.part == .path)
    #expect(failure?.message == message)
  }

  @Test(arguments: ["..", ".", "../admin", "a/../../admin", "..\\admin", "./", "../\u{301}admin", "a/\u{301}/../b"])
  func `a value that would change the path is an error without the value`(value: String) {
    #expect(
      DeclaredCall(path: "/users/\(1)/files/\(value)").failure?.message
        == "'/users/{1}/files/{2}' has a value {2} with a segment '.' or '..', which would change the path")
  }

  @Test func `values that are dots together are an error`() {
    let dot = "x."
    #expect(DeclaredCall(path: "/\(".")\(".")").failure?.part == .path)
    #expect(DeclaredCall(path: "/.\(dot.dropFirst())").failure?.part == .path)
    #expect(DeclaredCall(path: "/..\("a")/\("...")/\(".a")/\("a.")").failure == nil)
  }

  @Test func `an empty value is an error`() {
    #expect(DeclaredCall(path: "/users/\("")").failure?.message == "'/users/{1}' has an empty value {1}")
  }
}
