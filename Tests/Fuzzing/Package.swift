// swift-tools-version: 6.2
import PackageDescription

// Fuzzing is a separate package, so that its targets aren't part of MockSpec. It builds MockSpec's modules from links to
// their sources, since most of them aren't products and all need the sanitizers' flags.
let package = Package(
  name: "Fuzzing",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.100.0"),
    .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
  ],
  targets: [
    .systemLibrary(name: "CLibYAML", pkgConfig: "yaml-0.1"),
    .target(name: "MockSpecDiagnostics"),
    .target(name: "MockSpecDocument", dependencies: ["MockSpecDiagnostics", "CLibYAML"]),
    .target(
      name: "MockSpecSchema", dependencies: ["MockSpecDocument", "MockSpecDiagnostics"],
      resources: [
        "schema", "core", "applicator", "unevaluated", "validation", "meta-data", "format-annotation",
        "format-assertion", "content",
      ].map { .embedInCode("Metaschemas/\($0).json") }),
    .target(
      name: "MockSpec",
      dependencies: [
        "MockSpecSchema", "MockSpecDocument", "MockSpecDiagnostics",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      exclude: ["Schemas/language.json"],
      resources: [
        .embedInCode("Schemas/mockspec.schema.json"), .embedInCode("Schemas/mockspec-project.schema.json"),
      ]),

    // The properties that hold for any input.
    .target(
      name: "Fuzzing", dependencies: ["MockSpec", "MockSpecSchema", "MockSpecDocument", "MockSpecDiagnostics"]),
    .target(
      name: "MockSpecControl",
      dependencies: [
        "MockSpec", "MockSpecDocument", "MockSpecDiagnostics", .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      resources: [.embedInCode("Control/openapi.json")]
        + [
          "index.html", "style.css", "icon.svg", "app.js", "api.js", "requests.js", "menu.js", "calls.js", "detail.js",
          "editor.js", "list.js", "text.js", "dom.js",
        ].map { .embedInCode("Panel/\($0)") }),
    // The fuzzers use its internal types.
    .target(
      name: "MockSpecServer",
      dependencies: [
        "MockSpec", "MockSpecControl", "MockSpecDiagnostics", .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOTLS", package: "swift-nio"),
        .product(name: "NIOHPACK", package: "swift-nio-http2"), .product(name: "NIOHTTP2", package: "swift-nio-http2"),
      ],
      swiftSettings: [.unsafeFlags(["-enable-testing"])]),
    .executableTarget(
      name: "FuzzHTTP",
      dependencies: [
        "Fuzzing", "MockSpec", "MockSpecServer", .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "NIOCore", package: "swift-nio"),
      ],
      swiftSettings: [.unsafeFlags(["-parse-as-library"])]),
    .executableTarget(
      name: "FuzzConnection",
      dependencies: [
        "Fuzzing", "MockSpec", "MockSpecServer", .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
      ],
      swiftSettings: [.unsafeFlags(["-parse-as-library"])]),
    .executableTarget(
      name: "FuzzHTTP2",
      dependencies: [
        "Fuzzing", "MockSpec", "MockSpecServer", .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOEmbedded", package: "swift-nio"),
      ],
      swiftSettings: [.unsafeFlags(["-parse-as-library"])]),
    // Times large handwritten inputs.
    .executableTarget(
      name: "HardInputs",
      dependencies: ["Fuzzing", "MockSpec", "MockSpecSchema", "MockSpecDocument", "MockSpecDiagnostics"]),
  ]
    + ["FuzzYAML", "FuzzJSON", "FuzzSchema", "FuzzSpec"].map { name in
      .executableTarget(
        name: name, dependencies: ["Fuzzing", "MockSpecDocument"],
        swiftSettings: [.unsafeFlags(["-parse-as-library"])])
    }
)
let strict = Context.environment["MOCKSPEC_WARNINGS_AS_ERRORS"] != nil
for target in package.targets where target.type != .system {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ]
  if strict { target.swiftSettings?.append(.treatAllWarnings(as: .error)) }
}
