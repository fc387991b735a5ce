public import Foundation
public import MockSpec

extension FileLocation {
  /// Returns the location of a file that is given by its file URL.
  ///
  /// Any other URL is a file that doesn't exist.
  public static func url(_ url: URL) -> FileLocation { .path(url.isFileURL ? url.path : url.absoluteString) }

  /// Returns the location of a file in a bundle's resources.
  ///
  /// - Parameters:
  ///   - bundle: The bundle.
  ///   - path: The file's path below the resources, with its extension.
  public static func bundle(_ bundle: Bundle, _ path: String) -> FileLocation {
    .path((bundle.resourcePath ?? bundle.bundlePath) + "/" + path)
  }
}
