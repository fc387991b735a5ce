public import Foundation
package import MockSpec

/// The location of an interceptor's specs. A string literal is a path, see ``path(_:)``, and an array literal is several
/// locations, see ``all(_:)``.
public struct SpecLocation: Sendable, Hashable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
  private enum Place: Sendable, Hashable {
    case path(String)
    case folder(String)
    case bundle(String)
    case inline(String)
    case compiled(String)
    case all([SpecLocation])
  }

  private let place: Place

  /// Creates the location of a path, as ``path(_:)`` does.
  public init(stringLiteral path: String) { place = .path(path) }

  /// Creates several locations, as ``all(_:)`` does.
  public init(arrayLiteral locations: SpecLocation...) { place = .all(locations) }

  private init(_ place: Place) { self.place = place }

  /// Returns the location of a file or folder.
  ///
  /// A relative path is looked up in the working directory, then in the folder of the calling source file and in each
  /// folder above it, since Xcode runs tests in a working directory of its own.
  public static func path(_ path: String) -> SpecLocation { SpecLocation(.path(path)) }

  /// Returns the location of a folder, or of a single spec file, given by its file URL.
  ///
  /// Any other URL is a folder that doesn't exist.
  public static func folder(_ url: URL) -> SpecLocation {
    SpecLocation(.folder(url.isFileURL ? url.path : url.absoluteString))
  }

  /// Returns the location of a folder in a bundle's resources, which isn't watched for changes.
  ///
  /// - Parameters:
  ///   - bundle: The bundle.
  ///   - folder: The folder's path below the resources; the resources themselves by default.
  public static func bundle(_ bundle: Bundle, folder: String = "") -> SpecLocation {
    let root = bundle.resourcePath ?? bundle.bundlePath
    return SpecLocation(.bundle(folder.isEmpty ? root : root + "/" + folder))
  }

  /// Returns the location of compiled specs in a bundle's resources, which contain all files that they name.
  ///
  /// The plugin `MockSpecPlugin` and `mockspec compile` write them. They load on platforms that can't read YAML, such as
  /// iOS, and aren't watched for changes.
  ///
  /// - Parameters:
  ///   - bundle: The bundle, such as `.module`.
  ///   - name: The name of the file below the resources; the one that the plugin writes by default.
  public static func compiled(in bundle: Bundle, name: String = "mockspec.compiled.json") -> SpecLocation {
    SpecLocation(.compiled((bundle.resourcePath ?? bundle.bundlePath) + "/" + name))
  }

  /// The location of an empty spec, for mocks that are all added in code.
  public static let empty = SpecLocation.inline(#"{"mockspec": 1, "requests": {}}"#)

  /// Returns the location of a spec that is given as text: JSON if it begins with `{`, YAML otherwise.
  public static func inline(_ text: String) -> SpecLocation { SpecLocation(.inline(text)) }

  /// Returns several locations of files, which are loaded as one project, as `mockspec serve specs shared/specs` does.
  ///
  /// If requests are equally specific, those of earlier locations are tried first. Neither text nor compiled specs can
  /// be one of several locations.
  public static func all(_ locations: [SpecLocation]) -> SpecLocation { SpecLocation(.all(locations)) }

  /// - Parameter file: The calling source file.
  /// - Throws: `SpecPathError` for a relative path that isn't found, for no location, and for text or compiled specs
  ///   combined with others.
  package func source(calledFrom file: String) throws(SpecPathError) -> SpecSource {
    switch place {
    case .path(let path): return .paths([try PathInCode.resolve(path, calledFrom: file)])
    case .folder(let path), .bundle(let path): return .paths([path])
    case .inline(let text): return .inline(text)
    case .compiled(let path): return .compiled(path)
    case .all(let locations):
      if locations.count == 1 { return try locations[0].source(calledFrom: file) }
      var paths: [String] = []
      for location in locations {
        guard case .paths(let more) = try location.source(calledFrom: file) else {
          throw .invalidLocations("specs given as text, or compiled, can't be one of several locations")
        }
        paths += more
      }
      if paths.isEmpty { throw .invalidLocations("the list of locations is empty") }
      return .paths(paths)
    }
  }

  /// Whether the specs can change while the program runs.
  var isWatchable: Bool {
    switch place {
    case .path, .folder: true
    case .bundle, .inline, .compiled: false
    case .all(let locations): locations.contains(where: \.isWatchable)
    }
  }

  /// Whether the specs are files, so that a project without requests is probably a mistake.
  var isOfFiles: Bool {
    switch place {
    case .path, .folder, .bundle, .compiled: true
    case .inline: false
    case .all(let locations): locations.contains(where: \.isOfFiles)
    }
  }
}
