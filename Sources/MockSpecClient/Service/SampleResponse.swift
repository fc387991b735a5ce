public import Foundation
public import HTTPTypes

/// The answer of a stubbed call for which there is no spec.
public struct SampleResponse: Sendable, Hashable {
  public var status: Int
  public var headers: HTTPFields
  public var body: Data

  public init(status: Int = 200, headers: HTTPFields = [:], body: Data = Data()) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }
}
