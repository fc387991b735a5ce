import MockSpec
import TestSupport
import Testing

/// The command `items`, with a server and with answers as `openapi.json` describes them.
@Suite(.timeLimit(.minutes(20)))
struct ItemCommandTests {
  private static let users = """
    mockspec: 1
    collections: {users: {path: /users, items: [{id: 1, name: Ada}, {id: 2}]}, pets: {path: /pets, items: []}}
    """

  @Test func `collections are listed, and items printed, replaced and reset`() async throws {
    let mock = try await SteeredMock(text: Self.users)
    #expect(try await mock.run("items").output == "pets: 0 items, /pets\nusers: 2 items, /users\n")
    #expect(
      try await mock.run("items", "--format", "json").output
        == #"[{"name":"pets","path":"/pets","count":0},{"name":"users","path":"/users","count":2}]"# + "\n")
    #expect(try await mock.run("items", "users").output == "[\n  {\"id\":1,\"name\":\"Ada\"},\n  {\"id\":2}\n]\n")
    #expect(try await mock.run("items", "pets").output == "[]\n")
    let folder = try TemporaryFolder(["users.yaml": "- {id: 7}\n", "bad.json": "[{\"id\": 1},\n {\"id\": 1}]"])
    let set = try await mock.run("items", "users", "--set", "\(folder.path)/users.yaml")
    #expect(set.output == "items of 'users': 1\n" && set.status == 0, "\(set)")
    #expect(try await mock.run("items", "users", "--format", "json").output == "[{\"id\":7}]\n")
    let bad = try await mock.run("items", "users", "--set", "\(folder.path)/bad.json")
    #expect(bad.status == 1 && bad.output == "")
    #expect(bad.errors.contains("bad.json:2:9: error: two items have the 'id' '1' [bad-item]\n"), "\(bad.errors)")
    #expect(try await mock.run("items", "users", "--reset").output == "items of 'users': those of the spec\n")
    #expect(try mock.engine.session.items(of: "users").count == 2)
    #expect(try await mock.run("status").output.contains("\ncollections: pets (0), users (2)\n"))
  }

  @Test(
    arguments: [
      (["items", "user"], 1, "did you mean 'users'?\n"),
      (["items", "--reset"], 64, "require the name of a collection"),
      (["items", "users", "--set", "x", "--reset"], 64, "can't be combined"),
      (["items", "users", "--set", "nowhere.json"], 66, "error: the file 'nowhere.json' doesn't exist\n"),
    ] as [([String], Int32, String)])
  func `a wrong use is reported`(arguments: [String], status: Int32, message: String) async throws {
    let outcome = try await SteeredMock(text: Self.users).run(arguments)
    #expect(outcome.status == status && outcome.output == "", "\(outcome)")
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }
}
