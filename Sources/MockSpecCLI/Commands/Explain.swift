import ArgumentParser
import MockSpec

struct Explain: ParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case human, json
  }

  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explains which response answers a request and why, or why none does.",
    discussion: """
      Doesn't need a server and changes nothing. If a request of the specs matches, the output names the response, the \
      reason for it, and the other requests that match. Otherwise it shows the closest requests with all their \
      conditions and the location of each that fails, and a spec to paste. A server's 404 response and an \
      interceptor's error contain the same explanation. Calls that a server answers itself, those of the control API \
      and preflights, are reported as such. Files with errors are left out, as 'mockspec serve' does, and listed.

      A whole URL is also compared by scheme, host and port, as in an app. A path alone isn't, as on a server; nor is a \
      URL of this machine, such as the one that a server prints, or of a host that no spec names. A note then says so.

      Exit status: 0 if a response answers, 1 if none does or the specs have errors, 64 if the arguments are invalid, \
      66 if a path doesn't exist.

      Examples:
        mockspec explain GET 'https://api.example.com/items?page=2'
        mockspec explain POST /login -H 'Accept: application/json' --body login.json specs
        echo '{"user": "Ada"}' | mockspec explain POST /login --body - --format json
        mockspec explain GET /items --scene "Airplane mode"
      """)

  @Argument(help: "The method of the call, such as GET.")
  var method: String

  @Argument(help: "Its URL, or its path alone.")
  var url: String?

  @OptionGroup var specs: SpecPaths

  @Option(
    name: [.customShort("H"), .customLong("header")], parsing: .singleValue,
    help: ArgumentHelp("A header of the call; can be repeated.", valueName: "name:value"))
  var headers: [String] = []

  @Option(help: ArgumentHelp("The file with its body, or - for standard input.", valueName: "file"))
  var body: String?

  @OptionGroup var selections: SelectionOptions

  @Option(help: "The output format: human or json.")
  var format = Format.human

  func run() throws {
    let body = try body.map(Self.bytes) ?? []
    let project = try specs.loadServed()
    if !project.isServedWhole { Terminal.show(project.allDiagnostics) }
    guard let sets = project.sets else { throw ExitStatus.problems }
    let engine = MockEngine(sets)
    try selections.apply(to: engine.session)
    let explanation = engine.explainOnServer(try call(body))
    switch format {
    case .human: Terminal.print(explanation.text(usesColor: Terminal.printsColor))
    case .json: Terminal.print(explanation.json)
    }
    noteCapitals()
    guard case .answered = explanation.outcome, project.heldFiles.isEmpty else { throw ExitStatus.problems }
  }

  /// Prints a note if a known method isn't in upper case, since `get` and `GET` are different methods.
  private func noteCapitals() {
    let capitals = method.uppercased()
    guard method != capitals, MethodSet.isKnown(capitals) else { return }
    let words = [capitals] + [url].compactMap(\.self) + specs.paths
    let command = words.map(\.shellWord).joined(separator: " ")
    Terminal.error("note: methods are in capital letters: mockspec explain \(command)")
  }

  func validate() throws { _ = try call([]) }

  private func call(_ body: [UInt8]) throws -> MockCall {
    guard let url else {
      // The method and the path are one argument, as in a spec, or the method is missing.
      let words = method.split(separator: " ", maxSplits: 1).map(String.init)
      let example = words.count == 2 ? words : method.contains("/") ? ["GET", method] : [method, "/login"]
      let shown = example.map(\.shellWord).joined(separator: " ")
      throw ValidationError("expected a method and a URL, as in: mockspec explain \(shown)")
    }
    do {
      return try MockCall(method: method, url: url, fields: headers, body: body)
    } catch {
      throw ValidationError("\(error)")
    }
  }

  private static func bytes(_ file: String) throws -> [UInt8] {
    do {
      if file == "-" { return try FileSystem.readStandardInput(limit: BodyLimit.bytes) }
      return try FileSystem.read(FilePath.absolute(file, in: FileSystem.workingDirectory), limit: BodyLimit.bytes)
    } catch {
      Terminal.error("error: the body '\(file)' \(error.reason)")
      throw ExitStatus.noInput
    }
  }
}
