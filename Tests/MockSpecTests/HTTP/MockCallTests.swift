import HTTPTypes
import Synchronization
import Testing

@testable import MockSpec

struct MockCallTests {
  private func call(_ fields: HTTPFields = [:]) -> MockCall {
    MockCall(
      method: "GET", target: .url, scheme: "http", host: "h", port: nil, path: "/", query: nil, fields: fields)
  }

  @Test func `implied fields are computed once, and only where there are no others`() {
    let count = Atomic(0)
    var call = call([.accept: "a/b"])
    call.imply {
      count.add(1, ordering: .relaxed)
      return [.accept: "*/*", .userAgent: "x"]
    }
    let copy = call
    #expect(call.values(of: .accept) == ["a/b"])
    #expect(count.load(ordering: .relaxed) == 0)
    #expect(call.values(of: .userAgent) == ["x"] && copy.values(of: .userAgent) == ["x"])
    #expect(call.fields == [.accept: "a/b", .userAgent: "x"])
    #expect(call.ownFields == [.accept: "a/b"])
    #expect(count.load(ordering: .relaxed) == 1)
  }

  @Test func `a copy keeps its fields when the other is changed`() {
    var call = call()
    call.imply { [.userAgent: "x"] }
    let copy = call
    call.ownFields = [.accept: "a/b"]
    #expect(call.fields == [.accept: "a/b", .userAgent: "x"])
    call.fields = [.accept: "c/d"]
    #expect(call.fields == [.accept: "c/d"])
    #expect(copy.fields == [.userAgent: "x"])
  }
}
