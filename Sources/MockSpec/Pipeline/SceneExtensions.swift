import MockSpecDiagnostics

/// The scenes that extend others, followed once each.
struct SceneExtensions {
  /// The scenes that extend themselves: the name of the first one of each circle in the file, and the others in the order
  /// in which they extend each other.
  private(set) var circles: [String: [ProjectSpec.Scene]] = [:]
  /// The first scene with which more selections are inherited than the limit; `nil` if there is none.
  private(set) var excessive: ProjectSpec.Scene?
  /// The number of scenes that were looked at.
  private(set) var looks = 0

  /// The maximum number of selections that all scenes together inherit from those that they extend.
  static let limit = 1_000_000

  /// - Parameter byName: The scenes by name; the first of each name.
  init(_ scenes: [ProjectSpec.Scene], _ byName: [String: ProjectSpec.Scene], limit: Int = Self.limit) {
    /// The number of selections of each scene, with those that it inherits.
    var counts: [String: Int] = [:]
    var inherited = 0
    for scene in scenes {
      // The scene and those that it extends, up to one that is known.
      var path: [ProjectSpec.Scene] = []
      var places: [String: Int] = [:]
      var next: ProjectSpec.Scene? = scene
      while let scene = next, counts[scene.name.value] == nil {
        looks += 1
        if let start = places[scene.name.value] {
          add(Array(path[start...]))
          break
        }
        places[scene.name.value] = path.count
        path.append(scene)
        next = scene.extends.flatMap { byName[$0.value] }
      }
      for scene in path.reversed() {
        let base = scene.extends.flatMap { counts[$0.value] } ?? 0
        // A scene can have about as many selections as its file has bytes, but only the sum is limited.
        counts[scene.name.value] = min(base + scene.selections.count, limit)
        inherited = min(inherited + base, limit + 1)
        if inherited > limit, excessive == nil { excessive = scene }
      }
    }
  }
  private mutating func add(_ circle: [ProjectSpec.Scene]) {
    let first = circle.indices.min { circle[$0].name.range.bytes.lowerBound < circle[$1].name.range.bytes.lowerBound }
    guard let first else { return }
    circles[circle[first].name.value] = Array(circle[(first + 1)...] + circle[..<first])
  }
}
