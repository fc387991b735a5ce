import HTTPTypes
import MockSpecDocument
import Testing

@testable import MockSpec

struct ItemQueryTests {
  private let people = ItemCollection(
    name: "people",
    initial: InitialItems(
      items(
        #"""
        [{"id": 1, "name": "Zoë", "age": 3, "tags": ["a"], "home": {"city": "Rome"}},
         {"id": 2, "name": "Al", "age": 10.50, "home": {"city": "Oslo"}},
         {"id": "x", "name": "Bo", "age": null, "home.city": "Rome"},
         {"id": 4, "name": "Al", "age": "3", "home": {"city": "Rome"}}]
        """#)))

  private func list(_ query: String) -> ItemAnswer { people.answer("GET /people?\(query)") }

  private func ids(_ query: String) -> [String]? { list(query).page?.items.map(\.id.text) }

  struct Case: Sendable, CustomTestStringConvertible {
    let query: String
    let ids: [String]
    var testDescription: String { query }
  }

  @Test(arguments: [
    Case(query: "", ids: ["1", "2", "x", "4"]),
    Case(query: "sort=name", ids: ["2", "4", "x", "1"]),
    Case(query: "sort=-name", ids: ["1", "x", "2", "4"]),
    Case(query: "sort=name,-age", ids: ["4", "2", "x", "1"]),
    Case(query: "sort=age", ids: ["x", "1", "2", "4"]),
    Case(query: "sort=home.city", ids: ["x", "2", "1", "4"]),
    Case(query: "sort=tags", ids: ["2", "x", "4", "1"]),
    Case(query: "sort=none", ids: ["1", "2", "x", "4"]),
    Case(query: "name=Al", ids: ["2", "4"]),
    Case(query: "name=Al&name=Bo", ids: ["2", "x", "4"]),
    Case(query: "name=Al&id=4", ids: ["4"]),
    Case(query: "age=10.5", ids: ["2"]),
    Case(query: "age=3.0", ids: ["1"]),
    Case(query: "name=Zo%C3%AB", ids: ["1"]),
    Case(query: "age=10.50", ids: ["2"]),
    Case(query: "age=3", ids: ["1", "4"]),
    Case(query: "age=0x3", ids: []), Case(query: "age=%2B3", ids: []), Case(query: "age=.3e1", ids: []),
    Case(query: "age=null", ids: ["x"]),
    Case(query: "tags=[%22a%22]", ids: ["1"]),
    Case(query: "home.city=Rome", ids: ["1", "4"]),
    Case(query: "home.city.x=Rome", ids: []),
    Case(query: "none=", ids: []),
    Case(query: "limit=3", ids: ["1", "2", "x"]),
    Case(query: "page=2&limit=3", ids: ["4"]),
    Case(query: "page=3&limit=3", ids: []),
    Case(query: "page=2", ids: []),
    Case(query: "page=999999999&limit=999999999", ids: []),
    Case(query: "page=2&limit=1&name=Al&sort=-id", ids: ["2"]),
  ])
  func `a query finds items`(_ sample: Case) { #expect(ids(sample.query) == sample.ids) }

  @Test(arguments: [
    "page=0", "page=-1", "page=1.0", "page=", "limit=0", "limit=abc", "limit=1234567890", "page=1&page=1",
    "limit=1&limit=2", "sort=a&sort=b", "sort=a,b,c,d,e,f,g,h,i",
    (0...32).map { "a\($0)=1" }.joined(separator: "&"),
  ])
  func `a query that can't be answered is malformed`(query: String) {
    let answer = list(query)
    #expect(answer.outcome == .malformed && answer.page == nil)
    #expect(answer.fields[.contentType] == "application/problem+json")
  }

  @Test func `a list has the number of all items, and links to its pages`() {
    let answer = list("name=Al&page=2&x%20=%C3%A4&limit=1&name=Bo")
    #expect(answer.fields[HTTPField.Name("X-Total-Count")!] == "0")
    #expect(list("limit=9").fields[HTTPField.Name("X-Total-Count")!] == "4")
    #expect(list("").fields[.link] == nil)
    #expect(
      list("name=Al&page=2&limit=1&name=Bo").fields[.link] == """
        </people?name=Al&limit=1&name=Bo&page=1>; rel="first", </people?name=Al&limit=1&name=Bo&page=1>; rel="prev", \
        </people?name=Al&limit=1&name=Bo&page=3>; rel="next", </people?name=Al&limit=1&name=Bo&page=3>; rel="last"
        """)
    #expect(
      answer.fields[.link] == """
        </people?name=Al&x%20=%C3%A4&limit=1&name=Bo&page=1>; rel="first", \
        </people?name=Al&x%20=%C3%A4&limit=1&name=Bo&page=1>; rel="prev", \
        </people?name=Al&x%20=%C3%A4&limit=1&name=Bo&page=1>; rel="last"
        """)
  }

  @Test func `a link contains no character that ends it`() {
    let link = people.answer("GET /people?limit=1&a=<>\"\u{1}").fields[.link] ?? ""
    #expect(link.hasPrefix("</people?limit=1&a=%3C%3E%22%01&page=1>; "))
  }

  @Test func `the parameters can have other names`() {
    var renamed = people
    renamed.parameters = .init(page: "_page", limit: "_limit", sort: "_sort")
    #expect(renamed.answer("GET /people?_page=2&_limit=3&_sort=-id").page?.items.map(\.id.text) == ["1"])
    #expect(renamed.answer("GET /people?page=2").page?.items.isEmpty == true)
    #expect(renamed.answer("GET /people?_limit=9").fields[.link]?.contains("&_page=1>") == true)
  }
}
