// swift-tools-version: 6.2
import PackageDescription

// Dependencies that only a trait needs. An app that only imports MockSpecURLSession can do without: `traits: []`.
let server = TargetDependencyCondition.when(traits: ["Server", "TLS"])
let tls = TargetDependencyCondition.when(traits: ["TLS"])

// Targets stand in flow order: bytes → Document → checked → Spec → ResponseSets → engine → adapters.
let package = Package(
  name: "MockSpec",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "MockSpecURLSession", targets: ["MockSpecURLSession"]),
    .library(name: "MockSpecUI", targets: ["MockSpecUI"]),
    .library(name: "MockSpecTesting", targets: ["MockSpecTesting"]),
    .library(name: "MockSpecClient", targets: ["MockSpecClient"]),
    .library(name: "MockSpecClientMocks", targets: ["MockSpecClientMocks"]),
    .library(name: "MockSpec", targets: ["MockSpec"]),
    .library(name: "MockSpecControl", targets: ["MockSpecControl"]),
    .library(name: "MockSpecServer", targets: ["MockSpecServer"]),
    .library(name: "MockSpecLink", targets: ["MockSpecLink"]),
    .executable(name: "mockspec", targets: ["MockSpecCLI"]),
    .plugin(name: "MockSpecPlugin", targets: ["MockSpecPlugin"]),
    .plugin(name: "MockSpecValidatePlugin", targets: ["MockSpecValidatePlugin"]),
    .plugin(name: "MockSpecGeneratePlugin", targets: ["MockSpecGeneratePlugin"]),
  ],
  traits: [
    .default(enabledTraits: ["TLS"]),
    .trait(
      name: "Server", description: "MockSpecServer, MockSpecLink and mockspec. Without it, swift-nio isn't downloaded."),
    // It doesn't enable `Server`, but has all of it: SwiftPM would pass the flags of two traits in a random order, and compile
    // everything again half of the time.
    .trait(name: "TLS", description: "Server, and HTTPS in mockspec. Without it, BoringSSL isn't built."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-asn1", from: "1.7.0"),
    .package(url: "https://github.com/apple/swift-certificates", from: "1.21.0"),
    .package(url: "https://github.com/apple/swift-crypto", "3.12.0"..<"5.0.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.100.0"),
    .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    // The system's libyaml, where there is one.
    .systemLibrary(
      name: "CLibYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),

    // Source text, positions, diagnostics and how they are drawn.
    .target(name: "MockSpecDiagnostics"),

    // YAML or JSON bytes → Document: a tree whose every key and value has a range.
    .target(
      name: "MockSpecDocument",
      dependencies: [
        "MockSpecDiagnostics",
        .target(name: "CLibYAML", condition: .when(platforms: [.macOS, .linux])),
      ]),

    // JSON Schema over a Document, and linear-time regular expressions.
    .target(
      name: "MockSpecSchema", dependencies: ["MockSpecDocument", "MockSpecDiagnostics"],
      resources: [
        .embedInCode("Metaschemas/schema.json"),
        .embedInCode("Metaschemas/core.json"),
        .embedInCode("Metaschemas/applicator.json"),
        .embedInCode("Metaschemas/unevaluated.json"),
        .embedInCode("Metaschemas/validation.json"),
        .embedInCode("Metaschemas/meta-data.json"),
        .embedInCode("Metaschemas/format-annotation.json"),
        .embedInCode("Metaschemas/format-assertion.json"),
        .embedInCode("Metaschemas/content.json"),
      ]),

    // Document → Spec → ResponseSets, and the engine that decides what answers a call.
    .target(
      name: "MockSpec",
      dependencies: [
        "MockSpecSchema", "MockSpecDocument", "MockSpecDiagnostics",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      exclude: ["Schemas/language.json"],
      resources: [
        .embedInCode("Schemas/mockspec.schema.json"),
        .embedInCode("Schemas/mockspec-project.schema.json"),
      ]),

    // The names in a project → Swift source text.
    .target(name: "MockSpecGeneration", dependencies: ["MockSpec", "MockSpecDiagnostics"]),

    // Files of other tools → specs.
    .target(
      name: "MockSpecImport",
      dependencies: [
        "MockSpec", "MockSpecSchema", "MockSpecDocument", "MockSpecDiagnostics",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ]),

    // File events → a new ResponseSets or diagnostics, swapped into a running engine.
    .target(name: "MockSpecWatcher", dependencies: ["MockSpec", "MockSpecDiagnostics"]),

    // In process: a URLProtocol under URLSession. What an app or a test imports.
    .target(
      name: "MockSpecURLSession",
      dependencies: [
        "MockSpec", "MockSpecWatcher", "MockSpecDocument", "MockSpecDiagnostics",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ]),

    // The app's screen for people: SwiftUI over MockScreen. Empty where there is no SwiftUI.
    .target(name: "MockSpecUI", dependencies: ["MockSpecURLSession"]),

    // A trait of Swift Testing: each test has mocks of its own.
    .target(
      name: "MockSpecTesting", dependencies: ["MockSpecURLSession", "MockSpec", "MockSpecWatcher"]),

    // Declared services, called over URLSession. It knows neither specs nor interceptors.
    .target(
      name: "MockSpecClient",
      dependencies: [
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
      ]),

    // Stubs for the clients of declared services: their calls are answered by an interceptor.
    .target(
      name: "MockSpecClientMocks",
      dependencies: [
        "MockSpecClient", "MockSpecURLSession", "MockSpec",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ]),

    // The control API as call → answer over an engine, without sockets.
    .target(
      name: "MockSpecControl",
      dependencies: [
        "MockSpec", "MockSpecDocument", "MockSpecDiagnostics",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      resources: [
        .embedInCode("Control/openapi.json"),
        .embedInCode("Panel/index.html"),
        .embedInCode("Panel/style.css"),
        .embedInCode("Panel/icon.svg"),
        .embedInCode("Panel/app.js"),
        .embedInCode("Panel/api.js"),
        .embedInCode("Panel/requests.js"),
        .embedInCode("Panel/menu.js"),
        .embedInCode("Panel/states.js"),
        .embedInCode("Panel/collections.js"),
        .embedInCode("Panel/calls.js"),
        .embedInCode("Panel/detail.js"),
        .embedInCode("Panel/editor.js"),
        .embedInCode("Panel/traffic.js"),
        .embedInCode("Panel/list.js"),
        .embedInCode("Panel/text.js"),
        .embedInCode("Panel/dom.js"),
      ]),

    // As a server: SwiftNIO channel handlers.
    .target(
      name: "MockSpecServer",
      dependencies: [
        "MockSpec", "MockSpecControl", "MockSpecWatcher", "MockSpecDiagnostics",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "NIOCore", package: "swift-nio", condition: server),
        .product(name: "NIOPosix", package: "swift-nio", condition: server),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: server),
        .product(name: "NIOHTTP2", package: "swift-nio-http2", condition: server),
        .product(name: "NIOHPACK", package: "swift-nio-http2", condition: server),
        .product(name: "NIOTLS", package: "swift-nio", condition: server),
        .product(name: "NIOWebSocket", package: "swift-nio", condition: server),
      ]),

    // TLS for the server, and the certificates for it. Only mockspec links it, if it is built with the trait.
    .target(
      name: "MockSpecTLS",
      dependencies: [
        "MockSpecServer", "MockSpec",
        .product(name: "Crypto", package: "swift-crypto", condition: tls),
        .product(name: "NIOCore", package: "swift-nio", condition: server),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: tls),
        .product(name: "SwiftASN1", package: "swift-asn1", condition: tls),
        .product(name: "X509", package: "swift-certificates", condition: tls),
      ]),

    // The control API and the panel from inside an app.
    .target(
      name: "MockSpecLink",
      dependencies: ["MockSpecURLSession", "MockSpecControl", "MockSpecServer", "MockSpec", "MockSpecDiagnostics"]),

    // The command line: one file per command.
    .executableTarget(
      name: "MockSpecCLI",
      dependencies: [
        "MockSpec", "MockSpecGeneration", "MockSpecImport", "MockSpecControl", "MockSpecWatcher", "MockSpecServer",
        "MockSpecDocument", "MockSpecDiagnostics",
        .target(name: "MockSpecTLS", condition: tls),
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: server),
        .product(name: "NIOCore", package: "swift-nio", condition: server),
        .product(name: "NIOPosix", package: "swift-nio", condition: server),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: server),
        .product(name: "Logging", package: "swift-log", condition: server),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: server),
        .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: server),
      ]),

    // What the plugins run. It builds only MockSpec, so that their users do.
    .executableTarget(name: "MockSpecTool", dependencies: ["MockSpec", "MockSpecGeneration", "MockSpecDiagnostics"]),
    .plugin(name: "MockSpecPlugin", capability: .buildTool(), dependencies: ["MockSpecTool"]),
    .plugin(
      name: "MockSpecValidatePlugin",
      capability: .command(
        intent: .custom(verb: "mockspec-validate", description: "Checks the specs of a package and its targets.")),
      dependencies: ["MockSpecTool"]),
    .plugin(
      name: "MockSpecGeneratePlugin",
      capability: .command(
        intent: .custom(verb: "mockspec-generate", description: "Generates Swift names for the specs of targets."),
        permissions: [.writeToPackageDirectory(reason: "Writes MockNames.swift to the folders of targets.")]),
      dependencies: ["MockSpecTool"]),

    // Tests mirror the targets above; ContractTests run one suite against the engine and both adapters.
    .target(name: "TestEnvironment", path: "Tests/TestEnvironment"),
    .target(
      name: "TestSupport", dependencies: ["MockSpecDiagnostics", "TestEnvironment"], path: "Tests/TestSupport"),
    .testTarget(name: "MockSpecDiagnosticsTests", dependencies: ["MockSpecDiagnostics", "TestSupport"]),
    .testTarget(
      name: "MockSpecDocumentTests", dependencies: ["MockSpecDocument", "MockSpecDiagnostics", "TestSupport"]),
    .testTarget(
      name: "MockSpecSchemaTests",
      dependencies: ["MockSpecSchema", "MockSpecDocument", "MockSpecDiagnostics", "TestSupport"]),
    .testTarget(
      name: "MockSpecTests",
      dependencies: [
        "MockSpec", "MockSpecGeneration", "MockSpecSchema", "MockSpecDocument", "MockSpecDiagnostics", "TestSupport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ], exclude: ["Fixtures", "Goldens"]),
    .testTarget(
      name: "MockSpecGenerationTests",
      dependencies: ["MockSpecGeneration", "MockSpec", "MockSpecDiagnostics", "TestSupport"]),
    .testTarget(
      name: "MockSpecImportTests",
      dependencies: ["MockSpecImport", "MockSpec", "MockSpecDocument", "MockSpecDiagnostics", "TestSupport"]),
    // Compiles and uses the generated names of specs/.
    .testTarget(name: "GeneratedNamesTests", dependencies: ["MockSpecTesting"]),
    .testTarget(
      name: "MockSpecWatcherTests", dependencies: ["MockSpecWatcher", "MockSpec", "MockSpecDiagnostics", "TestSupport"]),
    // An app that tests launch in a process of its own.
    .executableTarget(name: "MockSpecTestApp", dependencies: ["MockSpecURLSession"], path: "Tests/TestApp"),
    .testTarget(
      name: "MockSpecURLSessionTests",
      dependencies: [
        "MockSpecURLSession", "MockSpecClient", "MockSpec", "MockSpecDiagnostics", "TestSupport", "MockSpecTestApp",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ]),
    .testTarget(
      name: "MockSpecTestingTests",
      dependencies: [
        "MockSpecTesting", "MockSpecURLSession", "MockSpec", "TestSupport",
      ], exclude: ["Goldens"]),
    .testTarget(
      name: "MockSpecClientTests",
      dependencies: [
        "MockSpecClient", "TestSupport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
      ]),
    .testTarget(
      name: "MockSpecClientMocksTests",
      dependencies: [
        "MockSpecClientMocks", "MockSpecClient", "MockSpecTesting", "MockSpecURLSession", "MockSpecServer",
        "MockSpecControl", "MockSpec", "TestSupport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
      ]),
    // Its code has one import and is isolated to the main actor, as in an app.
    .testTarget(name: "SingleImportTests", dependencies: ["MockSpecURLSession"]),
    .testTarget(
      name: "MockSpecControlTests",
      dependencies: [
        "MockSpecControl", "MockSpec", "MockSpecDocument", "MockSpecDiagnostics", "TestSupport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ]),
    .testTarget(
      name: "MockSpecServerTests",
      dependencies: [
        "MockSpecServer", "MockSpecControl", "MockSpec", "TestSupport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "NIOCore", package: "swift-nio", condition: server),
        .product(name: "NIOEmbedded", package: "swift-nio", condition: server),
        .product(name: "NIOHPACK", package: "swift-nio-http2", condition: server),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: server),
        .product(name: "NIOTLS", package: "swift-nio", condition: server),
        .product(name: "NIOWebSocket", package: "swift-nio", condition: server),
      ]),
    .testTarget(
      name: "MockSpecTLSTests",
      dependencies: [
        "MockSpecTLS", "MockSpecServer", "MockSpec", "TestSupport",
        .product(name: "Crypto", package: "swift-crypto", condition: tls),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "NIOCore", package: "swift-nio", condition: server),
        .product(name: "NIOPosix", package: "swift-nio", condition: server),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: tls),
        .product(name: "SwiftASN1", package: "swift-asn1", condition: tls),
        .product(name: "X509", package: "swift-certificates", condition: tls),
      ]),
    // A program with a URLSession and a link, which tests steer.
    .executableTarget(
      name: "MockSpecTestLinkApp", dependencies: ["MockSpecURLSession", "MockSpecLink"], path: "Tests/LinkApp"),
    .testTarget(
      name: "MockSpecLinkTests",
      dependencies: [
        "MockSpecLink", "MockSpecURLSession", "MockSpecServer", "MockSpec", "MockSpecDiagnostics", "TestSupport",
      ]),
    .testTarget(
      name: "MockSpecCLITests",
      dependencies: [
        "MockSpecCLI", "MockSpecTestLinkApp", "MockSpecServer", "MockSpecTLS", "MockSpecControl", "MockSpec",
        "MockSpecDocument", "MockSpecDiagnostics", "TestSupport",
        .product(name: "Crypto", package: "swift-crypto", condition: tls),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "SwiftASN1", package: "swift-asn1", condition: tls),
        .product(name: "X509", package: "swift-certificates", condition: tls),
      ]),
    .testTarget(
      name: "MockSpecToolTests", dependencies: ["MockSpecTool", "MockSpec", "MockSpecDiagnostics", "TestSupport"]),
    .testTarget(
      name: "ContractTests",
      dependencies: [
        "MockSpecURLSession", "MockSpecClient", "MockSpecUI", "MockSpecServer", "MockSpecTLS", "MockSpecLink",
        "MockSpecControl", "MockSpec", "TestSupport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio", condition: server),
        .product(name: "NIOPosix", package: "swift-nio", condition: server),
        .product(name: "NIOHPACK", package: "swift-nio-http2", condition: server),
        .product(name: "NIOHTTP2", package: "swift-nio-http2", condition: server),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: tls),
      ]),
  ]
)

// MARK: - What only developers of this package build

// MOCKSPEC_TARGETS names a part of the package, so that no more than it needs is compiled; see CONTRIBUTING.
switch Context.environment["MOCKSPEC_TARGETS"] {
case "tests":
  // SwiftPM compiles what plugins run, and all modules below it, a second time.
  package.products.removeAll { $0 is Product.Plugin }
  package.targets.removeAll { $0.type == .plugin }
case "threads":
  // The concurrent code and its tests, for the thread sanitizer.
  let tests = ["MockSpecTests", "MockSpecWatcherTests", "MockSpecServerTests", "MockSpecURLSessionTests"]
  keep(tests)
  package.targets.first { $0.name == "MockSpecTests" }?.sources = [
    "Concurrency", "Decisions", "Engine", "HTTP", "Projects/OverlayTests.swift", "Support",
  ]
case "programs":
  // mockspec without TLS, benchmarks and torture, for a release build with the trait `Server`: without the trait `TLS`,
  // MockSpecTLS doesn't compile.
  package.targets += programs
  package.targets.first { $0.name == "MockSpecCLI" }?.dependencies.removeAll { $0.name == "MockSpecTLS" }
  keep(["MockSpecCLI"] + programs.map(\.name))
case "fuzzers":
  package.targets += fuzzers
  keep(fuzzers.map(\.name))
case let name:
  precondition(name == nil, "MOCKSPEC_TARGETS is '\(name ?? "")', expected tests, threads, programs or fuzzers")
}

/// Keeps the named targets and their dependencies. Of the products, only the program is kept, if its target is.
@MainActor func keep(_ names: [String]) {
  var (kept, found) = (Set<String>(), names)
  while let name = found.popLast() {
    guard kept.insert(name).inserted, let target = package.targets.first(where: { $0.name == name }) else { continue }
    found += target.dependencies.compactMap(\.name)
  }
  package.targets.removeAll { !kept.contains($0.name) }
  package.products.removeAll { $0.name != "mockspec" || !kept.contains("MockSpecCLI") }
}

extension Target.Dependency {
  /// The name of a target of this package; `nil` for a product of another one.
  var name: String? {
    switch self {
    case .targetItem(let name, _), .byNameItem(let name, _): name
    default: nil
    }
  }
}

var programs: [Target] {
  let nio = ["NIOCore", "NIOPosix", "NIOHTTP1"].map { Target.Dependency.product(name: $0, package: "swift-nio") }
  let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
  let types = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
  return [
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "MockSpecURLSession", "MockSpecClient", "MockSpec", "MockSpecSchema", "MockSpecDocument", "CLibYAML",
        "AllocationCount", "TestSupport", arguments, types,
      ], path: "Tests/Benchmarks/Sources"),
    // The same tests with the trait of MockSpecTesting and without it.
    .testTarget(name: "TraitTests", dependencies: ["MockSpecTesting"], path: "Tests/Benchmarks/TraitTests"),
    // Many concurrent calls of a client, in a process of its own.
    .executableTarget(
      name: "ClientLoad", dependencies: ["MockSpecClient", "AllocationCount", "TestSupport"],
      path: "Tests/Benchmarks/ClientLoad"),
    // Counts calls of malloc.
    .target(name: "AllocationCount", path: "Tests/Benchmarks/AllocationCount"),
    // Imports the same modules as `mockspec` and does nothing.
    .executableTarget(
      name: "HelloWorld",
      dependencies: nio + [
        arguments, types,
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ], path: "Tests/Benchmarks/HelloWorld"),
    // A server that does nothing but answer over HTTP/2.
    .executableTarget(
      name: "BareHTTP2",
      dependencies: nio + [
        .product(name: "NIOHPACK", package: "swift-nio-http2"), .product(name: "NIOHTTP2", package: "swift-nio-http2"),
      ], path: "Tests/Benchmarks/BareHTTP2"),
    // Programs that differ only in what they import.
    .executableTarget(name: "LinkNothing", path: "Tests/Benchmarks/Linking/Nothing"),
    .executableTarget(name: "LinkSession", path: "Tests/Benchmarks/Linking/Session"),
    .executableTarget(
      name: "LinkMocks", dependencies: ["MockSpecURLSession"], path: "Tests/Benchmarks/Linking/Mocks"),

    // Hot reload under random edits.
    .executableTarget(
      name: "Torture", dependencies: ["MockSpecURLSession", "Serving", "TestSupport"], path: "Tests/Torture/Sources"),
    // Calls that are cancelled, suspended and invalidated at random moments.
    .executableTarget(
      name: "Storm", dependencies: ["MockSpecURLSession", "Serving", "TestSupport"], path: "Tests/Torture/Storm"),
    // Many sessions of one server.
    .executableTarget(name: "Sessions", dependencies: ["Serving", "TestSupport"], path: "Tests/Torture/Sessions"),
    // A running `mockspec serve`.
    .target(name: "Serving", dependencies: ["TestSupport"], path: "Tests/Torture/Serving"),
  ]
}

var fuzzers: [Target] {
  // The properties that hold for any input.
  let properties = Target.target(
    name: "Fuzzing", dependencies: ["MockSpec", "MockSpecSchema", "MockSpecDocument", "MockSpecDiagnostics"],
    path: "Tests/Fuzzing/Sources/Fuzzing")
  // Times large handwritten inputs.
  let hardInputs = Target.executableTarget(
    name: "HardInputs",
    dependencies: ["Fuzzing", "MockSpec", "MockSpecSchema", "MockSpecDocument", "MockSpecDiagnostics"],
    path: "Tests/Fuzzing/Sources/HardInputs")
  let texts = ["FuzzYAML", "FuzzJSON", "FuzzSchema", "FuzzSpec"].map { name in
    Target.executableTarget(
      name: name, dependencies: ["Fuzzing", "MockSpecDocument"], path: "Tests/Fuzzing/Sources/\(name)")
  }
  let bytes = ["FuzzHTTP", "FuzzHTTP2", "FuzzConnection", "FuzzWebSocket"].map { name in
    Target.executableTarget(
      name: name,
      dependencies: [
        "Fuzzing", "MockSpec", "MockSpecServer", .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOEmbedded", package: "swift-nio"),
      ], path: "Tests/Fuzzing/Sources/\(name)")
  }
  return [properties, hardInputs] + texts + bytes
}

// MARK: - Settings

let strict = Context.environment["MOCKSPEC_WARNINGS_AS_ERRORS"] != nil
for target in package.targets where target.type != .system && target.type != .plugin {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
  if target.name == "SingleImportTests" { target.swiftSettings?.append(.defaultIsolation(MainActor.self)) }
  if strict { target.swiftSettings?.append(.treatAllWarnings(as: .error)) }
  // libFuzzer has the entry point; without it, `@main` is used.
  if target.name.hasPrefix("Fuzz") { target.swiftSettings?.append(.unsafeFlags(["-parse-as-library"])) }
}
