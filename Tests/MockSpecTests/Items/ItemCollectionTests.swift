import HTTPTypes
import MockSpecDocument
import Testing

@testable import MockSpec

struct ItemCollectionTests {
  private var users = ItemCollection(
    name: "users", initial: InitialItems(items(#"[{"id": 1, "n": 1.50}, {"id": "a/b", "n": {"x": 1, "y": [1]}}]"#)))

  // MARK: - Reading

  @Test func `an item is read with its tag, and not again while it is the same`() {
    let answer = users.answer("GET /users/1")
    #expect(answer.outcome == .ok && answer.text == #"{"id":1,"n":1.50}"#)
    #expect(answer.fields[.contentType] == "application/json")
    let tag = answer.fields[.eTag]!
    for value in [tag, "W/" + tag, "*", "\"x\", " + tag] {
      let known = users.answer("GET /users/1", "", [.ifNoneMatch: value])
      #expect(known.outcome == .notModified && known.body.isEmpty && known.fields[.eTag] == tag)
    }
    #expect(users.answer("GET /users/1", "", [.ifNoneMatch: "\"x\""]).outcome == .ok)
    #expect(users.answer("GET /users/a%2Fb").text == #"{"id":"a/b","n":{"x":1,"y":[1]}}"#)
  }

  @Test(arguments: ["GET", "PUT", "PATCH", "DELETE"])
  func `a missing item isn't found, whatever its preconditions and its body are`(method: String) {
    for fields in [[:], [.ifMatch: "\"x\""], [.ifNoneMatch: "*"]] as [HTTPFields] {
      let answer = users.answer("\(method) /users/2", "{", fields)
      #expect(answer.outcome == .notFound)
      #expect(
        answer.text == #"{"title":"Not Found","status":404,"detail":"'users' has no item with the id '2'"}"#)
    }
  }

  // MARK: - Creating

  @Test func `a created item gets the next number as its id, and is the last one`() {
    var changes = ItemChanges()
    let answer = users.answer("POST /users", #"{"b":1e400,"a":"\u0000"}"#, [:], &changes)
    #expect(answer.outcome == .created && answer.text == #"{"id":2,"b":1e400,"a":"\u0000"}"#)
    #expect(answer.fields[.location] == "/users/2")
    #expect(users.answer("GET /users/2", "", [:], &changes).text == answer.text)
    #expect(users.answer("GET /users/2").outcome == .notFound)
    #expect(users.answer("GET /users", "", [:], &changes).page?.items.map(\.id.text) == ["1", "a/b", "2"])
  }

  @Test func `a created item can have an id`() {
    var changes = ItemChanges()
    #expect(users.answer("POST /users/", #"{"n":1,"id":"ü"}"#, [:], &changes).fields[.location] == "/users/%C3%BC")
    #expect(users.answer("POST /users", #"{"id":7}"#, [:], &changes).text == #"{"id":7}"#)
    for id in ["1", #""1""#, #""ü""#, "7", #""7""#] {
      #expect(users.answer("POST /users", #"{"id":\#(id)}"#, [:], &changes).outcome == .conflict)
    }
    #expect(users.answer("POST /users", "{}", [:], &changes).text == #"{"id":8}"#)
    #expect(users.answer("POST /users", #"{"id":null,"n":1}"#, [:], &changes).text == #"{"id":9,"n":1}"#)
  }

  @Test func `a number isn't used again after a deletion`() {
    var changes = ItemChanges()
    for id in 2...4 {
      #expect(users.answer("POST /users", "{}", [:], &changes).item?.id.text == "\(id)")
      #expect(users.answer("DELETE /users/\(id)", "", [:], &changes).outcome == .deleted)
    }
    #expect(changes.isEmpty && changes.size == 0)
    let empty = ItemCollection(name: "e", initial: InitialItems(items(#"[{"id": 1}]"#)))
    changes = ItemChanges()
    _ = empty.answer("DELETE /e/1", "", [:], &changes)
    #expect(empty.answer("POST /e", "{}", [:], &changes).item?.id.text == "2")
  }

  @Test func `numbers beyond those that clients can represent don't count`() {
    var changes = ItemChanges()
    for id in ["9223372036854775807", "-9223372036854775808", "9007199254740992", "-5", "1e3000"] {
      _ = users.answer("POST /users", #"{"id":\#(id)}"#, [:], &changes)
    }
    #expect(users.answer("POST /users", "{}", [:], &changes).item?.id.text == "2")
    _ = users.answer("POST /users", #"{"id":9007199254740991}"#, [:], &changes)
    #expect(users.answer("POST /users", "{}", [:], &changes).item?.id.text == "9007199254740993")
  }

  @Test func `UUIDs are the same in each run`() {
    var tokens = ItemCollection(name: "tokens", initial: InitialItems([]))
    tokens.newIDs = .uuid
    var (first, second) = (ItemChanges(), ItemChanges())
    for _ in 0..<2 {
      let answer = tokens.answer("POST /tokens", "{}", [:], &first)
      #expect(answer.text == tokens.answer("POST /tokens", "{}", [:], &second).text)
      #expect(
        answer.item!.id.text.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/)
          != nil)
      _ = tokens.answer("DELETE /tokens/\(answer.item!.id.text)", "", [:], &first)
      _ = tokens.answer("DELETE /tokens/\(answer.item!.id.text)", "", [:], &second)
    }
    #expect(
      tokens.answer("POST /tokens", "{}").item?.id.text
        != tokens.answer("POST /tokens", "{}", [:], &first).item?.id.text)
  }

  // MARK: - Changing

  @Test func `replacing keeps the id and the place, and changes the tag`() {
    var changes = ItemChanges()
    let old = users.answer("GET /users/1").fields[.eTag]
    let answer = users.answer("PUT /users/1", #"{"z":0}"#, [:], &changes)
    #expect(answer.outcome == .ok && answer.text == #"{"id":1,"z":0}"# && answer.fields[.eTag] != old)
    #expect(users.answer("PUT /users/1", #"{"z":0,"id":"1"}"#, [:], &changes).text == #"{"z":0,"id":"1"}"#)
    #expect(
      users.answer("GET /users", "", [:], &changes).text == #"[{"z":0,"id":"1"},{"id":"a/b","n":{"x":1,"y":[1]}}]"#)
    #expect(users.answer("PUT /users/1", #"{"id":2}"#, [:], &changes).text.contains(##""pointer":"#/id""##))
  }

  @Test func `an update is a merge patch`() {
    var changes = ItemChanges()
    let patch = #"{"n":{"x":null,"z":{"q":null,"r":2}},"m":[null]}"#
    #expect(
      users.answer("PATCH /users/a%2Fb", patch, [:], &changes).text
        == #"{"id":"a/b","n":{"y":[1],"z":{"r":2}},"m":[null]}"#)
    #expect(users.answer("PATCH /users/1", #"{"id":null}"#, [:], &changes).outcome == .invalid)
    #expect(users.answer("PATCH /users/1", #"{"id":2}"#, [:], &changes).outcome == .invalid)
    #expect(users.answer("PATCH /users/1", #"{"id":1,"n":{}}"#, [:], &changes).text == #"{"id":1,"n":{}}"#)
  }

  @Test func `a call whose precondition isn't met changes nothing`() {
    for (method, body) in [("PUT", "{}"), ("PATCH", "{}"), ("DELETE", "")] {
      var changes = ItemChanges()
      let tag = users.answer("GET /users/1").fields[.eTag]!
      for fields in [[.ifMatch: "\"x\""], [.ifMatch: "W/" + tag], [.ifNoneMatch: tag], [.ifNoneMatch: "*"]]
        as [HTTPFields]
      {
        #expect(users.answer("\(method) /users/1", body, fields, &changes).outcome == .preconditionFailed)
        #expect(changes.isEmpty)
      }
      for fields in [[.ifMatch: "\"x\", " + tag], [.ifMatch: "*"], [.ifNoneMatch: "\"x\""]] as [HTTPFields] {
        var changes = ItemChanges()
        #expect(users.answer("\(method) /users/1", body, fields, &changes).outcome.status < 300)
        #expect(!changes.isEmpty)
      }
    }
  }

  @Test func `a deleted item can be created again, as the last one`() {
    var changes = ItemChanges()
    #expect(users.answer("DELETE /users/1", "", [:], &changes).body.isEmpty)
    #expect(users.answer("DELETE /users/1", "", [:], &changes).outcome == .notFound)
    #expect(users.answer("POST /users", #"{"id":1}"#, [:], &changes).outcome == .created)
    #expect(users.answer("GET /users", "", [:], &changes).page?.items.map(\.id.text) == ["a/b", "1"])
  }

  // MARK: - Bodies

  @Test(arguments: [
    "", " ", "{", "[]", "1", "null", #"{"a":1,"a":1}"#, #"{"a":01}"#, "{'a':1}", #"{"a":1}x"#, #"{"a":NaN}"#,
    String(repeating: #"{"a":"#, count: 200) + "1" + String(repeating: "}", count: 200),
    #"{"\ud800":1}"#,
  ])
  func `a body that isn't a JSON object is malformed`(body: String) {
    for line in ["POST /users", "PUT /users/1", "PATCH /users/1"] {
      var changes = ItemChanges()
      let answer = users.answer(line, body, [:], &changes)
      #expect(answer.outcome == .malformed && changes.isEmpty, "\(answer.text)")
    }
  }

  @Test(arguments: ["true", "1.5", "1e2", "[]", "{}", "\"\"", "\".\"", "\"..\""])
  func `an id is a whole number, or text with which a path can end`(id: String) {
    for line in ["POST /users", "PUT /users/1", "PATCH /users/1"] {
      #expect(users.answer(line, #"{"id":\#(id)}"#).outcome == .invalid)
    }
  }

  @Test func `unusual members are kept`() {
    let body = #"{"__proto__":{"id":0},"":1,"a.b":-0,"n":1E+400,"id":"constructor"}"#
    var changes = ItemChanges()
    #expect(users.answer("POST /users", body, [:], &changes).text == body)
    #expect(users.answer("GET /users?__proto__.id=0", "", [:], &changes).page?.items.count == 1)
  }

  @Test func `an item that the schema doesn't allow is refused with the places of the errors`() throws {
    let schema = try BodySchema.compile(
      DocumentParser.parseJSON(
        Array(#"{"required":["n"],"properties":{"n":{"type":"number"},"a/b":{"items":{"minimum":1}}}}"#.utf8))!
    ).get()
    var users = users
    users.schema = schema
    let answer = users.answer("POST /users", #"{"n":"x","a/b":[1,0]}"#)
    #expect(answer.outcome == .invalid && answer.fields[.contentType] == "application/problem+json")
    #expect(answer.text.contains(##"{"pointer":"#/n","detail":""##))
    #expect(answer.text.contains(##"{"pointer":"#/a~1b/1","detail":""##))
    #expect(users.answer("PUT /users/1", "{}").text.contains(##"{"pointer":"#","detail":"##))
    #expect(users.answer("PATCH /users/1", #"{"n":null}"#).outcome == .invalid)
    #expect(users.answer("PATCH /users/1", #"{"m":null}"#).outcome == .ok)
  }

  @Test func `a call for which there is no memory changes nothing`() {
    var changes = ItemChanges()
    var taken: [Int] = []
    for line in ["POST /users", "PUT /users/1", "PATCH /users/1", "DELETE /users/1"] {
      let answer = users.answer(line, "{}", [:], &changes) {
        taken.append($0)
        return false
      }
      #expect(answer.outcome == .full && changes.isEmpty)
    }
    #expect(taken.count == 4 && taken.allSatisfy { $0 > 0 })
    _ = users.answer("POST /users", "{}", [:], &changes)
    let size = changes.size
    _ = users.answer("DELETE /users/2", "", [:], &changes) {
      taken.append($0)
      return true
    }
    #expect(taken.last == -size)
  }
}
