import Synchronization

/// The last calls, whatever became of them.
final class Journal: Sendable {
  private struct Ring: Sendable {
    var entries: [Call] = []
    var next = 0
  }

  private static let capacity = 1000
  private let ring = Mutex(Ring())

  func append(_ request: MockRequest, _ decision: Decision) {
    let call = Call(request, decision)
    ring.withLock { ring in
      if ring.entries.count < Self.capacity {
        ring.entries.append(call)
      } else {
        ring.entries[ring.next] = call
        ring.next = (ring.next + 1) % Self.capacity
      }
    }
  }

  /// Oldest first.
  var calls: [Call] { ring.withLock { Array($0.entries[$0.next...] + $0.entries[..<$0.next]) } }
}

/// One request that came in. Header fields and bodies aren't kept, so no secret of theirs is.
public struct Call: Sendable {
  public let method: String
  private let scheme: String?
  private let host: String?
  private let port: Int?
  /// As sent.
  public let path: String
  public let query: String?
  /// What answered; `nil` if nothing matched.
  public let requestName: String?
  public let responseName: String?

  init(_ request: MockRequest, _ decision: Decision) {
    method = request.method
    scheme = request.scheme
    host = request.host
    port = request.port
    path = request.path
    query = request.query
    requestName = decision.requestName
    responseName = decision.responseName
  }

  /// `https://api.example.com/login?x=1`; only the path where the authority isn't known.
  public var url: String {
    let authority = host.map { (scheme ?? "http") + "://" + $0 + (port.map { ":\($0)" } ?? "") } ?? ""
    return authority + path + (query.map { "?" + $0 } ?? "")
  }
}
