public import Foundation
import MockSpec

/// Where an interceptor finds its specs. A string literal is a path.
public struct SpecLocation: Sendable, Hashable, ExpressibleByStringLiteral {
  private enum Place: Sendable, Hashable {
    case path(String)
    case folder(String)
    case bundle(String)
    case inline(String)
  }

  private let place: Place

  public init(stringLiteral path: String) { place = .path(path) }

  private init(_ place: Place) { self.place = place }

  /// A file or folder, tried against the working directory, then against the folder of the calling source file and
  /// those above it, since Xcode runs tests in a directory of its own.
  public static func path(_ path: String) -> SpecLocation { SpecLocation(.path(path)) }

  /// A folder, or a single spec file, by its file URL.
  public static func folder(_ url: URL) -> SpecLocation { SpecLocation(.folder(url.path)) }

  /// A folder copied into a bundle's resources; the resources themselves without a name.
  public static func bundle(_ bundle: Bundle, folder: String = "") -> SpecLocation {
    let root = bundle.resourcePath ?? bundle.bundlePath
    return SpecLocation(.bundle(folder.isEmpty ? root : root + "/" + folder))
  }

  /// No specs: everything is added in code.
  public static let empty = SpecLocation.inline(#"{"mockspec": 1, "requests": {}}"#)

  /// One spec's text, as YAML or, where it begins with `{`, as JSON.
  public static func inline(_ text: String) -> SpecLocation { SpecLocation(.inline(text)) }

  func source(calledFrom file: String) -> SpecSource {
    switch place {
    case .path(let path): .paths([Self.resolve(path, calledFrom: file)])
    case .folder(let path), .bundle(let path): .paths([path])
    case .inline(let text): .inline(text)
    }
  }

  /// What lies in a bundle, or in the source itself, doesn't change while the program runs.
  var isWatchable: Bool {
    switch place {
    case .path, .folder: true
    case .bundle, .inline: false
    }
  }

  private static func resolve(_ path: String, calledFrom file: String) -> String {
    guard !path.hasPrefix("/"), FileSystem.find(FilePath.absolute(path, in: FileSystem.workingDirectory)) == nil else {
      return path
    }
    var folder = FilePath.parent(file)
    while folder != "/" {
      let candidate = FilePath.join(folder, path)
      if FileSystem.find(candidate) != nil { return candidate }
      folder = FilePath.parent(folder)
    }
    return path
  }
}
