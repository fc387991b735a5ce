import HTTPTypes
import MockSpec

extension MockCall {
  /// How many times the call may still be forwarded (RFC 9110 §7.6.2). `nil` for other methods than `OPTIONS` and
  /// `TRACE`, and for a malformed value.
  var maxForwards: Int? {
    guard method == "OPTIONS" || method == "TRACE" else { return nil }
    let values = fields[values: .maxForwards]
    guard values.count == 1, !values[0].isEmpty, values[0].utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int(values[0]) ?? .max
  }
}
