extension RequestContent.Parameters {
  /// The parameters as names and values, in order.
  ///
  /// - Parameter part: Where they are sent, for errors.
  func pairs(in part: RequestEncodingError.Part) throws(EncodingProblem) -> [(name: String, value: String)] {
    var pairs: [(name: String, value: String)] = []
    for parameter in parameters.all { try append(parameter.value, parameter.name, to: &pairs, part) }
    return pairs
  }

  private func append(
    _ value: ParameterValue, _ name: String, to pairs: inout [(name: String, value: String)],
    _ part: RequestEncodingError.Part
  ) throws(EncodingProblem) {
    switch value {
    case .string(let text): pairs.append((name, text))
    case .integer(let number): pairs.append((name, "\(number)"))
    case .number(let number):
      guard number.isFinite else {
        throw EncodingProblem(part, "the value of '\(name)' is \(number): only finite numbers can be sent")
      }
      pairs.append((name, "\(number)"))
    case .boolean(let isTrue):
      pairs.append((name, style.booleans == .numeric ? (isTrue ? "1" : "0") : "\(isTrue)"))
    case .array(let values):
      for (index, value) in values.enumerated() {
        let suffix =
          switch style.arrays {
          case .brackets: "[]"
          case .noBrackets: ""
          case .indices: "[\(index)]"
          }
        try append(value, name + suffix, to: &pairs, part)
      }
    case .object(let object):
      for member in object.all { try append(member.value, "\(name)[\(member.name)]", to: &pairs, part) }
    }
  }

  /// The parameters in a query, where only unreserved characters stay as they are.
  func query() throws(EncodingProblem) -> String {
    try pairs(in: .query).map {
      $0.name.percentEncoded(except: \.isUnreserved) + "=" + $0.value.percentEncoded(except: \.isUnreserved)
    }.joined(separator: "&")
  }

  /// The parameters as `application/x-www-form-urlencoded`: the serializer of the WHATWG URL standard, §5.2.
  func form() throws(EncodingProblem) -> String {
    try pairs(in: .body).map { $0.name.formEncoded + "=" + $0.value.formEncoded }.joined(separator: "&")
  }
}

extension String {
  /// The text in the percent-encoding of that standard, which keeps `*`, encodes `~`, and writes a space as a plus
  /// sign.
  fileprivate var formEncoded: String {
    percentEncoded {
      ($0.isUnreserved && $0 != UInt8(ascii: "~")) || $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: " ")
    }
    .replacing(" ", with: "+")
  }
}
