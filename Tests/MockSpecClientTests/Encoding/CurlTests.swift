import Foundation
import HTTPTypes
import MockSpecClient
import TestSupport
import Testing

/// What a declared call sends as its body and its `Content-Type` is what `curl` sends.
@Suite(.enabled(if: Curl.path != nil, "curl isn't installed"), .timeLimit(.minutes(20)))
struct CurlTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let arguments: @Sendable (TemporaryFolder) -> [String]
    /// The call, with the boundary that curl has chosen.
    let call: @Sendable (TemporaryFolder, String?) -> DeclaredCall

    init(
      _ name: String, curl arguments: @escaping @Sendable (TemporaryFolder) -> [String],
      call: @escaping @Sendable (TemporaryFolder, String?) -> DeclaredCall
    ) {
      (testDescription, self.arguments, self.call) = (name, arguments, call)
    }

    init(_ arguments: String..., content: RequestContent, method: HTTPRequest.Method = .post) {
      self.init(
        arguments.joined(separator: " "), curl: { _ in arguments }, call: { _, _ in DeclaredCall(method, content) })
    }
  }

  /// All printable ASCII characters but `*` and `~`, which curl encodes as in a query and the WHATWG's form doesn't.
  static let ascii = String(String.UnicodeScalarView((33...125).filter { $0 != 42 }.map { Unicode.Scalar($0) }))

  static let cases = [
    Case("--data-urlencode", "q=a é\n\(ascii)", content: .form(["q": "a é\n\(ascii)"])),
    Case("--data-urlencode", "a=1", "--data-urlencode", "b=2", content: .form(["a": 1, "b": 2])),
    Case("--json", #"{"a":"/é"}"#, content: .json(["a": "/é"])),
    Case("-d", "", content: .form([:])),
    Case("--data-binary", "x", "-H", "Content-Type: text/csv", content: .data(Data("x".utf8), contentType: "text/csv")),
    Case(
      "-F", curl: { _ in ["-F", "a=1", "-F", "a=é 2"] },
      call: { _, boundary in
        DeclaredCall(.post, .multipart([.text("a", "1"), .text("a", "é 2")], boundary: boundary))
      }),
    Case(
      "-F file", curl: { ["-F", "a=1", "-F", "photo=@\($0["photo.dat"]);type=image/png"] },
      call: { folder, boundary in
        let photo = URL(filePath: folder["photo.dat"])
        return DeclaredCall(
          .post, .multipart([.text("a", "1"), .file("photo", photo, contentType: "image/png")], boundary: boundary))
      }),
    Case(
      "-F file of no type", curl: { ["-F", "photo=@\($0["photo.dat"])"] },
      call: { folder, boundary in
        DeclaredCall(.post, .multipart([.file("photo", URL(filePath: folder["photo.dat"]))], boundary: boundary))
      }),
    Case(
      "-F file with a name of its own",
      curl: { ["-F", #"a"b=@\#($0["photo.dat"]);filename="x\"y é\\z.png";type=image/png"#] },
      call: { folder, boundary in
        let photo = URL(filePath: folder["photo.dat"])
        return DeclaredCall(
          .post,
          .multipart(
            [.file(#"a"b"#, photo, filename: #"x"y é\z.png"#, contentType: "image/png")], boundary: boundary))
      }),
    Case(
      "-F data with a type", curl: { _ in ["-F", "a=1;type=text/x"] },
      call: { _, boundary in
        DeclaredCall(.post, .multipart([.data("a", Data("1".utf8), contentType: "text/x")], boundary: boundary))
      }),
    Case(
      "-T", curl: { ["-T", $0["photo.dat"], "-H", "Content-Type: application/octet-stream"] },
      call: { folder, _ in DeclaredCall(.put, .file(URL(filePath: folder["photo.dat"]))) }),
    Case(
      "-T empty", curl: { ["-T", $0["empty"], "-H", "Content-Type: text/csv"] },
      call: { folder, _ in DeclaredCall(.put, .file(URL(filePath: folder["empty"]), contentType: "text/csv")) }),
  ]

  @Test(arguments: cases)
  func `body and Content-Type are those of curl`(_ test: Case) async throws {
    let folder = try TemporaryFolder(["photo.dat": WireTests.photo, "empty": ""])
    let server = try RecordingServer()
    let curl = try #require(try await Curl.recording(test.arguments(folder), at: server).first)
    let boundary = curl["Content-Type"]?.split(separator: "boundary=").dropFirst().first.map(String.init)
    let ours = try #require(try await server.recording(test.call(folder, boundary)).first)
    #expect(ours["Content-Type"] == curl["Content-Type"])
    #expect(ours["Content-Length"] == curl["Content-Length"])
    // An expectation of equal data would compute the difference of the two, for minutes if they are large.
    let isBodyOfCurl = ours.body == curl.body
    #expect(isBodyOfCurl, "\(ours)\n\(curl)")
    #expect(ours.start.hasPrefix(curl.start.prefix { $0 != " " }))
    withExtendedLifetime(folder) {}
  }
}
