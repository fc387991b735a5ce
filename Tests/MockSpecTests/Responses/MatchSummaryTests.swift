import Testing

@testable import MockSpec

struct MatchSummaryTests {
  func summary(_ match: String) throws -> String {
    try #require(try Specs.load("requests: {A: {match: \(match), responses: {R: {}}}}").sets.first).matchSummary
  }

  @Test(arguments: [
    "/a", "GET /a", "GET /a//b", "//api.example.com/a", "GET //*.example.com:8080//a/{b}",
    "POST https://api.example.com/a/**", "http://[::1]:8080/",
  ])
  func `a short form is the same in the summary`(match: String) throws {
    #expect(try summary("'\(match)'") == match)
  }

  @Test(arguments: [
    ("{}", "/**"), ("{method: [PUT, POST]}", "PUT|POST /**"), ("{host: h}", "//h/**"),
    ("{path: //h/a}", "path //h/a"), ("{method: GET, path: //h/a, port: 80}", "GET, path //h/a, port 80"),
    ("{host: h, path: //a}", "//h//a"), ("{scheme: https, port: 8443, path: /a}", "/a, scheme https, port 8443"),
    (
      "{path: '/{a}', params: {a: 1}, query: {b: 1, c: 1}, exactQuery: true, headers: {D: 1}, body: {text: e}}",
      "/{a}, params a, query b c, headers D, exactQuery, body"
    ),
  ])
  func `other conditions follow the short form`(match: String, expected: String) throws {
    #expect(try summary(match) == expected)
  }

  @Test func `states follow, with their values`() throws {
    let spec = """
      states: {cart: [empty, filled, paid], user: [out, in]}
      requests:
        Cart:
          match: GET /cart
          when: {cart: [filled, paid], user: in}
          responses: {R: {set: {user: out, cart: empty}}, S: {delay: 1s, when: {cart: paid}}}
      """
    let set = try #require(try Specs.load(spec).sets.first)
    #expect(set.matchSummary == "GET /cart, when cart is filled or paid and user is in")
    #expect(
      set.responses.map(\.summary) == [
        "200, 0 bytes, sets cart to empty, sets user to out", "200, 0 bytes, after 1s, when cart is paid",
      ])
  }
}
