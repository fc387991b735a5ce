import MockSpec
import MockSpecDiagnostics

#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  @preconcurrency import Darwin
#endif

/// The tool that the plugins run. It checks the specs of a folder and writes the requested files. It uses neither SwiftNIO
/// nor ArgumentParser, so that users of a plugin build only `MockSpec`.
@main
enum Tool {
  static func main() {
    switch Arguments.parse(Array(CommandLine.arguments.dropFirst())) {
    case .failure(let error):
      Self.error("error: \(error.description)\n\(Arguments.usage)")
      exit(64)
    case .success(let arguments):
      // Exits before the project is deallocated, since that takes long for a large one.
      exit(SpecBuild(arguments).run())
    }
  }

  /// Prints lines to the standard error.
  static func error(_ text: String) { fputs(text + "\n", stderr) }
}
