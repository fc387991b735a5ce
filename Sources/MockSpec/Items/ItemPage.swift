/// The items of a list that a call gets.
struct ItemPage: Sendable {
  let items: [Item]
  /// The number of items on all pages.
  let total: Int
  /// The number of the page, from 1.
  let number: Int
  /// The maximum number of items on a page; `nil` if there is no maximum.
  let limit: Int?

  /// The number of pages, at least 1.
  var count: Int { limit.map { max(1, (total + $0 - 1) / $0) } ?? 1 }

  /// The items as a JSON array.
  var json: [UInt8] {
    var json = [UInt8(ascii: "[")]
    json.reserveCapacity(items.reduce(2) { $0 + $1.json.count + 1 })
    for item in items {
      if json.count > 1 { json.append(UInt8(ascii: ",")) }
      json += item.json
    }
    return json + [UInt8(ascii: "]")]
  }

  /// Returns the value of a `Link` field with the first, previous, next and last page (RFC 8288); `nil` if there is one page
  /// for all items.
  ///
  /// - Parameters:
  ///   - path: The path of the call, as sent.
  ///   - query: The query of the call, as sent. All but the page is kept.
  ///   - name: The name of the query's parameter for the page.
  func links(path: String, query: String, pageName name: String) -> String? {
    if limit == nil { return nil }
    let last = count
    var pages = [("first", 1)]
    if number > 1 { pages.append(("prev", min(number - 1, last))) }
    if number < last { pages.append(("next", number + 1)) }
    pages.append(("last", last))
    let kept = query.utf8.split(separator: UInt8(ascii: "&")).filter { piece in
      !QueryText.pairs(Array(piece)).contains { $0.name.hasSameBytes(as: name) }
    }
    let start = Self.encoded(path.utf8) + "?" + kept.map { Self.encoded($0) + "&" }.joined()
    let page = PercentText.encode(name.utf8, keeping: "-._~")
    return pages.map { "<\(start)\(page)=\($1)>; rel=\"\($0)\"" }.joined(separator: ", ")
  }

  /// Encodes the bytes that a URI can't contain.
  private static func encoded(_ bytes: some Sequence<UInt8>) -> String {
    PercentText.encode(bytes, keeping: "-._~%!$&'()*+,;=:@/?")
  }
}
