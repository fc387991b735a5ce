import MockSpec
import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema

extension OpenAPIReader {
  /// A named response with its body.
  private struct Answer {
    var name: String
    var type: String?
    var bytes: [UInt8] = []
  }

  mutating func request(_ operation: OpenAPIOperation, _ names: inout ImportedNames) -> ImportedRequest {
    losses.beginRequest()
    if !operation.isExact { losses.lose() }
    let name = names.unique(operation.name)
    var drafts: [SpecDraft.Response] = []
    var samples: [Sample] = []
    var used = ImportedNames()
    for response in operation.responses {
      let own = response.fields.compactMap { field in value(of: field).map { (field.name.text, $0) } }
      for var answer in answers(response) {
        bytesLeft -= answer.bytes.count
        if bytesLeft < 0, !answer.bytes.isEmpty {
          losses.approximate("the bodies have more than 64 MiB together, so the rest is left out", at: root)
          answer.bytes = []
        }
        let fields = own + (answer.type.map { [("Content-Type", $0)] } ?? [])
        let title = used.unique(answer.name)
        let body = ImportedBody.body(
          Self.layout(answer.bytes, answer.type), type: answer.type, name: "\(operation.name) \(title)",
          keepsSpace: false)
        let reply = SpecDraft.Reply(response.status, fields, body)
        drafts.append(SpecDraft.Response(name: title, outcome: .reply(reply)))
        guard let call = operation.path.sample.call else { continue }
        samples.append(
          Sample(
            call: call, states: [], selection: drafts.count == 1 ? nil : (name, title),
            answer: .reply(status: response.status, headers: fields, body: .text(answer.bytes))))
      }
    }
    let draft = SpecDraft.Request(
      name: name, description: operation.description, match: operation.path.match, responses: drafts)
    return ImportedRequest(
      draft: draft, source: LossList.range(of: operation.key), exactness: [losses.isExact], samples: samples)
  }

  /// Returns JSON for a file on several lines.
  private static func layout(_ bytes: [UInt8], _ type: String?) -> [UInt8] {
    guard bytes.count > ImportedBody.jsonLimit, type.map(ImportedBody.isJSON) == true,
      let root = DocumentParser.parseJSON(bytes)?.root
    else { return bytes }
    return JSONWriter.write(root).bytes
  }

  // MARK: - Answers

  /// Returns the answers of a response: its examples in order, or else one that is made from the schema.
  private mutating func answers(_ response: OpenAPIResponse) -> [Answer] {
    var answers: [Answer] = []
    for (index, content) in response.contents.enumerated() {
      let suffix = index == 0 ? "" : " (\(content.type))"
      let isNamed = content.examples.count > 1
      var own: [Answer] = []
      for example in content.examples {
        guard let bytes = bytes(example, content) else { continue }
        own.append(
          Answer(name: ((isNamed ? example.name : nil) ?? response.name) + suffix, type: content.type, bytes: bytes))
      }
      if own.isEmpty {
        let isRepeated = index > 0 && content.isJSON && content.schema == response.contents[0].schema
        if !isRepeated, let bytes = generated(content, isFirst: index == 0) {
          own = [Answer(name: response.name + suffix, type: content.type, bytes: bytes)]
        } else if index > 0 {
          count(.alternatives, at: content.key)
        }
      }
      answers += own
    }
    return answers.isEmpty ? [Answer(name: response.name, type: response.contents.first?.type)] : answers
  }

  // MARK: - Examples

  private mutating func bytes(_ example: OpenAPIExample, _ content: OpenAPIContent) -> [UInt8]? {
    switch example.value {
    case .serialized(let node): return node.scalar.map { Array($0.utf8) }
    case .file(let node):
      do throws(InputFolder.Refusal) {
        return try references.content(node.text, from: node.document)
      } catch {
        losses.approximate("the example '\(node.excerpt)' \(error.reason), and is left out", at: node)
        return nil
      }
    case .data(let node): return content.isJSON ? json(node, content.schema) : text(node, content)
    }
  }

  /// Returns an example as JSON. A string that contains JSON is that JSON, unless the schema says that it is a string.
  private mutating func json(_ node: Node, _ schema: Int?) -> [UInt8] {
    let json = node.json
    let failure = schema.flatMap { schemas.failure(of: json, against: $0) }
    if let text = node.string, failure != nil || schema == nil, let first = text.first(where: { !$0.isWhitespace }),
      first == "{" || first == "[", let root = DocumentParser.parseJSON(Array(text.utf8))?.root
    {
      return self.json(root, schema, at: node)
    }
    return self.json(node, schema, at: nil)
  }

  /// - Parameter place: Where a mistake is reported, if the value itself has no location in the source.
  private mutating func json(_ node: Node, _ schema: Int?, at place: Node?) -> [UInt8] {
    let json = node.json
    guard let failure = schema.flatMap({ schemas.failure(of: json, against: $0) }) else { return json }
    // The value that was checked is the third node of its document, and otherwise the same.
    let index = node.index + failure.node.index - 2
    let isSame = place == nil && index >= node.index && index < node.document.nodeCount
    let found = isSame ? Node(document: node.document, index: index) : place ?? node
    losses.doubt("the example isn't valid against its schema: \(failure.diagnostic.message)", at: found)
    return json
  }

  /// Returns an example in a media type other than JSON.
  private mutating func text(_ node: Node, _ content: OpenAPIContent) -> [UInt8]? {
    if let text = node.scalar { return Array(text.utf8) }
    if node.kind == .null { return [] }
    if content.type.hasPrefix("text/") && !content.type.hasSuffix("xml") || content.type.contains("yaml") {
      return node.json
    }
    losses.approximate("the example isn't a text in '\(Excerpt.of(content.type))', and is left out", at: node)
    return nil
  }

  // MARK: - Generated bodies

  /// Returns a body that is made from the schema; `nil` if the media type has none.
  private mutating func generated(_ content: OpenAPIContent, isFirst: Bool) -> [UInt8]? {
    guard let schema = content.schema else { return content.isJSON ? Array("{}".utf8) : nil }
    let body = generator.body(schema)
    if content.isJSON {
      if let problem = body.problem {
        losses.approximate("no valid body is made from the schema: \(problem)", at: schemas.sources[schema])
      }
      return body.json
    }
    if let text = body.json.flatMap({ DocumentParser.parseJSON($0)?.root.scalar }) { return Array(text.utf8) }
    if isFirst { count(.bodies, at: content.key) }
    return nil
  }

  // MARK: - Headers

  private mutating func value(of field: OpenAPIField) -> String? {
    var value = field.example
    if value == nil, let schema = field.schema {
      value = generator.body(schema).json.flatMap { DocumentParser.parseJSON($0)?.root }
    }
    guard let value else { return nil }
    let text = value.kind == .sequence ? value.elements.map(\.text).joined(separator: ",") : value.scalar
    guard let text, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
      losses.approximate("the value can't be sent in a header, which is left out", at: field.name)
      return nil
    }
    return text
  }
}
