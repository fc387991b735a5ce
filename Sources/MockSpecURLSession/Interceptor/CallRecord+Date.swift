public import Foundation
public import MockSpec

extension CallRecord {
  /// The time at which the call arrived.
  public var date: Date { Date(timeIntervalSince1970: time / .seconds(1)) }
}
