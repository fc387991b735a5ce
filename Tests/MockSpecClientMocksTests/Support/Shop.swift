import Foundation
import HTTPTypes
import MockSpecClient

/// A service with one call, whose properties tests choose.
struct Shop: RemoteService {
  var baseURL = URL(string: "https://shop.example.com/v1")!
  var path: RequestPath
  var method = HTTPRequest.Method.get
  var headers: HTTPFields = [:]
  var content = RequestContent.none
  var acceptedStatus = AcceptedStatus.success
  var destination = ResponseDestination.memory
  var requestName: String?
  var sample: SampleResponse?

  init(_ path: RequestPath, _ requestName: String? = nil) { (self.path, self.requestName) = (path, requestName) }

  init(_ method: HTTPRequest.Method, _ path: RequestPath, _ content: RequestContent = .none) {
    self.init(path)
    (self.method, self.content) = (method, content)
  }

  static let zen = Shop("/zen", "Zen")
  static let user = Shop("/user", "User")
  static let steps = Shop("/steps", "Steps")

  static let spec = """
    mockspec: 1
    requests:
      Zen:
        match: GET /v1/zen
        responses:
          Calm: {text: keep it simple}
          Busy: {status: 503, headers: {Retry-After: 1}, text: try again}
          Offline: {error: notConnectedToInternet}
          Slow: {delay: 3600s, text: late}
      User:
        match: GET /v1/user
        responses:
          Found: {json: {data: {name: Ada, age: 36}}}
          Gone: {status: 404, json: {error: gone}}
          Broken: {text: '{'}
      Steps:
        match: GET /v1/steps
        sequence: [One, Two]
        responses: {One: {text: one}, Two: {text: two}}
      Echo:
        match: {path: /v1/echo}
        default: Body
        responses:
          Refused: {status: 429}
          Body:
            template: true
            text: |-
              {{request.method}} [{{#request.headers.content-type}}{{.}}{{/request.headers.content-type}}]
              [{{#request.query.a}}{{.}}{{/request.query.a}}][{{#request.query.b}}{{.}}{{/request.query.b}}]
              [{{#request.body}}{{.}}{{/request.body}}]
      Large:
        match: GET /v1/large
        responses:
          Whole: {text: "\(String(repeating: "0123456789", count: 20_000))"}
      Old:
        match: GET /v1/old
        responses:
          Moved: {status: 302, headers: {Location: /v1/zen}}
      Sent:
        match: POST /v1/sent
        responses:
          Moved: {status: 307, headers: {Location: /v1/echo}}
    """

  static let project = """
    mockspec: 1
    scenes:
      Offline: {Zen: Offline}
      Busy hour: {Zen: Busy, User: Gone, Echo: Refused}
    """
}
