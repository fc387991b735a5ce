public import HTTPTypes

extension MockedRequest {
  /// Returns the request with another alternative of its conditions: it matches calls that meet all conditions of one of them.
  ///
  ///     MockedRequest("Search", .get, "/search") {
  ///       MockedResponse("Found", json: "[]")
  ///     }
  ///     .or(.post, "/v2/search", body: .json("{}"))
  ///
  /// The condition `where` of the request applies to all alternatives.
  ///
  /// - Parameters:
  ///   - match: The conditions, as `[METHOD] [[scheme:]//host[:port]]/path[?query]`.
  ///   - params: Conditions on the segments that the path captures, such as `{id}`.
  ///   - query: Conditions on query parameters, besides those in `match`.
  ///   - exactQuery: Whether the query has no other parameters than those with conditions.
  ///   - headers: Conditions on headers. The value of a header is its fields joined by `, `.
  ///   - cookies: Conditions on cookies.
  ///   - body: A condition on the body.
  public func or(
    _ match: String, params: Conditions = [:], query: Conditions = [:], exactQuery: Bool = false,
    headers: Conditions = [:], cookies: Conditions = [:], body: BodyCondition? = nil
  ) -> MockedRequest {
    var request = self
    request.others.append(
      OtherMatch(match: match, long: LongForm(params, query, exactQuery, headers, cookies, body)))
    return request
  }

  /// Returns the request with another alternative of its conditions: it matches calls that meet all conditions of one of them.
  ///
  /// - Parameters:
  ///   - method: The method. `.get` also matches `HEAD`.
  ///   - target: The conditions on the URL, as `[[scheme:]//host[:port]]/path[?query]`.
  ///   - params: Conditions on the segments that the path captures, such as `{id}`.
  ///   - query: Conditions on query parameters, besides those in `target`.
  ///   - exactQuery: Whether the query has no other parameters than those with conditions.
  ///   - headers: Conditions on headers. The value of a header is its fields joined by `, `.
  ///   - cookies: Conditions on cookies.
  ///   - body: A condition on the body.
  public func or(
    _ method: HTTPRequest.Method, _ target: String, params: Conditions = [:], query: Conditions = [:],
    exactQuery: Bool = false, headers: Conditions = [:], cookies: Conditions = [:], body: BodyCondition? = nil
  ) -> MockedRequest {
    or(
      "\(method.rawValue) \(target)", params: params, query: query, exactQuery: exactQuery, headers: headers,
      cookies: cookies, body: body)
  }
}
