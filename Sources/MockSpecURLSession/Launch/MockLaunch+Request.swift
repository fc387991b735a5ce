public import Foundation
public import MockSpec

extension MockLaunch {
  /// A request of a ``MockLaunch`` that still needs a response.
  public struct Request: Sendable {
    /// Conditions by name, such as `["page": 1, "q": .contains("lamp")]`.
    public typealias Conditions = MockedRequest.Conditions

    let launch: MockLaunch
    var conditions: LaunchMock.Conditions

    /// Returns the request with further conditions.
    ///
    /// - Parameters:
    ///   - query: Conditions on query parameters. Other parameters are allowed.
    ///   - headers: Conditions on headers, whose names are case-insensitive.
    ///   - body: A condition on the body, instead of an earlier one. It can't name a file.
    public func when(query: Conditions = [:], headers: Conditions = [:], body: BodyCondition? = nil) -> Request {
      var request = self
      request.conditions.query += query
      request.conditions.headers += headers
      request.conditions.body = body ?? conditions.body
      return request
    }

    /// Returns a response without a body.
    ///
    /// - Parameters:
    ///   - status: The status code, from 200 to 599.
    ///   - headers: The headers in the order in which they are sent.
    ///   - delay: The time to wait before anything is sent.
    public func with(
      status: Int = 200, headers: KeyValuePairs<String, String> = [:], delay: Duration = .zero
    ) -> Response {
      with(MockReply(status: status, headers: headers), delay: delay)
    }

    /// Returns a response with a JSON body.
    ///
    /// - Parameters:
    ///   - status: The status code, from 200 to 599.
    ///   - headers: The headers in the order in which they are sent.
    ///   - json: The body, which is sent as written.
    ///   - delay: The time to wait before anything is sent.
    public func with(
      status: Int = 200, headers: KeyValuePairs<String, String> = [:], json: String, delay: Duration = .zero
    ) -> Response {
      with(MockReply(status: status, headers: headers, json: json), delay: delay)
    }

    /// Returns a response with a JSON body that is encoded from a value.
    ///
    /// - Parameters:
    ///   - status: The status code, from 200 to 599.
    ///   - headers: The headers in the order in which they are sent.
    ///   - value: The value.
    ///   - encoder: The encoder; by default, one that sorts keys.
    ///   - delay: The time to wait before anything is sent.
    public func with(
      status: Int = 200, headers: KeyValuePairs<String, String> = [:], json value: some Encodable,
      encoder: JSONEncoder? = nil, delay: Duration = .zero
    ) -> Response {
      with(MockReply(status: status, headers: headers, json: value, encoder: encoder), delay: delay)
    }

    /// Returns a response with a text body.
    ///
    /// - Parameters:
    ///   - status: The status code, from 200 to 599.
    ///   - headers: The headers in the order in which they are sent.
    ///   - text: The body, which is sent as UTF-8.
    ///   - delay: The time to wait before anything is sent.
    public func with(
      status: Int = 200, headers: KeyValuePairs<String, String> = [:], text: String, delay: Duration = .zero
    ) -> Response {
      with(MockReply(status: status, headers: headers, text: text), delay: delay)
    }

    /// Returns a response with a body of any bytes, for which no `Content-Type` is inferred.
    ///
    /// - Parameters:
    ///   - status: The status code, from 200 to 599.
    ///   - headers: The headers in the order in which they are sent.
    ///   - body: The bytes of the body, such as a `Data`.
    ///   - delay: The time to wait before anything is sent.
    public func with(
      status: Int = 200, headers: KeyValuePairs<String, String> = [:], body: some Sequence<UInt8>,
      delay: Duration = .zero
    ) -> Response {
      with(MockReply(status: status, headers: headers, body: body), delay: delay)
    }

    /// Returns a response whose body is in a file of the test. The test reads it, so the app doesn't need it.
    ///
    /// `Content-Type` is inferred from the file's extension, unless a header sets it.
    ///
    /// - Parameters:
    ///   - status: The status code, from 200 to 599.
    ///   - headers: The headers in the order in which they are sent.
    ///   - file: The location of the file; a string literal is a path.
    ///   - delay: The time to wait before anything is sent.
    ///   - filePath: The source file from which a relative path is looked up.
    public func with(
      status: Int = 200, headers: KeyValuePairs<String, String> = [:], file: FileLocation, delay: Duration = .zero,
      filePath: String = #filePath
    ) -> Response {
      with(MockReply(status: status, headers: headers, file: file, filePath: filePath), delay: delay)
    }

    /// Returns a response from a reply.
    ///
    /// - Parameters:
    ///   - reply: The reply.
    ///   - delay: The time to wait before anything is sent.
    public func with(_ reply: MockReply, delay: Duration = .zero) -> Response {
      Response(request: self, name: "\(reply.status)") { MockedResponse($0, reply, delay: delay) }
    }

    /// Returns a response with which the call fails.
    ///
    /// - Parameters:
    ///   - error: The code of the `URLError`.
    ///   - delay: The time to wait before the call fails.
    public func with(error: URLError.Code, delay: Duration = .zero) -> Response {
      let name = error.name?.rawValue ?? "URLError \(error.rawValue)"
      return Response(request: self, name: name) { MockedResponse($0, error: error, delay: delay) }
    }

    /// Returns a response whose connection is dropped: the call fails with `URLError.networkConnectionLost`.
    ///
    /// - Parameter delay: The time to wait before the connection is dropped.
    public func withDroppedConnection(delay: Duration = .zero) -> Response {
      with(error: .networkConnectionLost, delay: delay)
    }
  }

  /// A response of a ``MockLaunch`` that still needs the number of calls that it answers.
  public struct Response: Sendable {
    let request: Request
    let name: String
    let make: @Sendable (_ name: String) -> MockedResponse

    /// Returns the launch with this response, which answers one call.
    public func once() -> MockLaunch { times(1) }

    /// Returns the launch with this response, which answers a number of calls.
    ///
    /// - Parameter count: The number; at least 1.
    public func times(_ count: Int) -> MockLaunch { adding(times: count) }

    /// Returns the launch with this response, which answers all calls.
    public func always() -> MockLaunch { adding(times: nil) }

    private func adding(times: Int?) -> MockLaunch {
      request.launch.adding(
        LaunchMock(conditions: request.conditions, responseName: name, makeResponse: make, times: times))
    }
  }
}
