import MockSpec
import MockSpecDiagnostics
import MockSpecDocument

/// The result of reading files of another tool, the same for all formats.
struct ImportedProject: Sendable {
  var specs: [ImportedSpec] = []
  var losses = LossList()

  static func += (left: inout ImportedProject, right: ImportedProject) {
    left.specs += right.specs
    left.losses += right.losses
  }
}

/// A spec file that is to be written.
struct ImportedSpec: Sendable {
  /// The name from which that of the file is made.
  var title: String
  /// The name of the file from which the spec was made, without its folder.
  var source: String
  var states: [SpecDraft.State] = []
  var collections: [ImportedCollection] = []
  var requests: [ImportedRequest] = []
  /// Texts for other programs.
  var extensions: [String: String] = [:]
}

extension [ImportedSpec] {
  /// Returns the index of the spec with a title, which is added if there is none.
  mutating func index(of title: String, in file: InputFile) -> Int {
    if let known = firstIndex(where: { $0.title == title }) { return known }
    append(ImportedSpec(title: title, source: file.name))
    return count - 1
  }
}

/// A collection, with its location in the source.
struct ImportedCollection: Sendable {
  var draft: SpecDraft.Collection
  var source: SourceRange
  /// Whether it is imported with all that the source says.
  var isExact: Bool
}

/// A request, with its location in the source.
struct ImportedRequest: Sendable {
  var draft: SpecDraft.Request
  /// The location of the request in the source.
  var source: SourceRange
  /// Whether each of the source's parts of which the request is made is imported with all that the source says.
  var exactness: [Bool]
  /// Calls that the source answers with this request.
  var samples: [Sample] = []
  /// The order in which the source tries its requests, the first one with the lowest number; `nil` if the spec language's order is
  /// meant.
  var turn: Turn?

  struct Turn: Sendable, Hashable, Comparable {
    /// The source's own priority, in the direction of the spec language.
    var priority: Int
    /// The position among requests of equal priority.
    var position: Int

    static func < (left: Turn, right: Turn) -> Bool {
      (-left.priority, left.position) < (-right.priority, right.position)
    }
  }
}

extension ImportedRequest {
  /// A request of one part of the source.
  ///
  /// - Parameters:
  ///   - sample: A call that the request answers.
  ///   - states: The states in which it does; see `Sample.states`.
  init(
    _ draft: SpecDraft.Request, at source: SourceRange, isExact: Bool, _ sample: SampleCall,
    states: [SpecDraft.State]? = nil, answer: Sample.Answer, turn: Turn? = nil
  ) {
    self.init(draft: draft, source: source, exactness: [isExact], turn: turn)
    if let call = sample.call { samples = [Sample(call: call, states: states, answer: answer)] }
  }
}

/// A call, and what the source answers.
struct Sample: Sendable {
  var call: MockCall
  /// The states in which the source answers so; `nil` to keep those that earlier calls have left.
  var states: [SpecDraft.State]?
  /// The response that is selected before the call.
  var selection: (request: String, response: String)?
  var answer: Answer

  enum Answer: Sendable {
    case reply(status: Int, headers: [(name: String, value: String)] = [], body: Body)
    /// The connection breaks, or the call fails.
    case failure
    /// The call is sent on.
    case forward
  }

  enum Body: Sendable {
    case bytes([UInt8])
    /// JSON, whose white space isn't compared.
    case json([UInt8])
    /// That of a template, or one that the source lacks.
    case unknown

    /// JSON or other text, whose white space isn't compared if it is JSON.
    static func text(_ bytes: [UInt8]) -> Body { DocumentParser.parseJSON(bytes) == nil ? .bytes(bytes) : .json(bytes) }
  }
}

/// How many requests of the source were imported, and how well.
package struct ImportCounts: Sendable, Hashable {
  /// Requests that are imported with all that the source says.
  package var exact = 0
  /// Requests that are imported with reported losses.
  package var approximated = 0
  /// Requests that aren't imported.
  package var refused = 0
  /// Parts of the source that are meant to be left out, such as images and answers that occur twice.
  package var skipped = 0
}
