import Serving

@main
struct Main {
  static func main() async {
    await exit {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      return try await Run(options).toEnd()
    }
  }
}
