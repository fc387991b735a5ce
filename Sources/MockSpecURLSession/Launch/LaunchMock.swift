import HTTPTypes
import MockSpec
import MockSpecDiagnostics

/// A mock that a UI test hands over: a request, a response and the number of calls that it answers.
struct LaunchMock: Sendable {
  /// The conditions of a request.
  struct Conditions: Sendable {
    let target: String
    let method: HTTPRequest.Method?
    let place: CodePlace
    var query: [MockedRequest.Condition] = []
    var headers: [MockedRequest.Condition] = []
    var body: BodyCondition?

    /// The name of the request, such as `POST api.example.com/login`.
    var name: String { prefix + target }

    private var prefix: String { method.map { $0.rawValue + " " } ?? "" }

    /// The short form of a spec, in which two slashes precede a host.
    private var match: String {
      prefix + (target.hasPrefix("/") || target.contains("://") ? target : "//" + target)
    }

    func request(
      _ name: String, sequence: [SequenceStep] = [], after: AfterSequence = .stay, _ responses: [MockedResponse] = []
    ) -> MockedRequest {
      MockedRequest(
        name, match, query: query, headers: headers, body: body, sequence: sequence, afterSequence: after, at: place,
        responses)
    }
  }

  let conditions: Conditions
  let responseName: String
  let makeResponse: @Sendable (_ name: String) -> MockedResponse
  /// The number of calls that it answers; `nil` for all.
  let times: Int?

  /// Returns mocks as an array of specs in JSON.
  ///
  /// - Throws: `MockedRequestError` if one isn't valid.
  static func text(of mocks: [LaunchMock]) throws(MockedRequestError) -> [UInt8] {
    var text = JSONText()
    text.raw("[")
    for request in try requests(of: mocks) {
      text.separate()
      text.raw(try request.handedOver())
    }
    text.raw("]")
    return text.bytes
  }

  /// Returns a request for all mocks with the same conditions, in the order of the first of them.
  private static func requests(of mocks: [LaunchMock]) throws(MockedRequestError) -> [MockedRequest] {
    var groups: [[LaunchMock]] = []
    var places: [[UInt8]: Int] = [:]
    for mock in mocks {
      let place = places[mock.conditions.request("").text, default: groups.count]
      if place == groups.count {
        groups.append([])
        places[mock.conditions.request("").text] = place
      }
      groups[place].append(mock)
    }
    var names = UniqueNames()
    var requests: [MockedRequest] = []
    for group in groups { requests.append(try request(names.unique(group[0].conditions.name), group)) }
    return requests
  }

  /// Returns a request whose responses answer in turn.
  private static func request(_ name: String, _ mocks: [LaunchMock]) throws(MockedRequestError) -> MockedRequest {
    var names = UniqueNames()
    let responses = mocks.map { $0.makeResponse(names.unique($0.responseName)) }
    let steps = zip(responses, mocks).map { SequenceStep.response($0.name, times: $1.times ?? 1) }
    if let index = mocks.dropLast().firstIndex(where: { $0.times == nil }) {
      throw MockedRequestError(
        mocks[index + 1].conditions.request(name),
        ["response '\(responses[index + 1].name)' never answers, since '\(responses[index].name)' always does"])
    }
    let isEndless = mocks.last?.times == nil
    let isSequence = mocks.count > 1 || !isEndless
    return mocks[0].conditions.request(
      name, sequence: isSequence ? steps : [], after: isEndless ? .stay : .fallThrough, responses)
  }
}

/// Makes names unique: the second of two equal names gets `(2)` after it.
private struct UniqueNames {
  private var used: Set<String> = []

  mutating func unique(_ name: String) -> String {
    var unique = name
    var number = 1
    while !used.insert(unique).inserted {
      number += 1
      unique = "\(name) (\(number))"
    }
    return unique
  }
}
