import Foundation
import TestSupport

/// Operations on one file.
extension Worker {
  func perform(_ kind: Kind, on target: Target) throws -> String {
    let path = target.path
    switch kind {
    case .writeInPlace: try Disk.write(renew(target), to: path)
    case .writeSlowly:
      let longest = random.once(in: 60) ? 1500 : random.pick([5, 30, 80, 120])
      let parts = longest > 1000 ? 2 : Int.random(in: 2...4, using: &random)
      try Disk.write(renew(target), to: path, parts: parts) { pause(1...longest) }
      return "\(kind.rawValue) in \(parts) parts with pauses of up to \(longest) ms:"
    case .overwrite: try Disk.overwrite(renew(target), at: path) { if random.once(in: 2) { pause(1...60) } }
    case .append:
      guard let name = target.growing else { return try touch(path) }
      target.last[name] = oracle.next(name, length: length())
      let parts = random.once(in: 2) ? 1 : 3
      try Disk.write(target.addition(name), to: path, flags: O_APPEND, parts: parts) { pause(1...60) }
    case .truncateThenWrite:
      let text = renew(target)
      try Disk.withFile(path, O_TRUNC) { descriptor in
        if random.once(in: 2) { pause(1...60) }
        try Disk.write(text, to: path, flags: 0)
        _ = descriptor
      }
    case .renameOver: try Disk.save(renew(target), to: path)
    case .replace:
      let text = renew(target)
      let note = try gap(path, target.names) {
        try Disk.remove(path)
        if random.once(in: 2) { pause(1...20) }
        try Disk.write(text, to: path)
      }
      return kind.rawValue + note
    case .touch: return try touch(path)
    case .breakForAWhile:
      guard !target.path.hasSuffix(".txt") else { return try perform(.renameOver, on: target) }
      let text = renew(target)
      // At a new path, there may be no earlier version to serve.
      if !target.isKnown { oracle.beginGap(of: target.names) }
      defer { if !target.isKnown { oracle.endGap(of: target.names, isLate: true) } }
      try Disk.save("{mockspec: 1, requests: {", to: path)
      pause(0...80)
      try Disk.save(text, to: path)
    case .vim: return try runVim(target)
    case .sed: return try runSed(target)
    case .rsync, .rsyncInPlace:
      let stage = stage()
      try Disk.write(renew(target), to: stage)
      let note = try gap(path, target.names) {
        if kind == .rsync {
          try tools.run("rsync", "--ignore-times", stage, path)
        } else {
          try tools.run("rsync", "--ignore-times", "--inplace", stage, path)
        }
      }
      try Disk.remove(stage)
      return kind.rawValue + note
    default: preconditionFailure("not for one file")
    }
    return kind.rawValue
  }

  private func touch(_ path: String) throws -> String {
    try FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: path)
    return Kind.touch.rawValue
  }

  /// Makes new versions that differ from the old ones only in some characters.
  ///
  /// - Returns: Commands that replace these characters, as sed and vim understand them.
  private func substitutions(_ target: Target) -> [String] {
    target.contained.flatMap { name in
      let old = target.last[name]!
      let new = oracle.next(name, length: old.length)
      target.last[name] = new
      return zip(old.changing, new.changing).map { "s/\($0)/\($1)/" }
    }
  }

  private func runVim(_ target: Target) throws -> String {
    let settings = random.pick([
      "set backupcopy=auto", "set backupcopy=yes", "set backupcopy=no", "set backupcopy=no backup", "set nowritebackup",
    ])
    // Writes the file in any case.
    let commands = substitutions(target).map { "%\($0)" } + ["wq!"]
    let arguments = ["-es", "-u", "NONE", "-i", "NONE", "-c", settings] + commands.flatMap { ["-c", $0] }
    let note = try gap(target.path, target.names) { try tools.run("vim", list: arguments + [target.path]) }
    return "vim with '\(settings)'\(note)"
  }

  private func runSed(_ target: Target) throws -> String {
    let arguments = ["-i"] + (substitutions(target) + [""]).flatMap { ["-e", $0] }
    return try "sed -i" + gap(target.path, target.names) { try tools.run("sed", list: arguments + [target.path]) }
  }

  /// Renames a spec in its folder; its requests stay.
  func renameFile() throws -> String {
    let target = random.pick(area.targets.filter { $0.path.contains(".mock.") })
    oracle.noteHot(target.names)
    count += 1
    let old = target.path
    let name = fileName(old).split(separator: ".", maxSplits: 1)
    let new = "\((old as NSString).deletingLastPathComponent)/\(name[0].prefix { $0 != "~" })~\(count).\(name[1])"
    oracle.beginGap(of: target.names)
    try Disk.move(old, to: new)
    oracle.endGap(of: target.names, isLate: false)
    target.path = new
    return "rename \(shown(old)) to \(shown(new))"
  }

  func replaceByHardLink() throws -> String {
    let target = area.hardLinked
    oracle.noteHot(target.names)
    let stage = stage()
    try Disk.write(renew(target), to: stage)
    defer { try? Disk.remove(stage) }
    if random.once(in: 2) {
      try Disk.hardLink(target.path + ".tmp", to: stage)
      try Disk.move(target.path + ".tmp", to: target.path)
      return "rename a hard link over \(shown(target.path))"
    }
    let note = try gap(target.path, target.names) {
      try Disk.remove(target.path)
      try Disk.hardLink(target.path, to: stage)
    }
    return "remove \(shown(target.path)) and link it" + note
  }
}
