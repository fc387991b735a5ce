import TestSupport
import Testing

@testable import MockSpec

/// Files that change while they are read.
struct SettledLoadTests {
  static func body(_ project: LoadedProject) throws -> String {
    String(decoding: try #require(project.sets).sets[0].responses[0].reply.body, as: UTF8.self)
  }

  let folder: TemporaryFolder
  let loader: SpecLoader

  init() throws {
    folder = try TemporaryFolder([
      "a.mock.yaml": "mockspec: 1\nrequests: {A: {match: /a, responses: {R: {file: body.txt}}}}\n", "body.txt": "",
    ])
    loader = SpecLoader(.paths([folder.path]), workingDirectory: folder.path)
  }

  /// The body is changed when progress is reported, which is after it was read, like by an editor that truncates a file
  /// and writes it again.
  @Test func `a body that is written while it is read is read again`() throws {
    var loads = 0
    let project = try loader.loadSettled(number: 1) { _, _ in
      loads += 1
      if loads == 1 { try? folder.save("whole", to: "body.txt") }
    }
    #expect(try Self.body(project) == "whole")
    #expect(project.isCurrent)
    #expect(loads == 2)
  }

  @Test func `response sets are loaded from files that don't change meanwhile`() throws {
    var loads = 0
    let sets = try ResponseSets.load(loader) { _, _ in
      loads += 1
      if loads == 1 { try? folder.save("whole", to: "body.txt") }
    }
    #expect(try String(decoding: sets.sets[0].responses[0].reply.body, as: UTF8.self) == "whole")
  }

  @Test func `a spec that is written while it is read is read again`() throws {
    var loads = 0
    let project = try loader.loadSettled(number: 1) { _, _ in
      loads += 1
      if loads == 1 { try? folder.save("mockspec: 1\nrequests: {}\n# longer\n", to: "a.mock.yaml") }
    }
    #expect(project.sets?.sets.count == 0)
  }

  @Test func `a spec that is added during a load is loaded`() throws {
    var loads = 0
    let project = try loader.loadSettled(number: 1) { _, _ in
      loads += 1
      if loads == 1 {
        try? folder.save("mockspec: 1\nrequests: {B: {match: /b, responses: {R: {}}}}\n", to: "b.mock.yaml")
      }
    }
    #expect(project.sets?.sets.count == 2)
  }

  @Test func `a folder that is renamed while it is read is read by its new name`() throws {
    let spec = "mockspec: 1\nrequests: {B: {match: /b, responses: {R: {}}}}\n"
    // More than are read before progress is reported for the first time.
    for number in 0..<300 {
      try folder.save(spec.replacing("B:", with: "B\(number):"), to: "inner/\(number).mock.yaml")
    }
    var isFirst = true
    let project = try loader.loadSettled(number: 1) { _, _ in
      if isFirst { try? folder.rename("inner", to: "other") }
      isFirst = false
    }
    #expect(project.sets?.sets.count == 301)
  }

  @Test func `a spec that is missing when it is read, and back at the end, is read again`() throws {
    let spec = "mockspec: 1\nrequests: {B: {match: /b, responses: {R: {}}}}\n"
    for number in 100..<400 {
      try folder.save(spec.replacing("B:", with: "B\(number):"), to: "inner/\(number).mock.yaml")
    }
    var batches = 0
    let project = try loader.loadSettled(number: 1) { _, _ in
      batches += 1
      if batches == 1 { try? folder.rename("inner/399.mock.yaml", to: "inner/399") }
      if batches == 2 { try? folder.rename("inner/399", to: "inner/399.mock.yaml") }
    }
    #expect(project.sets?.sets.count == 301)
  }

  @Test func `a root that is removed during a load is reported as missing`() throws {
    try folder.makeFolder("specs")
    try folder.rename("a.mock.yaml", to: "specs/a.mock.yaml")
    let loader = SpecLoader(.paths(["specs"]), workingDirectory: folder.path)
    var isFirst = true
    #expect(throws: SpecPathError.self) {
      try loader.loadSettled(number: 1) { _, _ in
        if isFirst { try? folder.rename("specs", to: "away") }
        isFirst = false
      }
    }
  }

  @Test func `a body file that is added during a load is found`() throws {
    try folder.remove("body.txt")
    var isFirst = true
    let project = try loader.loadSettled(number: 1) { _, _ in
      if isFirst { try? folder.save("late", to: "body.txt") }
      isFirst = false
    }
    #expect(try Self.body(project) == "late")
  }

  @Test func `other files that are added don't cause another load`() throws {
    var loads = 0
    let project = try loader.loadSettled(number: 1) { _, _ in
      loads += 1
      try? folder.save("", to: "\(loads).log")
    }
    #expect(loads == 1)
    #expect(project.isCurrent)
  }

  @Test func `files that change without end are given up`() throws {
    var loads = 0
    let project = try loader.loadSettled(number: 1) { _, _ in
      loads += 1
      try? folder.save(String(repeating: "x", count: loads), to: "body.txt")
    }
    #expect(loads == 8)
    #expect(!project.isSettled)
  }

  @Test func `a file that is gone isn't current`() throws {
    let project = try loader.load(number: 1)
    #expect(project.isCurrent)
    try folder.remove("body.txt")
    #expect(!project.isCurrent)
  }
}
