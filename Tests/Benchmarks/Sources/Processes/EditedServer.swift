import Foundation
import TestSupport

/// A running `mockspec serve`, and the project whose edits it follows.
final class EditedServer {
  /// The least time between two edits.
  static let secondsBetweenEdits = 0.12

  let project: EditedProject
  let server: RunningServer
  private let log: String
  private var sinceEdit = Stopwatch()

  init(_ project: EditedProject, _ paths: Paths) throws {
    self.project = project
    log = project.folder + ".log"
    server = try RunningServer.mockspec(
      paths, specs: project.folder, path: project.paths[0], watch: true, log: log)
  }

  func end() { server.end() }

  /// Saves a new version, and calls the server on a kept connection without a pause, from 10 ms before until the new version
  /// answers.
  ///
  /// - Returns: The seconds from before the file was renamed or closed to after the first new answer.
  func secondsToAnswer(
    after edit: EditedProject.Edit, by save: EditedProject.Save, on connection: TCPSocket
  ) throws -> Double {
    pause()
    let warming = Stopwatch()
    while warming.seconds < 0.01 { _ = try connection.answer(to: project.paths.last!) }
    let saved = try project.save(edit, by: save)
    // As bytes: `\r\n` is one character. The line feed ends the head.
    let end = Array("\n\(saved.version)".utf8)
    while try !connection.answer(to: saved.path).utf8.suffix(end.count).elementsEqual(end) {
      guard saved.watch.seconds < 30 else { throw BenchmarkError("an edit isn't served: \(project.title), \(edit)") }
    }
    let seconds = saved.watch.seconds
    sinceEdit = Stopwatch()
    return seconds
  }

  /// Saves a new version, and waits until the server prints that it has reloaded. Sends nothing to the server.
  ///
  /// - Returns: The seconds from before the file was renamed or closed to that line.
  @discardableResult
  func edit(_ edit: EditedProject.Edit, by save: EditedProject.Save) throws -> Double {
    pause()
    let before = try reloads()
    let watch = try project.save(edit, by: save).watch
    while try reloads() == before {
      usleep(1000)
      guard watch.seconds < 30 else { throw BenchmarkError("an edit isn't reported: \(project.title), \(edit)") }
    }
    sinceEdit = Stopwatch()
    return watch.seconds
  }

  /// Waits until the next edit can follow.
  func pause() {
    let rest = Self.secondsBetweenEdits - sinceEdit.seconds
    if rest > 0 { usleep(UInt32(rest * 1e6)) }
  }

  /// The number of reloads that the server has printed.
  private func reloads() throws -> Int {
    try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").count { $0.contains(" reloaded (") }
  }
}
