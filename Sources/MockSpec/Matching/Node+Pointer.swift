import MockSpecDocument

extension Node {
  /// Returns the JSON Pointer (RFC 6901) from this node to a descendant, or to the member with that node as its key.
  func pointer(to node: Node) -> String {
    var pointer = ""
    var current = self
    while current.index < node.index, let (token, child) = current.child(containing: node) {
      pointer += "/" + token.asPointerToken
      current = child
    }
    return pointer
  }

  /// Returns the child that contains a node. It is the last child that doesn't follow the node, since indices are in
  /// document order.
  private func child(containing node: Node) -> (token: String, child: Node)? {
    var found: (token: String, child: Node)?
    if kind == .mapping {
      for (key, value) in entries where key.index <= node.index { found = (key.text, value) }
    } else {
      for (index, element) in elements.enumerated() where element.index <= node.index {
        found = ("\(index)", element)
      }
    }
    return found
  }
}

extension String {
  /// The text escaped as a token of a JSON Pointer (RFC 6901 §3).
  package var asPointerToken: String { replacing("~", with: "~0").replacing("/", with: "~1") }
}
