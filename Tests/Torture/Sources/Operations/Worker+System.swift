import Foundation
import Serving
import TestSupport

/// Operations that use up what the system offers.
extension Worker {
  func removeMode() throws -> String {
    let folder = area.folder + "/bodies"
    let path = random.pick([folder] + area.targets.map(\.path))
    try Disk.setMode(0, of: path)
    pause(0...60)
    try Disk.setMode(path == folder ? 0o755 : 0o644, of: path)
    return "chmod 000 and back: \(shown(path))"
  }

  /// Makes more events than fit into the queue of a watcher, and saves a file when the queue is full.
  func flood() throws -> String {
    let target = random.pick(area.targets)
    oracle.noteHot(target.names)
    let stops = random.once(in: 2)
    // Otherwise the watcher may be fast enough to empty its queue meanwhile.
    if stops { shared.served.value?.server.process.send(SIGSTOP) }
    defer { if stops { shared.served.value?.server.process.send(SIGCONT) } }
    let (one, other) = (area.folder + "/junk", area.folder + "/junk-2")
    try Disk.write("", to: one)
    for _ in 0..<6000 {
      try Disk.move(one, to: other)
      try Disk.move(other, to: one)
    }
    let text = renew(target)
    try random.once(in: 2) ? Disk.save(text, to: target.path) : Disk.write(text, to: target.path)
    try Disk.remove(one)
    return "24,000 events\(stops ? " while the server is stopped" : ""), and write \(shown(target.path))"
  }

  /// Lowers the server's limit on descriptors to what it has open, and saves a file meanwhile.
  func exhaustDescriptors() throws -> String {
    guard let served = shared.served.value else { return "no server" }
    let target = random.pick(area.targets)
    oracle.noteHot(target.names)
    let more = Int.random(in: 0...2, using: &random)
    let text = renew(target)
    try served.limitDescriptors(to: served.greatestDescriptor + 1 + more, tools) {
      try Disk.save(text, to: target.path)
      pause(20...150)
    }
    return "\(more) descriptors left, and save \(shown(target.path))"
  }
}
