import Foundation

/// A folder of spec files with two requests each. One file and the body file that it names are edited again and again.
final class EditedProject {
  enum Edit: String, CaseIterable {
    case text = "text of a response"
    case body = "body file"
    case path = "path of a request"
  }

  enum Save: String, CaseIterable {
    /// Writes a new file, and renames it over the old one.
    case rename
    /// Truncates and writes the file itself.
    case inPlace = "save in place"
  }

  /// A new version that the server must answer with.
  struct Saved {
    let path: String
    /// The end of the new body.
    let version: String
    /// Runs since before the file was renamed or closed.
    let watch: Stopwatch
  }

  let title: String
  let folder: String
  /// The paths of all requests in small files, in the order of the files.
  private(set) var paths: [String]
  private let edited: Int
  private var version = 0
  /// The last file that was renamed over, open for reading.
  private var replaced: FileHandle?
  /// The content of the edited file.
  private var (path, text): (String, String)

  /// Writes the files, 50 to a folder.
  ///
  /// - Parameters:
  ///   - files: The number of files with two requests.
  ///   - large: The number of requests in one more file, if it isn't 0.
  init(files: Int, large: Int = 0, in folder: String) throws {
    title = "\(files.grouped) files" + (large > 0 ? ", and one of \(large.grouped) requests" : "")
    self.folder = folder
    edited = files / 2
    paths = (0..<files).flatMap { ["/items-\($0)", "/items-\($0)/details"] }
    (path, text) = (paths[edited * 2], "version 0")
    for start in stride(from: 0, to: files, by: 50) {
      try FileManager.default.createDirectory(
        atPath: Self.parent(start, in: folder), withIntermediateDirectories: true)
    }
    try write("version 0", to: bodyFile, by: .inPlace)
    for number in 0..<files {
      let details: SpecTree = number == edited ? ["file": "edited.txt"] : ["text": "details"]
      try write(spec(number, path: paths[number * 2], text: text, details: details), to: file(number), by: .inPlace)
    }
    guard large > 0 else { return }
    let requests = (0..<large).map { number -> (key: String, value: SpecTree) in
      ("Large \(number)", ["match": .text("GET /large-\(number)"), "responses": ["Found": ["text": "large"]]])
    }
    let spec: SpecTree = ["mockspec": 1, "requests": .mapping(requests)]
    try write(spec.json, to: folder + "/large.mock.json", by: .inPlace)
  }

  /// Saves a new version.
  func save(_ edit: Edit, by save: Save) throws -> Saved {
    version += 1
    let new = "version \(version)"
    switch edit {
    case .body:
      return Saved(path: paths[edited * 2 + 1], version: new, watch: try write(new, to: bodyFile, by: save))
    case .text: text = new
    case .path:
      path = "/moved-\(version)"
      paths[edited * 2] = path
    }
    let spec = spec(edited, path: path, text: text, details: ["file": "edited.txt"])
    return Saved(path: path, version: text, watch: try write(spec, to: file(edited), by: save))
  }

  /// Saves a new text of a response in any other file, in place.
  ///
  /// - Parameter isBesideProject: Whether a file beside the project is saved, which takes the same time here and none
  ///   there.
  func saveOther(using generator: inout some RandomNumberGenerator, isBesideProject: Bool = false) throws {
    version += 1
    let number = (edited + Int.random(in: 1..<paths.count / 2, using: &generator)) % (paths.count / 2)
    let spec = spec(number, path: paths[number * 2], text: "version \(version)", details: ["text": "details"])
    try write(spec, to: isBesideProject ? folder + "-beside.yaml" : file(number), by: .inPlace)
  }

  /// Saves the first file with an error, or without.
  func saveFirst(isValid: Bool) throws {
    let spec = spec(0, path: paths[0], text: "text", details: ["text": "details"])
    try write(isValid ? spec : spec.replacing("responses", with: "response"), to: file(0), by: .rename)
  }

  // MARK: - Files

  private var bodyFile: String { Self.parent(edited, in: folder) + "/edited.txt" }

  private func file(_ number: Int) -> String { Self.parent(number, in: folder) + "/items-\(number).mock.yaml" }

  private static func parent(_ number: Int, in folder: String) -> String { "\(folder)/module-\(number / 50)" }

  private func spec(_ number: Int, path: String, text: String, details: SpecTree) -> String {
    let spec: SpecTree = [
      "mockspec": 1,
      "requests": .mapping([
        ("Item \(number)", ["match": .text("GET \(path)"), "responses": ["Found": ["text": .text(text)]]]),
        (
          "Details of item \(number)",
          ["match": .text("GET \(paths[number * 2 + 1])"), "responses": ["Found": details, "Gone": ["status": 410]]]
        ),
      ]),
    ]
    return spec.yaml
  }

  @discardableResult
  private func write(_ text: String, to file: String, by save: Save) throws -> Stopwatch {
    let written = save == .rename ? file + ".new" : file
    let descriptor = open(written, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    let bytes = Array(text.utf8)
    guard descriptor >= 0, Foundation.write(descriptor, bytes, bytes.count) == bytes.count else {
      throw BenchmarkError("\(written): \(String(cString: strerror(errno)))")
    }
    var watch = Stopwatch()
    close(descriptor)
    if save == .rename {
      // Otherwise the rename deletes the old file while its folder is locked, which can take seconds on a slow disk.
      replaced = FileHandle(forReadingAtPath: file)
      watch = Stopwatch()
      guard Foundation.rename(written, file) == 0 else { throw BenchmarkError("\(file) can't be replaced") }
    }
    return watch
  }
}
