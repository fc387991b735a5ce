// A table: the pages of codes about files and folders.
extension RulePages {
  private static let items = "requests: {Items: {match: GET /items, responses: {Found: {file: bodies/items.txt}}}}"
  private static let project = "mockspec: 1\n"

  private static func spec(_ name: String) -> String {
    "requests: {\(name): {match: GET /\(name), responses: {Found: {}}}}"
  }

  static let filePages: [RulePage] = [
    .warning(
      "absolute-body-path", "a body file in the project is named by its absolute path",
      """
      The project then works only in this folder of this machine. Write the path relative to the folder of the spec.
      """, nil),
    .error(
      "missing-body-file", "a body file or a schema file doesn't exist",
      "The path is relative to the folder of the spec that names the file. The help suggests a similar name.",
      RuleExample(
        wrong: [("example.mock.yaml", items), ("bodies/item.txt", "one\n")],
        right: [("example.mock.yaml", items), ("bodies/items.txt", "one\n")])),
    .error(
      "outside-root", "a file is outside the project's folder",
      """
      Either its path leads there, or a symbolic link does. Body files outside the project's folder are never read, unless \
      'allowOutside' in the project file lists their folder.
      """,
      RuleExample(
        wrong: [
          ("shop/a.mock.yaml", "requests: {A: {match: GET /a, responses: {R: {file: ../shared/a.txt}}}}"),
          ("shared/a.txt", "one\n"),
        ],
        right: [
          ("shop/a.mock.yaml", "requests: {A: {match: GET /a, responses: {R: {file: ../shared/a.txt}}}}"),
          ("shop/mockspec.yaml", "mockspec: 1\nallowOutside: [../shared]\n"), ("shared/a.txt", "one\n"),
        ], paths: ["shop"])),
    .error(
      "bad-item", "the items of a collection aren't a list of objects that each have an id",
      """
      'items' is a list, or the path of a file with one. Each item is an object whose 'id' is text or a whole number that no \
      other item has. 'idName' gives the id another name. Ids are compared as texts: 1 and "1" are the same. A collection \
      has at most 100,000 items.
      """,
      RuleExample(
        wrong: "collections: {users: {path: /users, items: [{id: 1, name: Ada}, {id: '1', name: Grace}]}}",
        right: "collections: {users: {path: /users, items: [{id: 1, name: Ada}, {id: 2, name: Grace}]}}")),
    .error(
      "not-a-spec", "a file with the name of a spec or a project file is something else",
      """
      Its content is a document of another tool (OpenAPI, HAR, WireMock, Postman and others), a page in HTML, a Git LFS \
      pointer, a binary, or in another format than its name says. Specs aren't made from such files, so nothing else is \
      reported of them. The message says what it is, and the help what to do.
      """,
      RuleExample(
        wrong: [("example.mock.yaml", "openapi: 3.1.0\ninfo: {title: Items, version: 1}\npaths: {}\n")],
        right: [("example.mock.yaml", "requests: {Items: {match: GET /items, responses: {Found: {}}}}")])),
    .error(
      "unreadable", "a file or a folder can't be read",
      """
      It is a folder or a pipe instead of a file, a body larger than 256 MiB, or its permissions don't allow reading. The \
      message contains the reason.
      """,
      RuleExample(
        wrong: [
          ("example.mock.yaml", "requests: {Items: {match: GET /items, responses: {Found: {file: bodies}}}}"),
          ("bodies/items.txt", "one\n"),
        ],
        right: [("example.mock.yaml", items), ("bodies/items.txt", "one\n")])),
    .error(
      "nested-project", "nested project file",
      "A project has one project file, in its root folder. Remove the inner one, or load its folder as a project of its own.",
      RuleExample(
        wrong: [("mockspec.yaml", project), ("shop/mockspec.yaml", project), ("shop/a.mock.yaml", spec("A"))],
        right: [("mockspec.yaml", project), ("shop/a.mock.yaml", spec("A"))])),
    .error(
      "several-project-files", "a folder has more than one project file",
      "mockspec.yaml, mockspec.yml and mockspec.json are three names for the project file. Keep one of them.",
      RuleExample(
        wrong: [("mockspec.yaml", project), ("mockspec.json", #"{"mockspec": 1}"#), ("a.mock.yaml", spec("A"))],
        right: [("mockspec.yaml", project), ("a.mock.yaml", spec("A"))])),
    .error(
      "several-projects", "paths belong to different projects",
      "All paths on a command line must belong to one project: they have the same project file above them, or none.",
      RuleExample(
        wrong: [
          ("shop/mockspec.yaml", project), ("shop/a.mock.yaml", spec("A")), ("blog/mockspec.yaml", project),
          ("blog/b.mock.yaml", spec("B")),
        ],
        right: [("mockspec.yaml", project), ("shop/a.mock.yaml", spec("A")), ("blog/b.mock.yaml", spec("B"))],
        paths: ["shop", "blog"])),
    .warning(
      "no-specs", "a folder has no spec files",
      "The names of spec files end in .mock.yaml, .mock.yml or .mock.json. Without any, 'mockspec validate' exits with 1.",
      RuleExample(
        wrong: [("users.yaml", "mockspec: 1\n" + spec("Users"))], right: [("users.mock.yaml", spec("Users"))])),
    .error(
      "same-output", "two files would be converted to the same path",
      "'mockspec convert' changes only the extension of a file's name. Rename one of the two files.",
      RuleExample(
        wrong: [("items.mock.yaml", spec("A")), ("items.mock.yml", spec("B"))],
        right: [("items.mock.yaml", spec("A")), ("users.mock.yml", spec("B"))], command: .convert)),
  ]
}
