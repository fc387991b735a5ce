import Foundation
import HTTPTypes
import MockSpecClient
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct ParameterTests {
  enum Sort: String, ParameterConvertible {
    case newest, oldest
  }

  @Test(arguments: [
    (ParameterStyle(), "t[]=a&t[]=b&on=1&off=0&o[x][]=1&o[y][z]=no"),
    (ParameterStyle(arrays: .noBrackets), "t=a&t=b&on=1&off=0&o[x]=1&o[y][z]=no"),
    (ParameterStyle(arrays: .indices), "t[0]=a&t[1]=b&on=1&off=0&o[x][0]=1&o[y][z]=no"),
    (ParameterStyle(booleans: .literal), "t[]=a&t[]=b&on=true&off=false&o[x][]=1&o[y][z]=no"),
    (
      ParameterStyle(arrays: .noBrackets, booleans: .literal), "t=a&t=b&on=true&off=false&o[x]=1&o[y][z]=no"
    ),
  ])
  func `arrays and Booleans have a style`(style: ParameterStyle, text: String) throws {
    let parameters: RequestParameters = [
      "t": ["a", "b"], "on": true, "off": false, "o": ["x": [1], "y": ["z": "no"]] as RequestParameters,
    ]
    let encoded = text.replacing("[", with: "%5B").replacing("]", with: "%5D")
    #expect(try DeclaredCall(.get, .query(parameters, style: style)).query == encoded)
    #expect(try DeclaredCall(.post, .form(parameters, style: style)).body == encoded)
    #expect(try DeclaredCall(.get, .parameters(parameters, style: style)).query == encoded)
    #expect(try DeclaredCall(.patch, .parameters(parameters, style: style)).body == encoded)
    #expect(try DeclaredCall(HTTPRequest.Method("delete")!, .parameters(parameters, style: style)).query == encoded)
    #expect(try DeclaredCall(.get, .none.with(query: parameters, style: style)).query == encoded)
  }

  @Test func `parameters keep the order of a literal, and dictionaries are sorted`() throws {
    #expect(try DeclaredCall(.get, .query(["b": 1, "a": 2, "b": 3])).query == "b=1&a=2&b=3")
    let names = (0..<50).map { "n\($0)" }
    let dictionary = Dictionary(uniqueKeysWithValues: names.map { ($0, 1) })
    let sorted = names.sorted().map { "\($0)=1" }.joined(separator: "&")
    #expect(try DeclaredCall(.get, .query(RequestParameters(dictionary))).query == sorted)
    let nested = names.sorted().map { "o%5B\($0)%5D=1" }.joined(separator: "&")
    #expect(try DeclaredCall(.get, .query(["o": dictionary])).query == nested)
  }

  @Test func `values are written as their types`() throws {
    let cursor: String? = nil
    let page: Int? = 3
    #expect(
      try DeclaredCall(
        .get,
        .query([
          "s": "x", "i": -1, "l": Int64.max, "d": 1.5, "sub": "abc".dropFirst(), "sort": Sort.newest, "e": "",
          "after": cursor, "page": page, "none": [String](), "any": ParameterValue.array([.string("a"), .integer(1)]),
        ])
      ).query == "s=x&i=-1&l=9223372036854775807&d=1.5&sub=bc&sort=newest&e=&page=3&any%5B%5D=a&any%5B%5D=1")
  }

  /// Both tables are those of the WHATWG URL standard's percent-encode sets and of RFC 3986 §2.3.
  @Test func `a form and a query encode what their standards say`() throws {
    let ascii = String(String.UnicodeScalarView((1...127).map { Unicode.Scalar($0) }))
    func encoded(_ kept: String, space: String) -> String {
      ascii.utf8.map { byte in
        let character = Character(Unicode.Scalar(byte))
        if character == " " { return space }
        return kept.contains(character) || character.isLetter || character.isNumber
          ? String(character) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }.joined()
    }
    #expect(
      try DeclaredCall(.post, .form([ascii: ascii])).body
        == [String](repeating: encoded("*-._", space: "+"), count: 2).joined(separator: "="))
    #expect(try DeclaredCall(.get, .query(["a": ascii])).query == "a=" + encoded("-._~", space: "%20"))
    #expect(try DeclaredCall(.post, .form(["é": "😀\u{0}"])).body == "%C3%A9=%F0%9F%98%80%00")
  }

  @Test func `the query of a body's content follows that of its parameters`() throws {
    let content = RequestContent.parameters(["a": 1]).with(query: ["b": 2]).with(query: [:]).with(query: ["a": 3])
    #expect(try DeclaredCall(.delete, content).query == "a=1&b=2&a=3")
    #expect(try DeclaredCall(.post, content).query == "b=2&a=3")
    #expect(try DeclaredCall(.post, content).body == "a=1")
  }

  @Test func `JSON has sorted names and no escaped slash`() throws {
    let parameters: RequestParameters = ["b": ["x", "y"], "a": ["d": 1.5, "c": "/"] as RequestParameters, "t": true]
    #expect(
      try DeclaredCall(.post, .json(parameters: parameters)).body == #"{"a":{"c":"/","d":1.5},"b":["x","y"],"t":true}"#)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    #expect(
      try DeclaredCall(.post, .json(parameters: ["a": 1], encoder: encoder)).body == "{\n  \"a\" : 1\n}")
    #expect(try DeclaredCall(.post, .json(["a": 1], encoder: encoder)).body == "{\n  \"a\" : 1\n}")
  }

  @Test func `an encoder of choice writes the body`() throws {
    let content = RequestContent.encoded(
      ["a": 1], contentType: "application/x-plist", with: PropertyListEncoder().encode)
    let prepared = try DeclaredCall(.post, content).prepared()
    let body = try #require(try prepared.body.bytes)
    #expect(try PropertyListDecoder().decode([String: Int].self, from: body) == ["a": 1])
    #expect(prepared.request.value(forHTTPHeaderField: "Content-Type") == "application/x-plist")
  }
}
