import HTTPTypes
import Testing

@testable import MockSpec

struct MultipartMatcherTests {
  static let type = "multipart/form-data; boundary=XX"

  static func part(_ disposition: String, _ content: String) -> String {
    "--XX\r\nContent-Disposition: form-data; \(disposition)\r\n\r\n\(content)\r\n"
  }

  static func body(_ parts: String...) -> String { parts.joined() + "--XX--\r\n" }

  static func item(_ matcher: String, _ body: String, _ isMatch: Bool, type: String = type) -> BodyCase {
    BodyCase("multipart: \(matcher)", body, isMatch, type: type)
  }

  static let values = [
    item("{a: b}", body(part("name=\"a\"", "b")), true), item("{a: b}", body(part("name=\"a\"", "c")), false),
    item("{a: b}", body(part("name=a", "b")), true), item("{a: b}", body(part("NAME = \"a\"", "b")), true),
    item("{a: b, c: d}", body(part("name=\"c\"", "d"), part("name=\"a\"", "b")), true),
    item("{a: [b, c]}", body(part("name=\"a\"", "c"), part("name=\"a\"", "b")), true),
    item("{a: [b, c]}", body(part("name=\"a\"", "c")), false),
    item("{a: {present: false}}", body(part("name=\"b\"", "")), true), item("{a: ''}", body(part("name=a", "")), true),
    item("{f: {contains: x}}", body(part("name=\"f\"; filename=\"a;b.txt\"", "axb")), true),
    item("{f: x}", body(part("filename=\"name=g\"; name=\"f\"", "x")), true),
    item(
      "{a: b}", body("--XX\r\ncontent-disposition: FORM-DATA; name=a\r\nContent-Type: text/plain\r\n\r\nb\r\n"), true),
    item("{a: b}", body("--XX\r\nContent-Disposition: form-data;\r\n name=a\r\n\r\nb\r\n"), true),
    item("{a: b}", body("--XX\r\nContent-Disposition: attachment; name=a\r\n\r\nb\r\n"), false),
    // Content is unchanged, including line breaks and text similar to a boundary.
    item(#"{a: "b\r\nc\n"}"#, body(part("name=a", "b\r\nc\n")), true),
    item(#"{a: "\r\n"}"#, body(part("name=a", "\r\n")), true),
    item(#"{a: "x\n--XX\ny"}"#, body(part("name=a", "x\n--XX\ny")), true),
    item(#"{a: "x\r\n--XXX\r\ny"}"#, body(part("name=a", "x\r\n--XXX\r\ny")), true),
    item(#"{a: "x\r\n--XX--y"}"#, body(part("name=a", "x\r\n--XX--y")), true),
    item(#"{a: "\r\r\n\r"}"#, body(part("name=a", "\r\r\n\r")), true),
    item("{a: é}", body(part("name=a", "é")), true),
  ]

  static let names = [
    item(#"{'a"b': x}"#, body(part(#"name="a\"b""#, "x")), true),
    item(#"{'a"b': x}"#, body(part("name=\"a%22b\"", "x")), true),
    item(#"{"a\r\nb": x}"#, body(part("name=\"a%0D%0Ab\"", "x")), true),
    item(#"{'a\b': x}"#, body(part(#"name="a\b""#, "x")), true),
    item(#"{'a\': x}"#, body(part(#"name="a\\""#, "x")), true),
    item("{a%41: x}", body(part("name=\"a%41\"", "x")), true), item("{é: x}", body(part("name=\"é\"", "x")), true),
    item("{a;b: x}", body(part("name=\"a;b\"", "x")), true), item("{'': x}", body(part("name=\"\"", "x")), true),
    item("{A: x}", body(part("name=\"a\"", "x")), false), item("{a: x}", body(part("name=\"a", "x")), true),
  ]

  static let boundaries = [
    item("{a: b}", "preamble\r\n" + body(part("name=a", "b")) + "epilogue", true),
    item("{a: b}", "\r\n" + body(part("name=a", "b")), true),
    item("{a: b}", part("name=a", "b") + "--XX--", true), item("{a: b}", part("name=a", "b") + "--XX-- \t\r\nx", true),
    item("{a: b}", body(part("name=a", "b").replacing("--XX\r\n", with: "--XX \t\r\n")), true),
    item("{a: b}", body(part("name=a", "b")), true, type: "Multipart/Form-Data; charset=utf-8; Boundary=\"XX\""),
    item(
      "{a: b}", body(part("name=a", "b")).replacing("XX", with: "a b:?"), true,
      type: "multipart/form-data; boundary=\"a b:?\""),
    // Incomplete bodies.
    item("{a: {present: false}}", part("name=b", "b"), false), item("{a: b}", part("name=a", "b"), false),
    item("{a: b}", part("name=a", "b") + "--XX-", false), item("{a: {present: false}}", "", false),
    item("{a: {present: false}}", "a=b", false), item("{a: {present: false}}", "--XX--", true),
    item("{a: b}", body(part("name=a", "b")).replacing("\r\n", with: "\n"), false),
    item("{a: b}", body(part("name=a", "b")), false, type: "multipart/mixed; boundary=XX"),
    item("{a: b}", body(part("name=a", "b")), false, type: "multipart/form-data"),
    item("{a: b}", body(part("name=a", "b")), false, type: "multipart/form-data; boundary="),
    item("{a: b}", body(part("name=a", "b")), false, type: "multipart/form-data; boundary=YY"),
    // Parts without content, header or name.
    item("{a: ''}", "--XX\r\nContent-Disposition: form-data; name=a\r\n--XX--", true),
    item("{a: b}", body("--XX\r\n\r\nx\r\n", "--XX\r\nx\r\n\r\n\r\n", "--XX\r\n", part("name=a", "b")), true),
  ]

  @Test(arguments: values)
  func `the content of a part is a value`(item: BodyCase) throws { try item.check() }

  @Test(arguments: names)
  func `a name can be quoted and escaped`(item: BodyCase) throws { try item.check() }

  @Test(arguments: boundaries)
  func `parts are separated by lines with the boundary`(item: BodyCase) throws { try item.check() }

  @Test(arguments: [
    ("{a: {present: true}}", true), ("{a: {present: false}}", false), ("{a: {matches: ''}}", false),
    ("{a: {contains: ''}}", false), ("{a: {not: {contains: x}}}", true),
  ])
  func `a part that isn't text only satisfies present`(matcher: String, isMatch: Bool) throws {
    let body = Array("--XX\r\nContent-Disposition: form-data; name=a\r\n\r\nx".utf8) + [0xFF] + Array("\r\n--XX--".utf8)
    try BodyCase("multipart: \(matcher)", bytes: body, isMatch, type: Self.type).check()
  }

  @Test func `a body of too many parts, or with endless headers, matches nothing`() throws {
    let many = String(repeating: Self.part("name=a", ""), count: 10_001)
    try Self.item("{a: {present: true}}", many + "--XX--", false).check()
    try Self.item("{a: {present: true}}", String(many.dropFirst(Self.part("name=a", "").count)) + "--XX--", true)
      .check()
    let long = "--XX\r\nX: " + String(repeating: "x", count: 20_000) + "\r\n\r\n\r\n"
    try Self.item("{a: b}", Self.body(long, Self.part("name=a", "b")), false).check()
    #expect(try Self.explanation(Self.type, many + "--XX--").contains("the body has more than 10000 parts"))
    #expect(try Self.explanation(Self.type, Self.body(long)).contains("the header of a part has more than 16384 bytes"))
  }

  @Test(arguments: [
    (nil, "", "the call has no 'Content-Type'"),
    ("application/json", "{}", "the 'Content-Type' is 'application/json'"),
    ("multipart/mixed; boundary=XX", "--XX--", "the 'Content-Type' is 'multipart/mixed', another subtype"),
    ("multipart/form-data", "--XX--", "the 'Content-Type' has no boundary"),
    (type, "--YY--", "the body has no line '--XX'"), (type, "", "the body has no line '--XX'"),
    (type, body(part("name=a", "b")).replacing("\r\n", with: "\n"), "the lines end with LF: expected CRLF"),
    (type, part("name=a", "b") + "--XX--\n", "the lines end with LF: expected CRLF"),
    (type, part("name=a", "b") + "x\n--XX--", "the lines end with LF: expected CRLF"),
    (type, part("name=a", "b"), "the end is missing: expected the last line '--XX--'"),
  ])
  func `an explanation says why a body isn't a complete form`(type: String?, body: String, reason: String) throws {
    #expect(try Self.explanation(type, body).contains(reason))
  }

  private static func explanation(_ type: String?, _ body: String) throws -> String {
    let engine = try Specs.engine("requests: {A: {match: {path: /a, body: {multipart: {a: b}}}, responses: {R: {}}}}")
    var call = MockCall("POST /a", body: body)
    call.fields[.contentType] = type
    return engine.explain(call).text
  }

  @Test(arguments: ["\r\n--", "\r\n--X", "\r", "\r\n--XX \t", "--XX", "\r\n--XX\r\n", "\r\n--XX\r"])
  func `a hostile body takes linear time`(piece: String) throws {
    let body = String(repeating: piece, count: 400_000 / piece.utf8.count)
    try Self.item("{a: {present: true}}", body, false).check()
  }
}
