import Foundation
import TestSupport

/// The files that a server opens and examines for an edit, counted by `strace`.
struct ReloadCallsFigure {
  let server: EditedServer
  let edits: Int
  let paths: Paths

  func table() throws -> Table {
    var table = Table(
      "Reload: system calls for an edit of a response, \(server.project.title)",
      columns: ["", "spec files opened", "other files opened", "files examined (stat)", "folders listed"])
    guard let strace = Rival.strace.path else {
      table.note(Rival.strace.isMissing)
      return table
    }
    for save in EditedProject.Save.allCases {
      guard let calls = try trace(strace, save) else {
        table.note("skipped: strace can't attach to the server")
        return table
      }
      let opened = calls.filter { $0.contains(/\sopen(at2?)?\(/) }
      let specs = opened.filter { $0.contains(/\.mock\.(yaml|json)"/) }
      let listed = calls.filter { $0.contains(" getdents64(") }
      let counts = [
        specs.count, opened.count - specs.count, calls.count - opened.count - listed.count, listed.count,
      ].map { (Double($0) / Double(edits)).formatted(decimals: 1) }
      table.add(save.rawValue, counts[0], counts[1], counts[2], counts[3])
    }
    table.note("mean of \(edits) edits; the file names a body file, and a folder is listed in two calls or more")
    return table
  }

  /// Returns the calls during all edits, or `nil` if the server can't be traced.
  private func trace(_ strace: String, _ save: EditedProject.Save) throws -> [Substring]? {
    let (calls, messages) = (paths.scratch("strace.calls"), paths.scratch("strace.log"))
    let tracer = try ChildProcess.start(
      strace,
      ["-f", "-p", "\(server.server.process.id)", "-e", "trace=open,openat,openat2,%%stat,getdents64", "-o", calls],
      output: messages)
    let watch = Stopwatch()
    while try !String(contentsOfFile: messages, encoding: .utf8).contains(" attached") {
      guard watch.seconds < 3 else {
        tracer.end()
        return nil
      }
      usleep(10_000)
    }
    for _ in 0..<edits { try server.edit(.text, by: save) }
    server.pause()
    tracer.send(SIGTERM)
    tracer.wait()
    // A call that another thread interrupts has two lines.
    return try String(contentsOfFile: calls, encoding: .utf8).split(separator: "\n")
      .filter { $0.contains("(") && !$0.contains(" resumed>") }
  }
}
