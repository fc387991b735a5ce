// An empty program that could use URLSession: it does so only with an argument, a URL.
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

if CommandLine.arguments.count > 1 {
  let session = URLSession(configuration: .ephemeral)
  print(try await session.data(from: URL(string: CommandLine.arguments[1])!).0.count)
}
