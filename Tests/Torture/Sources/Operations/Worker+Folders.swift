import Foundation
import TestSupport

/// Operations on links, folders and repositories.
extension Worker {
  func writeThroughLink() throws -> String {
    let target = random.pick([area.linked[2], currentLinked])
    oracle.noteHot(target.names)
    return try perform(random.pick([.writeInPlace, .renameOver, .writeSlowly, .append, .replace]), on: target) + " "
      + shown(target.path)
  }

  /// The target of the link whose targets are swapped.
  private var currentLinked: Target { area.linked[area.isSwapped ? 0 : 1] }

  func swapLink() throws -> String {
    area.isSwapped.toggle()
    let target = currentLinked
    oracle.noteHot(target.names)
    try Disk.write(renew(target), to: target.path)
    let link = area.folder + "/linked/l0.txt"
    let destination = fileName(target.path)
    if random.once(in: 2) {
      try Disk.relink(link, toward: destination)
      return "rename a link to \(destination) over \(shown(link))"
    }
    let note = try gap(link, target.names) {
      try Disk.remove(link)
      try Disk.link(link, toward: destination)
    }
    return "remove \(shown(link)) and link it to \(destination)" + note
  }

  /// Replaces the folder to which a link in the tree leads.
  func swapFolderLink() throws -> String {
    oracle.noteHot(area.specs.names)
    count += 1
    let old = (area.specs.path as NSString).deletingLastPathComponent
    let new = "\(area.outside)/specs\(count)"
    try Disk.makeFolder(new)
    area.moveSpecs(to: new)
    try Disk.write(renew(area.specs), to: area.specs.path)
    try Disk.relink(area.folder + "/out", toward: "../../outside/\(area.name)/specs\(count)")
    try Disk.removeTree(old)
    return "rename a link to \(shown(new)) over tree/\(area.name)/out"
  }

  func swapMap() throws -> String {
    let folder = area.folder + "/map"
    let old = "\(folder)/..\(area.mapNumber)"
    area.mapNumber += 1
    try Disk.makeFolder("\(folder)/..\(area.mapNumber)")
    for target in area.map {
      oracle.noteHot(target.names)
      try Disk.write(renew(target), to: "\(folder)/..\(area.mapNumber)/" + fileName(target.path))
    }
    try Disk.relink(folder + "/..data", toward: "..\(area.mapNumber)")
    try Disk.removeTree(old)
    return "swap \(shown(folder)) to ..\(area.mapNumber)"
  }

  func moveFolder() throws -> String {
    let names = [area.name + "n0"]
    oracle.noteHot(names)
    count += 1
    let new = "sub\(count)"
    let old = area.moved
    oracle.beginGap(of: names)
    try Disk.move("\(area.folder)/\(old)", to: "\(area.folder)/\(new)")
    oracle.endGap(of: names, isLate: false)
    area.moveFolder(to: new)
    return "move \(area.name)/\(old) to \(new)"
  }

  func moveFolderAndBack() throws -> String {
    let names = [area.name + "n0"]
    oracle.noteHot(names)
    let folder = "\(area.folder)/\(area.moved)"
    let stage = random.once(in: 2) ? stage() : folder + "-away"
    let note = try gap(folder, names) {
      try Disk.move(folder, to: stage)
      if random.once(in: 2) { pause(1...20) }
      try Disk.move(stage, to: folder)
    }
    return "move \(shown(folder)) to \(shown(stage)) and back" + note
  }

  func addFolder() throws -> String {
    guard let index = area.extras.firstIndex(where: { !$0.exists }) else { return try removeFolder() }
    let name = area.extras[index].name
    oracle.noteChange(of: [name])
    oracle.noteHot([name])
    let stage = stage()
    try Disk.makeFolder(stage)
    try Disk.makeFolder(stage + "/in")
    let spec = Target(stage + "/in/x.mock.yaml", .holder(file: "x.txt"), [name])
    let body = Target(stage + "/in/x.txt", .body, [name])
    try Disk.write(spec.text(), to: spec.path)
    try Disk.write(renew(body), to: body.path)
    let folder = "\(area.folder)/extra\(index)"
    if random.once(in: 4) {
      try Disk.move(stage, to: folder)
      area.extras[index].exists = true
      return "move \(shown(stage)) to \(shown(folder))"
    }
    try tools.run("cp", "-r", stage, folder)
    try Disk.removeTree(stage)
    area.extras[index].exists = true
    return "cp -r \(shown(folder))"
  }

  func removeFolder() throws -> String {
    guard let index = area.extras.lastIndex(where: \.exists) else { return try addFolder() }
    oracle.noteChange(of: [area.extras[index].name])
    oracle.noteHot([area.extras[index].name])
    let folder = "\(area.folder)/extra\(index)"
    area.extras[index].exists = false
    if random.once(in: 2) {
      try Disk.removeTree(folder)
      return "remove \(shown(folder))"
    }
    let stage = stage()
    try Disk.move(folder, to: stage)
    try Disk.removeTree(stage)
    return "move \(shown(folder)) out of the tree"
  }

  // MARK: - git

  private var repositoryNames: [String] { ["g0", "g1"].map { area.name + $0 } }

  /// Runs git, which removes files and writes them again.
  private func git(_ arguments: String...) throws -> String {
    oracle.noteHot(repositoryNames)
    return try gap(area.repository.map(\.path), repositoryNames) {
      try tools.run("git", list: arguments, in: area.folder + "/repo")
    }
  }

  private func goBack(to branch: String) {
    for record in area.branches[branch]!.values { oracle.goBack(to: record) }
    for target in area.repository {
      for name in target.contained { target.last[name] = area.branches[branch]![name] }
    }
  }

  func checkOut() throws -> String {
    let branch = area.branch == "main" ? "other" : "main"
    goBack(to: branch)
    area.branch = branch
    return try "git checkout \(branch) in \(area.name)/repo" + git("checkout", "-q", branch)
  }

  private func writeRepository() throws {
    oracle.noteHot(repositoryNames)
    for target in area.repository { try Disk.write(renew(target), to: target.path) }
  }

  func commit() throws -> String {
    try writeRepository()
    area.noteBranch(area.branch)
    return try "write and git commit in \(area.name)/repo" + git("commit", "-q", "-a", "-m", "more")
  }

  func stash() throws -> String {
    try writeRepository()
    let written = area.repository.map(\.last)
    goBack(to: area.branch)
    var note = try git("stash", "-q")
    pause(0...40)
    for (target, last) in zip(area.repository, written) {
      target.last = last
      for record in last.values { oracle.goBack(to: record) }
    }
    note += try git("stash", "pop", "-q")
    // Committed, so that the next checkout isn't refused.
    area.noteBranch(area.branch)
    return try "git stash and pop in \(area.name)/repo" + note + git("commit", "-q", "-a", "-m", "popped")
  }
}
