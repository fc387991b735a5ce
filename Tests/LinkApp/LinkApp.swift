import Foundation
import MockSpecLink
import MockSpecURLSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An app for tests, with a URLSession, mocks and a link. The argument is the folder of its specs.
///
/// It prints the link's URL. Of each line of its input it calls the URL, and prints the status or the error. `release`
/// releases the interceptor, `stop` stops the link, and the end of the input is that of the app.
@main
struct LinkApp {
  static func main() async throws {
    var mocks: MockInterceptor? = try await MockInterceptor(specs: .path(CommandLine.arguments[1]))
    let session = URLSession(configuration: mocks!.sessionConfiguration())
    let link: MockLink
    do {
      link = try await MockLink.start(mocks!)
    } catch {
      return report("error: \(error)")
    }
    report(link.url)
    while let line = readLine() {
      switch line {
      case "release": mocks = nil
      case "stop": await link.stop()
      default: report(await answer(to: line, session))
      }
    }
    withExtendedLifetime(mocks) {}
  }

  private static func answer(to url: String, _ session: URLSession) async -> String {
    do {
      let (data, response) = try await session.data(from: URL(string: url)!)
      return "\((response as! HTTPURLResponse).statusCode) \(String(decoding: data, as: UTF8.self))"
    } catch {
      return "error: \(error)".split(separator: "\n")[0].description
    }
  }

  private static func report(_ line: String) {
    print(line)
    fflush(nil)
  }
}
