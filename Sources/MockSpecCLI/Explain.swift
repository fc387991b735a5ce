import ArgumentParser
import MockSpec

struct Explain: ParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case human, json
  }

  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Says what would answer a request, and why; or why nothing would.",
    discussion: """
      Asks no server and changes nothing. If something answers, it says which response and why, and which other \
      requests match, too. If nothing does, it shows the requests that come nearest with all their conditions, where \
      each that fails is written, and a spec to paste. A server's 404 and an interceptor's error say the same.

      A whole URL is held against scheme, host and port, as in an app; a path alone is not, as on a server.

      Exits with 0 if something answers, 1 if nothing does or the specs have problems, 64 if the arguments are wrong, \
      66 if a path doesn't exist.

      Examples:
        mockspec explain GET 'https://api.example.com/items?page=2'
        mockspec explain POST /login -H 'Accept: application/json' --body login.json specs
        echo '{"user": "Ada"}' | mockspec explain POST /login --body - --format json
        mockspec explain GET /items --scene "Airplane mode"
      """)

  @Argument(help: "The request's method, such as GET.")
  var method: String

  @Argument(help: "Its URL, or only its path.")
  var url: String?

  @OptionGroup var specs: SpecPaths

  @Option(
    name: [.customShort("H"), .customLong("header")], parsing: .singleValue,
    help: ArgumentHelp("A header; may be given several times.", valueName: "name:value"))
  var headers: [String] = []

  @Option(help: ArgumentHelp("The file that holds its body, or - for the standard input.", valueName: "file"))
  var body: String?

  @OptionGroup var steering: Steering

  @Option(help: "human or json.")
  var format = Format.human

  func run() throws {
    let body = try body.map(Self.bytes) ?? []
    let project = try specs.load()
    guard let sets = project.sets else {
      Terminal.show(project.diagnostics)
      throw ExitStatus.problems
    }
    let engine = MockEngine(sets)
    try steering.apply(to: engine)
    let explanation = engine.explain(try request(body))
    switch format {
    case .human: Terminal.print(explanation.text(usesColor: Terminal.printsColor))
    case .json: Terminal.print(explanation.json)
    }
    guard case .answered = explanation.outcome else { throw ExitStatus.problems }
  }

  func validate() throws { _ = try request([]) }

  private func request(_ body: [UInt8]) throws -> MockRequest {
    guard let url else {
      // As specs write it, in one; or the method was left out.
      let example = method.contains(" ") ? method : method.contains("/") ? "GET \(method)" : "\(method) /login"
      throw ValidationError("expected a method and a URL, as in: mockspec explain \(example)")
    }
    do {
      return try MockRequest(method: method, url: url, fields: headers, body: body)
    } catch {
      throw ValidationError("\(error)")
    }
  }

  /// As much as a server takes.
  private static let largestBody = 64 << 20

  private static func bytes(_ file: String) throws -> [UInt8] {
    do {
      if file == "-" { return try FileSystem.readStandardInput(limit: largestBody) }
      return try FileSystem.read(FilePath.absolute(file, in: FileSystem.workingDirectory), limit: largestBody)
    } catch {
      Terminal.error("error: the body '\(file)' \(error.reason)")
      throw ExitStatus.noInput
    }
  }
}
