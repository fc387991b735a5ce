#if os(Linux)

  import Foundation
  import TestSupport
  import Testing

  private let swiftc = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .map { "\($0)/swiftc" }.first(where: FileManager.default.isExecutableFile)

  /// What the compiler says about usual mistakes: overloads must not lead it to an error about something else.
  @Suite(.enabled(if: swiftc != nil, "no swiftc in PATH"), .timeLimit(.minutes(20)))
  struct CompilerErrorTests {
    /// Names as `mockspec generate swift` writes them, and a service.
    static let prelude = """
      import Foundation
      import MockSpecClientMocks
      import MockSpecTesting
      import Testing
      #if canImport(FoundationNetworking)
        import FoundationNetworking
      #endif
      enum LoginResponse: String { case offline = "Offline" }
      extension MockRequestName { static let login = MockRequestName("Login") }
      extension MockSceneName { static let airplane = MockSceneName("Airplane mode") }
      extension MockSelection {
        static func login(_ response: LoginResponse) -> MockSelection { MockSelection(response.rawValue, for: .login) }
      }
      struct Search: Codable { var sort: String }
      struct NotCodable {}
      enum GitHub: RemoteService {
        case zen
        var baseURL: URL { URL(string: "https://api.github.com")! }
        var path: RequestPath { "/zen" }
      }

      """

    /// Statements with mistakes. Each error of the compiler is in a comment on its line.
    static let mistakes = """
      func mistakes(_ mocks: MockInterceptor) throws {
        _ = MockedResponse("A member in a closure of several statements") { call in
          let search = try call.json(as: Search.self)
          return MockReply(text: search.srt)  // value of type 'Search' has no member 'srt'
        }
        _ = MockedResponse("Two arguments of a reply") { call in
          MockReply(
            status: "201",  // cannot convert value of type 'String' to expected argument type 'Int'
            text: call.pth)  // value of type 'MockCall' has no member 'pth'
        }
        _ = MockedRequest("A", "/a/{id}") {
          MockedResponse("An optional") { call in
            MockReply(text: call.pathParameters["id"])  // value of optional type 'String?' must be unwrapped to a value of type 'String'
          }
        }
        _ = MockedRequest("B", "/b") {
          MockedResponse("A member") { call in
            let search = try call.json(as: Search.self)
            return MockReply(text: search.srt)  // value of type 'Search' has no member 'srt'
          }
        }
        _ = MockedResponse("C", json: NotCodable())  // 'init(_:status:headers:json:encoder:delay:)' is unavailable: the type of this value doesn't conform to 'Encodable'
        let _: MocksTrait = .mocks("specs", select: [.login(.ofline)])  // type 'LoginResponse' has no member 'ofline'
        _ = try MockScope("specs", select: [.login(.ofline)])  // type 'LoginResponse' has no member 'ofline'
        _ = try MockScope("specs", scene: .airplan)  // type 'MockSceneName?' has no member 'airplan'
        try mocks.select(.login(.ofline))  // type 'LoginResponse' has no member 'ofline'
        mocks.expectCalls(to: .logn)  // type 'MockRequestName' has no member 'logn'
        mocks.expectCalls(to: .login, where: { $0.feelds.isEmpty })  // value of type 'CallRecord' has no member 'feelds'
        _ = ServiceClient<GitHub>(mocks: mocks, scene: .airplan)  // type 'MockSceneName?' has no member 'airplan'
        _ = ServiceClient<GitHub>(mocks: mocks) { _ in
          .select(.login(.ofline))  // type 'LoginResponse' has no member 'ofline'
        }
      }

      """

    /// The same without mistakes.
    static let correct = """
      func correct(_ mocks: MockInterceptor, _ name: String, _ value: some Encodable) throws {
        _ = MockedRequest("A", "/a/{id}") {
          MockedResponse("A", json: #"{"a": 1}"#)
          MockedResponse("B", json: ["a": 1])
          MockedResponse("C", json: value)
          MockedResponse("D", body: [1, 2, 3])
          MockedResponse("E", body: Data([1]))
          MockedResponse("F", body: "text".utf8)
          MockedResponse("G") { call in MockReply(json: [call.path]) }
        }
        let _: [MocksTrait] = [
          .mocks("specs"), .mocks(select: ["Login": "Offline"], scene: "Airplane mode"), .mocks(scene: .airplane),
          .mocks(select: [.login(.offline)]), .mocks(select: MockSelections([name: name]), scene: MockSceneName(name)),
        ]
        mocks.expectCalls(to: "Login")
        mocks.expectCalls(to: "\\(name)", exactly: 1)
        _ = ServiceClient<GitHub>(mocks: mocks, scene: "Airplane mode") { _ in .response("Offline") }
      }

      """

    /// Returns the errors of the compiler about a text after the prelude: the number of the line in the text, and the message.
    private func errors(in text: String) throws -> [String] {
      let folder = try TemporaryFolder(["sample.swift": Self.prelude + text])
      let libraryYAML = Repository.root.appendingPathComponent("Sources/CLibYAML").path
      let compiler = try #require(swiftc)
      let plugins = URL(filePath: compiler).resolvingSymlinksInPath().deletingLastPathComponent()
        .appending(path: "../lib/swift/host/plugins").standardized.path
      let (process, output, errors) = try ChildProcess.piped(
        compiler,
        [
          "-typecheck", "-swift-version", "6", "-diagnostic-style", "llvm", "-plugin-path", plugins, "-I",
          BuiltProgram.path("Modules"), "-I", libraryYAML, "sample.swift",
        ], in: folder.path)
      let printed = String(decoding: errors.readDataToEndOfFile(), as: UTF8.self)
      try output.close()
      process.wait()
      let skipped = Self.prelude.split(separator: "\n", omittingEmptySubsequences: false).count - 1
      return printed.matches(of: /:(\d+):\d+: error: (.*)/.anchorsMatchLineEndings()).map {
        "\(Int($0.output.1)! - skipped): \($0.output.2.prefix { $0 != "[" }.trimmingCharacters(in: .whitespaces))"
      } + printed.matches(of: /<unknown>:0: error: .*/).map { String($0.output) }
    }

    @Test func `an error names the mistake and nothing else`() throws {
      let expected = Self.mistakes.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap {
        index, line in line.split(separator: "  // ").dropFirst().first.map { "\(index + 1): \($0)" }
      }
      #expect(try errors(in: Self.mistakes) == expected)
    }

    @Test func `what is correct compiles`() throws {
      #expect(try errors(in: Self.correct) == [])
    }
  }
#endif
