import Foundation

/// A folder of the tree in which one writer works, with files of each kind.
///
/// ```
/// tree/a0/*.mock.yaml, *.mock.json      bodies inside the specs, or in files
///        /bodies, schemas, linked       body files, a schema, links to body files in the tree and outside
///        /out -> ../../outside/a0/specs a folder outside with a spec
///        /map/..data -> ..1             like a mounted ConfigMap
///        /repo                          a git repository
///        /sub, extra*                   folders that are moved, and added and removed
/// ```
final class Area {
  let name: String
  /// The area's folder in the tree.
  let folder: String
  /// The area's folder outside of the tree, on the same file system.
  let outside: String
  /// Regular files that can be replaced in any way.
  private(set) var targets: [Target] = []
  /// Body files that are reached by links, each by its own path.
  private(set) var linked: [Target] = []
  private(set) var map: [Target] = []
  var mapNumber = 1
  private(set) var repository: [Target] = []
  /// The records of each branch.
  var branches: [String: [String: Record]] = [:]
  var branch = "main"
  /// The folder that is moved, and its files.
  private(set) var moved = "sub"
  private var movedTargets: [Target] = []
  /// Whether the link `linked/l0.txt` leads to its first target.
  var isSwapped = false
  let hardLinked: Target
  /// The spec outside.
  let specs: Target
  /// Names of requests in folders that are added and removed, with whether they exist.
  var extras: [(name: String, exists: Bool)] = []
  private let oracle: Oracle

  init(_ index: Int, base: String, _ oracle: Oracle) throws {
    self.oracle = oracle
    name = "a\(index)"
    folder = base + "/tree/" + name
    outside = base + "/outside/" + name
    hardLinked = Target(folder + "/bodies/h0.txt", .body, [name + "h0"])
    specs = Target(outside + "/specs/p0.mock.yaml", .yaml, [name + "p0"])
    let inner = ["bodies", "bodies/deep", "schemas", "linked", "map", "map/..1", "repo", "sub"]
    for path in [folder, outside, outside + "/specs"] + inner.map({ "\(folder)/\($0)" }) { try Disk.makeFolder(path) }
    try makeFiles()
    for target in targets + linked + [hardLinked] { try create(target) }
    try makeLinks()
    extras = (0..<4).map { (name + "x\($0)", false) }
    for extra in extras { oracle.add(extra.name, presence: .absent) }
  }

  private func target(_ path: String, _ format: Target.Format, _ names: String...) -> Target {
    Target(path.hasPrefix("/") ? path : folder + "/" + path, format, names.map { name + $0 })
  }

  private func create(_ target: Target, at path: String? = nil) throws {
    for name in target.names { oracle.add(name, presence: .present) }
    for name in target.contained { target.last[name] = oracle.next(name, length: 200) }
    try Disk.write(target.text(), to: path ?? target.path)
  }

  private func makeFiles() throws {
    movedTargets = [target("sub/n0.mock.yaml", .holder(file: "n0.txt"), "n0"), target("sub/n0.txt", .body, "n0")]
    targets =
      [
        target("y0.mock.yaml", .yaml, "y0"), target("y1.mock.yml", .yaml, "y1", "y2"),
        target("j0.mock.json", .json, "j0"), target("j1.mock.json", .json, "j1", "j2"),
        target("f0.mock.yaml", .holder(file: "bodies/f0.txt"), "f0"), target("bodies/f0.txt", .body, "f0"),
        target("f1.mock.yaml", .holder(file: "bodies/deep/f1.txt"), "f1"), target("bodies/deep/f1.txt", .body, "f1"),
        target("s0.mock.yaml", .matching(schema: "schemas/s.json"), "s0"), target("schemas/s.json", .schema, "s0"),
        target("h0.mock.yaml", .holder(file: "bodies/h0.txt"), "h0"),
        target("l0.mock.yaml", .holder(file: "linked/l0.txt"), "l0"),
        target("o0.mock.yaml", .holder(file: "linked/o0.txt"), "o0"),
        specs,
      ] + movedTargets
    linked = [
      target("linked/.t0.txt", .body, "l0"), target("linked/.t1.txt", .body, "l0"),
      target(outside + "/o0.txt", .body, "o0"),
    ]
  }

  private func makeLinks() throws {
    // The last one written.
    try Disk.link(folder + "/linked/l0.txt", toward: ".t1.txt")
    try Disk.link(folder + "/linked/o0.txt", toward: "../../../outside/\(name)/o0.txt")
    try Disk.link(folder + "/out", toward: "../../outside/\(name)/specs")
    map = [
      target("m0.mock.yaml", .yaml, "m0"), target("m1.mock.yaml", .holder(file: "m1.txt"), "m1"),
      target("m1.txt", .body, "m1"),
    ]
    try Disk.link(folder + "/map/..data", toward: "..1")
    for target in map {
      let file = (target.path as NSString).lastPathComponent
      try create(target, at: folder + "/map/..1/" + file)
      try Disk.link(folder + "/map/" + file, toward: "..data/" + file)
    }
    repository = [
      target("repo/g0.mock.yaml", .yaml, "g0"), target("repo/g1.mock.yaml", .holder(file: "g1.txt"), "g1"),
      target("repo/g1.txt", .body, "g1"),
    ]
    for target in repository { try create(target) }
  }

  /// Notes that the link `out` leads to another folder outside.
  func moveSpecs(to folder: String) { specs.path = folder + "/" + (specs.path as NSString).lastPathComponent }

  /// Notes that the moved folder has another name.
  func moveFolder(to new: String) {
    moved = new
    for target in movedTargets { target.path = "\(folder)/\(new)/" + (target.path as NSString).lastPathComponent }
  }

  /// Makes a repository with two branches.
  func makeRepository(_ tools: Tools) throws {
    let folder = folder + "/repo"
    try tools.run("git", "init", "-q", "-b", "main", in: folder)
    for branch in ["other", "main"] {
      for target in repository where !target.contained.isEmpty {
        for name in target.contained { target.last[name] = oracle.next(name, length: 300) }
        try Disk.write(target.text(), to: target.path)
      }
      try tools.run("git", "checkout", "-q", "-B", branch, in: folder)
      try tools.run("git", "add", "-A", in: folder)
      try tools.run("git", "commit", "-q", "-m", branch, in: folder)
      noteBranch(branch)
    }
  }

  /// Stores the records of the repository as those of a branch.
  func noteBranch(_ branch: String) {
    self.branch = branch
    branches[branch] = repository.reduce(into: [:]) { $0.merge($1.last) { $1 } }
  }
}
