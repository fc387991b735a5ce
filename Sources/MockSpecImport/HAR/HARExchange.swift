import HTTPTypes
import MockSpec
import MockSpecDocument

/// An entry of an archive, with its secrets hidden.
struct HARExchange {
  /// `https://api.example.com:8443`
  let origin: String
  let scheme: String
  let host: String
  let port: Int?
  let method: String
  /// The pattern of the path, in which a secret is any segment.
  let path: String
  /// The path of the call.
  let calledPath: String
  let query: [(name: String, value: String)]
  /// The names of parameters whose values differ from call to call or are secret.
  let openQuery: Set<String>
  /// The body of the call; `nil` if there is none.
  let body: RecordedBody?
  let outcome: Outcome
  let entry: Node
  /// Whether the entry is imported with all that it says.
  let isExact: Bool

  enum Outcome {
    case reply(status: Int, headers: [(name: String, value: String)], body: [UInt8], type: String?, isLost: Bool)
    case failure(URLErrorName)
  }

  /// What is equal for calls that a spec can't tell apart by method and URL.
  var key: String {
    let pairs = query.map { "\($0.name)=\(openQuery.contains($0.name) ? "*" : $0.value)" }.sorted()
    return "\(method) \(path)?\(pairs.joined(separator: "&"))"
  }

  /// - Returns: `nil` if the entry isn't imported. The reason is reported.
  init?(_ entry: Node, _ secrets: inout Secrets, _ losses: inout LossList) {
    guard let request = entry.member("request"), let response = entry.member("response"),
      let url = request.value("url")?.string, let method = request.value("method")?.string?.uppercased()
    else {
      losses.refuse("an entry has 'request' with 'method' and 'url', and 'response'", at: entry)
      return nil
    }
    let sent = url.prefix { $0 != "#" }.replacing(" ", with: "%20")
    guard
      let parts = try? MockCall(method: "GET", url: String(sent), fields: HTTPFields(), body: []),
      let scheme = parts.scheme, let host = parts.host, ["http", "https"].contains(scheme)
    else {
      losses.refuse("the URL isn't one of HTTP", at: request.value("url") ?? entry)
      return nil
    }
    (self.scheme, self.host, port) = (scheme, host, parts.port)
    origin = "\(scheme)://\(host)" + (parts.port.map { ":\($0)" } ?? "")
    (path, calledPath) = URLText.path(parts.path, &secrets)
    self.method = method
    self.entry = entry
    var query: [(name: String, value: String)] = []
    var open: Set<String> = []
    for (name, value) in QueryText.pairs(parts.query ?? "") {
      let shown = secrets.hidden(value, parameter: name)
      if shown != value || Self.isVolatile(name) { open.insert(name) }
      query.append((name, shown))
    }
    (self.query, openQuery) = (query, open)
    body = request.member("postData").flatMap { RecordedBody($0, &secrets) }
    guard let outcome = Self.outcome(response, &secrets, &losses) else { return nil }
    self.outcome = outcome
    isExact = losses.isExact
  }

  /// Whether the values of a parameter only keep answers from being cached.
  private static func isVolatile(_ name: String) -> Bool {
    let name = name.lowercased()
    return ["_", "ts", "t", "timestamp", "nonce", "cb", "cachebuster", "cache_buster", "rnd", "rand", "random"]
      .contains(name)
      || name.hasPrefix("x-amz-")
  }

  // MARK: - Answer

  private static func outcome(_ response: Node, _ secrets: inout Secrets, _ losses: inout LossList) -> Outcome? {
    let status = response.value("status")?.number ?? 0
    if status == 0 { return .failure(failure(response)) }
    guard losses.accepts(status: status, at: response.value("status") ?? response) else { return nil }
    var headers: [(name: String, value: String)] = []
    for header in response.elements("headers") {
      guard let name = header.value("name")?.string, let value = header.value("value")?.scalar,
        !dropped.contains(name.lowercased()), !name.hasPrefix(":"), ImportedHeaders.isName(name, at: header, &losses)
      else { continue }
      // A browser joins the fields of a name by line breaks.
      for line in value.split(whereSeparator: \.isNewline) {
        headers.append((name, secrets.hidden(String(line), of: name)))
      }
    }
    let content = response.member("content")
    if headers.first("content-type") == nil, let mime = content?.value("mimeType")?.string, !mime.isEmpty,
      mime != "x-unknown",
      content?.member("text") != nil
    {
      headers.append(("Content-Type", mime))
    }
    var bytes: [UInt8] = []
    var isLost = false
    if let text = content?.member("text"), !text.text.isEmpty {
      if content?.value("encoding")?.text == "base64" {
        if let decoded = Self.decoded(text.text) {
          bytes = decoded
        } else {
          losses.approximate("the body isn't valid Base64, and is left out", at: text)
          isLost = true
        }
      } else {
        bytes = text.withUTF8 { Array($0) }
      }
    } else if let size = content?.value("size"), size.number ?? 0 > 0, ![204, 304].contains(status) {
      losses.approximate("the archive holds no body, although there was one of \(size.text) bytes", at: size)
      isLost = true
    }
    bytes = secrets.hidden(body: bytes)
    return .reply(
      status: status, headers: headers, body: bytes, type: headers.first("content-type"), isLost: isLost)
  }

  /// Decodes Base64 with line breaks or without padding.
  private static func decoded(_ text: String) -> [UInt8]? {
    var letters = text.utf8.filter { $0 > 0x20 }
    while !letters.count.isMultiple(of: 4), letters.count % 4 != 1 { letters.append(UInt8(ascii: "=")) }
    return Base64.decode(String(decoding: letters, as: UTF8.self))
  }

  /// Fields that are wrong for the recorded text, or in another answer.
  private static let dropped = ImportedHeaders.framing.union(ImportedHeaders.momentary).union([
    "content-encoding", "content-md5", "status", "version",
  ])

  private static func failure(_ response: Node) -> URLErrorName {
    let text = (response.value("_error")?.text ?? "") + (response.value("comment")?.text ?? "")
    let names: [(String, URLErrorName)] = [
      ("NAME_NOT_RESOLVED", .cannotFindHost), ("TIMED_OUT", .timedOut),
      ("INTERNET_DISCONNECTED", .notConnectedToInternet),
      ("CERT_", .serverCertificateUntrusted), ("CONNECTION_REFUSED", .cannotConnectToHost), ("ABORTED", .cancelled),
    ]
    return names.first { text.contains($0.0) }?.1 ?? .networkConnectionLost
  }
}
