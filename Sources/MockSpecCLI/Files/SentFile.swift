import MockSpec
import MockSpecDiagnostics
import MockSpecDocument

/// A file, or the standard input, that a command sends to a running server.
struct SentFile {
  /// The path; `-` for the standard input.
  let path: String
  let bytes: [UInt8]

  /// Reads the file. If it can't be read, an error is printed.
  ///
  /// - Parameter noun: What the file contains, such as `spec`.
  init(_ path: String, noun: String) throws {
    self.path = path
    do {
      bytes =
        path == "-"
        ? try FileSystem.readStandardInput(limit: BodyLimit.bytes)
        : try FileSystem.read(FilePath.absolute(path, in: FileSystem.workingDirectory), limit: BodyLimit.bytes)
    } catch {
      Terminal.error("error: the \(noun) '\(path)' \(error.reason)")
      throw ExitStatus.noInput
    }
  }

  /// The content as the body of a call.
  var body: ControlClient.Body {
    let isJSON =
      path == "-" ? DocumentParser.parseJSON(bytes) != nil : DocumentParser.Format(path: path) == .json
    return .init(type: isJSON ? "application/json" : "application/yaml", bytes: bytes)
  }

  /// Prints the diagnostics of a problem with the lines of the file, unless the problem is printed as JSON.
  func showDiagnostics(_ problem: ReceivedReply, of server: SteeredServer) {
    guard server.format == .human, let json = problem.json else { return }
    let source = SourceFile(path: path == "-" ? "<stdin>" : path, bytes: bytes)
    Terminal.show(json.elements(of: "diagnostics").map { ReceivedDiagnostic(json: $0).diagnostic(in: source) })
  }
}
