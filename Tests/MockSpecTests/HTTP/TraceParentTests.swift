import HTTPTypes
import Testing

@testable import MockSpec

struct TraceParentTests {
  static let (trace, span) = ("4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7")

  @Test(arguments: ["00-\(trace)-\(span)-01", "00-\(trace)-\(span)-00", "cc-\(trace)-\(span)-01-more-and-more"])
  func `a valid field has the IDs of its trace and span`(text: String) {
    #expect(TraceParent(text)?.traceID == Self.trace)
    #expect(TraceParent(text)?.spanID == Self.span)
  }

  @Test(arguments: [
    "", "00", "00-\(trace)-\(span)", "00-\(trace)-\(span)-01-", "00-\(trace)-\(span)-1", "0-\(trace)-\(span)-01",
    "ff-\(trace)-\(span)-01", "00-\(trace.uppercased())-\(span)-01", "00-\(trace)-\(span)-0g",
    "00-00000000000000000000000000000000-\(span)-01", "00-\(trace)-0000000000000000-01", "00-\(trace)0-\(span)-01",
    "cc-\(trace)-\(span)-01more", "00-\(trace)-\(span)-01, 00-\(trace)-\(span)-01",
  ])
  func `an invalid field is ignored`(text: String) {
    #expect(TraceParent(text) == nil)
  }

  @Test func `several fields are ignored`() {
    let name = HTTPField.Name("traceparent")!
    var fields = HTTPFields([HTTPField(name: name, value: "00-\(Self.trace)-\(Self.span)-01")])
    #expect(TraceParent(fields)?.traceID == Self.trace)
    fields.append(HTTPField(name: name, value: "00-\(Self.trace)-\(Self.span)-01"))
    #expect(TraceParent(fields) == nil)
  }
}
