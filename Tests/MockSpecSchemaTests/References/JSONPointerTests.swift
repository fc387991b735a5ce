import MockSpecDocument
import Testing

@testable import MockSpecSchema

struct JSONPointerTests {
  /// RFC 6901 §5.
  @Test(arguments: [
    ("", nil), ("/foo", nil), ("/foo/0", "bar"), ("/", "0"), ("/a~1b", "1"), ("/c%d", "2"), ("/e^f", "3"),
    ("/g|h", "4"),
    (#"/i\j"#, "5"), (#"/k"l"#, "6"), ("/ ", "7"), ("/m~0n", "8"),
  ])
  func `the examples of the standard are followed`(text: String, scalar: String?) throws {
    let json = #"{"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,"k\"l":6," ":7,"m~n":8}"#
    let root = try #require(DocumentParser.parseJSON(Array(json.utf8))).root
    let pointer = try #require(JSONPointer(text))
    let target = try #require(pointer.target(in: root))
    if let scalar { #expect(target.text == scalar) } else { #expect(!target.isScalar) }
  }

  @Test(arguments: [
    ("/a~01", ["a~1"]), ("/~0~1~00", ["~/~0"]), ("//", ["", ""]), ("/\u{301}a/b", ["\u{301}a", "b"]),
    ("/~1\u{301}", ["/\u{301}"]), ("/a~", ["a~"]), ("/~2", ["~2"]),
  ])
  func `slashes separate tokens`(text: String, tokens: [String]) {
    #expect(JSONPointer(text)?.tokens == tokens)
  }

  @Test(arguments: ["a", "a/b", "#/a", " "])
  func `other texts aren't pointers`(text: String) {
    #expect(JSONPointer(text) == nil)
  }
}
