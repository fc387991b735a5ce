// A table: what is said of files and folders.
extension RulePages {
  private static let items = "requests: {Items: {match: GET /items, responses: {Found: {file: bodies/items.txt}}}}"
  private static let project = "mockspec: 1\n"

  private static func spec(_ name: String) -> String {
    "requests: {\(name): {match: GET /\(name), responses: {Found: {}}}}"
  }

  static let filePages: [RulePage] = [
    .error(
      "missing-body-file", "a body file, or that of a schema, doesn't exist",
      "The path is relative to the folder of the spec that names it. The help has the nearest name of that folder.",
      RuleExample(
        wrong: [("example.mock.yaml", items), ("bodies/item.txt", "one\n")],
        right: [("example.mock.yaml", items), ("bodies/items.txt", "one\n")])),
    .error(
      "outside-root", "a file lies outside the project",
      """
      By its path, or by way of a link. Body files are never read from outside the project's folder, unless the project \
      file's 'allowOutside' lists their folder.
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
      "unreadable", "a file or a folder can't be read",
      """
      It is a folder or a pipe where a file is wanted, a body larger than 256 MiB, or its permissions forbid it. The \
      message has the reason.
      """,
      RuleExample(
        wrong: [
          ("example.mock.yaml", "requests: {Items: {match: GET /items, responses: {Found: {file: bodies}}}}"),
          ("bodies/items.txt", "one\n"),
        ],
        right: [("example.mock.yaml", items), ("bodies/items.txt", "one\n")])),
    .error(
      "nested-project", "a project file stands below another one",
      "A project has one project file, at its root. Remove the inner one, or load its folder by itself.",
      RuleExample(
        wrong: [("mockspec.yaml", project), ("shop/mockspec.yaml", project), ("shop/a.mock.yaml", spec("A"))],
        right: [("mockspec.yaml", project), ("shop/a.mock.yaml", spec("A"))])),
    .error(
      "several-project-files", "a folder has two project files",
      "mockspec.yaml, mockspec.yml and mockspec.json are the same file under three names. Keep one of them.",
      RuleExample(
        wrong: [("mockspec.yaml", project), ("mockspec.json", #"{"mockspec": 1}"#), ("a.mock.yaml", spec("A"))],
        right: [("mockspec.yaml", project), ("a.mock.yaml", spec("A"))])),
    .error(
      "several-projects", "paths of different projects are loaded as one",
      "The paths on one command line belong to one project: they have the same project file above them, or none.",
      RuleExample(
        wrong: [
          ("shop/mockspec.yaml", project), ("shop/a.mock.yaml", spec("A")), ("blog/mockspec.yaml", project),
          ("blog/b.mock.yaml", spec("B")),
        ],
        right: [("mockspec.yaml", project), ("shop/a.mock.yaml", spec("A")), ("blog/b.mock.yaml", spec("B"))],
        paths: ["shop", "blog"])),
    .warning(
      "no-specs", "a folder has no spec files",
      "Spec files end in .mock.yaml, .mock.yml or .mock.json; others aren't looked at. 'mockspec validate' exits with 1.",
      RuleExample(
        wrong: [("users.yaml", "mockspec: 1\n" + spec("Users"))], right: [("users.mock.yaml", spec("Users"))])),
    .error(
      "same-output", "two files would be converted into one",
      "'mockspec convert' only changes what a name ends in. Rename one of the two.",
      RuleExample(
        wrong: [("items.mock.yaml", spec("A")), ("items.mock.yml", spec("B"))],
        right: [("items.mock.yaml", spec("A")), ("users.mock.yml", spec("B"))], command: .convert)),
  ]
}
