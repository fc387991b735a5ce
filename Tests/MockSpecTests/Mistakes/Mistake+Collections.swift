/// Mistakes with collections.
extension Mistake {
  /// A mistake in a file with a collection.
  private static func file(
    _ name: String, _ what: String, code: String, help: String, files: [String: String] = [:], _ lines: String
  ) -> Mistake {
    let requests = "requests:\n  Health: {match: GET /health, responses: {Fine: {status: 204}}}"
    return Mistake(
      name, .collections, what, code: code, help: help, files: files,
      """
      # \(what)
      mockspec: 1
      \(lines.hasPrefix("requests:") ? lines.replacing("requests:", with: requests) : lines + "\n" + requests)
      """)
  }

  /// A mistake in a key of a collection, beside its path and its items.
  private static func key(_ name: String, _ what: String, code: String, help: String, _ lines: String) -> Mistake {
    file(
      name, what, code: code, help: help,
      """
      collections:
        users:
          path: /users
          items: [{id: 1, name: Ada}]
      \(lines.indented(4))
      """)
  }

  /// Another name for `idName`.
  private static func idName(_ name: String, _ word: String, _ suffix: String = "") -> Mistake {
    key(name, "called idName \(word)\(suffix)", code: "unknown-key", help: "'idName'", "1️⃣\(word)1️⃣: name")
  }

  /// A mistake in the items of a collection.
  private static func items(
    _ name: String, _ what: String, code: String, help: String, files: [String: String] = [:], _ items: String
  ) -> Mistake {
    file(
      name, what, code: code, help: help, files: files,
      """
      collections:
        users:
          path: /users
      \(items.indented(4))
      """)
  }

  /// A mistake in the path of a collection.
  private static func path(_ name: String, _ what: String, code: String, help: String, _ path: String) -> Mistake {
    file(
      name, what, code: code, help: help,
      """
      collections:
        users:
          items: [{id: 1, name: Ada}]
      \(path.indented(4))
      """)
  }

  static let collections: [Mistake] = places + collectionPaths + itemLists + ids + otherWords + operations

  private static let places = [
    file(
      "collection-under-requests", "wrote a collection under requests", code: "misplaced-key", help: "collections:",
      """
      requests:
        1️⃣users1️⃣:
          path: /users
          items: [{id: 1, name: Ada}]
      """),
    file(
      "collections-under-requests", "wrote collections under requests", code: "misplaced-key", help: "top level",
      """
      requests:
        1️⃣collections1️⃣:
          users: {path: /users, items: [{id: 1, name: Ada}]}
      """),
    file(
      "collection-singular", "left out the s", code: "unknown-key", help: "collections",
      "1️⃣collection1️⃣: {users: {path: /users, items: [{id: 1, name: Ada}]}}"),
    file(
      "list-of-collections", "wrote a list of collections", code: "wrong-type", help: "each collection has a name",
      "collections: 1️⃣[{path: /users, items: [{id: 1}]}]1️⃣"),
    file(
      "collection-as-items", "wrote the items in place of the collection", code: "wrong-type", help: "items: […]",
      "collections:\n  users: 1️⃣[{id: 1, name: Ada}]1️⃣"),
    file(
      "collection-as-file", "wrote the file in place of the collection", code: "wrong-type",
      help: "{path: /users, items: data/users.json}", "collections: {users: 1️⃣data/users.json1️⃣}"),
    Mistake(
      "collections-in-project", .collections, "wrote collections in the project file", in: .project,
      code: "misplaced-key", help: "in a spec",
      "mockspec: 1\nunmatched: error\n1️⃣collections1️⃣: {users: {path: /users, items: [{id: 1}]}}\n"),
  ]

  private static let collectionPaths = [
    file(
      "collection-without-path", "left out the path", code: "missing-key", help: "'path: /users'",
      """
      collections:
        1️⃣users1️⃣:
          items: [{id: 1, name: Ada}]
      """),
    path(
      "collection-path-with-id", "wrote the path of an item", code: "bad-path", help: "write /users",
      "path: 1️⃣/users/{id}1️⃣"),
    path(
      "collection-path-with-colon", "wrote the path of an item as in Express", code: "bad-path", help: "write /users",
      "path: 1️⃣/users/:id1️⃣"),
    path(
      "collection-path-with-method", "wrote a method before the path", code: "bad-path", help: "write /users",
      "path: 1️⃣GET /users1️⃣"),
    path(
      "collection-path-without-slash", "left out the slash", code: "bad-path", help: "write /users",
      "path: 1️⃣users1️⃣"),
    path(
      "collection-match", "wrote match", code: "unknown-key", help: "path: /users", "1️⃣match1️⃣: GET /users"),
    path("collection-route", "called the path route", code: "unknown-key", help: "'path'", "1️⃣route1️⃣: /users"),
    path("collection-url", "called the path url", code: "unknown-key", help: "'path'", "1️⃣url1️⃣: /users"),
  ]

  private static let itemLists = [
    items(
      "items-as-text", "wrote the items as JSON in a text", code: "bad-value", help: "write the list itself",
      "items: 1️⃣'[{\"id\": 1, \"name\": \"Ada\"}]'1️⃣"),
    items(
      "items-as-mapping", "wrote the items by id", code: "wrong-type", help: "a list of objects",
      "items: 1️⃣{1: {name: Ada}, 2: {name: Bo}}1️⃣"),
    items(
      "one-item", "wrote one item without a list", code: "wrong-type", help: "items: [", "items: 1️⃣{id: 1, name: Ada}1️⃣"),
    items(
      "item-as-text", "wrote texts as items", code: "bad-item", help: "expected an object",
      "items: [1️⃣Ada1️⃣]"),
    items(
      "item-without-id", "left out an id", code: "bad-item", help: "add it", "items: [{id: 1, name: Ada}, 1️⃣{name: Bo}1️⃣]"
    ),
    items(
      "items-with-one-id", "gave two items one id", code: "bad-item", help: "give each item another one",
      "items: [{id: 1, name: Ada}, {id: 1️⃣'1'1️⃣, name: Bo}]"),
  ]

  private static let ids = [
    items(
      "id-name-that-no-item-has", "named a member that no item has", code: "bad-item", help: "'uuid'",
      "idName: 1️⃣uid1️⃣\nitems: [{uuid: a, name: Ada}, {uuid: b, name: Bo}]"),
    items(
      "items-with-another-id", "left out idName", code: "bad-item", help: "idName: _id",
      "items: [1️⃣{_id: a, name: Ada}1️⃣, {_id: b, name: Bo}]"),
    idName("collection-id", "id"), idName("collection-primary-key", "primaryKey"), idName("collection-key", "key"),
    idName("ms-id-field", "idField", ", as MockServer does"),
    key(
      "ms-id-strategy", "called newIds idStrategy, as MockServer does", code: "unknown-key", help: "newIds: counter",
      "1️⃣idStrategy1️⃣: AUTO_INCREMENT"),
    key(
      "new-ids-as-in-databases", "wrote another strategy", code: "bad-value", help: "counter",
      "newIds: 1️⃣autoincrement1️⃣"),
  ]

  private static let otherWords = [
    items(
      "collection-data", "called items data", code: "unknown-key", help: "'items'", "1️⃣data1️⃣: [{id: 1, name: Ada}]"),
    items(
      "collection-file", "called items file", code: "unknown-key", help: "'items'",
      files: ["users.json": #"[{"id": 1}]"#], "1️⃣file1️⃣: users.json"),
    items(
      "ms-initial-data", "called items initialData, as MockServer does", code: "unknown-key", help: "'items'",
      "1️⃣initialData1️⃣: [{id: 1, name: Ada}]"),
    key(
      "collection-pagination", "asked for pages", code: "unknown-key", help: "remove it",
      "1️⃣pagination1️⃣: {limit: 10}"),
    key("collection-page-size", "set the size of pages", code: "unknown-key", help: "limit", "1️⃣pageSize1️⃣: 10"),
    file(
      "mockoon-databuckets", "wrote the data buckets of Mockoon", code: "unknown-key", help: "collections:",
      "1️⃣databuckets1️⃣: [{id: users, name: Users, value: []}]"),
    file(
      "resources", "called collections resources", code: "unknown-key", help: "collections",
      "1️⃣resources1️⃣: {users: {path: /users, items: [{id: 1}]}}"),
    file(
      "ms-crud", "wrote crud, as MockServer does", code: "unknown-key", help: "collections:",
      "1️⃣crud1️⃣: {basePath: /users, initialData: []}"),
  ]

  private static let operations = [
    key(
      "operation-post", "named an operation by its method", code: "unknown-key", help: "'create'",
      "responses: {1️⃣post1️⃣: {Created: {delay: 1s}}}"),
    key(
      "operation-put", "named replacing by its method", code: "unknown-key", help: "'replace'",
      "responses: {1️⃣PUT1️⃣: {OK: {delay: 1s}}}"),
    key(
      "operation-index", "named the list as Rails does", code: "unknown-key", help: "'list'",
      "responses: {1️⃣index1️⃣: {OK: {delay: 1s}}}"),
    key(
      "operation-show", "named getting as Rails does", code: "unknown-key", help: "'get'",
      "responses: {1️⃣show1️⃣: {OK: {delay: 1s}}}"),
    key(
      "operation-destroy", "named deleting as Rails does", code: "unknown-key", help: "'delete'",
      "responses: {1️⃣destroy1️⃣: {Deleted: {delay: 1s}}}"),
    key(
      "operation-misspelt", "misspelt an operation", code: "unknown-key", help: "'delete'",
      "responses: {1️⃣delet1️⃣: {Deleted: {delay: 1s}}}"),
    key(
      "responses-without-operation", "left out the operation", code: "misplaced-key", help: "list: {OK:",
      "responses: {1️⃣OK1️⃣: {json: []}}"),
    key(
      "operation-as-response", "left out the name of the response", code: "misplaced-key", help: "'OK:'",
      "responses:\n  list:\n    1️⃣json1️⃣: []"),
    key(
      "built-in-when", "made the built-in response depend on a state", code: "conflicting-keys", help: "another name",
      "responses: {list: {OK: {when: {1️⃣power1️⃣: off}}}}"
    ).beside("states: {power: [off, on]}"),
    key(
      "item-in-list", "read one item in a list", code: "template", help: "'OK' of 'get'",
      "responses: {list: {OK: {template: true, text: '1️⃣{{item.name}}1️⃣'}}}"),
    key(
      "unknown-collection", "misspelt a collection in a template", code: "template", help: "'users'",
      "responses: {list: {OK: {template: true, text: '1️⃣{{collections.user}}1️⃣'}}}"),
  ]

  /// The mistake with another key at the root of its file.
  private func beside(_ lines: String) -> Mistake {
    Mistake(
      name, kind, what, code: code, help: help, files: files,
      marked.replacing("mockspec: 1\n", with: "mockspec: 1\n\(lines)\n"))
  }
}
