import MockSpecDocument

extension Node {
  /// The JSON Pointer (RFC 6901) that leads from here to a node below, or to the member whose key it is.
  func pointer(to node: Node) -> String {
    var pointer = ""
    var place = self
    while place.index < node.index, let (token, child) = place.child(holding: node) {
      pointer += "/" + token.asPointerToken
      place = child
    }
    return pointer
  }

  /// Nodes are numbered in the order in which they are written.
  private func child(holding node: Node) -> (token: String, child: Node)? {
    var holding: (token: String, child: Node)?
    if kind == .mapping {
      for (key, value) in entries where key.index <= node.index { holding = (key.text, value) }
    } else {
      for (index, element) in elements.enumerated() where element.index <= node.index {
        holding = ("\(index)", element)
      }
    }
    return holding
  }
}

extension String {
  /// RFC 6901 §3.
  var asPointerToken: String { replacing("~", with: "~0").replacing("/", with: "~1") }
}
