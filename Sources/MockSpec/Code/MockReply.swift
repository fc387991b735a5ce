import HTTPTypes
import MockSpecDiagnostics
import MockSpecDocument

/// An HTTP answer made in code. `Content-Type` is inferred from the kind of body unless a header sets it.
public struct MockReply: Sendable {
  /// The status, 200 to 599.
  public var status: Int
  /// The header fields in the order in which they are sent. A name can occur several times.
  public var headers: [(name: String, value: String)]
  /// The bytes of the body.
  public private(set) var body: [UInt8]
  private let type: String?

  /// Creates an answer without a body.
  public init(status: Int = 200, headers: KeyValuePairs<String, String> = [:]) {
    self.init(status, headers, [], type: nil)
  }

  /// Creates an answer with a body in JSON, which is sent as written. A body that isn't JSON is an error when it is used.
  public init(status: Int = 200, headers: KeyValuePairs<String, String> = [:], json: String) {
    self.init(status, headers, Array(json.utf8), type: ContentType.json)
  }

  /// Creates an answer with a body of plain text.
  public init(status: Int = 200, headers: KeyValuePairs<String, String> = [:], text: String) {
    self.init(status, headers, Array(text.utf8), type: ContentType.text)
  }

  /// Creates an answer with bytes, such as a `Data`. No `Content-Type` is inferred.
  public init(status: Int = 200, headers: KeyValuePairs<String, String> = [:], body: some Sequence<UInt8>) {
    self.init(status, headers, Array(body), type: nil)
  }

  private init(_ status: Int, _ headers: KeyValuePairs<String, String>, _ body: [UInt8], type: String?) {
    self.status = status
    self.headers = headers.map { ($0.key, $0.value) }
    self.body = body
    self.type = type
  }
}

extension MockReply {
  /// Whether a spec could say the same. The words for what is wrong are the schema's.
  var isValid: Bool {
    (200...599).contains(status) && jsonProblem == nil
      && headers.allSatisfy { HTTPField.Name($0.name) != nil && Self.isValidValue($0.value) }
  }

  /// RFC 9110 §5.5, as the schema has it.
  private static func isValidValue(_ value: String) -> Bool {
    let isVisible = { (byte: UInt8) in byte > 0x20 && byte != 0x7F }
    guard let first = value.utf8.first, let last = value.utf8.last else { return true }
    return isVisible(first) && isVisible(last)
      && value.utf8.allSatisfy { isVisible($0) || $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
  }

  /// What is wrong with the body, if it is to be JSON.
  var jsonProblem: String? {
    guard type == ContentType.json else { return nil }
    let found = DocumentParser.parse(body, path: "", format: .json).diagnostics.first
    return found.map { "json, line \($0.start.line), column \($0.start.column): \($0.message)" }
  }

  /// Adapters keep nothing that they derive from it: its index is negative.
  var reply: Reply {
    var fields = HTTPFields()
    for (name, value) in headers {
      guard let name = HTTPField.Name(name) else { continue }
      fields.append(HTTPField(name: name, value: value))
    }
    if let type, !fields.contains(where: { $0.name == .contentType }) { fields[.contentType] = type }
    return Reply(index: -1, status: status, fields: fields, body: body)
  }
}
