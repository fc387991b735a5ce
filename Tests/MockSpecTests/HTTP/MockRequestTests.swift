import HTTPTypes
import Synchronization
import Testing

@testable import MockSpec

struct MockRequestTests {
  private func request(_ fields: HTTPFields = [:]) -> MockRequest {
    MockRequest(
      method: "GET", target: .url, scheme: "http", host: "h", port: nil, path: "/", query: nil, fields: fields)
  }

  @Test func `implied fields are computed once, and only where there are no others`() {
    let count = Atomic(0)
    var request = request([.accept: "a/b"])
    request.imply {
      count.add(1, ordering: .relaxed)
      return [.accept: "*/*", .userAgent: "x"]
    }
    let copy = request
    #expect(request.values(of: .accept) == ["a/b"])
    #expect(count.load(ordering: .relaxed) == 0)
    #expect(request.values(of: .userAgent) == ["x"] && copy.values(of: .userAgent) == ["x"])
    #expect(request.fields == [.accept: "a/b", .userAgent: "x"])
    #expect(request.ownFields == [.accept: "a/b"])
    #expect(count.load(ordering: .relaxed) == 1)
  }

  @Test func `a copy keeps its fields when the other is changed`() {
    var request = request()
    request.imply { [.userAgent: "x"] }
    let copy = request
    request.ownFields = [.accept: "a/b"]
    #expect(request.fields == [.accept: "a/b", .userAgent: "x"])
    request.fields = [.accept: "c/d"]
    #expect(request.fields == [.accept: "c/d"])
    #expect(copy.fields == [.userAgent: "x"])
  }
}
