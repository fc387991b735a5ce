import MockSpec
import MockSpecDiagnostics
import MockSpecDocument

/// Templates in Handlebars, as WireMock and Mockoon have them, as templates of MockSpec.
enum Handlebars {
  /// Translates a body and the values of headers.
  ///
  /// - Parameters:
  ///   - node: The location of the template in the source.
  ///   - name: Returns what a tag is in MockSpec; `nil` if there is nothing with the same result.
  /// - Returns: Whether the response is a template. If a tag isn't supported, which is reported, the texts stay as they are.
  static func translate(
    _ bytes: inout [UInt8], _ fields: inout [(name: String, value: String)], at node: Node, _ losses: inout LossList,
    _ name: (Substring) -> String?
  ) -> Bool {
    guard let text = String(validating: bytes, as: UTF8.self),
      text.contains("{{") || fields.contains(where: { $0.value.contains("{{") })
    else { return false }
    do throws(UnknownTag) {
      let body = try translate(text, name)
      let values = try fields.map { field throws(UnknownTag) in try translate(field.value, name) }
      bytes = Array(body.utf8)
      for index in fields.indices { fields[index].value = values[index] }
      return true
    } catch {
      losses.approximate(
        "the tag '\(Excerpt.of(error.tag))' of the template isn't supported, so the text is sent as it is", at: node)
      return false
    }
  }

  struct UnknownTag: Error { let tag: String }

  /// Returns a template of MockSpec.
  static func translate(_ text: String, _ name: (Substring) -> String?) throws(UnknownTag) -> String {
    var result = ""
    var rest = text[...]
    while let open = rest.firstRange(of: "{{") {
      result += rest[..<open.lowerBound]
      rest = rest[open.upperBound...]
      let isTriple = rest.hasPrefix("{")
      if isTriple { rest.removeFirst() }
      guard let close = rest.firstRange(of: isTriple ? "}}}" : "}}") else { throw UnknownTag(tag: String(rest)) }
      let tag = rest[..<close.lowerBound].trimmingBlanks
      guard tag.utf8.count <= 4000, let name = name(tag) else { throw UnknownTag(tag: String(tag)) }
      result += isTriple ? "{{{\(name)}}}" : "{{\(name)}}"
      rest = rest[close.upperBound...]
    }
    return result + rest
  }
}

extension Substring {
  fileprivate var trimmingBlanks: Substring {
    var text = drop { $0 == " " || $0 == "\n" || $0 == "\t" }
    while let last = text.last, last == " " || last == "\n" || last == "\t" { text.removeLast() }
    return text
  }
}
