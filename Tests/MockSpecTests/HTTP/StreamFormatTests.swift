import Testing

@testable import MockSpec

struct StreamFormatTests {
  private func text(_ format: StreamFormat, _ fields: EventFields<String>) -> String {
    String(decoding: format.bytes(of: fields.map { Array($0.utf8) }), as: UTF8.self)
  }

  @Test(arguments: [
    (EventFields(data: "a"), "data: a\n\n"),
    (EventFields(data: ""), "data:\n\n"),
    (EventFields(data: " a"), "data:  a\n\n"),
    (EventFields(data: "a\nb\r\nc\rd\n"), "data: a\ndata: b\ndata: c\ndata: d\ndata:\n\n"),
    (
      EventFields(data: "{}", name: "n", id: "1", comment: "c\nd", retry: .seconds(3)),
      ": c\n: d\nevent: n\nid: 1\nretry: 3000\ndata: {}\n\n"
    ),
    (EventFields(id: ""), "id:\n\n"),
    (EventFields(comment: ""), ":\n\n"),
    (EventFields(retry: .microseconds(1_500)), "retry: 1\n\n"),
  ])
  func `server-sent events have a field on each line, and end with an empty one`(
    fields: EventFields<String>, expected: String
  ) {
    #expect(text(.sse, fields) == expected)
  }

  @Test(arguments: [(StreamFormat.lines, "a\n"), (.ndjson, "a\n"), (.bytes, "a")])
  func `lines end with a line feed, and bytes don't`(format: StreamFormat, expected: String) {
    #expect(text(format, EventFields(data: "a")) == expected)
  }

  @Test(arguments: [
    (EventFields<[UInt8]>(name: Array("a\nb".utf8)), "'event' contains a line break"),
    (EventFields<[UInt8]>(id: Array("a\rb".utf8)), "'id' contains a line break"),
    (EventFields<[UInt8]>(id: [0]), "'id' contains a NUL character, so clients ignore it"),
    (EventFields<[UInt8]>(data: Array("a\nb\0".utf8), comment: Array("a\n".utf8)), nil),
  ])
  func `what clients would misread is a problem`(fields: EventFields<[UInt8]>, problem: String?) {
    #expect(fields.problem == problem)
  }
}
