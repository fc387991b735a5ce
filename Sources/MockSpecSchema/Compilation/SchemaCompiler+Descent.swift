/// How far schemas lead to others about the same value: `$ref`, `allOf` and their like. A circle would never end.
///
/// Where dynamic references lead is known only when a value is checked, and bounded there.
extension SchemaCompiler {
  private static let longestDescent = 32

  func checkDescent() throws(SchemaError) {
    var heights = [Int](repeating: 0, count: nodes.count)
    for index in nodes.indices { _ = try height(of: index, above: 0, &heights) }
  }

  private func height(of index: Int, above depth: Int, _ heights: inout [Int]) throws(SchemaError) -> Int {
    if heights[index] > 0 { return heights[index] }
    guard depth < Self.longestDescent else { throw tooFar(index) }
    let node = nodes[index]
    let next = [node.reference, node.not, node.condition, node.then, node.otherwise].compactMap(\.self)
    var height = 1
    for index in next + node.allOf + node.anyOf + node.oneOf + node.dependentSchemas.map(\.schema) {
      height = max(height, 1 + (try self.height(of: index, above: depth + 1, &heights)))
    }
    guard height <= Self.longestDescent else { throw tooFar(index) }
    heights[index] = height
    return height
  }

  private func tooFar(_ index: Int) -> SchemaError {
    SchemaError(
      nodes[index].place,
      "schemas refer to each other in a circle, or over more than \(Self.longestDescent) steps")
  }
}
