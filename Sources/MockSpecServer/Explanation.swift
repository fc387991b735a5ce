import MockSpec
import NIOHTTP1

/// Why the server answers for itself and not from a spec, for a person or a program.
struct Explanation {
  let status: Int
  /// Stable, for programs.
  let code: String
  let message: String
  /// `GET /path`, as sent.
  let request: String
  var candidates: [Unmatched.Candidate]?

  static func unmatched(_ unmatched: Unmatched, request: HTTPRequestHead) -> Explanation {
    Explanation(
      status: 404, code: "unmatched", message: unmatched.explanation, request: "\(request.method) \(request.uri)",
      candidates: unmatched.candidates)
  }

  static func rejected(_ reason: String, request: HTTPRequestHead) -> Explanation {
    Explanation(status: 400, code: "rejected", message: reason, request: "\(request.method) \(request.uri)")
  }

  static func notForwarded(request: HTTPRequestHead) -> Explanation {
    Explanation(
      status: 502, code: "not-forwarded",
      message: """
        this request is to be passed through, but the server doesn't forward requests yet
        help: select a response with a status and a body, or send the request to its real host
        """,
      request: "\(request.method) \(request.uri)")
  }

  var text: String {
    message.last == "\n" ? message : message + "\n"
  }

  /// `{"error", "message", "request"}`, and for an unmatched request `"candidates": [{"request", "failed", "location"}]`.
  var json: String {
    var text = "{"
    text.appendMember("error", code)
    text += ","
    text.appendMember("message", message)
    text += ","
    text.appendMember("request", request)
    if let candidates {
      text += #","candidates":["#
      for (index, candidate) in candidates.enumerated() {
        text += index == 0 ? "{" : ",{"
        text.appendMember("request", candidate.requestName)
        text += ","
        text.appendMember("failed", candidate.failed)
        text += ","
        text.appendMember("location", candidate.location)
        text += "}"
      }
      text += "]"
    }
    return text + "}\n"
  }
}

extension String {
  fileprivate mutating func appendMember(_ name: String, _ value: String) {
    self += "\"\(name)\":\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": self += "\\\""
      case "\\": self += "\\\\"
      case "\n": self += "\\n"
      case "\r": self += "\\r"
      case "\t": self += "\\t"
      case "\u{0}"..."\u{1F}":
        let digits = String(scalar.value, radix: 16)
        self += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: unicodeScalars.append(scalar)
      }
    }
    self += "\""
  }
}
