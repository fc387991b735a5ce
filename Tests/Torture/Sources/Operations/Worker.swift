import Foundation
import TestSupport

/// Does operations in one area. It is used by one thread at a time.
final class Worker: @unchecked Sendable {
  let area: Area
  let shared: Shared
  var random: SeededGenerator
  private let kinds: [Kind]
  private let number: Int
  /// Makes names unique.
  var count = 0

  init(_ number: Int, kinds: [Kind], seed: UInt64, _ shared: Shared) throws {
    self.number = number
    self.shared = shared
    self.kinds = kinds.flatMap { Array(repeating: $0, count: $0.weight) }
    random = SeededGenerator(seed: seed &+ UInt64(number) &* 7919)
    area = try Area(number, base: shared.base, shared.oracle)
    if shared.tools.has("git") { try area.makeRepository(shared.tools) }
  }

  var oracle: Oracle { shared.oracle }
  var tools: Tools { shared.tools }

  /// Does operations until there were enough, or an answer was wrong.
  func work(_ operations: Int) {
    // The tree has settled.
    for target in area.targets { target.isKnown = true }
    for _ in 0..<operations where shared.oracle.failure == nil && !kinds.isEmpty {
      let kind = random.pick(kinds)
      shared.log.note(kind, by: number) {
        do { return try perform(kind) } catch {
          shared.oracle.fail("the operation '\(kind.rawValue)' can't be done: \(error)")
          return "failed"
        }
      }
      if random.once(in: 4) { pause(0...30) }
    }
  }

  private func perform(_ kind: Kind) throws -> String {
    switch kind {
    case .writeInPlace, .writeSlowly, .overwrite, .append, .truncateThenWrite, .renameOver, .replace, .touch,
      .breakForAWhile, .vim, .sed, .rsync, .rsyncInPlace:
      let target = random.pick(area.targets)
      oracle.noteHot(target.names)
      return try perform(kind, on: target) + " " + shown(target.path)
    case .renameFile: return try renameFile()
    case .hardLink: return try replaceByHardLink()
    case .writeThroughLink: return try writeThroughLink()
    case .swapLink: return try swapLink()
    case .swapFolderLink: return try swapFolderLink()
    case .swapMap: return try swapMap()
    case .moveFolder: return try moveFolder()
    case .moveFolderAndBack: return try moveFolderAndBack()
    case .addFolder: return try addFolder()
    case .removeFolder: return try removeFolder()
    case .checkOut: return try checkOut()
    case .commit: return try commit()
    case .stash: return try stash()
    case .mode: return try removeMode()
    case .flood: return try flood()
    case .descriptors: return try exhaustDescriptors()
    case .replaceRoot, .breakAll, .mount: preconditionFailure("for the whole tree")
    }
  }

  func shown(_ path: String) -> String { path.replacing(shared.base + "/", with: "") }

  func fileName(_ path: String) -> String { (path as NSString).lastPathComponent }

  /// Returns the path of a new file beside the tree.
  func stage() -> String {
    count += 1
    return "\(shared.base)/stage/\(area.name)-\(count)"
  }

  func pause(_ milliseconds: ClosedRange<Int>) {
    usleep(UInt32(Int.random(in: milliseconds, using: &random) * 1000))
  }

  /// A random length between 100 and 200,000 bytes; most are short.
  func length() -> Int { Int(100 * pow(2000, pow(Double.random(in: 0..<1, using: &random), 2))) }

  /// Makes new versions of what a file contains.
  ///
  /// - Returns: The file's new text.
  func renew(_ target: Target) -> String {
    for name in target.contained { target.last[name] = oracle.next(name, length: length()) }
    return target.text()
  }

  /// Does a step during which a path, and requests with it, is missing for a moment.
  func gap(_ path: String, _ names: [String], _ step: () throws -> Void) rethrows -> String {
    try gap([path], names, step)
  }

  func gap(_ paths: [String], _ names: [String], _ step: () throws -> Void) rethrows -> String {
    oracle.beginGap(of: names)
    var isLate = true
    defer { oracle.endGap(of: names, isLate: isLate) }
    let longest = try shared.gaps.longest(of: paths, during: step)
    isLate = longest > Gaps.limit
    return isLate ? " (missing for up to \(longest))" : ""
  }
}

/// What all workers use.
struct Shared: Sendable {
  /// The folder that contains the tree and everything beside it.
  let base: String
  let oracle: Oracle
  let tools: Tools
  let gaps = Gaps()
  let log: OperationLog
  /// Set once the server runs.
  let served: Once<Served>
  var tree: String { base + "/tree" }
}
