import Foundation
import TestSupport
import Testing

/// The Swift compiler, with a module `MockSpecURLSession` that has only the types that generated code extends.
struct Compiler {
  static let path: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .map { "\($0)/swiftc" }.first(where: FileManager.default.isExecutableFile)

  /// The folder of the module and of the sources.
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let types = [
      "MockRequestName", "MockSceneName", "MockSelection", "MockState", "MockStates",
      "MockStateConditions",
    ].map {
      Repository.root.appendingPathComponent("Sources/MockSpec/MocksInCode/\($0).swift").path
    }
    let arguments = [
      "-parse-as-library", "-module-name", "MockSpecURLSession", "-emit-module", "-emit-library", "-static",
    ]
    #expect(try run(arguments + ["-o", "libMocks.a"] + types) == "")
  }

  /// Compiles files of the folder.
  ///
  /// - Returns: What the compiler prints: nothing if there are no errors and warnings.
  func run(_ arguments: [String]) throws -> String {
    let path = try #require(Self.path)
    let (process, output, errors) = try ChildProcess.piped(
      path, ["-swift-version", "6", "-package-name", "tests", "-I", "."] + arguments, in: folder.path)
    // The compiler writes diagnostics to standard error only.
    let text = String(decoding: errors.readDataToEndOfFile(), as: UTF8.self)
    #expect(process.wait() == 0 || !text.isEmpty)
    try output.close()
    return text
  }

  /// Links a program of files of the folder, and returns what it prints.
  func outputOfProgram(_ sources: [String]) throws -> String {
    #expect(try run(sources + ["libMocks.a", "-o", "program"]) == "")
    let (process, output, _) = try ChildProcess.piped(folder["program"], [], in: folder.path)
    let text = String(decoding: output.readDataToEndOfFile(), as: UTF8.self)
    #expect(process.wait() == 0)
    return text
  }
}
