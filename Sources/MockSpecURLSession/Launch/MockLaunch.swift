import MockSpec
import MockSpecDiagnostics

/// The specs, selections and mocks that a UI test hands over to the app that it launches.
///
///     let launch = MockLaunch("specs")
///       .select("Offline", for: "Item details")
///       .respond(to: "api.example.com/login", method: .post).with(status: 401).once()
///       .respond(to: "api.example.com/login", method: .post).with(json: #"{"token": "abc"}"#).always()
///     let app = XCUIApplication()
///     app.launchArguments += try launch.arguments
///     app.launch()
///
/// The app gets them with ``MockInterceptor/fromLaunch(specs:watch:settings:filePath:)``.
///
/// Its mocks are tried before those of specs, whatever their paths are. Responses to the same request answer in turn.
/// If several requests match a call, the first one with remaining responses answers. A launch is a value: each method
/// returns a changed copy.
public struct MockLaunch: Sendable {
  private var specs: [(path: String, sourceFile: String)]
  private var activeScene: String?
  private var states: [MockState] = []
  private var selections: [(request: String, response: String)] = []
  private var mocks: [LaunchMock] = []

  /// Creates a launch with specs, or without any.
  ///
  /// - Parameters:
  ///   - specs: The paths of files or folders that the app can read, too. A relative path is looked up in the working
  ///     directory, then in the folder of the calling source file and in each folder above it.
  ///   - filePath: The source file from which relative paths are looked up.
  public init(_ specs: String..., filePath: String = #filePath) { self.specs = specs.map { ($0, filePath) } }

  /// Returns the launch with the response with which a request answers.
  ///
  /// - Parameters:
  ///   - response: The name of the response.
  ///   - request: The name of the request.
  public func select(_ response: String, for request: String) -> MockLaunch {
    changed { $0.selections.append((request, response)) }
  }

  /// Returns the launch with an active scene, which replaces an earlier one.
  ///
  /// - Parameter name: The name of the scene.
  public func scene(_ name: String) -> MockLaunch { changed { $0.activeScene = name } }

  /// Returns the launch with a state that is set after the scene is activated.
  ///
  /// - Parameters:
  ///   - state: The name of the state.
  ///   - value: One of its values.
  public func setState(_ state: String, to value: String) -> MockLaunch {
    changed { $0.states.append(MockState(state, value: value)) }
  }

  /// Returns a request that answers the app's calls, and still needs a response.
  ///
  /// - Parameters:
  ///   - target: The conditions on the URL, as `[[scheme:]//]host[:port]/path[?query]`; or as a path that begins with one
  ///     `/`, for any host. A path can have wildcards, such as `/items/{id}` and `/images/**`.
  ///   - method: The method; `nil` for any. `.get` also matches `HEAD`.
  ///   - fileID: The source file, for error messages.
  ///   - line: The line in the source file, for error messages.
  ///   - column: The column in the source file, for error messages.
  public func respond(
    to target: String, method: HTTPRequest.Method? = nil, fileID: String = #fileID, line: Int = #line,
    column: Int = #column
  ) -> Request {
    let place = CodePlace(file: fileID, position: SourcePosition(line: line, column: column))
    return Request(launch: self, conditions: LaunchMock.Conditions(target: target, method: method, place: place))
  }

  /// The launch arguments, such as those of `XCUIApplication`. The arguments of several launches can be concatenated:
  /// the mocks of later launches are tried first.
  ///
  /// Mocks of more than 512 KiB are passed in a file in the temporary folder, which only this user can read. After this
  /// process has ended, the next test process that writes such a file removes it.
  ///
  /// - Throws: `MockedRequestError`, with the location in the test, if a mock isn't valid; `SpecPathError` if specs aren't
  ///   found; ``MockLaunchError`` if a file can't be written.
  public var arguments: [String] {
    get throws { try values().flatMap { value in value.texts.flatMap { [value.kind.flag, $0] } } }
  }

  /// The environment variables, which set the same as ``arguments``. The app ignores them if it has such arguments.
  ///
  /// - Throws: The errors of ``arguments``.
  public var environment: [String: String] {
    get throws {
      var variables: [String: String] = [:]
      for (kind, texts) in try values() {
        for (index, text) in texts.enumerated() {
          variables[texts.count == 1 ? kind.variable : kind.variable(number: index + 1)] = text
        }
      }
      return variables
    }
  }

  private func values() throws -> [(kind: LaunchArgument, texts: [String])] {
    let paths = try specs.map { try PathInCode.resolve($0.path, calledFrom: $0.sourceFile) }
    let set = states.map { "\(Self.encode($0.name))=\(Self.encode($0.value))" }
    let selected = selections.map { "\(Self.encode($0.request))=\(Self.encode($0.response))" }
    return [
      (.specs, paths),
      (.scene, activeScene.map { [$0] } ?? []),
      (.state, set.isEmpty ? [] : [set.joined(separator: ",")]),
      (.select, selected.isEmpty ? [] : [selected.joined(separator: ",")]),
      (.mocks, try mocksTexts),
    ]
  }

  /// An empty launch has an empty list of mocks, so that the app's calls are intercepted, and don't use the network.
  private var mocksTexts: [String] {
    get throws {
      if !mocks.isEmpty { return try LaunchText.values(for: LaunchMock.text(of: mocks)) }
      return specs.isEmpty && activeScene == nil && states.isEmpty && selections.isEmpty ? ["[]"] : []
    }
  }

  private static func encode(_ name: String) -> String { PercentText.encode(name.utf8, keeping: "-._~/:()") }

  private func changed(_ change: (inout MockLaunch) -> Void) -> MockLaunch {
    var launch = self
    change(&launch)
    return launch
  }

  /// Returns the launch with another mock, which is tried last.
  func adding(_ mock: LaunchMock) -> MockLaunch { changed { $0.mocks.append(mock) } }
}
