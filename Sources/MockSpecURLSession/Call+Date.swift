public import Foundation
public import MockSpec

extension Call {
  /// When the request came.
  public var date: Date { Date(timeIntervalSince1970: time / .seconds(1)) }
}
