import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import MockSpecClient

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct MultipartTests {
  @Test func `parts follow one another with their fields`() throws {
    let call = DeclaredCall(
      .post,
      .multipart(
        [.text("a", "1\n2"), .data("b", Data("x".utf8), filename: "b.txt", contentType: nil), .data("c", Data())],
        boundary: "B"))
    #expect(
      try call.body?.components(separatedBy: "\r\n") == [
        "--B", #"Content-Disposition: form-data; name="a""#, "", "1\n2",
        "--B", #"Content-Disposition: form-data; name="b"; filename="b.txt""#, "", "x",
        "--B", #"Content-Disposition: form-data; name="c""#, "Content-Type: application/octet-stream", "", "",
        "--B--", "",
      ])
  }

  /// The form of names and file names in HTML §4.10.21.8.
  @Test(arguments: [
    ("a\"b", "a%22b", "a%22b"), ("a\nb", "a%0D%0Ab", "a%0Ab"), ("a\rb", "a%0D%0Ab", "a%0Db"),
    ("a\r\nb", "a%0D%0Ab", "a%0D%0Ab"), ("a\n\r\n\rb", "a%0D%0A%0D%0A%0D%0Ab", "a%0A%0D%0A%0Db"),
    ("é\\%20;'", "é\\%20;'", "é\\%20;'"),
  ])
  func `names are escaped`(text: String, name: String, filename: String) throws {
    let call = DeclaredCall(.post, .multipart([.data(text, Data(), filename: text)], boundary: "B"))
    #expect(try call.body?.contains("form-data; name=\"\(name)\"; filename=\"\(filename)\"\r\n") == true)
  }

  @Test(arguments: [
    ("B", "B"), ("a'b(c", "\"a'b(c\""), ("x:y=z", "\"x:y=z\""), ("a b", "\"a b\""),
    (String(repeating: "b", count: 70), String(repeating: "b", count: 70)),
  ])
  func `a boundary is quoted if it must be`(boundary: String, value: String) throws {
    let call = DeclaredCall(.post, .multipart([], boundary: boundary))
    #expect(try call.contentType == "multipart/form-data; boundary=\(value)")
    #expect(try call.body == "--\(boundary)--\r\n")
  }

  @Test(arguments: ["", "a ", "a\r\nX: y", "é", "a\"b", String(repeating: "b", count: 71)])
  func `what isn't a boundary is an error`(boundary: String) {
    #expect(DeclaredCall(.post, .multipart([], boundary: boundary)).failure?.part == .body)
  }

  @Test func `boundaries differ`() throws {
    let call = DeclaredCall(.post, .multipart([.text("a", "1")]))
    let types = try (0..<100).map { _ in try call.contentType }
    #expect(Set(types).count == 100)
  }

  @Test func `files are copied when the call is prepared`() throws {
    let folder = try TemporaryFolder(["a": "before"])
    let call = DeclaredCall(.post, .multipart([.file("a", URL(filePath: folder["a"]))], boundary: "B"))
    let body = try call.prepared().body
    try folder.write("after", to: "a")
    let file = try #require({ if case .temporaryFile(let file) = body { file } else { nil } }())
    #expect(try String(contentsOf: file.url, encoding: .utf8).hasSuffix("\r\n\r\nbefore\r\n--B--\r\n"))
    #expect(try FileManager.default.attributesOfItem(atPath: file.url.path)[.posixPermissions] as? Int == 0o600)
  }

  @Test func `only a body with parts from files is written to a file`() throws {
    let folder = try TemporaryFolder(["a": "1"])
    let url = URL(filePath: folder["a"])
    guard case .data = try DeclaredCall(.post, .multipart([.data("a", Data("1".utf8), filename: "a")])).prepared().body
    else {
      Issue.record("parts from data aren't in memory")
      return
    }
    guard case .file(url) = try DeclaredCall(.put, .file(url)).prepared().body else {
      Issue.record("a file isn't sent itself")
      return
    }
  }

  @Test func `a temporary file is removed with its last reference`() throws {
    let folder = try TemporaryFolder()
    func use() throws {
      let body = RequestBody.temporaryFile(
        try TemporaryFile(in: URL(filePath: folder.path)) { descriptor in
          try Data("text".utf8).withUnsafeBytes { try writeAll($0, to: descriptor) }
        })
      let copy = PreparedRequest(request: URLRequest(url: URL(string: "https://h")!), body: body)
      #expect(try copy.body.bytes == Data("text".utf8))
    }
    try use()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test func `a temporary file is removed if it can't be written`() throws {
    let folder = try TemporaryFolder()
    #expect(throws: FileProblem.self) {
      try TemporaryFile(in: URL(filePath: folder.path)) { _ in throw FileProblem(ENOSPC, "disk") }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test func `a large file is written whole`() throws {
    let folder = try TemporaryFolder()
    try folder.makeHole(3_000_001, "hole")
    let call = DeclaredCall(.post, .multipart([.file("a", URL(filePath: folder["hole"]))], boundary: "B"))
    let body = try #require(try call.prepared().body.bytes)
    let (start, end) = (try #require(body.firstRange(of: Data("\r\n\r\n".utf8))), Data("\r\n--B--\r\n".utf8))
    #expect(body[start.upperBound...].count == 3_000_001 + end.count)
    #expect(body.suffix(end.count) == end)
    #expect(body[start.upperBound...].prefix(3_000_001).allSatisfy { $0 == 0 })
  }

  @Test func `a file that can't be read is an error that names it`() throws {
    let folder = try TemporaryFolder(["a": ""])
    try folder.makePipe("pipe")
    for (name, problem) in [
      ("none", "No such file or directory"), ("pipe", "not a regular file"), ("", "not a regular file"),
    ] {
      let url = URL(filePath: folder[name])
      for content in [RequestContent.file(url), .multipart([.text("a", "1"), .file("b", url)])] {
        let failure = DeclaredCall(.post, content).failure
        #expect(failure?.part == .body)
        #expect(failure?.message == "\(url.path): \(problem)")
      }
    }
    let web = URL(string: "https://example.com/a")!
    #expect(DeclaredCall(.post, .file(web)).failure?.message == "https://example.com/a: not the URL of a file")
  }

  @Test func `an own Content-Type must have the boundary`() throws {
    let content = RequestContent.multipart([], boundary: "B")
    #expect(
      DeclaredCall(.post, content, headers: [.contentType: "multipart/form-data"]).failure?.description
        == "DeclaredCall: headers: 'Content-Type: multipart/form-data' hasn't the boundary of the multipart body: "
        + "remove it from 'headers'")
    let own = DeclaredCall(.post, content, headers: [.contentType: "multipart/related; boundary=B"])
    #expect(try own.contentType == "multipart/related; boundary=B")
  }
}
