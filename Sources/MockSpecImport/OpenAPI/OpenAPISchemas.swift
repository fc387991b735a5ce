import MockSpec
import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema

/// The schemas of a document, as JSON Schema of draft 2020-12.
///
///     {"properties": {"0": {"$ref": "#/$defs/0"}, …}, "$defs": {"0": …, …}}
///
/// A schema that is referred to, and one that alternatives or examples are checked against, has a number and a definition. All are
/// compiled together: `{"7": value}` is valid if the value is valid against schema 7.
struct OpenAPISchemas {
  /// Whether schemas are those of OpenAPI 3.0 and Swagger 2.
  let isLegacy: Bool
  private var numbers: [Place: Int] = [:]
  /// The source of each schema.
  private(set) var sources: [Node] = []
  private var names: [Int: String] = [:]
  private var compiled: Schema?
  private var definitions: [Node] = []
  private var roots: [Node] = []
  private var patterns: [String: RegularExpression] = [:]
  /// The patterns of the source, as they are compiled.
  private var written: [String: String?] = [:]
  /// The number of instructions that patterns may still have.
  private var instructions = 100_000

  private static let errorLimit = 20

  private struct Place: Hashable {
    var document: ObjectIdentifier
    var index: Int

    init(_ node: Node) { (document, index) = (ObjectIdentifier(node.document), node.index) }
  }

  init(isLegacy: Bool) { self.isLegacy = isLegacy }

  /// Returns the number of a schema.
  mutating func number(of node: Node) -> Int {
    let place = Place(node)
    if let known = numbers[place] { return known }
    numbers[place] = sources.count
    sources.append(node)
    return sources.count - 1
  }

  /// Returns the number of the target of a reference.
  mutating func number(of target: Node, named reference: String) -> Int {
    let number = number(of: target)
    if names[number] == nil { names[number] = reference.split(separator: "/").last.map(String.init) }
    return number
  }

  /// Returns a definition.
  subscript(number: Int) -> Node { definitions[number] }

  /// A schema that refers to a definition.
  func reference(to number: Int) -> Node { roots[number] }

  /// The name of a schema in `components` or `definitions`.
  func name(_ number: Int) -> String? { names[number] }

  func pattern(_ text: String) -> RegularExpression? { patterns[text] }

  /// The number of a definition that a schema refers to.
  static func reference(_ schema: Node) -> Int? { schema.value("$ref").flatMap { Int($0.text.dropFirst(8)) } }

  /// Why a value isn't valid against a schema; `nil` if it is valid.
  ///
  /// - Parameter json: The value as JSON.
  func failure(of json: [UInt8], against number: Int) -> SchemaFailure? {
    document(with: json, of: number).flatMap { compiled?.failures(in: $0.root).first }
  }

  /// Whether a value is valid against all of some schemas.
  func accept(_ json: [UInt8], _ numbers: some Sequence<Int>) -> Bool {
    numbers.allSatisfy { number in
      document(with: json, of: number).flatMap { compiled?.isValid($0.root) } ?? true
    }
  }

  private func document(with json: [UInt8], of number: Int) -> Document? {
    DocumentParser.parseJSON(Array("{\"\(number)\":".utf8) + json + [UInt8(ascii: "}")])
  }

  /// Returns a pattern of the syntax with the `u` flag, without which the source can be written; `nil` if it isn't supported, which
  /// is reported once.
  mutating func pattern(_ node: Node, _ losses: inout LossList) -> String? {
    if let known = written[node.text] { return known }
    // Without the flag, any character can follow a backslash.
    let plain = node.text.replacing(#/\\([-_:;,@#%&=<>!~"'` ])/#) {
      String($0.output.1) == "-" ? "\\x2D" : String($0.output.1)
    }
    for text in [node.text, plain] {
      guard let expression = try? RegularExpression(text), expression.instructionCount <= instructions else { continue }
      instructions -= expression.instructionCount
      patterns[text] = expression
      written[node.text] = .some(text)
      return text
    }
    written[node.text] = .some(nil)
    losses.approximate("the pattern '\(node.excerpt)' isn't supported, and is ignored", at: node)
    return nil
  }

  // MARK: - Compiling

  /// Writes and compiles all schemas. A schema with an error is any value, which is reported.
  mutating func finish(_ references: inout OpenAPIReferences, _ losses: inout LossList) {
    var texts: [[UInt8]] = []
    while texts.count < sources.count {
      var text = JSONText()
      write(sources[texts.count], to: &text, isDefinition: true, &references, &losses)
      texts.append(text.bytes)
    }
    if texts.isEmpty { return }
    for _ in 0..<Self.errorLimit {
      let (document, starts) = document(texts)
      guard let document else {
        losses.approximate("the schemas are nested too deeply or too large, and aren't used", at: sources[0])
        texts = texts.map { _ in Array("{}".utf8) }
        continue
      }
      definitions = document.root.entries("$defs").map(\.value)
      roots = document.root.entries("properties").map(\.value)
      do throws(SchemaError) {
        compiled = try Schema(document)
        return
      } catch {
        let number = max(0, starts.count { $0 <= error.range.bytes.lowerBound } - 1)
        losses.approximate("the schema isn't used: \(error.message)", at: sources[number])
        texts[number] = Array("{}".utf8)
      }
    }
    losses.approximate("too many schemas have errors, so bodies aren't checked", at: sources[0])
  }

  private func document(_ texts: [[UInt8]]) -> (Document?, starts: [Int]) {
    var text = JSONText()
    text.raw("{\"properties\":{")
    for number in texts.indices { text.raw("\(number > 0 ? "," : "")\"\(number)\":{\"$ref\":\"#/$defs/\(number)\"}") }
    text.raw("},\"$defs\":{")
    var starts: [Int] = []
    for (number, definition) in texts.enumerated() {
      starts.append(text.bytes.count)
      text.raw("\(number > 0 ? "," : "")\"\(number)\":")
      text.raw(definition)
    }
    text.raw("}}")
    return (DocumentParser.parseJSON(text.bytes, limits: InputFile.limits), starts)
  }
}
