import MockSpec
import MockSpecDiagnostics
import MockSpecDocument

/// Reads curl commands, as browsers and documentation have them. Each is a request with an empty response.
struct CurlReader {
  private let commands: SourceFile
  private let folder: InputFolder
  private var losses = LossList()
  private var secrets = Secrets()
  private var requests: [ImportedRequest] = []
  private var known: Set<MatchDraft> = []

  /// Whether a text starts with a curl command, after comments and a prompt. Documents of other formats can have such lines, too.
  static func isCommands(_ bytes: [UInt8]) -> Bool {
    let lines = bytes.prefix(64 << 10).split(separator: UInt8(ascii: "\n")).lazy
    let words = lines.map { $0.drop { " \t\r$".utf8.contains($0) } }
    let first = words.first { !$0.isEmpty && $0.first != UInt8(ascii: "#") }
    return first?.starts(with: "curl ".utf8) == true
  }

  static func read(_ file: InputFile, into project: inout ImportedProject, _ names: inout ImportedNames) {
    guard let commands = file.commands else { return project.losses.report(ImportFormat.curl.mismatch(file.root)) }
    var reader = CurlReader(commands: commands, folder: file.folder)
    for command in ShellCommand.all(in: commands.bytes) { reader.read(command, &names) }
    reader.secrets.report(to: &reader.losses, at: reader.range(0..<0))
    project.specs.append(
      ImportedSpec(
        title: InputFolder.parts(ofName: file.name).name, source: file.name, requests: reader.requests))
    project.losses += reader.losses
  }

  private init(commands: SourceFile, folder: InputFolder) { (self.commands, self.folder) = (commands, folder) }

  private func range(_ bytes: Range<Int>) -> SourceRange { SourceRange(file: commands, bytes: bytes) }

  private mutating func approximate(_ message: String, at bytes: Range<Int>) {
    losses.approximate(message, at: range(bytes))
  }

  private mutating func read(_ command: ShellCommand, _ names: inout ImportedNames) {
    // A prompt can be pasted, too.
    let words = command.words.drop { $0.text == "$" }
    guard let first = words.first else { return }
    guard first.text == "curl" else {
      losses.note("only curl commands are read", at: range(first.bytes))
      return losses.skip()
    }
    for options in CurlOptions.all(Array(words.dropFirst())) {
      losses.beginRequest()
      if options.urls.isEmpty { losses.refuse("the command has no URL", at: range(first.bytes)) }
      for url in options.urls { read(url, options, command.input, &names) }
    }
  }

  private mutating func read(
    _ word: ShellCommand.Word, _ options: CurlOptions, _ input: Range<Int>?, _ names: inout ImportedNames
  ) {
    losses.beginRequest()
    var type = options.headers.lazy.compactMap(CurlOptions.field).first { $0.name.lowercased() == "content-type" }?
      .value
    let data = data(options, input)
    if type == nil, let data { type = data.isJSON ? "application/json" : "application/x-www-form-urlencoded" }
    // Without a scheme, curl takes http.
    let text = word.text.contains("://") ? word.text : "http://" + word.text
    let address = text.prefix { $0 != "#" }
    let added = options.query.compactMap { part("data-urlencode", $0) } + (options.isGet ? [data?.text ?? ""] : [])
    let query = added.filter { !$0.isEmpty }.joined(separator: "&")
    let whole = query.isEmpty ? text : address + (address.contains("?") ? "&" : "?") + query
    guard let url = URLTemplate(whole, &secrets), url.host != nil || text.contains("{{") else {
      return losses.refuse("the URL isn't one of HTTP", at: range(word.bytes))
    }
    let hasBody = !options.data.isEmpty && !options.isGet || !options.form.isEmpty
    let method =
      options.method?.text
      ?? (options.isHead ? "HEAD" : options.upload != nil ? "PUT" : hasBody ? "POST" : "GET")
    guard method.utf8.isToken else {
      return losses.refuse("the method isn't known", at: range(options.method?.bytes ?? word.bytes))
    }
    var match = url.match(method: method.uppercased())
    var sample = url.sample(method: method.uppercased())
    match.query.add(url.knownQuery + url.openQuery.sorted().map { ($0, [.present]) })
    readHeaders(options, &match, &sample)
    if !options.form.isEmpty {
      match.body = .set(.multipart(parts(options)))
      sample.isComplete = false
    } else if !options.isGet, let data, let body = RecordedBody(data.text, type: type ?? "", &secrets) {
      if data.text.contains("{{") {
        approximate("the body has a variable, so there is no condition on it", at: options.data[0].value.bytes)
      } else {
        match.body = .set(body.draft)
        sample.body = body.bytes
        sample.headers.append(("Content-Type", type ?? ""))
      }
    }
    guard known.insert(match).inserted else { return losses.skip() }
    let title = ImportedNames.name("\(method.uppercased()) \(url.path)") ?? method
    let response = SpecDraft.Response(name: ImportedNames.response(200), outcome: .reply(SpecDraft.Reply()))
    requests.append(
      ImportedRequest(
        SpecDraft.Request(name: names.unique(title), match: match, responses: [response]), at: range(word.bytes),
        isExact: losses.isExact, sample, answer: .reply(status: 200, body: .bytes([]))))
  }

  // MARK: - Headers

  /// Headers that clients add, in lower case. Another client of the same mock sends other ones.
  private static let clientHeaders: Set = [
    "accept", "accept-encoding", "accept-language", "authority", "cache-control", "connection", "content-length",
    "content-type", "cookie", "dnt", "expect", "host", "if-modified-since", "if-none-match", "origin", "pragma",
    "priority", "referer", "te", "transfer-encoding", "upgrade-insecure-requests", "user-agent",
  ]

  private mutating func readHeaders(_ options: CurlOptions, _ match: inout MatchDraft, _ sample: inout SampleCall) {
    var conditions: [(name: String, conditions: [ValueCondition])] = []
    for word in options.headers {
      guard let (name, value) = CurlOptions.field(word) else { continue }
      guard name.utf8.isToken else {
        approximate("this isn't a header, and is left out", at: word.bytes)
        continue
      }
      let lower = name.lowercased()
      if Self.clientHeaders.contains(lower) || lower.hasPrefix("sec-") { continue }
      let isOpen = value.contains("{{") || secrets.hidden(value, of: name) != value
      conditions.append((name, [isOpen ? .present : .equals(value)]))
      sample.headers.append((name, isOpen ? Secrets.mark : value))
    }
    if options.hasCredentials {
      conditions.append(("Authorization", [.present]))
      sample.headers.append(("Authorization", Secrets.mark))
    }
    match.headers.add(conditions, ignoringCase: true)
  }

  // MARK: - Body

  /// Returns the body, and whether it is JSON; `nil` if there is none, or if it isn't known.
  private mutating func data(_ options: CurlOptions, _ input: Range<Int>?) -> (text: String, isJSON: Bool)? {
    if let upload = options.upload {
      approximate("the uploaded file isn't a condition", at: upload.bytes)
      return nil
    }
    var parts: [String] = []
    for (option, value) in options.data {
      guard let part = part(option, value) else {
        approximate(
          "the body can't be read in the folder of the input, so there is no condition on it",
          at: input ?? value.bytes)
        return nil
      }
      parts.append(part)
    }
    if parts.isEmpty { return nil }
    let text = parts.joined(separator: options.data[0].option == "json" ? "" : "&")
    let kind = DocumentParser.parseJSON(Array(text.utf8))?.root.kind
    return (text, kind == .mapping || kind == .sequence)
  }

  private func part(_ option: String, _ value: ShellCommand.Word) -> String? {
    let text = value.text
    if option == "data-urlencode" {
      let mark = text.firstIndex { $0 == "=" || $0 == "@" } ?? text.startIndex
      let name = mark == text.startIndex ? "" : text[..<mark] + "="
      if mark == text.startIndex, !text.hasPrefix("="), !text.hasPrefix("@") { return SampleCall.encode(text) }
      let rest = String(text[text.index(after: mark)...])
      return (text[mark] == "=" ? rest : content(rest)).map { name + SampleCall.encode($0) }
    }
    return option != "data-raw" && text.hasPrefix("@") ? content(String(text.dropFirst())) : text
  }

  /// Returns the text of a file below the folder of the input; `nil` for other files.
  private func content(_ path: String) -> String? {
    (try? folder.read(path, in: folder.path)).flatMap { String(validating: $0, as: UTF8.self) }
  }

  private mutating func parts(_ options: CurlOptions) -> [ConditionDraft] {
    var conditions: [(name: String, conditions: [ValueCondition])] = []
    for word in options.form {
      let pair = word.text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, !pair[0].isEmpty else {
        approximate("a part has a name and a value, so this one is left out", at: word.bytes)
        continue
      }
      var value = String(pair[1])
      if value.hasPrefix("\""), value.hasSuffix("\""), value.count > 1 { value = String(value.dropFirst().dropLast()) }
      let name = String(pair[0])
      let isOpen =
        value.hasPrefix("@") || value.hasPrefix("<") || value.contains("{{") || value.contains(";type=")
        || secrets.hidden(value, parameter: name) != value
      conditions.append((name, [isOpen ? .present : .equals(value)]))
    }
    var parts: [ConditionDraft] = []
    parts.add(conditions)
    return parts
  }
}
