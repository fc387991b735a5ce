import MockSpec
import MockSpecDiagnostics
import MockSpecDocument

/// The answer of a stub.
struct WireMockResponse {
  private(set) var draft: SpecDraft.Response
  private(set) var answer: Sample.Answer

  /// The keys that are read, and those that change no answer.
  private static let known: Set = [
    "status", "headers", "body", "jsonBody", "base64Body", "bodyFileName", "fixedDelayMilliseconds",
    "delayDistribution", "chunkedDribbleDelay", "fault", "proxyBaseUrl", "transformers", "fromConfiguredStub",
  ]

  /// - Parameters:
  ///   - path: The path of the request.
  ///   - name: A name for body files.
  /// - Returns: `nil` if the stub isn't imported. The reason is reported.
  init?(_ response: Node, path: String?, name: String, in folder: InputFolder, _ losses: inout LossList) {
    let status = response.member("status").map { $0.number ?? 0 } ?? 200
    guard losses.accepts(status: status, at: response.value("status") ?? response) else { return nil }
    for (key, value) in response.entries where !Self.known.contains(key.text) && value.kind != .null {
      if !value.isEmpty { losses.approximate("'\(key.text)' isn't supported, and is left out", at: key) }
    }
    draft = SpecDraft.Response(name: ImportedNames.response(status))
    if let delay = Self.delay(response, &losses) { draft.delay = .set(delay) }

    if let origin = response.member("proxyBaseUrl") {
      guard let text = URLText.origin(origin, &losses) else { return nil }
      (draft.name, draft.outcome, answer) = ("Forwarded", .forward(origin: text), .forward)
      return
    }

    var fields: [(name: String, value: String)] = []
    for (key, value) in response.entries("headers") where ImportedHeaders.isName(key.text, at: key, &losses) {
      let values = value.kind == .sequence ? value.elements.compactMap(\.scalar) : [value.scalar].compactMap(\.self)
      fields += values.map { (key.text, $0) }
    }
    var content = Content()
    content.read(response, folder, &losses)
    var isTemplate = response.value("transformers")?.elements.contains { $0.text == "response-template" } == true
    if isTemplate {
      let place =
        ["body", "jsonBody", "bodyFileName", "headers"].lazy.compactMap { response.value($0) }.first ?? response
      isTemplate = Handlebars.translate(&content.bytes, &fields, at: place, &losses) { WireMockTemplate.name($0, path) }
    }
    let type = fields.first("content-type")
    let body =
      content.json.flatMap { isTemplate ? nil : ImportedBody.json($0) }.map(SpecDraft.Body.json)
      ?? ImportedBody.body(
        content.bytes, type: type, name: content.name ?? name, fileExtension: content.fileExtension,
        isTemplate: isTemplate)
    var reply = SpecDraft.Reply(status, fields, body, isTemplate: isTemplate)
    reply.throttle = Self.throttle(response, size: content.bytes.count)
    if content.isLost { reply.body = nil }
    answer = .reply(
      status: status,
      headers: isTemplate ? [] : fields.filter { !ImportedHeaders.framing.contains($0.name.lowercased()) },
      body: isTemplate || content.isLost ? .unknown : content.json == nil ? .bytes(content.bytes) : .json(content.bytes)
    )
    guard let fault = response.member("fault") else {
      draft.outcome = .reply(reply)
      return
    }
    let faults: [String: Fault] = [
      "EMPTY_RESPONSE": .emptyResponse, "CONNECTION_RESET_BY_PEER": .connectionReset,
      "MALFORMED_RESPONSE_CHUNK": .malformedChunk, "RANDOM_DATA_THEN_CLOSE": .malformedChunk,
    ]
    guard let known = faults[fault.text] else {
      losses.refuse("the fault isn't supported", at: fault)
      return nil
    }
    if fault.text == "RANDOM_DATA_THEN_CLOSE" {
      losses.approximate("random data is imported as the fault 'malformedChunk'", at: fault)
    }
    (draft.name, draft.outcome, answer) = (
      ImportedNames.words(known.rawValue), .fault(known, SpecDraft.Reply()), .failure
    )
  }

  // MARK: - Body

  private struct Content {
    var bytes: [UInt8] = []
    /// The body if it is written as JSON.
    var json: Node?
    /// The name and the extension of a body file.
    var name: String?
    var fileExtension: String?
    var isLost = false

    mutating func read(_ response: Node, _ folder: InputFolder, _ losses: inout LossList) {
      if let value = response.member("jsonBody") {
        (json, bytes) = (value, value.json)
      } else if let value = response.member("base64Body") {
        guard let decoded = value.string.flatMap(Base64.decode) else {
          losses.approximate("the body isn't valid Base64, and is left out", at: value)
          isLost = true
          return
        }
        bytes = decoded
      } else if let value = response.member("bodyFileName") {
        let path = value.text
        // A slash at the start is that of the folder.
        let files = InputFolder(path: FilePath.join(folder.path, "__files"))
        let content = files.content(String(path.drop { $0 == "/" }), at: value, &losses)
        (bytes, isLost) = (content ?? [], content == nil)
        (name, fileExtension) = InputFolder.parts(ofName: path)
      } else if let value = response.member("body") {
        bytes = value.isScalar ? Array(value.text.utf8) : value.json
      }
    }
  }

  // MARK: - Timing

  private static func delay(_ response: Node, _ losses: inout LossList) -> Delay? {
    let fixed = response.member("fixedDelayMilliseconds")?.number ?? 0
    guard let distribution = response.member("delayDistribution") else {
      return fixed > 0 ? .fixed(milliseconds(Double(fixed))) : nil
    }
    let value = { (key: String) in distribution.value(key)?.doubleValue }
    switch distribution.value("type")?.text {
    case "uniform":
      if let low = value("lower"), let high = value("upper"), low <= high {
        return .uniform(milliseconds(low), milliseconds(high))
      }
    case "lognormal":
      if let median = value("median"), let sigma = value("sigma"), sigma >= 0 {
        return .logNormal(median: milliseconds(median), sigma: sigma)
      }
    case "fixed": if let time = value("milliseconds") { return .fixed(milliseconds(time)) }
    default: break
    }
    losses.approximate("the distribution isn't supported, so there is no delay", at: distribution)
    return nil
  }

  private static func milliseconds(_ number: Double) -> Duration { .milliseconds(min(max(0, number), 1e9)) }

  private static func throttle(_ response: Node, size: Int) -> Setting<Throttle> {
    guard let dribble = response.member("chunkedDribbleDelay"), let count = dribble.value("numberOfChunks")?.number,
      count > 0,
      let total = dribble.value("totalDuration")?.number, size > 0, count < 1_000_000_000, total > 0,
      total < 1_000_000_000
    else { return .inherited }
    return .set(Throttle(piece: (size + count - 1) / count, interval: .milliseconds(total / count)))
  }
}
