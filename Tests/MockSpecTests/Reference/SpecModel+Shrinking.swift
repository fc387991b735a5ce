/// Shrinks a failing project and call by removing the parts that aren't needed for the failure.
struct Shrinking {
  var model: SpecModel
  var request: RequestModel

  /// - Parameter fails: Returns whether the test still fails.
  func smallest(where fails: (SpecModel, RequestModel) throws -> Bool) rethrows -> Shrinking {
    var best = self
    while let smaller = try best.smaller.first(where: { try fails($0.model, $0.request) }) { best = smaller }
    return best
  }

  /// The models that are one step smaller.
  private var smaller: [Shrinking] {
    var found: [Shrinking] = []
    for index in model.requests.indices {
      var without = self
      without.model.requests.remove(at: index)
      found.append(without)
      for change in Self.changes {
        var changed = self
        if change(&changed.model.requests[index]) { found.append(changed) }
      }
    }
    for index in model.collections.indices {
      var without = self
      without.model.collections.remove(at: index)
      found.append(without)
    }
    for change in Self.requestChanges {
      var changed = self
      if change(&changed.request) { found.append(changed) }
    }
    return found
  }

  private typealias Change<Value> = @Sendable (inout Value) -> Bool

  /// Changes that remove a part. Each returns whether it removed anything.
  private static let changes: [Change<SpecModel.Request>] = [
    { empty(&$0.others) }, { take(&$0.when) }, { take(&$0.body) }, { take(&$0.scheme) }, { take(&$0.host) },
    { take(&$0.port) },
    { empty(&$0.methods) }, { empty(&$0.params) }, { empty(&$0.query) }, { empty(&$0.headers) }, { empty(&$0.cookies) },
    { request in
      defer { request.priority = 0 }
      return request.priority != 0
    },
    { request in
      defer { request.hasExactQuery = false }
      return request.hasExactQuery
    },
    { request in
      defer { request.isEnabled = true }
      return !request.isEnabled
    },
    { request in
      guard let path = request.path, path.count > 1, request.params.isEmpty else { return false }
      request.path?.removeLast()
      return true
    },
    { request in
      guard let path = request.path, path.count > 1, request.params.isEmpty else { return false }
      request.path?.removeFirst()
      return true
    },
  ]

  private static let requestChanges: [Change<RequestModel>] = [
    { take(&$0.query) }, { take(&$0.port) }, { empty(&$0.fields) },
    { request in
      defer { request.body = .text("") }
      return !request.body.text.isEmpty
    },
    { request in
      guard let slash = request.path.lastIndex(of: "/"), slash > request.path.startIndex else { return false }
      request.path = String(request.path[..<slash])
      return true
    },
  ]

  private static func take<Value>(_ value: inout Value?) -> Bool {
    defer { value = nil }
    return value != nil
  }

  private static func empty<Element>(_ elements: inout [Element]) -> Bool {
    defer { elements = [] }
    return !elements.isEmpty
  }
}
