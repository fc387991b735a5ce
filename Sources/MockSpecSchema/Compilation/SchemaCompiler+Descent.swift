/// Limits the length of chains of schemas that apply to the same value (`$ref`, `allOf`, …). A cycle would never end.
///
/// The targets of dynamic references are known only when a value is checked; `SchemaCheck` limits their depth.
extension SchemaCompiler {
  private static let maximumDescent = 32

  func checkDescent() throws(SchemaError) {
    var heights = [Int](repeating: 0, count: nodes.count)
    for index in nodes.indices { _ = try height(of: index, above: 0, &heights) }
  }

  private func height(of index: Int, above depth: Int, _ heights: inout [Int]) throws(SchemaError) -> Int {
    if heights[index] > 0 { return heights[index] }
    guard depth < Self.maximumDescent else { throw tooFar(index) }
    let node = nodes[index]
    let next = [node.reference, node.not, node.condition, node.then, node.otherwise].compactMap(\.self)
    var height = 1
    for index in next + node.allOf + node.anyOf + node.oneOf + node.dependentSchemas.map(\.schema) {
      height = max(height, 1 + (try self.height(of: index, above: depth + 1, &heights)))
    }
    guard height <= Self.maximumDescent else { throw tooFar(index) }
    heights[index] = height
    return height
  }

  private func tooFar(_ index: Int) -> SchemaError {
    SchemaError(
      nodes[index].source,
      "circular reference, or more than \(Self.maximumDescent) schemas that apply each other to the same value")
  }
}
