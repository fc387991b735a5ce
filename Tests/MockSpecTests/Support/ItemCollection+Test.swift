import HTTPTypes
import MockSpecDocument

@testable import MockSpec

/// Returns the items in a JSON array.
func items(_ json: String, idName: String = "id") -> [Item] {
  let root = DocumentParser.parseJSON(Array(json.utf8))!.root
  return root.elements.map { Item(id: Item.id($0.value(idName)!)!, json: JSONBody.bytes($0)) }
}

extension ItemCollection {
  /// Returns the answer to a call such as `PATCH /users/1`.
  func answer(_ line: String, _ body: String = "", _ fields: HTTPFields = [:]) -> ItemAnswer {
    var changes = ItemChanges()
    return answer(line, body, fields, &changes)
  }

  func answer(
    _ line: String, _ body: String = "", _ fields: HTTPFields = [:], _ changes: inout ItemChanges,
    takesMemory: (Int) -> Bool = { _ in true }
  ) -> ItemAnswer {
    let words = line.split(separator: " ", maxSplits: 1)
    let target = words[1].split(separator: "?", maxSplits: 1)
    let segments = target[0].split(separator: "/")
    let id = segments.count > 1 ? PercentText.decode(segments[1]) : nil
    let operation = ItemOperation.allCases.first { $0.method == words[0] && $0.hasID == (id != nil) }!
    let call = MockCall(
      method: String(words[0]), target: .originForm, scheme: nil, host: nil, port: nil, path: String(target[0]),
      query: target.count > 1 ? String(target[1]) : nil, fields: fields, body: Array(body.utf8))
    return perform(operation, ItemCall(call, operation, id: id, body: call.body), &changes, takesMemory: takesMemory)
  }
}

extension ItemAnswer {
  var text: String { String(decoding: body, as: UTF8.self) }
}

extension HTTPFields {
  subscript(name: String) -> String? { self[HTTPField.Name(name)!] }
}

extension [HTTPField] {
  subscript(name: HTTPField.Name) -> String? { first { $0.name == name }?.value }
}
