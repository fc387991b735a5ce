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
    guard let first = command.words.first else { return }
    if let quote = command.openQuote { losses.approximate("the quote isn't closed", at: range(quote)) }
    guard let words = command.curlArguments else {
      losses.note("only curl commands are read", at: range(first.bytes))
      return losses.skip()
    }
    for options in CurlOptions.all(Array(words)) {
      losses.beginRequest()
      let data = data(options, command)
      for word in options.unsupported { approximate("this option isn't supported, and is left out", at: word.bytes) }
      let query = options.query.compactMap { word in
        let parameter = encoded(word.text)
        if parameter == nil { approximate("the parameter can't be read in the folder of the input", at: word.bytes) }
        return parameter
      }
      if options.urls.isEmpty { losses.refuse("the command has no URL", at: range(first.bytes)) }
      let isExact = losses.isExact
      for url in options.urls {
        losses.beginRequest()
        if !isExact { losses.lose() }
        read(url, options, query, data, &names)
      }
    }
  }

  private mutating func read(
    _ word: ShellCommand.Word, _ options: CurlOptions, _ query: [String], _ data: Body?, _ names: inout ImportedNames
  ) {
    guard let url = url(word, options, query + (options.isGet ? [data?.text ?? ""] : [])) else {
      return losses.refuse("the URL isn't one of HTTP", at: range(word.bytes))
    }
    let hasBody = !options.data.isEmpty && !options.isGet || !options.form.isEmpty
    let method =
      (options.method?.text
      ?? (options.isHead ? "HEAD" : options.upload != nil ? "PUT" : hasBody ? "POST" : "GET")).uppercased()
    guard method.utf8.isToken else {
      return losses.refuse("the method isn't known", at: range(options.method?.bytes ?? word.bytes))
    }
    if let own = options.method, own.text != method {
      approximate("methods in specs are in upper case", at: own.bytes)
    }
    if !options.form.isEmpty, let data = options.data.first {
      approximate("the data beside a form isn't a condition", at: data.value.bytes)
    }
    var match = url.match(method: method)
    var sample = url.sample(method: method)
    match.query.add(url.knownQuery + url.openQuery.sorted().map { ($0, [.present]) })
    readHeaders(options, hasUser: word.text.prefix { $0 != "?" }.contains("@"), &match, &sample)
    if !options.form.isEmpty {
      match.body = .set(.multipart(parts(options)))
      sample.isComplete = false
    } else if !options.isGet, let data {
      let type = options.contentType ?? data.type
      if data.text.contains("{{") {
        approximate("the body has a variable, so there is no condition on it", at: options.data[0].value.bytes)
      } else if let body = RecordedBody(data.text, type: type, &secrets) {
        match.body = .set(body.draft)
        sample.body = body.bytes
        sample.headers.append(("Content-Type", type))
      } else if !data.text.isEmpty {
        approximate("the parts of this body aren't conditions", at: options.data[0].value.bytes)
      }
    }
    guard known.insert(match).inserted else { return losses.skip() }
    let response = SpecDraft.Response(name: ImportedNames.response(200), outcome: .reply(SpecDraft.Reply()))
    requests.append(
      ImportedRequest(
        SpecDraft.Request(name: names.unique([match].title), match: match, responses: [response]),
        at: range(word.bytes),
        isExact: losses.isExact, sample, answer: .reply(status: 200, body: .bytes([]))))
  }

  /// Returns a URL with more parameters; `nil` if it isn't one of HTTP.
  private mutating func url(_ word: ShellCommand.Word, _ options: CurlOptions, _ added: [String]) -> URLTemplate? {
    // Without a scheme, curl takes http.
    let text = word.text.contains("://") ? word.text : "http://" + word.text
    var address = String(text.prefix { $0 != "#" })
    if address.firstMatch(of: #/\{[^{}]*,[^{}]*\}|\[[A-Za-z0-9]+-[A-Za-z0-9]+(:[0-9]+)?\]/#) != nil {
      approximate("curl makes several calls of this URL, and one is imported", at: word.bytes)
    }
    if let file = options.upload?.text, address.hasSuffix("/"), !file.hasPrefix("-") {
      address += FilePath.name(file)
    }
    let query = added.filter { !$0.isEmpty }.joined(separator: "&")
    let whole = query.isEmpty ? address : address + (address.contains("?") ? "&" : "?") + query
    guard let url = URLTemplate(whole, &secrets), url.host != nil || text.contains("{{") else { return nil }
    return url
  }

  // MARK: - Headers

  /// Headers that clients add, in lower case. Another client of the same mock sends other ones.
  private static let clientHeaders: Set = [
    "accept", "accept-encoding", "accept-language", "authority", "cache-control", "connection", "content-length",
    "content-type", "cookie", "dnt", "expect", "host", "if-modified-since", "if-none-match", "origin", "pragma",
    "priority", "referer", "te", "transfer-encoding", "upgrade-insecure-requests", "user-agent",
  ]

  private mutating func readHeaders(
    _ options: CurlOptions, hasUser: Bool, _ match: inout MatchDraft, _ sample: inout SampleCall
  ) {
    var fields: [(name: String, value: String?)] = []
    for word in options.headers {
      guard let (name, value) = CurlOptions.field(word) else {
        if word.text.hasPrefix("@") { approximate("headers in a file aren't read", at: word.bytes) }
        continue
      }
      guard name.utf8.isToken else {
        approximate("this isn't a header, and is left out", at: word.bytes)
        continue
      }
      let lower = name.lowercased()
      if Self.clientHeaders.contains(lower) || lower.hasPrefix("sec-") { continue }
      let isOpen = value.contains("{{") || secrets.hidden(value, of: name) != value
      if let place = fields.firstIndex(where: { $0.name.lowercased() == lower }) {
        // The values of a name are one list (RFC 9110 §5.3).
        fields[place].value = isOpen ? nil : fields[place].value.map { $0 + ", " + value }
      } else {
        fields.append((name, isOpen ? nil : value))
      }
    }
    if options.hasCredentials || hasUser { fields.append(("Authorization", nil)) }
    match.headers.add(fields.map { ($0.name, [$0.value.map(ValueCondition.equals) ?? .present]) }, ignoringCase: true)
    sample.headers += fields.map { ($0.name, $0.value ?? Secrets.mark) }
  }

  // MARK: - Body

  private struct Body {
    let text: String
    /// The `Content-Type` if no header says it.
    let type: String
  }

  /// Returns the body; `nil` if there is none, or if it isn't known.
  private mutating func data(_ options: CurlOptions, _ command: ShellCommand) -> Body? {
    if let upload = options.upload {
      approximate("the uploaded file isn't a condition", at: upload.bytes)
      return nil
    }
    var parts: [String] = []
    for (option, value) in options.data {
      guard let part = part(option, value.text, command.document) else {
        approximate(
          "the body can't be read in the folder of the input, so there is no condition on it",
          at: command.input ?? value.bytes)
        return nil
      }
      parts.append(part)
    }
    if parts.isEmpty { return nil }
    let isJSON = options.data[0].option == "json"
    let text = parts.joined(separator: isJSON ? "" : "&")
    let kind = DocumentParser.parseJSON(Array(text.utf8))?.root.kind
    return Body(
      text: text,
      type: isJSON || kind == .mapping || kind == .sequence ? "application/json" : "application/x-www-form-urlencoded")
  }

  /// - Parameter document: The lines that follow the command.
  private func part(_ option: String, _ text: String, _ document: String?) -> String? {
    if option == "data-urlencode" { return text.hasPrefix("+") ? SampleCall.encode(text) : encoded(text) }
    guard option != "data-raw", text.hasPrefix("@") else { return text }
    let content = text == "@-" ? document : content(String(text.dropFirst()))
    return option == "data" || option == "data-ascii" ? content?.filter { !$0.isNewline && $0 != "\0" } : content
  }

  /// Returns the parameter of `content`, `=content`, `name=content`, `@file` or `name@file`.
  private func encoded(_ text: String) -> String? {
    if text.hasPrefix("+") { return String(text.dropFirst()) }
    guard let mark = text.firstIndex(where: { $0 == "=" || $0 == "@" }) else { return SampleCall.encode(text) }
    let rest = String(text[text.index(after: mark)...])
    let name = mark == text.startIndex ? "" : text[..<mark] + "="
    return (text[mark] == "=" ? rest : content(rest)).map { name + SampleCall.encode($0) }
  }

  /// Returns the text of a file below the folder of the input; `nil` for other files.
  private func content(_ path: String) -> String? {
    (try? folder.read(path, in: folder.path)).flatMap { String(validating: $0, as: UTF8.self) }
  }

  private mutating func parts(_ options: CurlOptions) -> [ConditionDraft] {
    var conditions: [(name: String, conditions: [ValueCondition])] = []
    for (isLiteral, word) in options.form {
      let pair = word.text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, !pair[0].isEmpty else {
        approximate("a part has a name and a value, so this one is left out", at: word.bytes)
        continue
      }
      var value = String(pair[1])
      if !isLiteral, value.hasPrefix("\""), value.hasSuffix("\""), value.count > 1 {
        value = String(value.dropFirst().dropLast())
      }
      let name = String(pair[0])
      let isOpen =
        !isLiteral && (["@", "<"].contains(value.prefix(1)) || value.contains { ";\\".contains($0) })
        || value.contains("{{") || secrets.hidden(value, parameter: name) != value
      conditions.append((name, [isOpen ? .present : .equals(value)]))
    }
    var parts: [ConditionDraft] = []
    parts.add(conditions)
    return parts
  }
}
