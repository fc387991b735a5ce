import Foundation
import HTTPTypes
import MockSpecClient
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct ResponseTests {
  struct Item: Decodable { let id: Int }

  private func response(_ body: String, status: Int = 200, type: String? = nil) throws -> ServiceResponse {
    let request = URLRequest(url: try #require(URL(string: "http://a.test/b")))
    var headers = HTTPFields()
    headers[.contentType] = type
    return ServiceResponse(status: status, headers: headers, body: Data(body.utf8), request: request)
  }

  private func failure(_ body: String, at path: String? = nil) throws -> DecodingFailure? {
    let response = try response(body)
    let error = #expect(throws: ServiceError.self) { try response.value(as: [Item].self, at: path) }
    guard case .decoding(let failure) = error?.reason else { return nil }
    return failure
  }

  @Test func `a decoding failure has the path and the position of the value`() throws {
    let failure = try #require(try failure("[{\"id\": 1},\n {\"é\": [\"}\", {}], \"id\": \"x\"}]"))
    #expect(failure.path == "[1].id")
    #expect(failure.position?.line == 2)
    #expect(failure.position?.column == 25)
    #expect(failure.description == "can't decode Array<Item>, '[1].id' at 2:25: expected Int")
  }

  @Test func `a key that is missing is reported at its object`() throws {
    let failure = try #require(try failure(#"{"data": {"list": [{"id": 1}, {"ID": 2}]}}"#, at: "data.list"))
    #expect(failure.path == "data.list[1]")
    #expect(failure.position?.offset == 30)
    #expect(failure.message == "no key 'id'")
  }

  @Test func `a key path that doesn't exist is reported`() throws {
    let missing = try #require(try failure(#"{"data": {}}"#, at: "data.list"))
    #expect(missing.path == "data")
    #expect(missing.message == "no key 'list'")
    #expect(missing.position?.offset == 9)
  }

  @Test(arguments: ["-1", "+0", "2", "9223372036854775807", "99999999999999999999"])
  func `what isn't the index of an element is reported`(index: String) throws {
    let response = try response("[5, 6]")
    let decoded = #expect(throws: ServiceError.self) { try response.value(as: Int.self, at: index) }
    guard case .decoding(let failure) = decoded?.reason else {
      Issue.record("\(String(describing: decoded))")
      return
    }
    #expect(failure.path.isEmpty && failure.position?.offset == 0)
    #expect(throws: ServiceError.self) { try response.json(at: index) }
  }

  @Test func `text that isn't JSON is reported`() throws {
    let failure = try #require(try failure("<html>"))
    #expect(failure.position == nil)
    #expect(failure.message.contains("JSON"))
  }

  @Test func `JSON is parsed, also at a key path`() throws {
    let response = try response(#"{"a": [1, {"b": "c"}], "0": 2}"#)
    #expect(try response.json(at: "a.1.b") as? String == "c")
    #expect(try response.json(at: "0") as? Int == 2)
    #expect(try (response.json() as? [String: Any])?.count == 2)
    #expect(throws: ServiceError.self) { try response.json(at: "a.2") }
    #expect(try response.text(at: "a.1.b") == "c")
  }

  @Test func `text is decoded as Content-Type says`() throws {
    #expect(try response("é").text() == "é")
    var latin = try response("", type: "text/plain; Charset=\"ISO-8859-1\"")
    latin.body = Data([0xE9])
    #expect(try latin.text() == "é")
    latin.headers[.contentType] = "text/plain;\t charset = iso-8859-1"
    #expect(try latin.text() == "é")
    latin.headers[.contentType] = "text/plain; charset=latin1"
    #expect(try latin.text() == "é")
    #expect(try response("é", type: "text/plain; charset=UTF8").text() == "é")
    latin.headers[.contentType] = "text/plain"
    #expect(throws: ServiceError.self) { try latin.text() }
    latin.headers[.contentType] = "text/plain; charset=x"
    #expect(throws: ServiceError.self) { try latin.text() }
  }

  @Test func `responses are filtered by status`() throws {
    let response = try response("", status: 204)
    #expect(try response.filtered(statusCodes: 200...299).status == 204)
    #expect(try response.filtered(statusCodes: .only([204])).status == 204)
    #expect(throws: ServiceError.self) { try response.filtered(statusCodes: 300...) }
  }

  @Test func `the description of an error has no secrets`() throws {
    let url = try #require(
      URL(string: "https://me:hush@a.test/b?access_token=hush&page=2&X-Amz-Signature=hush#token=hush"))
    var request = URLRequest(url: url)
    request.setValue("Bearer hush", forHTTPHeaderField: "Authorization")
    let body = Data(#"{"message": "no", "refresh_token": "hush", "user": {"password": "hush"}}"#.utf8)
    let response = ServiceResponse(status: 400, headers: [.setCookie: "hush"], body: body, request: request)
    let error = #expect(throws: ServiceError.self) { try response.filtered(statusCodes: 200...299) }
    let text = try #require(error?.description)
    #expect(!text.contains("hush"))
    #expect(text.contains("a.test/b"))
    #expect(text.contains("page=2"))
    #expect(text.contains(#""message":"no""#))
    let plain = ServiceResponse(status: 400, body: Data("the password is hush".utf8), request: request)
    #expect(throws: ServiceError.self) { try plain.filtered(statusCodes: 200...299) }
    let plainError = #expect(throws: ServiceError.self) { try plain.filtered(statusCodes: 200...299) }
    #expect(plainError?.description.contains("hush") == false)
    #expect("\(plainError!)" == plainError!.localizedDescription)
  }

  @Test func `names that are secret are recognized, and others aren't`() {
    let rules = RedactionRules(adding: ["X-Tenant"])
    let secret = [
      "authorization", "Cookie", "X-API-Key", "x_tenant", "client_secret", "sessionId", "jwt", "X-Functions-Key",
      "Ocp-Apim-Subscription-Key", "X-Auth-Key",
    ]
    for name in secret {
      #expect(rules.isSecret(name), "\(name)")
    }
    for name in ["Accept", "page", "keyword", "author", "barcode", "Idempotency-Key", "Mockspec-Session"] {
      #expect(!rules.isSecret(name), "\(name)")
    }
    #expect(RedactionRules.redacted("Bearer abc") == "Bearer ‹redacted, 3 characters›")
    #expect(RedactionRules.redacted("abc def") == "‹redacted, 7 characters›")
  }
}
