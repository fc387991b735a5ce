import Foundation
import MockSpecURLSession
import Serving
import Synchronization
import TestSupport

/// One run of the suite.
final class Run: Sendable {
  let options: Options
  let shared: Shared
  let served: Served
  let intercepted: Intercepted
  private let workers: [Worker]
  private let kinds: [Kind]
  /// The kinds that aren't done, with the reasons.
  let skipped: [Kind: String]
  private let events = EventCounts()
  private let isDone = Atomic(false)
  private let start = ContinuousClock.now

  /// Makes the tree, and starts both engines.
  init(_ options: Options) async throws {
    self.options = options
    umask(0o022)
    let base = try Self.makeBase()
    let tools = try Tools(
      ["vim", "sed", "rsync", "cp", "rm", "git", "prlimit", "setpriv"], log: base + "/tools.log")
    let user = getuid() == 0 && !options.isSameUser && tools.has("setpriv") ? 65_534 : nil
    skipped = Self.skipped(options, tools, user)
    kinds = options.kinds.filter { [skipped] in skipped[$0] == nil }
    shared = Shared(base: base, oracle: Oracle(), tools: tools, log: OperationLog(), served: Once())
    workers = try (0..<4).map { [kinds, shared] in try Worker($0, kinds: kinds, seed: options.seed, shared) }
    // Another user may not be allowed to run the program where it is.
    try FileManager.default.copyItem(atPath: options.program, toPath: base + "/mockspec")
    served = try Served(base + "/mockspec", tree: shared.tree, log: base + "/serve.log", user: user, tools)
    shared.served.set(served)
    intercepted = try await Intercepted(tree: shared.tree, watch: true)
  }

  private static func makeBase() throws -> String {
    var template = Array((NSTemporaryDirectory() + "/mockspec-torture-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil, let path = realpath(template, nil) else { throw TortureError("mkdtemp fails") }
    defer { free(path) }
    let base = String(cString: path)
    // For the server's user.
    try Disk.setMode(0o755, of: base)
    for folder in ["tree", "outside", "stage"] { try Disk.makeFolder("\(base)/\(folder)") }
    try Disk.write("mockspec: 1\nallowOutside: [../outside]\n", to: base + "/tree/mockspec.yaml")
    // Neither git nor vim reads the user's settings.
    for name in ["AUTHOR_NAME", "AUTHOR_EMAIL", "COMMITTER_NAME", "COMMITTER_EMAIL"] { setenv("GIT_" + name, "a", 1) }
    for name in ["GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"] { setenv(name, "/dev/null", 1) }
    setenv("HOME", base, 1)
    return base
  }

  private static func skipped(_ options: Options, _ tools: Tools, _ user: Int?) -> [Kind: String] {
    var skipped: [Kind: String] = [:]
    for kind in options.kinds {
      if let tool = kind.tool, !tools.has(tool) { skipped[kind] = "\(tool) isn't installed" }
    }
    if getuid() == 0, user == nil { skipped[.mode] = "root can read everything" }
    skipped[.mount] = "ServePollingTests mounts, in a namespace of its own"
    return skipped
  }

  /// Runs until there were enough operations, the time is over, or an answer was wrong.
  ///
  /// - Returns: Whether all answers were correct.
  func toEnd() async -> Bool {
    let end = start + .seconds(options.seconds)
    var random = SeededGenerator(seed: options.seed)
    let settler = Settler(shared: shared, served: served, intercepted: intercepted)
    var report = Report()
    report.first = served.server.resources
    let following = Task { [events, intercepted] in await events.follow(intercepted.interceptor) }
    let clients = startClients()
    do {
      while shared.oracle.failure == nil, shared.log.count < options.operations, .now < end {
        report.settles.append(try await settler.settle(extras: extras))
        report.note(served.server.resources, shared.oracle)
        if random.once(in: 8) { try await changeAll(settler, &random) }
        let count = min(Int.random(in: 5...15, using: &random), max(1, (options.operations - shared.log.count + 3) / 4))
        // One operation at a time in some rounds, so that reloads aren't held back by other operations.
        try await work(count, by: random.once(in: 8) ? [random.pick(workers)] : workers)
      }
      if shared.oracle.failure == nil { report.settles.append(try await settler.settle(extras: extras)) }
    } catch {
      shared.oracle.fail("\(error)")
    }
    isDone.store(true, ordering: .relaxed)
    for client in clients { await client.value }
    following.cancel()
    report.last = served.server.resources
    let reloads = (served.server.lines("reloaded"), events.reloads)
    let status = served.server.end()
    if status != 0 { shared.oracle.fail("the server's exit status is \(status)") }
    report.time = .now - start
    report.print(self, reloads: reloads)
    if shared.oracle.failure == nil { try? Disk.removeTree(shared.base) }
    return shared.oracle.failure == nil
  }

  private var extras: [String: Bool] {
    workers.flatMap(\.area.extras).reduce(into: [:]) { $0[$1.name] = $1.exists }
  }

  private func work(_ operations: Int, by workers: [Worker]) async throws {
    try await withThrowingTaskGroup { group in
      for worker in workers { group.addTask { try await onThread { worker.work(operations) } } }
      try await group.waitForAll()
    }
  }

  /// Makes calls to both engines until the end.
  private func startClients() -> [Task<Void, Never>] {
    let server = (0..<2).map { _ in
      Task {
        do { try await onThread { try self.askServer() } } catch { shared.oracle.fail("\(error)") }
      }
    }
    let interceptor = (0..<2).map { _ in
      Task {
        while !isDone.load(ordering: .relaxed) {
          let question = shared.oracle.question(for: .interceptor)
          shared.oracle.check(await intercepted.ask(question.name), to: question)
          try? await Task.sleep(for: .microseconds(500))
        }
      }
    }
    return server + interceptor
  }

  private func askServer() throws {
    let connection = try KeptConnection(port: served.server.port)
    while !isDone.load(ordering: .relaxed) {
      let question = shared.oracle.question(for: .server)
      let answer = connection.ask(question.name)
      shared.oracle.check(answer, to: question)
      if case .failure = answer { return }
      // Leaves processor time to the rest.
      usleep(500)
    }
  }

  // MARK: - Operations on the whole tree

  private func changeAll(_ settler: Settler, _ random: inout SeededGenerator) async throws {
    switch random.pick([Kind.replaceRoot, .breakAll]) {
    case let kind where !kinds.contains(kind): break
    case .replaceRoot: try await onThread { self.replaceRoot() }
    default: try await breakAll(settler)
    }
  }

  private func replaceRoot() {
    shared.log.note(.replaceRoot, by: 0) {
      do {
        let (next, old) = (shared.base + "/stage/next", shared.base + "/stage/old")
        // So that copying takes the same time in the whole run.
        if kinds.contains(.commit) {
          for worker in workers {
            try shared.tools.run("git", "gc", "-q", "--prune=now", in: worker.area.folder + "/repo")
          }
        }
        try shared.tools.run("cp", "-a", shared.tree, next)
        let note = try workers[0].gap(shared.tree, shared.oracle.names) {
          try Disk.move(shared.tree, to: old)
          try Disk.move(next, to: shared.tree)
        }
        try Disk.removeTree(old)
        return "replace the root by a copy" + note
      } catch {
        shared.oracle.fail("the root can't be replaced: \(error)")
        return "failed"
      }
    }
  }

  /// Writes errors, waits until both engines have reported them, and changes other files: the interceptor's answers stay, and
  /// the server's follow, except those of the file with errors.
  private func breakAll(_ settler: Settler) async throws {
    let before = try await settler.snapshot()
    let (logged, rejections) = (served.server.logSize, events.rejections)
    let target = workers[1].area.targets[0]
    shared.log.note(.breakAll, by: 0) {
      do {
        try Disk.save("mockspec: 1\nrequests: {A: {}}\n", to: target.path)
        return "write errors to \(workers[0].shown(target.path))"
      } catch {
        shared.oracle.fail("\(error)")
        return "failed"
      }
    }
    let end = ContinuousClock.now + .seconds(5)
    while !served.server.logs("not reloaded: 1 file has errors", after: logged) || events.rejections == rejections {
      if .now > end { return shared.oracle.fail("errors aren't reported within 5 s") }
      try await Task.sleep(for: .milliseconds(5))
    }
    for worker in workers {
      for other in worker.area.targets.prefix(3) where other !== target {
        try Disk.save(worker.renew(other), to: other.path)
      }
    }
    try await settler.followAll(but: target.names, before)
    try Disk.save(workers[1].renew(target), to: target.path)
  }
}
