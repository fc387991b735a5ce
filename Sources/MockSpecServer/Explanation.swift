import MockSpec
import MockSpecDiagnostics
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

  static func invalidReply(_ reason: String, request: HTTPRequestHead) -> Explanation {
    Explanation(status: 500, code: "invalid-reply", message: reason, request: "\(request.method) \(request.uri)")
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
    var json = JSONText()
    json.raw("{")
    json.member("error", code)
    json.member("message", message)
    json.member("request", request)
    if let candidates {
      json.key("candidates")
      json.raw("[")
      for candidate in candidates {
        json.separate()
        json.raw("{")
        json.member("request", candidate.requestName)
        json.member("failed", candidate.failed)
        json.member("location", candidate.location)
        json.raw("}")
      }
      json.raw("]")
    }
    json.raw("}\n")
    return json.string
  }
}
