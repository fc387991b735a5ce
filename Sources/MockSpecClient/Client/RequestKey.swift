import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The key of a request. Equal requests have equal keys.
enum RequestKey: Hashable, Sendable {
  case shared(Request)
  /// A request that isn't shared, by its call.
  case unique(UInt64)

  private struct Mark: Hashable, Sendable {
    let mark: any TaskMark

    static func == (left: Mark, right: Mark) -> Bool { AnyHashable(left.mark) == AnyHashable(right.mark) }
    func hash(into hasher: inout Hasher) { mark.hash(into: &hasher) }
  }

  struct Request: Hashable, Sendable {
    private let method: String?
    private let url: URL?
    private let fields: [String: String]
    private let data: Data?
    /// The file of the request's body.
    private let source: URL?
    /// The file of the response's body.
    private let destination: URL?
    private let accepted: AcceptedStatus
    private let mark: Mark?

    init(_ prepared: PreparedRequest, accepting accepted: AcceptedStatus) {
      (method, url, self.accepted) = (prepared.request.httpMethod, prepared.request.url, accepted)
      mark = prepared.mark.map(Mark.init)
      let fields = (prepared.request.allHTTPHeaderFields ?? [:]).map { ($0.lowercased(), $1) }
      self.fields = Dictionary(fields) { $0 + "," + $1 }
      switch prepared.body {
      case .none: (data, source) = (prepared.request.httpBody, nil)
      case .data(let data): (self.data, source) = (data, nil)
      case .file(let file): (data, source) = (nil, file)
      case .temporaryFile(let file): (data, source) = (nil, file.url)
      }
      destination = if case .file(let file) = prepared.destination { file } else { nil }
    }
  }
}
