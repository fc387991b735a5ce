import Foundation
import HTTPTypes
import MockSpecClient
import Testing

struct SampleResponseTests {
  @Test func `a sample is made from text or from a value`() throws {
    let text = SampleResponse(text: "Design for failure.")
    #expect(text.status == 200)
    #expect(text.body == Data("Design for failure.".utf8))
    #expect(text.headers == [.contentType: "text/plain; charset=utf-8"])
    let json = try SampleResponse(status: 201, headers: [.eTag: "1"], json: ["b": "/", "a": ""])
    #expect(json.status == 201)
    #expect(json.body == Data(#"{"a":"","b":"/"}"#.utf8))
    #expect(json.headers == [.eTag: "1", .contentType: "application/json"])
  }

  @Test func `a sample keeps a Content-Type of its own`() throws {
    let type: HTTPFields = [.contentType: "application/problem+json"]
    #expect(try SampleResponse(headers: type, json: [1]).headers == type)
    #expect(SampleResponse(headers: type, text: "").headers == type)
  }

  @Test func `a value that isn't JSON throws`() {
    #expect(throws: EncodingError.self) { try SampleResponse(json: [Double.nan]) }
  }
}
