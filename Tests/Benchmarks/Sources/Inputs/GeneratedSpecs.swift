import Foundation
import TestSupport

/// Folders of realistic spec files of about 1 KB. Each mocks the list, details and creation requests of an endpoint.
struct GeneratedSpecs {
  enum Format: String, CaseIterable {
    case yaml, json
  }

  let folder: String
  let files: [String]
  let bytes: Int

  /// Writes the files, 50 to a folder.
  ///
  /// - Parameter requestsPerFile: At most 3.
  init(count: Int, format: Format, requestsPerFile: Int = 3, in folder: String) throws {
    var generator = SeededGenerator(seed: 1)
    var files: [String] = []
    var bytes = 0
    for number in 0..<count {
      let parent = "\(folder)/module-\(number / 50)"
      try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
      let spec = Self.spec(number, requestsPerFile, using: &generator)
      let text = format == .yaml ? spec.yaml : spec.json
      let file = "\(parent)/\(Self.nouns[number % Self.nouns.count])-\(number).mock.\(format.rawValue)"
      try Data(text.utf8).write(to: URL(fileURLWithPath: file))
      files.append(file)
      bytes += text.utf8.count
    }
    self.folder = folder
    self.files = files
    self.bytes = bytes
  }

  private static let nouns = [
    "orders", "items", "users", "carts", "invoices", "reviews", "addresses", "coupons", "shipments", "messages",
  ]
  private static let words = [
    "amber", "birch", "cobalt", "dune", "ember", "fjord", "garnet", "harbor", "indigo", "juniper", "kelp", "linen",
  ]

  private static func spec(_ number: Int, _ requestCount: Int, using generator: inout SeededGenerator) -> SpecTree {
    let noun = nouns[number % nouns.count]
    let path = "/\(noun)-\(number)"
    let word = words.randomElement(using: &generator)!
    let id = Int.random(in: 1...99_999, using: &generator)
    let requests = [
      (key: "List of \(noun) \(number)", value: list(path: path, word: word, id: id)),
      (key: "Details of \(noun) \(number)", value: details(path: path, word: word, id: id)),
      (key: "New \(noun) \(number)", value: creation(path: path, word: word, id: id)),
    ]
    return [
      "mockspec": 1,
      "defaults": ["match": ["host": "api.example.com"], "basePath": "/v1"],
      "requests": .mapping(Array(requests.prefix(requestCount))),
    ]
  }

  private static func list(path: String, word: String, id: Int) -> SpecTree {
    [
      "match": .text("GET \(path)?page=1"),
      "responses": [
        "Found": ["json": ["items": [["id": .number(id), "name": .text(word)]], "page": 1]],
        "Empty": ["json": ["items": []]],
        "Offline": ["error": "notConnectedToInternet"],
      ],
    ]
  }

  private static func details(path: String, word: String, id: Int) -> SpecTree {
    [
      "match": [
        "method": "GET",
        "path": .text(path + "/{id}"),
        "params": ["id": ["matches": "^[0-9]+$"]],
        "headers": ["Authorization": ["startsWith": "Bearer "]],
      ],
      "default": "Found",
      "responses": [
        "Not Found": ["status": 404, "json": ["error": "not_found"]],
        "Found": ["json": ["id": .number(id), "name": .text(word)]],
      ],
    ]
  }

  private static func creation(path: String, word: String, id: Int) -> SpecTree {
    [
      "match": ["method": "POST", "path": .text(path), "body": ["json": ["name": .text(word)]]],
      "responses": [
        "Created": ["status": 201, "headers": ["Location": .text("\(path)/\(id)")], "json": ["id": .number(id)]],
        "Busy": ["status": 503, "delay": "250ms", "text": "try again"],
      ],
    ]
  }
}
