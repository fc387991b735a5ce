import Foundation

@main
struct Main {
  static func main() async {
    do {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      let run = try await Run(options)
      exit(await run.toEnd() ? 0 : 1)
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(64)
    }
  }
}
