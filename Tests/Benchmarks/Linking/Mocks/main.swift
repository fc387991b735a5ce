// The same program, which could mock its URLSession: it does so only with an argument, a URL.
import Foundation
import MockSpecURLSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

if CommandLine.arguments.count > 1 {
  let mocks = try MockInterceptor(specs: "specs")
  let session = URLSession(configuration: mocks.sessionConfiguration())
  print(try await session.data(from: URL(string: CommandLine.arguments[1])!).0.count)
}
