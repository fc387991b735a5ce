import Foundation
import HTTPTypes
import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpec

/// The example `specs/shop`: what a customer gets from the first look to the delivery.
struct ShopTests {
  private static let project = Result {
    try SpecLoader(.paths(["specs"]), workingDirectory: Repository.root.path, isLinting: true).load(number: 1)
  }

  /// Returns the status and the body of the answer to a call such as `POST /session {"email": "ada@example.com"}`.
  private static func answer(_ session: MockSession, _ call: String) throws -> String {
    let words = call.split(separator: " ", maxSplits: 2).map(String.init)
    let decision = session.decide(
      try MockCall(
        method: words[0], url: "https://api.example.com/v1/shop" + words[1], fields: [],
        body: words.count > 2 ? Array(words[2].utf8) : []))
    guard case .reply(let reply) = decision.outcome else { return "\(decision.outcome)" }
    return "\(reply.status) \(String(decoding: reply.body, as: UTF8.self))"
  }

  @Test func `all examples are valid, without warnings`() throws {
    #expect(try Self.project.get().diagnostics.map(\.description) == [])
  }

  @Test func `a customer signs in, buys and gets the order`() throws {
    let session = MockEngine(try #require(Self.project.get().sets)).session
    let story = [
      ("GET /products?category=lamps&sort=price&limit=1", #"200 [{"id":4,"name":"Night Light""#),
      ("POST /products {}", "405 "), ("GET /categories/lamps", #"200 {"id":"lamps","name":"Lamps"}"#),
      ("GET /search?category=lamps", "303 "), ("GET /basket/items", #"401 {"error":"signed_out"}"#),
      (#"POST /basket/items {"product": 2}"#, "401 "),
      (#"POST /session {"email": "ada@example.com"}"#, #"201 {"token":""#),
      ("GET /account", #"200 {"name":""#), ("GET /basket/items", "200 []"),
      (#"POST /account/addresses {"city": "Rome"}"#, "422 "),
      (#"PATCH /account/addresses/home {"city": "Leeds"}"#, "200 "),
      ("GET /account/addresses", #"200 [{"id":"home","city":"Leeds","country":"GB"}]"#),
      (#"POST /basket/items {"product": 2, "count": 1}"#, #"201 {"id":1,"product":2,"count":1}"#),
      (#"PATCH /basket/items/1 {"count": 0}"#, "422 "),
      (#"PATCH /basket/items/1 {"count": 3}"#, #"200 {"id":1,"product":2,"count":3}"#),
      ("GET /basket", #"200 {"discount":0,"#), (#"PUT /basket/coupon {"code": "SAVE-10"}"#, "204 "),
      ("GET /basket", #"200 {"discount":0.1,"#), ("GET /orders/latest", "404 "),
      (#"POST /orders {"address": "home"}"#, #"201 {"to":"home"}"#), (#"POST /orders {"address": "home"}"#, "409 "),
      ("GET /basket", #"200 {"discount":0,"#), ("GET /orders/latest", #"200 {"status":"placed"}"#),
      (#"POST /orders/latest/payment {"card": "4000-1"}"#, "402 "),
      (#"POST /orders/latest/payment {"card": "5200-1"}"#, "204 "),
      (#"POST /orders/latest/payment {"card": "4000-1"}"#, "409 "), ("GET /orders/latest", #"200 {"status":"packed"}"#),
      ("GET /orders/latest", #"200 {"status":"on its way"}"#), ("GET /orders/latest", #"200 {"status":"delivered"}"#),
      (#"POST /orders {"address": "home"}"#, "201 "), ("DELETE /session", "204 "), ("GET /orders/latest", "401 "),
    ]
    for (call, start) in story {
      let answer = try Self.answer(session, call)
      #expect(answer.hasPrefix(start), "\(call): \(answer)")
    }
  }

  @Test func `scenes skip a part of the story`() throws {
    let session = MockEngine(try #require(Self.project.get().sets)).session
    try session.activate(scene: "Bank is down")
    #expect(try Self.answer(session, #"POST /orders/latest/payment {"card": "5200-1"}"#).hasPrefix("503 "))
    try session.activate(scene: "Order on its way")
    #expect(try Self.answer(session, "GET /orders/latest") == #"200 {"status":"on its way"}"#)
  }
}
