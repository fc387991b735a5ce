/// A file of the tree that operations write.
final class Target {
  enum Format {
    /// A spec whose responses contain the bodies.
    case yaml, json
    /// A spec in YAML whose only response names a body file.
    case holder(file: String)
    /// A spec in YAML whose request matches a JSON Schema file, and whose response contains the body.
    case matching(schema: String)
    case body
    case schema
  }

  /// The absolute path. Operations that rename the file for good change it.
  var path: String { didSet { isKnown = false } }
  /// Whether both engines have served the file at its path.
  var isKnown = true
  let format: Format
  /// The requests that disappear with the file.
  let names: [String]
  /// The requests whose bodies are in the file.
  let contained: [String]
  /// The last record of each contained body.
  var last: [String: Record] = [:]
  /// Makes files without bodies differ.
  private var count = 0

  init(_ path: String, _ format: Format, _ names: [String]) {
    self.path = path
    self.format = format
    self.names = names
    switch format {
    case .holder, .schema: contained = []
    case .yaml, .json, .body, .matching: contained = names
    }
  }

  /// Returns the file's text with the last records.
  func text() -> String {
    count += 1
    switch format {
    case .body: return last[names[0]]!.line + "\n"
    case .schema:
      return #"{"type": "object", "properties": {"id": {"type": "integer"}}, "description": "\#(count)"}"# + "\n"
    case .holder(let file):
      let request = "{match: GET /\(names[0]), responses: {R: {file: \(file)}}}"
      return "# \(count)\nmockspec: 1\nrequests: {\(names[0]): \(request)}\n"
    case .json:
      let requests = names.map { name in
        #""\#(name)": {"match": "GET /\#(name)", "responses": {"R": {"text": "\#(last[name]!.line)\n"}}}"#
      }
      return "{\"mockspec\": 1, \"requests\": {\n" + requests.joined(separator: ",\n") + "\n}}\n"
    case .yaml: return "# \(count)\nmockspec: 1\nrequests:\n" + names.map { request($0, "GET /\($0)") }.joined()
    case .matching(let schema):
      let match = "{method: POST, path: /\(names[0]), body: {schema: \(schema)}}"
      return "mockspec: 1\nrequests:\n" + request(names[0], match)
    }
  }

  private func request(_ name: String, _ match: String) -> String {
    "  \(name):\n    match: \(match)\n    responses:\n      R:\n        text: |\n\(addition(name))"
  }

  /// The text that adds the last record of a body at the end of the file.
  func addition(_ name: String) -> String {
    switch format {
    case .yaml, .matching: "          \(last[name]!.line)\n"
    default: "\(last[name]!.line)\n"
    }
  }

  /// The request whose body grows if text is appended to the file.
  var growing: String? {
    switch format {
    case .yaml, .matching, .body: names.last
    case .json, .holder, .schema: nil
    }
  }
}
