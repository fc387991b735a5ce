import MockSpecDiagnostics
import MockSpecDocument
import TestSupport
import Testing

@testable import MockSpec

struct SpecWriterTests {
  func yaml(_ draft: SpecDraft) throws -> String { String(decoding: try #require(draft.text(.yaml)), as: UTF8.self) }

  @Test(arguments: 0..<TestScale.count(300, long: 20_000))
  func `what is written and read again is the same spec`(seed: Int) throws {
    var random = RandomDraft(seed: seed)
    let draft = random.spec()
    for format in [DocumentParser.Format.yaml, .json] {
      let text = try #require(draft.text(format))
      let (read, problems) = SpecDraft.read(text, format)
      #expect(problems == [], "\(String(decoding: text, as: UTF8.self))")
      #expect(read == draft.withoutNotes, "\(String(decoding: text, as: UTF8.self))")
      let root = try #require(DocumentParser.parse(text, path: "", format: format).document?.root)
      let again = format == .json ? JSONWriter.write(root).bytes : YAMLWriter.write(root)
      #expect(again == text, "converting it changes nothing")
    }
  }

  @Test(arguments: 0..<TestScale.count(200, long: 5000))
  func `what is written and read again is the same project file`(seed: Int) throws {
    var random = RandomDraft(seed: seed)
    let draft = random.project()
    for format in [DocumentParser.Format.yaml, .json] {
      let text = try #require(draft.text(format))
      let reading = Pipeline.read(text, as: .project, shown: "project", format)
      var decoder = ProjectDecoder(folder: "/")
      let read = decoder.project(try #require(reading.root))
      #expect(
        (reading.diagnostics + decoder.diagnostics).map(\.message) == [], "\(String(decoding: text, as: UTF8.self))")
      #expect(SpecDraft.Defaults(read.defaults) == draft.defaults)
      #expect(read.settings.unmatched == draft.unmatched && read.settings.timeout == draft.timeout)
      #expect(read.settings.passthrough.map(\.description) == draft.passthrough)
      #expect(read.settings.redaction == Redaction(draft.redact))
      #expect(read.settings.seed == draft.seed ?? .standard)
      #expect(read.settings.server == draft.server)
      #expect(read.allowOutside.map(\.value) == draft.allowOutside)
      #expect(read.settings.allowedCallbacks.map(\.description) == draft.allowCallbacks)
      let scenes = read.scenes.map { scene in
        ProjectDraft.Scene(
          name: scene.name.value, extends: scene.extends?.value,
          selections: scene.selections.map { .init(request: $0.request.value, response: $0.response.value) })
      }
      #expect(scenes == draft.scenes, "\(String(decoding: text, as: UTF8.self))")
    }
  }

  @Test func `it looks as if a person had written it`() throws {
    let login = try #require(SpecDraft.JSON(Array(#"{"token":"abc","roles":["no","1"]}"#.utf8)))
    let draft = SpecDraft(
      defaults: .init(match: .init(scheme: .set("https"), host: .set("api.example.com")), basePath: .set("/v1")),
      requests: [
        .init(
          name: "Login", match: .init(methods: .set(["POST"]), path: .set("/login")),
          responses: [
            .init(name: "Success", outcome: .reply(.init(body: .json(login)))),
            .init(name: "Slow", delay: .set(.fixed(.milliseconds(1500))), outcome: .reply(.init(status: .set(503)))),
            .init(name: "Offline", outcome: .failure(.urlError(.notConnectedToInternet))),
          ]),
        .init(
          name: "Search",
          match: .init(
            path: .set("/search"), query: [.init(name: "q", conditions: .set([.equals("a b")]))],
            headers: [.init(name: "Accept", conditions: .set([.contains("json")]))]),
          sequence: ["First", .response("Rest", times: 2)], afterSequence: .restart,
          responses: [
            .init(name: "First", outcome: .reply(.init(body: .text("one\ntwo\n")))),
            .init(name: "Rest", outcome: .reply(.init(body: .file(path: "bodies/rest.json", content: nil)))),
          ]),
      ])
    #expect(
      try yaml(draft) == """
        mockspec: 1
        defaults:
          match:
            scheme: https
            host: api.example.com
          basePath: /v1
        requests:
          Login:
            match: POST /login
            responses:
              Success:
                json:
                  token: abc
                  roles:
                    - 'no'
                    - '1'
              Slow:
                status: 503
                delay: 1.5s
              Offline:
                error: notConnectedToInternet
          Search:
            match:
              path: /search
              query:
                q: a b
              headers:
                Accept:
                  contains: json
            sequence:
              - First
              - response: Rest
                times: 2
            afterSequence: restart
            responses:
              First:
                text: |
                  one
                  two
              Rest:
                file: bodies/rest.json

        """)
  }

  @Test(arguments: [
    (MatchDraft(path: .set("/a/{id}")), "/a/{id}"),
    (MatchDraft(methods: .set(["GET"]), host: .set("a.example"), path: .set("/")), "GET //a.example/"),
    (
      MatchDraft(scheme: .set("http"), host: .set("[::1]"), port: .set(8080), path: .set("//a")), "http://[::1]:8080//a"
    ),
    (MatchDraft(path: .set("/a"), query: [.init(name: "p", conditions: .set(["1"]))]), "/a?p=1"),
    (MatchDraft(methods: .set(["OPTIONS"]), path: .set("*")), "OPTIONS *"),
  ])
  func `a match has the short form if there is one`(match: MatchDraft, short: String) throws {
    let draft = SpecDraft(requests: [.init(name: "A", match: match, responses: [.init(name: "R")])])
    #expect(try yaml(draft).contains("\n    match: \(short)\n"))
    #expect(SpecDraft.read(try #require(draft.text(.yaml)), .yaml).draft == draft)
  }

  @Test(arguments: [
    MatchDraft(path: .set("//a.example/x")), MatchDraft(port: .set(80), path: .set("/a")),
    MatchDraft(methods: .removed, path: .set("/a")), MatchDraft(path: .set("/a b")), MatchDraft(path: .set("/a\nb")),
    MatchDraft(path: .set("/a"), query: [.init(name: "p", conditions: .set(["%"]))]),
    MatchDraft(path: .set("/a"), query: [.init(name: "p", conditions: .removed)]),
  ])
  func `a match has the long form if the short one would be read as something else`(match: MatchDraft) throws {
    let draft = SpecDraft(requests: [.init(name: "A", match: match, responses: [.init(name: "R")])])
    #expect(try yaml(draft).contains("\n    match:\n"))
    #expect(SpecDraft.read(try #require(draft.text(.yaml)), .yaml).draft == draft)
  }

  @Test func `body files are written beside the spec`() throws {
    let draft = SpecDraft(requests: [
      .init(
        name: "A", match: .init(path: .set("/a")),
        responses: [.init(name: "R", outcome: .reply(.init(body: .file(path: "../bodies/a.bin", content: [0, 255]))))])
    ])
    let files = try #require(draft.files(at: "users/a.mock.json"))
    #expect(files.map(\.path) == ["users/a.mock.json", "bodies/a.bin"])
    #expect(files[1].bytes == [0, 255])
    #expect(SpecDraft.read(files[0].bytes, .json).problems == [])
  }

  @Test func `a header value that can't be sent is refused, not changed`() throws {
    for value in ["a\u{0}b", "a\nb", " a"] {
      let draft = SpecDraft(requests: [
        .init(
          name: "A", match: .init(path: .set("/a")),
          responses: [.init(name: "R", outcome: .reply(.init(headers: [.init(name: "X", values: .set([value]))])))])
      ])
      #expect(SpecDraft.read(try #require(draft.text(.yaml)), .yaml).problems.count == 1)
    }
  }

  @Test func `a JSON body with a repeated name isn't JSON of a spec`() {
    #expect(SpecDraft.JSON(Array(#"{"a":1,"a":2}"#.utf8)) == nil)
    #expect(SpecDraft.JSON(Array("{".utf8)) == nil)
    #expect(SpecDraft.JSON(Array("\u{FEFF}[]".utf8))?.bytes == Array("[]".utf8))
  }
}
