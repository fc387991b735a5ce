import MockSpec
import MockSpecDiagnostics
import MockSpecDocument

/// Reads a document of OpenAPI 3.0, 3.1 or 3.2, or of Swagger 2.
///
///     operations ─ responses, as written ─▶ schemas, compiled once ─ bodies, checked ─▶ requests
struct OpenAPIReader {
  let root: Node
  let isSwagger: Bool
  var references: OpenAPIReferences
  var schemas: OpenAPISchemas
  var generator: BodyGenerator
  var losses = LossList()
  /// How many bytes the bodies may still have together.
  var bytesLeft = 64 << 20
  /// Losses that are reported once for the whole file.
  private var repeated: [Repeated: (count: Int, first: Node)] = [:]

  enum Repeated: String, CaseIterable {
    case servers = "other servers, and other values of their variables, are left out"
    case links = "links aren't imported"
    case webhooks = "webhooks aren't imported"
    case alternatives = "a response in another media type without an example is left out"
    case callbacks = "callbacks aren't imported"
    case bodies = "a body in this media type isn't made from a schema, so the response has none"

    /// Whether it changes no answer.
    var isNote: Bool { self != .callbacks && self != .bodies }
  }

  static func read(_ file: InputFile, into project: inout ImportedProject, _ names: inout ImportedNames) {
    let version = file.root.value("openapi") ?? file.root.value("swagger")
    guard let version, let text = version.scalar else {
      return project.losses.report(ImportFormat.openapi.mismatch(file.root))
    }
    let isSwagger = file.root.value("openapi") == nil
    guard isSwagger ? text.hasPrefix("2") : text.hasPrefix("3") else {
      let message = "the version '\(version.excerpt)' isn't supported, expected OpenAPI 3.0, 3.1 or 3.2, or Swagger 2.0"
      return project.losses.report(Diagnostic(.error, "unknown-format", message, at: version.range))
    }
    var reader = OpenAPIReader(file, isSwagger: isSwagger, isLegacy: isSwagger || text.hasPrefix("3.0"))
    project.specs += reader.read(file, &names)
    reader.losses.removeRepeated()
    project.losses += reader.losses
  }

  private init(_ file: InputFile, isSwagger: Bool, isLegacy: Bool) {
    root = file.root
    self.isSwagger = isSwagger
    references = OpenAPIReferences(file)
    schemas = OpenAPISchemas(isLegacy: isLegacy)
    generator = BodyGenerator(schemas)
  }

  private mutating func read(_ file: InputFile, _ names: inout ImportedNames) -> [ImportedSpec] {
    var operations: [OpenAPIOperation] = []
    for (key, value) in root.entries("paths") where !key.text.hasPrefix("x-") {
      guard let item = references.resolve(value, &losses) else { continue }
      for (method, node, name) in methods(of: item) {
        losses.beginRequest()
        if let operation = operation(node, name, method, path: key, item) { operations.append(operation) }
      }
    }
    for (webhook, _) in root.entries("webhooks") { count(.webhooks, at: webhook) }
    if operations.isEmpty, losses.refused == 0 {
      losses.refuse("the document has no operation", at: root.entry("paths")?.key ?? root)
    }
    schemas.finish(&references, &losses)
    generator = BodyGenerator(schemas)

    var specs: [ImportedSpec] = []
    let info = root.value("info")
    let title = ["title", "version"].compactMap { info?.value($0)?.scalar }.joined(separator: " ")
    let source = title.isEmpty ? file.name : "\(file.name) (\(title))"
    // Those with the same title are merged.
    for operation in operations {
      specs.append(ImportedSpec(title: operation.title, source: source, requests: [request(operation, &names)]))
    }
    for loss in Repeated.allCases {
      guard let (count, first) = repeated[loss] else { continue }
      let message = count == 1 ? loss.rawValue : "\(loss.rawValue) (\(count) times, first here)"
      if loss.isNote { losses.note(message, at: first) } else { losses.approximate(message, at: first) }
    }
    return specs
  }

  /// Counts a loss that is reported once.
  mutating func count(_ loss: Repeated, at node: Node) {
    if !loss.isNote { losses.lose() }
    repeated[loss] = ((repeated[loss]?.count ?? 0) + 1, repeated[loss]?.first ?? node)
  }

  // MARK: - Operations

  private static let pathKeys: Set = [
    "$ref", "summary", "description", "servers", "parameters", "additionalOperations",
  ]
  private static let methods: Set = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]

  private mutating func methods(of item: Node) -> [(method: String, operation: Node, key: Node)] {
    let known = item.entries.filter { key, _ in
      let isKnown = Self.methods.contains(key.text)
      let isOther = Self.pathKeys.contains(key.text) || key.text.hasPrefix("x-")
      if !isKnown, !isOther { losses.refuse("'\(key.excerpt)' isn't a method", at: key) }
      return isKnown
    }
    let others = item.entries("additionalOperations").filter { key, _ in
      let isMethod = key.text.utf8.isToken
      if !isMethod { losses.refuse("'\(key.excerpt)' isn't a method", at: key) }
      return isMethod
    }
    return (known + others).compactMap { key, value in
      if value.kind == .mapping { return (key.text.uppercased(), value, key) }
      losses.refuse("an operation is an object, and this is left out", at: key)
      return nil
    }
  }

  private mutating func operation(
    _ node: Node, _ key: Node, _ method: String, path pathKey: Node, _ item: Node
  ) -> OpenAPIOperation? {
    let server =
      isSwagger
      ? OpenAPIServer(swagger: root)
      : OpenAPIServer(node) ?? OpenAPIServer(item) ?? OpenAPIServer(root) ?? OpenAPIServer()
    if server.isOneOfMany { count(.servers, at: root.entry("servers")?.key ?? key) }
    // Such keys tell operations of one path apart.
    let isVariant = pathKey.text.contains("#") || pathKey.text.contains("{?")
    let parameters = isVariant ? parameters(item) + parameters(node) : []
    guard let path = OpenAPIPath(pathKey.text, of: method, at: server, parameters) else {
      losses.refuse("the path is too long, or has '.' or '..' as a segment", at: pathKey)
      return nil
    }
    if path.hasUnknownFragment { losses.approximate("the part after '#' never reaches a server", at: pathKey) }
    if let callbacks = node.member("callbacks"), !callbacks.isEmpty { count(.callbacks, at: callbacks) }
    let responses = responses(node)
    if responses.isEmpty {
      losses.refuse("the operation has no response that can be imported", at: key)
      return nil
    }
    let tag = node.elements("tags").first?.scalar
    let segments = pathKey.text.prefix { !"?#".contains($0) }.split(separator: "/")
    let segment = segments.first { !$0.contains("{") }
    let summary = node.value("summary")?.scalar ?? node.value("description")?.scalar ?? ""
    return OpenAPIOperation(
      key: key,
      name: node.value("operationId")?.scalar.flatMap { ImportedNames.name($0) }
        ?? ImportedNames.name("\(method) \(pathKey.text)") ?? method,
      description: Self.line(summary, limit: 200),
      title: tag.flatMap { ImportedNames.name($0) } ?? segment.map(String.init) ?? "paths",
      path: path, responses: responses, isExact: losses.isExact)
  }

  private mutating func parameters(_ owner: Node) -> [OpenAPIPath.Parameter] {
    owner.elements("parameters").compactMap { parameter in
      guard let parameter = references.resolve(parameter, &losses), let name = parameter.value("name")?.scalar,
        let place = parameter.value("in")?.text
      else { return nil }
      let values = (parameter.member("schema") ?? parameter).elements("enum")
      return OpenAPIPath.Parameter(
        name: name, place: place, value: values.count == 1 ? values[0].scalar : nil,
        isRequired: parameter.isTrue("required"))
    }
  }

  /// Returns the first line of a text.
  private static func line(_ text: String, limit: Int) -> String? {
    text.split(whereSeparator: \.isNewline).first.flatMap { ImportedNames.name(String($0), limit: limit) }
  }

  // MARK: - Responses

  /// Returns the responses of an operation: the lowest status of success or of a redirect first, or else `default`, and the others in the order of
  /// the file.
  private mutating func responses(_ node: Node) -> [OpenAPIResponse] {
    let all = node.entries("responses").filter { !$0.key.text.hasPrefix("x-") }
    let isSuccess = { (key: Node) in key.text.count == 3 && "23".contains(key.text.prefix(1)) }
    let hasSuccess = all.contains { isSuccess($0.key) }
    let first =
      all.filter { isSuccess($0.key) }.min { $0.key.text < $1.key.text } ?? all.first { $0.key.text == "default" }
    var responses: [OpenAPIResponse] = []
    for (key, value) in all {
      let digits = key.text.uppercased().replacing("XX", with: "00")
      let status = key.text == "default" ? (hasSuccess ? 500 : 200) : Int(digits)
      guard let status, (200...599).contains(status) else {
        losses.approximate(
          "the status '\(key.excerpt)' isn't supported, expected 200 to 599, so the response is left out", at: key)
        continue
      }
      let response = response(key, status, references.resolve(value, &losses), node)
      responses.insert(response, at: key.index == first?.key.index ? 0 : responses.count)
    }
    return responses
  }

  private mutating func response(_ key: Node, _ status: Int, _ node: Node?, _ operation: Node) -> OpenAPIResponse {
    let text = node?.value("summary")?.scalar ?? node?.value("description")?.scalar ?? ""
    let sentence = text.prefix { !$0.isNewline }.split(separator: ". ").first.map(String.init) ?? ""
    let words = sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
    let name = ImportedNames.name("\(status) \(words)", limit: 50) ?? "\(status)"
    var response = OpenAPIResponse(status: status, name: name == "\(status)" ? ImportedNames.response(status) : name)
    guard let node else { return response }
    if let links = node.member("links"), !links.isEmpty { count(.links, at: links) }
    for (name, header) in node.entries("headers") where name.text.lowercased() != "content-type" {
      guard let header = references.resolve(header, &losses) else { continue }
      if let field = field(name, header) { response.fields.append(field) }
    }
    if [204, 205, 304].contains(status) {
      if node.member("content").map({ !$0.isEmpty }) ?? (node.member("schema") != nil) {
        losses.approximate("a response with the status \(status) has no body, so that is left out", at: key)
      }
      return response
    }
    let contents = isSwagger ? swaggerContents(node, key, operation) : contents(node)
    response.contents = contents.filter(\.isJSON) + contents.filter { !$0.isJSON }
    return response
  }

  /// Returns a header that has a value to send: an example, a default or a constant, or one that is required.
  private mutating func field(_ name: Node, _ header: Node) -> OpenAPIField? {
    guard !ImportedHeaders.framing.contains(name.text.lowercased()),
      ImportedHeaders.isName(name.text, at: name, &losses)
    else { return nil }
    let named = header.entries("examples").first.flatMap { references.resolve($0.value, &losses) }
    let example = header.value("example") ?? named?.value("value") ?? header.value("x-example")
    let schema = isSwagger ? header : header.member("schema") ?? header.entries("content").first?.value.member("schema")
    let resolved = schema.flatMap { references.resolve($0, &losses) }
    let hasValue = ["default", "const", "example", "examples"].contains { resolved?.value($0) != nil }
    guard example != nil || hasValue || header.isTrue("required") else { return nil }
    return OpenAPIField(name: name, example: example, schema: schema.map { number(of: $0) })
  }

  private mutating func contents(_ node: Node) -> [OpenAPIContent] {
    var contents: [OpenAPIContent] = []
    for (key, value) in node.entries("content") {
      guard let media = references.resolve(value, &losses) else { continue }
      var content = OpenAPIContent(
        type: mediaType(key), key: key, schema: media.member("schema").map { number(of: $0) })
      for (name, value) in media.entries("examples") {
        guard let example = references.resolve(value, &losses) else { continue }
        let title =
          example.value("summary")?.scalar.flatMap { Self.line($0, limit: 60) } ?? ImportedNames.name(name.text)
        if let value = example.value("dataValue") ?? example.value("value") {
          content.examples.append(OpenAPIExample(name: title, value: .data(value)))
        } else if let text = example.member("serializedValue") {
          content.examples.append(OpenAPIExample(name: title, value: .serialized(text)))
        } else if let path = example.member("externalValue") {
          content.examples.append(OpenAPIExample(name: title, value: .file(path)))
        } else {
          losses.approximate("the example has no value, and is left out", at: name)
        }
      }
      if content.examples.isEmpty, let value = media.value("example") {
        content.examples = [OpenAPIExample(value: .data(value))]
      }
      let isStream = content.schema == nil && media.member("itemSchema") != nil
      if content.examples.isEmpty, isStream { count(.bodies, at: key) }
      contents.append(content)
    }
    return contents
  }

  private mutating func swaggerContents(_ node: Node, _ key: Node, _ operation: Node) -> [OpenAPIContent] {
    let examples = node.entries("examples").filter { $0.key.text.contains("/") }
    let produces = operation.member("produces") ?? root.member("produces")
    let schema = node.member("schema")
    var contents = examples.map { type, value in
      OpenAPIContent(type: mediaType(type), key: type, examples: [OpenAPIExample(value: .data(value))])
    }
    if schema != nil {
      let listed = produces.map { Array($0.elements) } ?? []
      for type in listed where type.string != nil && !contents.contains(where: { $0.key.text == type.text }) {
        contents.append(OpenAPIContent(type: mediaType(type), key: type))
      }
      if contents.isEmpty { contents = [OpenAPIContent(type: ContentType.json, key: key)] }
    }
    for index in contents.indices { contents[index].schema = schema.map { number(of: $0) } }
    return contents
  }

  /// Returns the number of a schema, or of the one that it refers to.
  private mutating func number(of schema: Node) -> Int {
    guard let reference = schema.value("$ref"), let text = reference.string,
      schemas.isLegacy || schema.entries.count(where: { _ in true }) == 1,
      let target = references.target(of: text, at: reference, &losses)
    else { return schemas.number(of: schema) }
    return schemas.number(of: target, named: text)
  }

  /// Returns the type that is sent for a media type or a range of types.
  private mutating func mediaType(_ node: Node) -> String {
    guard node.text.utf8.count < 200,
      let match = node.text.wholeMatch(of: #/\s*([!-~]+\/[!-~]+)\s*((?:;[\t -~]*)?)/#)
    else {
      losses.approximate("'\(node.excerpt)' isn't a media type, so '\(ContentType.json)' is sent", at: node)
      return ContentType.json
    }
    switch match.1 {
    case "*/*", "application/*": return ContentType.json
    case "text/*": return "text/plain"
    default: return String(match.1 + match.2)
    }
  }
}
