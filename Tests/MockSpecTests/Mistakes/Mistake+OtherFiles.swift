/// Files that aren't specs, or are of another kind.
extension Mistake {
  static let otherFiles: [Mistake] = [
    Mistake(
      "conflict", .otherFiles, "committed a merge conflict", code: "yaml-syntax", help: "merge conflict",
      isFixable: false,
      """
      mockspec: 1
      requests:
        Login:
          match: POST /login
          responses:
      1️⃣<<<<<<< HEAD1️⃣
            Success: {status: 200}
      =======
            Success: {status: 201}
      >>>>>>> feature/created
      """),
    Mistake(
      "conflict-in-json", .otherFiles, "committed a conflict in JSON", in: .json, code: "json-syntax",
      help: "merge conflict",
      """
      {
        "mockspec": 1,
        "requests": {
      1️⃣<<<<<<< HEAD1️⃣
          "Login": {"match": "POST /login", "responses": {"OK": {}}}
      =======
          "Login": {"match": "POST /session", "responses": {"OK": {}}}
      >>>>>>> main
        }
      }
      """),
    Mistake(
      "conflict-half-resolved", .otherFiles, "removed only the first marker", code: "yaml-syntax",
      help: "merge conflict",
      """
      mockspec: 1
      requests:
        Login:
          match: POST /login
          responses: {Success: {status: 200}}
      1️⃣=======1️⃣
        Logout:
          match: POST /logout
          responses: {Success: {status: 204}}
      >>>>>>> feature/logout
      """),
    Mistake(
      "git-lfs-pointer", .otherFiles, "cloned without Git LFS", code: "not-a-spec", help: "git lfs pull",
      """
      1️⃣version https://git-lfs.github.com/spec/v11️⃣
      oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393
      size 12345

      """),
    Mistake(
      "quoted-message", .otherFiles, "a spec copied from a mail", code: "not-a-spec", help: "a quoted message",
      """
      1️⃣> mockspec: 11️⃣
      > requests:
      >   A:
      >     match: GET /a
      """),
  ]
}
