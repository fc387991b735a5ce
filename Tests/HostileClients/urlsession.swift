// A client that prints what URLSession reports of a call: the size of the body, and the code of the error.
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

final class Client: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  private var size = 0

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) { size += data.count }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    let code = (error as? URLError).map { "\($0.code.rawValue)" } ?? error.map { "\($0)" } ?? "none"
    print(size, code)
    exit(0)
  }
}

let session = URLSession(configuration: .ephemeral, delegate: Client(), delegateQueue: nil)
session.dataTask(with: URL(string: CommandLine.arguments[1])!).resume()
RunLoop.main.run()
