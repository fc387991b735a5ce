/// Parameters of a query, a form or a JSON object.
///
/// ```swift
/// ["q": text, "page": 2, "tags": ["swift", "http"], "after": cursor]  // `nil` omits a parameter
/// ```
///
/// They are sent in the order in which they are written; in JSON, names are sorted. A dictionary is sorted by name. In a
/// query or a form, a name can occur more than once.
public struct RequestParameters: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  struct Parameter: Sendable, Hashable {
    let name: String
    let value: ParameterValue
  }

  /// In the order in which they are sent.
  private(set) var all: [Parameter] = []

  /// Creates parameters in the order of a literal; those whose value is `nil` are omitted.
  public init(dictionaryLiteral elements: (String, (any ParameterConvertible)?)...) {
    for case (let name, let value?) in elements { append(name, value) }
  }

  /// Creates parameters that are sorted by name.
  public init(_ parameters: [String: any ParameterConvertible]) {
    for (name, value) in parameters.sorted(by: { $0.key < $1.key }) { append(name, value) }
  }

  /// Adds a parameter at the end.
  public mutating func append(_ name: String, _ value: any ParameterConvertible) {
    all.append(Parameter(name: name, value: value.parameterValue))
  }
}

/// The value of a parameter.
public indirect enum ParameterValue: Sendable, Hashable {
  /// A text.
  case string(String)
  /// An integer.
  case integer(Int64)
  /// A number. It must be finite.
  case number(Double)
  /// A Boolean. A query or a form has it in the style of ``ParameterStyle/booleans``.
  case boolean(Bool)
  /// Values. A query or a form has them in the style of ``ParameterStyle/arrays``.
  case array([ParameterValue])
  /// Named values. A query or a form has their names in brackets: `filter[state]=open`.
  case object(RequestParameters)
}

/// A type whose values can be used as values of parameters.
///
/// An enum of strings or numbers needs no code to conform.
public protocol ParameterConvertible {
  /// The value as a ``ParameterValue``.
  var parameterValue: ParameterValue { get }
}

extension ParameterConvertible where Self: RawRepresentable, RawValue: ParameterConvertible {
  /// The value as a ``ParameterValue``.
  public var parameterValue: ParameterValue { rawValue.parameterValue }
}

extension ParameterValue: ParameterConvertible {
  /// The value as a ``ParameterValue``.
  public var parameterValue: ParameterValue { self }
}

extension RequestParameters: ParameterConvertible {
  /// The value as a ``ParameterValue``.
  public var parameterValue: ParameterValue { .object(self) }
}

extension String: ParameterConvertible {
  /// The value as a ``ParameterValue``.
  public var parameterValue: ParameterValue { .string(self) }
}

extension Substring: ParameterConvertible {
  /// The value as a ``ParameterValue``.
  public var parameterValue: ParameterValue { .string(String(self)) }
}

extension Bool: ParameterConvertible {
  /// The value as a ``ParameterValue``.
  public var parameterValue: ParameterValue { .boolean(self) }
}

extension Int: ParameterConvertible {
  /// The value as a ``ParameterValue``.
  public var parameterValue: ParameterValue { .integer(Int64(self)) }
}

extension Int64: ParameterConvertible {
  /// The value as a ``ParameterValue``.
  public var parameterValue: ParameterValue { .integer(self) }
}

extension Double: ParameterConvertible {
  /// The value as a ``ParameterValue``.
  public var parameterValue: ParameterValue { .number(self) }
}

extension Array: ParameterConvertible where Element: ParameterConvertible {
  /// The value as a ``ParameterValue``.
  public var parameterValue: ParameterValue { .array(map(\.parameterValue)) }
}

/// Sorted by name.
extension Dictionary: ParameterConvertible where Key == String, Value: ParameterConvertible {
  /// The value as a ``ParameterValue``.
  public var parameterValue: ParameterValue { .object(RequestParameters(self)) }
}

extension RequestParameters: Encodable {
  /// Encodes the parameters as an object, such as one of JSON.
  ///
  /// - Throws: `EncodingError` if a name occurs twice, or a number isn't finite.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    var seen: Set<String> = []
    for parameter in all {
      let name = Name(stringValue: parameter.name)
      guard seen.insert(parameter.name).inserted else {
        throw EncodingError.invalidValue(
          parameter.value,
          .init(
            codingPath: container.codingPath + [name],
            debugDescription: "the name '\(parameter.name)' occurs twice in one JSON object"))
      }
      try container.encode(parameter.value, forKey: name)
    }
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

extension ParameterValue: Encodable {
  /// Encodes the value without its case.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let parameters): try parameters.encode(to: encoder)
    case .array(let values): try values.encode(to: encoder)
    case .string(let value): try value.encode(to: encoder)
    case .integer(let value): try value.encode(to: encoder)
    case .number(let value): try value.encode(to: encoder)
    case .boolean(let value): try value.encode(to: encoder)
    }
  }
}
