import HTTPTypes
import Testing

@testable import MockSpec

/// Which session a call names.
struct SessionIDTests {
  static let longest = String(repeating: "x", count: 128)

  static func read(_ fields: [(String, String)]) throws(SessionError) -> String? {
    try ControlFields(HTTPFields(fields.map { HTTPField(name: .init($0)!, value: $1) })).session?.description
  }

  @Test(arguments: ["a", "checkout-7", "A!#$%&'*+-.^_`|~9", longest])
  func `a token is an ID`(id: String) throws {
    #expect(try Self.read([("Mockspec-Session", id)]) == id)
    #expect(try SessionID(id).description == id)
  }

  @Test(arguments: [
    ("", "''"), ("a b", "'a b'"), ("a,b", "'a,b'"), ("é", "'é'"), ("\"a\"", "'\"a\"'"), ("a/b", "'a/b'"),
    (longest + "x", "129 characters"),
  ])
  func `anything else is refused`(id: String, found: String) {
    let error = #expect(throws: SessionError.self) { try Self.read([("Mockspec-Session", id)]) }
    #expect(error?.status == 400)
    #expect(error?.description == "Mockspec-Session: expected a token of 1 to 128 characters, found \(found)")
  }

  @Test func `a repeated field has the same value`() throws {
    #expect(try Self.read([("mockspec-session", "a"), ("MOCKSPEC-SESSION", "a")]) == "a")
    let error = #expect(throws: SessionError.self) {
      try Self.read([("Mockspec-Session", "a"), ("Mockspec-Session", "b")])
    }
    #expect(error == .ambiguous)
    #expect(error?.status == 400)
  }

  @Test func `a call without the fields names none`() throws {
    #expect(try Self.read([]) == nil)
    // These names have as many characters.
    #expect(try Self.read([("Mockspec-Sessiom", "a"), ("Package", "mockspec-session=a")]) == nil)
  }

  @Test func `the field comes before baggage`() throws {
    #expect(try Self.read([("baggage", "mockspec-session=b"), ("Mockspec-Session", "a")]) == "a")
    #expect(throws: SessionError.self) {
      try Self.read([("Mockspec-Session", " "), ("baggage", "mockspec-session=b")])
    }
  }

  @Test(arguments: [
    "mockspec-session=a", " \tmockspec-session\t = a ", "user=1,mockspec-session=a",
    "mockspec-session=a,mockspec-session=b", "mockspec-session=a;ttl=5;secret", "mockspec-session=a ; ttl = 5 ; x=",
    "mockspec-session=%61", "x=%zz,mockspec-session=a", "mockspec-session=b;b;=,mockspec-session=a",
    "mockspec-session=,mockspec-session=a", ",,mockspec-session=a,", "mockspec-session=b%2Fc,mockspec-session=a",
    "mockspec-session=b%2,mockspec-session=a", "mockspec-session=b%zz,mockspec-session=a",
    "mockspec-session=b;,mockspec-session=a", "mockspec-session=b c,mockspec-session=a",
    "mockspec-session,mockspec-session=a", "mockspec session=b,mockspec-session=a",
    "mockspec-session=b;p=\"\",mockspec-session=a", "Mockspec-Session=b,mockspec-session=a",
    "mockspec-session=\(longest)x,mockspec-session=a", "mockspec-session=%C3%A9,mockspec-session=a",
  ])
  func `the first valid member of baggage counts`(baggage: String) throws {
    #expect(try Self.read([("baggage", baggage)]) == "a")
  }

  @Test(arguments: [("mockspec-session=a%21%25b", "a!%b"), ("mockspec-session=a=b", nil), ("mockspec-session=+", "+")])
  func `a member's value is percent-decoded`(baggage: String, id: String?) throws {
    #expect(try Self.read([("baggage", baggage)]) == id)
  }

  @Test func `several fields of baggage are one list`() throws {
    #expect(try Self.read([("Baggage", "a=1;b"), ("baggage", "x=2, mockspec-session=a")]) == "a")
    #expect(try Self.read([("baggage", "mockspec-session=\""), ("baggage", "user=1")]) == nil)
  }

  @Test(arguments: [
    "mockspec-session=a", "theme=dark; mockspec-session=a", "mockspec-session=a;mockspec-session=b",
    "mockspec-session=; mockspec-session=a", "mockspec-session=\"b\"; mockspec-session=a", ";; mockspec-session=a ;",
    "mockspec-session; mockspec-session=a", "Mockspec-Session=b; mockspec-session=a",
    "x=mockspec-session=b; mockspec-session=a",
  ])
  func `the first valid cookie counts`(cookies: String) throws {
    #expect(try Self.read([("Cookie", cookies)]) == "a")
    #expect(try Self.read([("cookie", "b=1"), ("cookie", cookies)]) == "a")
  }

  @Test func `fields come before cookies, which name no session for the control API`() throws {
    let cookie = ("Cookie", "mockspec-session=c")
    #expect(try Self.read([cookie, ("baggage", "mockspec-session=b")]) == "b")
    #expect(try Self.read([cookie, ("Mockspec-Session", "a")]) == "a")
    #expect(try ControlFields([.cookie: cookie.1]).sessionOfFields == nil)
    // These names have as many characters.
    #expect(try Self.read([("Cookid", cookie.1), ("Accept", cookie.1)]) == nil)
  }

  @Test func `baggage is forwarded, and the field isn't`() {
    let fields: HTTPFields = [.init("Mockspec-Session")!: "a", .init("baggage")!: "mockspec-session=a ; b"]
    #expect(fields.endToEnd == [.init("baggage")!: "mockspec-session=a ; b"])
  }
}
