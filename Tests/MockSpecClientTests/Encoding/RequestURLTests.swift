import Foundation
import HTTPTypes
import MockSpecClient
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct RequestURLTests {
  @Test(arguments: [
    ("https://h", "", "https://h"), ("https://h/", "", "https://h/"), ("https://h", "/", "https://h/"),
    ("https://h", "/a", "https://h/a"), ("https://h/", "/a", "https://h/a"), ("https://h/", "a", "https://h/a"),
    ("https://h", "a", "https://h/a"), ("https://h/v1", "/a/", "https://h/v1/a/"), ("https://h/v1", "", "https://h/v1"),
    ("https://h/v1/", "a", "https://h/v1/a"), ("https://h/v1/", "/a//b", "https://h/v1/a//b"),
    ("https://h/v%2F1?key=a%26b", "/a", "https://h/v%2F1/a?key=a%26b"), ("https://h?key=1", "a", "https://h/a?key=1"),
    ("https://me:pw@h:81", "/a", "https://me:pw@h:81/a"), ("http://[::1]:81/", "a", "http://[::1]:81/a"),
    ("https://h/?", "a", "https://h/a"),
  ])
  func `a base URL and a path have one slash between them`(base: String, path: String, url: String) throws {
    let call = DeclaredCall(baseURL: URL(string: base)!, path: RequestPath(stringLiteral: path))
    #expect(try call.prepared().request.url?.absoluteString == url)
  }

  @Test func `the query of a base URL precedes that of a call`() throws {
    for base in ["https://h/v1?key=1&x=a+b", "https://h/v1/?key=1&x=a+b"] {
      let call = DeclaredCall(baseURL: URL(string: base)!, path: "/a", content: .query(["q": "é"]))
      #expect(try call.prepared().request.url?.absoluteString == "https://h/v1/a?key=1&x=a+b&q=%C3%A9")
    }
  }

  @Test func `a relative base URL is resolved`() throws {
    let base = URL(string: "v2/", relativeTo: URL(string: "https://h/v1/"))!
    #expect(try DeclaredCall(baseURL: base).prepared().request.url?.absoluteString == "https://h/v1/v2/items")
  }

  @Test func `method, fields and destination are those of the call`() throws {
    var fields: HTTPFields = [.authorization: "Bearer t", HTTPField.Name("x-api-Key")!: "k"]
    fields.append(HTTPField(name: HTTPField.Name("X-API-KEY")!, value: "l"))
    let file = ResponseDestination.file(URL(filePath: "/tmp/a"))
    let prepared = try DeclaredCall(
      method: HTTPRequest.Method("PURGE")!, headers: fields, destination: file
    ).prepared()
    #expect(prepared.request.httpMethod == "PURGE")
    #expect(prepared.request.value(forHTTPHeaderField: "Authorization") == "Bearer t")
    #expect(prepared.request.value(forHTTPHeaderField: "X-Api-Key") == "k, l")
    #expect(prepared.request.allHTTPHeaderFields?.count == 2)
    #expect(prepared.destination == file)
  }
}
