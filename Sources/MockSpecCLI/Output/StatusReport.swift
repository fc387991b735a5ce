import MockSpecDocument

/// A human-readable report of the mocks of a running server.
struct StatusReport {
  private static let widest = 48

  let state: Node?
  let sessions: Node?
  /// The server's URL.
  let server: String

  var text: String {
    guard let state else { return "" }
    let blocks = [problem(state), head(state)] + groups(state)
    return blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  /// Returns the reason why some files as they are now aren't in use.
  private func problem(_ state: Node) -> [String] {
    guard let problem = state.value("problem"), problem.kind == .mapping else { return [] }
    return ["problem: \(problem.text(of: "message") ?? "")"]
      + problem.elements(of: "diagnostics").map { ReceivedDiagnostic(json: $0).text }
  }

  private func head(_ state: Node) -> [String] {
    // Counted here, since the summary lacks requests that were built in code or added at run time.
    let requests = Array(state.elements(of: "requests"))
    let responses = requests.reduce(0) { $0 + Array($1.elements(of: "responses")).count }
    let counts = [
      counted(requests.count, "request"), counted(responses, "response"),
      counted(state.value("summary")?.count(of: "files") ?? 0, "file"),
    ]
    var lines = ["\(server): \(counts.joined(separator: ", "))"]
    if let session = state.text(of: "session") { lines.append("session: \(session)") }
    let names = state.elements(of: "scenes").compactMap { $0.text(of: "name") }
    if let scene = state.text(of: "scene") {
      lines.append("scene: \(scene)")
    } else if !names.isEmpty {
      lines.append("scene: none (of \(names.joined(separator: ", ")))")
    }
    let states = state.elements(of: "states").map { "\($0.text(of: "name") ?? "") = \($0.text(of: "value") ?? "")" }
    if !states.isEmpty { lines.append("states: \(states.joined(separator: ", "))") }
    let collections = state.elements(of: "collections").map {
      "\($0.text(of: "name") ?? "") (\($0.count(of: "count")))"
    }
    if !collections.isEmpty { lines.append("collections: \(collections.joined(separator: ", "))") }
    let count = (sessions?.elements(of: "sessions")).map { Array($0).count } ?? 0
    if count > 0 { lines.append(counted(count, "session")) }
    let warnings = Array(state.elements(of: "diagnostics")).count
    if warnings > 0 { lines.append("\(counted(warnings, "warning")), which 'mockspec validate' shows") }
    if state.value("readOnly")?.boolValue == true { lines.append("read-only: mocks can't be added or removed") }
    return lines
  }

  /// Returns a block of lines for each file.
  private func groups(_ state: Node) -> [[String]] {
    let requests = Array(state.elements(of: "requests"))
    var (titles, groups) = ([String](), [String: [Node]]())
    for request in requests {
      let title = Self.origin(of: request)
      if groups[title] == nil { titles.append(title) }
      groups[title, default: []].append(request)
    }
    let lines = requests.map(RequestLine.init)
    let (names, matches) = (Self.width(lines.map(\.name)), Self.width(lines.map(\.match)))
    return titles.map { title in
      [title]
        + groups[title]!.map { request in
          let line = RequestLine(request: request)
          let calls = request.count(of: "calls")
          return "  \(Self.padded(line.name, names))  \(Self.padded(line.match, matches))  \(line.next)"
            + (calls == 0 ? "" : "  \(counted(calls, "call"))")
        }
    }
  }

  private static func origin(of request: Node) -> String {
    if let spec = request.text(of: "spec") { return "\(spec) (added at run time)" }
    let file = request.text(of: "file") ?? ""
    return request.text(of: "source") == "code" ? "\(file) (built in code)" : file
  }

  /// The width of a column. Longer texts aren't aligned.
  private static func width(_ texts: [String]) -> Int { texts.lazy.map(\.count).filter { $0 <= widest }.max() ?? 0 }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
