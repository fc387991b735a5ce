import Foundation
import MockSpecURLSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An app that a test launches with mocks, and that can have specs of its own (`-specs`). It makes calls and prints how
/// each ends:
///
///     MockSpecTestApp -calls "POST https://api.example.com/login
///     GET https://api.example.com/items X-A: 1" -mockspec-…
///
///     401 text/plain; charset=utf-8, 9 bytes: try again
///         POST https://api.example.com/login → 401 (POST api.example.com/login: 401, by sequence)
///     NSURLErrorDomain -1005
///         GET https://api.example.com/items → error networkConnectionLost (…)
@main
struct TestApp {
  static func main() async {
    do {
      let own = try argument("-specs").map { try MockInterceptor(specs: .path($0)) }
      guard let mocks = try own ?? MockInterceptor.fromLaunch() else { return print("launched without mocks") }
      let session = URLSession(configuration: mocks.sessionConfiguration())
      for line in (argument("-calls") ?? "").split(separator: "\n") {
        print(await result(of: call(line), in: session))
        for call in mocks.calls { print("    \(call)") }
        mocks.clearCalls()
      }
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
  }

  static func argument(_ name: String) -> String? {
    let arguments = ProcessInfo.processInfo.arguments
    return arguments.firstIndex(of: name).map { arguments[$0 + 1] }
  }

  /// Returns the request of a line such as `POST https://api.example.com/login X-A: 1`.
  static func call(_ line: Substring) -> URLRequest {
    let parts = line.split(separator: " ", maxSplits: 3)
    var request = URLRequest(url: URL(string: String(parts[1]))!)
    request.httpMethod = String(parts[0])
    if parts.count > 3 { request.setValue(String(parts[3]), forHTTPHeaderField: String(parts[2].dropLast())) }
    return request
  }

  static func result(of request: URLRequest, in session: URLSession) async -> String {
    do {
      let (data, response) = try await session.data(for: request)
      guard let response = response as? HTTPURLResponse else { return "no HTTP response" }
      let type = response.value(forHTTPHeaderField: "Content-Type") ?? "no type"
      let sum = data.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF_FFFF }
      let body = data.count > 100 ? "sum \(sum)" : String(decoding: data, as: UTF8.self)
      return "\(response.statusCode) \(type), \(data.count) bytes: \(body)"
    } catch {
      let error = error as NSError
      return "\(error.domain) \(error.code)"
    }
  }
}
